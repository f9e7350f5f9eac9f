import type { DigestCheck } from './digests.ts';
import type { Headers } from './headers.ts';

/** The header of a record. */
export interface RecordHead {
  /** WARC: `WARC-Type` in lower case (`response`, `resource`, `revisit` …). ARC: `filedesc` or `response`. */
  readonly type: string;
  /** Names in lower case. Those of ARC are the ones its first record lists: `url`, `ip-address`, `archive-date` … */
  readonly headers: Headers;
}

/** What the records of a format look like: all that the reader of records knows about the format. */
export interface RecordSyntax {
  readonly name: string;
  /** The header field that holds the length of the block. */
  readonly lengthField: string;
  /** Fields that a header has only once, in lower case. If one is there twice, the header may be two. */
  readonly singleFields: readonly string[];
  /** Number of bytes needed to see whether a record begins. */
  readonly lookBytes: number;
  /** Whether two line ends after a block prove that it ends there. */
  readonly blankLineEnds: boolean;
  /** Whether `bytes[start, end)` begins with a record; it is `lookBytes` long unless the section ends before. */
  begins(bytes: Buffer, start: number, end: number): boolean;
  /** Whether `bytes`, however few, could be the beginning of a record. */
  couldBegin(bytes: Buffer): boolean;
  /** The next index in [`from`, `end`) at which a record might begin; -1 if there is none. */
  nextPossible(bytes: Buffer, from: number, end: number): number;
  /** Length of the header at `start`, including the line that ends it; -1 if it does not end before `end`. */
  headLength(bytes: Buffer, start: number, end: number): number;
  parse(bytes: Buffer, start: number, length: number): RecordHead;
  /** Compares the block of a record with the digests in its header, if the format has any. */
  digests?(head: RecordHead, maxHeaderBytes: number): DigestCheck | undefined;
}
