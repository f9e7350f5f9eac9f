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
  /** All bytes of header and block, where they were asked for. */
  readonly raw?: RawRecord;
  /** What is wrong with the record; it has been named as a damaged spot. */
  readonly damage?: DamageCode;
}

/** A record as it is stored, uncompressed: its header, then its block; a long one lies in a file until the next is read. */
export type RawRecord = { readonly head: Buffer } & (
  | { readonly block: Buffer }
  | { readonly path: string; readonly blockBytes: number }
);
