import type { Place } from '../bytes/pieces.ts';
import type { DamageCode } from '../damage.ts';
import type { RecordHead } from './record-syntax.ts';

/** One record of a WARC or ARC file. */
export interface ArchiveRecord extends RecordHead {
  /** Where the record begins. */
  readonly place: Place;
  /** The block, cut to what the caller asked to keep. */
  readonly block: Buffer;
  /** Bytes the whole block has. */
  readonly blockLength: number;
  /** What is wrong with the record; it has been named as a damaged spot. */
  readonly damage?: DamageCode;
}
