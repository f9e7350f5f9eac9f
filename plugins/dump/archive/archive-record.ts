import type { Place } from '../bytes/pieces.ts';
import type { DamageCode } from '../damage.ts';
import type { RecordHead } from './record-syntax.ts';

/** One record of a WARC or ARC file. */
export interface ArchiveRecord extends RecordHead {
  /** Where the record begins. */
  readonly place: Place;
  /** The block, cut to the length that the caller asked for. */
  readonly block: Buffer;
  /** Bytes of the whole block. */
  readonly blockLength: number;
  /** All bytes of header and block, if the caller asked for them. */
  readonly raw?: RawRecord;
  /** What is wrong with the record; already reported as a damaged spot. */
  readonly damage?: DamageCode;
}

/** A record as stored, uncompressed: its header, then its block. A long one lies in a file until the next is read. */
export type RawRecord = { readonly head: Buffer } & (
  | { readonly block: Buffer }
  | { readonly path: string; readonly blockBytes: number }
);
