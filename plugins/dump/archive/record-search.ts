import type { ByteReader } from '../bytes/byte-reader.ts';
import { CR, isLineEnd, LF } from '../bytes/line-ends.ts';
import type { RecordSyntax } from './record-syntax.ts';

/** This many line ends after a block prove that it ends there: more need not be kept. */
const MOST_LINE_ENDS = 64 * 1024;
/** So many zeros in a header are a block of the disk that was never written. */
const UNWRITTEN = Buffer.alloc(16);

/** Finds where records begin and end in the window of a reader. Reads more if necessary. */
export class RecordSearch {
  readonly #reader: ByteReader;
  readonly #syntax: RecordSyntax;

  constructor(reader: ByteReader, syntax: RecordSyntax) {
    this.#reader = reader;
    this.#syntax = syntax;
  }

  /** Whether a record begins at byte `offset` of the window. */
  async begins(offset: number): Promise<boolean> {
    const reader = this.#reader;
    if (this.beginsAtHand(offset)) return true;
    // more is read only now: the window usually suffices, and growing it copies it
    const before = reader.available;
    await reader.fill(offset + this.#syntax.lookBytes);
    return reader.available > before && this.beginsAtHand(offset);
  }

  /** Whether the rest of a section, however short, begins like a record. */
  async couldBegin(): Promise<boolean> {
    const reader = this.#reader;
    await reader.fill(this.#syntax.lookBytes);
    return reader.available > 0 && this.#syntax.couldBegin(reader.buffer.subarray(reader.start, reader.end));
  }

  /** Whether a record ends after `length` bytes: followed by two line ends, a record, or nothing. */
  async ends(length: number): Promise<boolean> {
    const reader = this.#reader;
    if (this.#syntax.blankLineEnds && (await this.#blankLineAt(length))) return true;
    let at = length;
    for (;;) {
      while (reader.start + at < reader.end && isLineEnd(reader.buffer[reader.start + at]!)) at++;
      if (at - length > MOST_LINE_ENDS) return true;
      if (reader.start + at < reader.end) return await this.begins(at);
      if (reader.memberEnds || !(await reader.fill(at + 1))) return true;
    }
  }

  /** Whether the window contains `length` bytes and the blank line that ends a record after them. */
  blankLineAtHand(length: number): boolean {
    return this.#syntax.blankLineEnds && this.#reader.available >= length + 4 && this.#isBlankLine(length);
  }

  /**
   * Offset in the window, at or after `from`, where a record begins; -1 if there is none. It need not be at the start of a line:
   * what is cut off or was never written ends anywhere.
   */
  async find(from: number): Promise<number> {
    const reader = this.#reader;
    for (let offset = from; ; offset++) {
      const at = this.#syntax.nextPossible(reader.buffer, reader.start + offset, reader.end);
      if (at < 0) return -1;
      offset = at - reader.start;
      if (await this.begins(offset)) return offset;
    }
  }

  /**
   * Where a header of `length` bytes at the window's start breaks off: where another record begins in it, or behind it if bytes of
   * it were never written; 0 if it is sound. O(length).
   */
  headBreaksAt(length: number): number {
    const { buffer, start } = this.#reader;
    const head = buffer.subarray(start, start + length);
    const { lookBytes, singleFields } = this.#syntax;
    let last = 0;
    for (let from = 1; from < length; from++) {
      from = this.#syntax.nextPossible(head, from, length);
      if (from < 0) break;
      if (this.#syntax.begins(head, from, Math.min(from + lookBytes, length))) last = from;
    }
    if (last > 0) {
      // a URL may end like the first line of a record, but then no field comes again
      const before = this.#syntax.parse(head, 0, last).headers;
      const behind = this.#syntax.parse(head, last, length - last).headers;
      if (singleFields.some((name) => before.has(name) && behind.has(name))) return last;
    }
    return head.includes(UNWRITTEN) ? length : 0;
  }

  /**
   * Skips at most `most` bytes up to the next record; returns how many. Calls `onBytes` with the skipped bytes.
   */
  async skipToRecord(
    most: number = Number.POSITIVE_INFINITY,
    onBytes: (bytes: Buffer) => void = () => {},
  ): Promise<number> {
    const reader = this.#reader;
    const from = reader.position;
    const skip = (count: number): void => {
      if (count > 0) onBytes(reader.buffer.subarray(reader.start, reader.start + count));
      reader.skip(count);
    };
    for (;;) {
      const left = most - (reader.position - from);
      const found = await this.find(0);
      if (found >= 0 && found < left) {
        skip(found);
        break;
      }
      // the last bytes of the window may begin a record
      const sure = reader.sectionEnded ? reader.available : reader.available - this.#syntax.lookBytes;
      const step = Math.min(left, Math.max(0, sure));
      skip(step);
      if (step === left) break;
      if (!(await this.fillOn()) && reader.available === 0) break;
    }
    return reader.position - from;
  }

  /** Skips line ends; false at the section's end. */
  async skipLineEnds(): Promise<boolean> {
    while (!this.skipLineEndsAtHand()) if (!(await this.#reader.fill(1))) return false;
    return true;
  }

  /** Skips line ends within the window; false at its end. */
  skipLineEndsAtHand(): boolean {
    const reader = this.#reader;
    let at = reader.start;
    while (at < reader.end && isLineEnd(reader.buffer[at]!)) at++;
    reader.skip(at - reader.start);
    return reader.available > 0;
  }

  /** Length of the header at the window's start; 'cut' if the section ends inside it, 'long' beyond `limit`. */
  async measureHead(limit: number): Promise<number | 'cut' | 'long'> {
    const reader = this.#reader;
    for (;;) {
      const length = this.headAtHand(limit);
      if (length >= 0) return length;
      const before = reader.available;
      if (before >= limit) return 'long';
      // twice as much each time, since the whole window is searched again
      await reader.fill(Math.min(limit, 2 * before + 1));
      if (reader.available === before) return 'cut';
    }
  }

  /** Length of a header that is completely in the window; -1 if it is not. */
  headAtHand(limit: number): number {
    const { buffer, start, end } = this.#reader;
    return this.#syntax.headLength(buffer, start, Math.min(end, start + limit));
  }

  /** Grows the window by as much as is looked at again then; false when the section ends before that. */
  fillOn(): Promise<boolean> {
    return this.#reader.fill(this.#reader.available + this.#syntax.lookBytes);
  }

  /** Whether the bytes in the window show that a record begins at byte `offset`. */
  beginsAtHand(offset: number): boolean {
    const { buffer, start, end } = this.#reader;
    const from = start + offset;
    return this.#syntax.begins(buffer, from, Math.min(from + this.#syntax.lookBytes, end));
  }

  async #blankLineAt(offset: number): Promise<boolean> {
    return (await this.#reader.fill(offset + 4)) && this.#isBlankLine(offset);
  }

  #isBlankLine(offset: number): boolean {
    const { buffer, start } = this.#reader;
    const at = start + offset;
    if (buffer[at] === LF) return buffer[at + 1] === LF;
    return buffer[at] === CR && buffer[at + 1] === LF && buffer[at + 2] === CR && buffer[at + 3] === LF;
  }
}
