import type { Spool } from './spool.ts';
import type { WorkFolder } from './work-folder.ts';

/** Least bytes of a block that wait in memory: the more there are, the less a disk seeks when the block is read. */
const LEAST_PIECE = 1 << 12;

interface Block {
  /** Where the pieces begin. The last piece may be shorter and is added by `finish`. */
  readonly pieces: number[];
  waiting: Uint8Array;
  /** Number of bytes in all. */
  length: number;
}

/** How bytes are dealt. */
interface DealtBytesOptions {
  /** How many blocks there are. */
  readonly blocks: number;
  readonly folder: WorkFolder;
  /** Most bytes of all blocks that wait in memory. */
  readonly memoryBytes: number;
  /** Most bytes of a block that wait in memory. */
  readonly mostPiece: number;
}

/**
 * Bytes dealt to blocks, in a file in which each block is in few places: pieces of equal length, except the last.
 * Memory while bytes are dealt: `memoryBytes` or 4 KB a block.
 */
export class DealtBytes {
  /** Length of a piece. */
  readonly pieceBytes: number;
  readonly #spool: Spool;
  readonly #blocks: Block[];

  constructor({ blocks, folder, memoryBytes, mostPiece }: DealtBytesOptions) {
    const share = Math.floor(memoryBytes / Math.max(1, blocks));
    this.pieceBytes = Math.max(LEAST_PIECE, Math.min(mostPiece, share));
    this.#spool = folder.spool();
    this.#blocks = Array.from({ length: blocks }, () => ({
      pieces: [],
      waiting: new Uint8Array(0),
      length: 0,
    }));
  }

  /** Bytes of a block so far. */
  lengthOf(block: number): number {
    return this.#blocks[block].length;
  }

  /** Adds a copy of bytes to a block; returns their position in the block. */
  add(number: number, bytes: Uint8Array): number {
    const block = this.#blocks[number];
    const begin = block.length;
    for (let done = 0; done < bytes.length; ) {
      if (block.waiting.length === 0) block.waiting = new Uint8Array(this.pieceBytes);
      const at = block.length % this.pieceBytes;
      const part = bytes.subarray(done, done + this.pieceBytes - at);
      block.waiting.set(part, at);
      block.length += part.length;
      done += part.length;
      if (at + part.length === this.pieceBytes) block.pieces.push(this.#spool.append(block.waiting));
    }
    return begin;
  }

  /** Call this after all bytes were added and before any are read. */
  finish(): void {
    for (const block of this.#blocks) {
      const left = block.length % this.pieceBytes;
      if (left > 0) block.pieces.push(this.#spool.append(block.waiting.subarray(0, left)));
      block.waiting = new Uint8Array(0);
    }
  }

  /** Fills `into` with the bytes of a block from `from` on. Makes one read for each piece. */
  read(block: number, from: number, into: Uint8Array): void {
    const { pieces } = this.#blocks[block];
    for (let done = 0; done < into.length; ) {
      const at = (from + done) % this.pieceBytes;
      const part = into.subarray(done, done + this.pieceBytes - at);
      this.#spool.read(pieces[Math.floor((from + done) / this.pieceBytes)] + at, part);
      done += part.length;
    }
  }

  /** Removes all bytes. */
  close(): void {
    this.#spool.close();
    this.#blocks.length = 0;
  }
}
