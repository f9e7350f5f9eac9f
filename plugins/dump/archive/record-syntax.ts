import type { DigestCheck } from './digests.ts';
import type { Headers } from './headers.ts';

/** What a record's header says. */
export interface RecordHead {
  /** WARC: `WARC-Type` in lower case (`response`, `resource`, `revisit` …). ARC: `filedesc` or `response`. */
  readonly type: string;
  /** Names in lower case. Those of ARC are the ones its first record lists: `url`, `ip-address`, `archive-date` … */
  readonly headers: Headers;
}

/** What the records of a format look like: all that the reader of records knows of it. */
export interface RecordSyntax {
  readonly name: string;
  /** The header field that holds the length of the block. */
  readonly lengthField: string;
  /** How many bytes it takes to see whether a record begins. */
  readonly lookBytes: number;
  /** Whether two line ends behind a block are proof enough that it ends there. */
  readonly blankLineEnds: boolean;
  /** Whether `bytes[start, end)` begins with a record; it is `lookBytes` long unless the section ends before. */
  begins(bytes: Buffer, start: number, end: number): boolean;
  /** Whether `bytes`, however few they are, could be the first ones of a record. */
  couldBegin(bytes: Buffer): boolean;
  /** The next index from `from` on, below `end`, at which it is worth to ask whether a record begins; else -1. */
  nextPossible(bytes: Buffer, from: number, end: number): number;
  /** Length of the header at `start`, with the line that ends it; -1 when it does not end before `end`. */
  headLength(bytes: Buffer, start: number, end: number): number;
  parse(bytes: Buffer, start: number, length: number): RecordHead;
  /** What holds the block of a record against the digests in its header, where the format has any. */
  digests?(head: RecordHead, maxHeaderBytes: number): DigestCheck | undefined;
}
