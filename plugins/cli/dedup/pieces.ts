import { open } from 'node:fs/promises';

/** Fewest bytes of a piece, but for the last. */
const PIECE_BYTES = 1 << 18;

/** How a file of pieces is made. */
interface PiecesOptions {
  readonly flags: 'wx' | 'w';
  /** Permissions of the file; default: those of the process's umask. */
  readonly mode?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes a file, each piece while the next one is made: a piece may change when the next but one is requested.
 *
 * @throws the system's error; the signal's reason when aborted
 */
export async function writePieces(
  path: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  { flags, mode, signal }: PiecesOptions,
): Promise<void> {
  const file = await open(path, flags, mode);
  let writing = Promise.resolve();
  try {
    for await (const piece of pieces) {
      await writing;
      signal?.throwIfAborted();
      writing = file.writeFile(piece);
      // it is awaited when the next piece is there
      writing.catch(() => {});
    }
  } finally {
    await writing.finally(() => file.close());
  }
}

/** Lines put together as bytes, from parts that are encoded once, and given away in pieces of many lines. */
export class LinePieces {
  #piece = Buffer.allocUnsafe(2 * PIECE_BYTES);
  #last = Buffer.allocUnsafe(2 * PIECE_BYTES);
  #length = 0;

  /** Whether there are enough bytes for a piece. */
  get isFull(): boolean {
    return this.#length >= PIECE_BYTES;
  }

  add(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#piece.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  addText(text: string): void {
    // a code unit takes at most three bytes of UTF-8
    this.#makeRoom(3 * text.length);
    this.#length += this.#piece.write(text, this.#length);
  }

  /** The bytes added since the last call, valid until the next but one. */
  take(): Uint8Array {
    const taken = this.#piece.subarray(0, this.#length);
    [this.#piece, this.#last] = [this.#last, this.#piece];
    this.#length = 0;
    return taken;
  }

  #makeRoom(bytes: number): void {
    const least = this.#length + bytes;
    if (least <= this.#piece.length) return;
    const larger = Buffer.allocUnsafe(2 * least);
    larger.set(this.#piece.subarray(0, this.#length));
    this.#piece = larger;
  }
}
