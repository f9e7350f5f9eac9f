import type { Piece, Place } from './pieces.ts';

const EMPTY: Buffer = Buffer.alloc(0);

/**
 * A window on a stream of pieces that grows on demand and moves forward only.
 *
 * Pieces between two gaps form a *section*. `fill` never looks across a gap; `nextSection` crosses it.
 * Whoever holds `buffer.subarray(…)` may keep it: windows are replaced, never overwritten.
 */
export class ByteReader {
  /** The window is `buffer[start, end)`. */
  buffer: Buffer = EMPTY;
  start = 0;
  end = 0;
  /** Offset of `buffer[start]` in the whole decompressed stream. */
  position = 0;
  /** Whether this section holds bytes of a member known to be damaged. */
  suspect = false;
  /** Position at which this section begins. */
  sectionStart = 0;
  /** Whether damage lies right before this section. */
  afterGap = false;

  readonly #pieces: AsyncIterator<Piece>;
  /** Where pieces begin: the last one at or before the window's start, and all within it. */
  #marks: Array<Place & { readonly position: number }> = [];
  #filled = 0;
  #ends = false;
  #next: Piece | undefined;
  #done = false;

  constructor(pieces: AsyncIterable<Piece>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  get available(): number {
    return this.end - this.start;
  }

  /** Whether this section has ended (by a gap or the end of the stream) with the window. */
  get sectionEnded(): boolean {
    return this.#done || this.#next !== undefined;
  }

  /** Whether damage is what ends this section. */
  get gapAhead(): boolean {
    return this.#next !== undefined;
  }

  /** Whether a gzip member or zstd frame is known to end with the window. */
  get memberEnds(): boolean {
    return this.#ends;
  }

  /** Grows the window to `size` bytes; false when the section ends before that. */
  async fill(size: number): Promise<boolean> {
    if (this.available >= size) return true;
    const parts: Buffer[] = this.available > 0 ? [this.buffer.subarray(this.start, this.end)] : [];
    let total = this.available;
    while (total < size && !this.sectionEnded) {
      const piece = await this.#pull();
      if (piece === undefined) break;
      parts.push(piece.bytes);
      total += piece.bytes.length;
    }
    if (total > this.available) {
      this.buffer = parts.length === 1 ? parts[0]! : Buffer.concat(parts, total);
      this.start = 0;
      this.end = total;
    }
    return this.available >= size;
  }

  /** Moves the window's start; `count` must be available. */
  skip(count: number): void {
    this.start += count;
    this.position += count;
    let passed = 0;
    while (passed + 1 < this.#marks.length && this.#marks[passed + 1]!.position <= this.position) passed++;
    if (passed > 0) this.#marks.splice(0, passed);
  }

  /** Goes to the next section, leaving what is left of this one; false at the end of the stream. */
  async nextSection(): Promise<boolean> {
    for (;;) {
      this.skip(this.available);
      if (this.sectionEnded) break;
      await this.fill(1);
    }
    const piece = this.#next;
    if (piece === undefined) return false;
    this.#next = undefined;
    this.suspect = false;
    this.sectionStart = this.position;
    this.afterGap = true;
    this.buffer = piece.bytes;
    this.start = 0;
    this.end = piece.bytes.length;
    this.#marks = [];
    this.#note(piece);
    return true;
  }

  /** Where byte `offset` of the window came from. */
  place(offset = 0): Place {
    const position = this.position + offset;
    let mark = this.#marks[0];
    if (mark === undefined) return { stored: 0 };
    for (let i = 1; i < this.#marks.length && this.#marks[i]!.position <= position; i++)
      mark = this.#marks[i]!;
    const into = position - mark.position;
    return mark.inner === undefined
      ? { stored: mark.stored + into }
      : { stored: mark.stored, inner: mark.inner + into };
  }

  /** Whether a gzip member or zstd frame begins at byte `offset` of the window. */
  memberBegins(offset: number): boolean {
    const position = this.position + offset;
    return this.#marks.some((mark) => mark.position === position && mark.inner === 0);
  }

  /** Releases the file behind the stream. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  async #pull(): Promise<Piece | undefined> {
    const { value, done } = await this.#pieces.next();
    if (done) {
      this.#done = true;
      return undefined;
    }
    if (value.gap) {
      this.#next = value;
      return undefined;
    }
    this.#note(value);
    return value;
  }

  #note(piece: Piece): void {
    if (piece.suspect) this.suspect = true;
    this.#ends = piece.ends === true;
    const position = this.#filled;
    this.#filled += piece.bytes.length;
    const at = { position, stored: piece.stored };
    this.#marks.push(piece.inner === undefined ? at : { ...at, inner: piece.inner });
  }
}
