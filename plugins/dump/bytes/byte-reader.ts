import type { Piece, Place } from './pieces.ts';

const EMPTY: Buffer = Buffer.alloc(0);
/** Passed marks are removed together once there are this many and they are half of all. */
const MOST_PASSED = 1024;

/** Start of a piece, and its place in the stored file. */
interface Mark {
  readonly position: number;
  readonly stored: number;
  readonly inner: number | undefined;
}

/**
 * A window on a stream of pieces that grows on demand and moves forward only.
 *
 * Pieces between two gaps form a *section*. `fill` never looks across a gap; `nextSection` crosses it.
 * Callers may keep a `buffer.subarray(…)`: windows are replaced or extended, never overwritten, unless `isReused`.
 * Cost: O(bytes), however small the pieces and the steps are.
 */
export class ByteReader {
  /** The window is `buffer[start, end)`. */
  buffer: Buffer = EMPTY;
  start = 0;
  end = 0;
  /** Offset of `buffer[start]` in the whole decompressed stream. */
  position: number;
  /** Whether this section holds bytes of a member known to be damaged. */
  suspect = false;
  /** Position at which this section begins. */
  sectionStart: number;
  /** Whether damage lies right before this section. */
  afterGap = false;
  /** Whether memory that the window has left is used again. Then a `buffer.subarray(…)` is valid until the window grows. */
  isReused = false;

  readonly #pieces: AsyncIterator<Piece>;
  /** Gives back the memory of the window, if it is that of a piece. */
  #giveBack: Piece['giveBack'];
  /** Memory of the window, with free room after its end; none while the window is an uncopied piece. */
  #room: Buffer | undefined;
  /** Memory that the window has left, if it is used again. */
  #unused: Buffer | undefined;
  /**
   * Starts of pieces by position. From `#firstMark` on: the last one at or before the window's start, and all within
   * it.
   */
  #marks: Mark[] = [];
  #firstMark = 0;
  #filled: number;
  #ends = false;
  #next: Piece | undefined;
  #done = false;

  /** @param position of the first byte */
  constructor(pieces: AsyncIterable<Piece>, position = 0) {
    this.position = position;
    this.sectionStart = position;
    this.#filled = position;
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  get available(): number {
    return this.end - this.start;
  }

  /** Whether this section ends (at a gap or the end of the stream) with the window. */
  get sectionEnded(): boolean {
    return this.#done || this.#next !== undefined;
  }

  /** Whether this section ends with damage. */
  get gapAhead(): boolean {
    return this.#next !== undefined;
  }

  /** Whether this section ends because the stored file does, inside a gzip member or zstd frame. */
  get cutAhead(): boolean {
    return this.#next?.cut === true;
  }

  /** Whether a gzip member or zstd frame is known to end with the window. */
  get memberEnds(): boolean {
    return this.#ends;
  }

  /** Grows the window to `size` bytes; false if the section ends before that. */
  async fill(size: number): Promise<boolean> {
    if (this.available >= size) return true;
    while (this.available < size && !this.sectionEnded) {
      const piece = await this.#pull();
      if (piece !== undefined) this.#append(piece);
    }
    return this.available >= size;
  }

  /** Moves the window's start; `count` must be available. */
  skip(count: number): void {
    this.start += count;
    this.position += count;
    while (
      this.#firstMark + 1 < this.#marks.length &&
      this.#marks[this.#firstMark + 1]!.position <= this.position
    ) {
      this.#firstMark++;
    }
    if (this.#firstMark >= MOST_PASSED && 2 * this.#firstMark >= this.#marks.length) {
      this.#marks = this.#marks.slice(this.#firstMark);
      this.#firstMark = 0;
    }
  }

  /** Goes to the next section and skips the rest of this one; false at the end of the stream. */
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
    this.#adopt(piece.bytes, piece.giveBack);
    this.#marks = [];
    this.#firstMark = 0;
    this.#note(piece);
    return true;
  }

  /** The place in the stored file of byte `offset` of the window. */
  place(offset = 0): Place {
    const position = this.position + offset;
    const mark = this.#marks[Math.max(this.#firstMark, this.#marksUpTo(position) - 1)];
    if (mark === undefined) return { stored: 0 };
    const into = position - mark.position;
    return mark.inner === undefined
      ? { stored: mark.stored + into }
      : { stored: mark.stored, inner: mark.inner + into };
  }

  /** Releases the file behind the stream. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  /**
   * Appends a piece to the window: puts the window before it if there is room, else the piece behind the window, whose
   * memory doubles if need be. Each byte is copied a few times at most.
   */
  #append({ bytes, before = 0, giveBack }: Piece): void {
    const { available } = this;
    if (bytes.length === 0) return;
    if (available <= before) {
      const window = Buffer.from(bytes.buffer, bytes.byteOffset - available, available + bytes.length);
      this.buffer.copy(window, 0, this.start, this.end);
      this.#adopt(window, giveBack);
      return;
    }
    const size = available + bytes.length;
    if (this.#room === undefined || this.#room.length - this.end < bytes.length) {
      // a piece that is longer than the window pays for its copy
      const room = this.#memory(bytes.length >= available ? size : 2 * size);
      this.buffer.copy(room, 0, this.start, this.end);
      this.#room = room;
      this.start = 0;
      this.end = available;
    }
    bytes.copy(this.#room, this.end);
    this.end += bytes.length;
    this.buffer = this.#room.subarray(0, this.end);
    this.#leave();
    if (this.isReused) giveBack?.();
  }

  /** Makes the bytes of a piece the window, without a copy. */
  #adopt(bytes: Buffer, giveBack: Piece['giveBack']): void {
    this.#leave();
    this.#giveBack = giveBack;
    if (this.isReused) this.#unused = this.#room ?? this.#unused;
    this.#room = undefined;
    this.buffer = bytes;
    this.start = 0;
    this.end = bytes.length;
  }

  /** Memory of at least so many bytes; it may be that of the window. */
  #memory(size: number): Buffer {
    const own = this.isReused ? (this.#room ?? this.#unused) : undefined;
    return own !== undefined && own.length >= size ? own : Buffer.allocUnsafeSlow(size);
  }

  /** The window is no longer in the memory of a piece. */
  #leave(): void {
    if (this.isReused) this.#giveBack?.();
    this.#giveBack = undefined;
  }

  /** Number of marks at or before a position. */
  #marksUpTo(position: number): number {
    let low = this.#firstMark;
    let high = this.#marks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#marks[middle]!.position <= position) low = middle + 1;
      else high = middle;
    }
    return low;
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
    const mark = { position: this.#filled, stored: piece.stored, inner: piece.inner };
    // a piece without bytes begins nothing: a file may have any number of empty members
    if (this.#marks.at(-1)?.position === this.#filled) this.#marks[this.#marks.length - 1] = mark;
    else this.#marks.push(mark);
    this.#filled += piece.bytes.length;
  }
}
