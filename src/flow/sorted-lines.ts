import { mergeRuns, type RunCursor } from '../grams/merge-runs.ts';
import type { Spool } from '../grams/spool.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import { appendText, textsIn } from './stored-texts.ts';

/** Bytes of a string in addition to its code units, which take two bytes each. */
const BYTES_OF_STRING = 64;
/** Fewest bytes of each run that are read at a time. */
const LEAST_READ = 1 << 12;

/** Sorts any number of lines by code units. If they do not fit in memory, parts are sorted on disk and merged. */
export class SortedLines {
  readonly #memoryBytes: number;
  readonly #folder: WorkFolder;
  #spool: Spool | undefined;
  /** End of each part in the file. */
  readonly #ends: number[] = [];
  #lines: string[] = [];
  #bytes = 0;

  /** @param memoryBytes memory for lines that are not written yet, and later for what is read of the parts */
  constructor(folder: WorkFolder, memoryBytes: number) {
    this.#folder = folder;
    this.#memoryBytes = memoryBytes;
  }

  add(line: string): void {
    this.#lines.push(line);
    this.#bytes += 2 * line.length + BYTES_OF_STRING;
    if (this.#bytes >= this.#memoryBytes) this.#write();
  }

  /** All lines in order. No line can be added afterwards. */
  finish(): Iterable<string> {
    if (this.#spool === undefined) return this.#lines.sort();
    this.#write();
    const parts = this.#spool;
    const readBytes = Math.max(LEAST_READ, Math.floor(this.#memoryBytes / this.#ends.length));
    const cursors = this.#ends.map(
      (end, i) => new Cursor(textsIn(parts, this.#ends[i - 1] ?? 0, end, readBytes)),
    );
    const merged = this.#folder.spool();
    mergeRuns(
      cursors.filter((cursor) => cursor.next()),
      (x, y) => x.line < y.line,
      ({ line }) => appendText(merged, line),
    );
    parts.close();
    return textsIn(merged, 0, merged.length, this.#memoryBytes);
  }

  #write(): void {
    this.#spool ??= this.#folder.spool();
    for (const line of this.#lines.sort()) appendText(this.#spool, line);
    this.#ends.push(this.#spool.length);
    this.#lines = [];
    this.#bytes = 0;
  }
}

/** A place in a sorted part. */
class Cursor implements RunCursor {
  readonly #lines: Iterator<string>;
  line = '';

  constructor(lines: Iterator<string>) {
    this.#lines = lines;
  }

  next(): boolean {
    const { value, done } = this.#lines.next();
    if (!done) this.line = value;
    return !done;
  }
}
