import type { Page } from '../../../src/index.ts';
import type { ArchiveRecord } from '../archive/archive-record.ts';
import type { Original } from './payload.ts';

/** Where a copy goes: a file of some format. Each page comes by one of these ways, as the input had it. */
export interface CopyTarget {
  /** A record of a WARC file with all its bytes (`raw`), or the revisit that takes its place. */
  record(record: ArchiveRecord, revisitOf?: Original): Promise<void>;
  /** A line of a JSONL file, without its line end. */
  line(bytes: Buffer): Promise<void>;
  /** A page of any other format. */
  page(page: Page): Promise<void>;
  /** Puts the file in its place; resolves to the bytes that it has. */
  finish(): Promise<number>;
  /** Leaves nothing behind. */
  abort(): Promise<void>;
}
