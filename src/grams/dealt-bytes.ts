import type { Spool } from './spool.ts';
import type { WorkFolder } from './work-folder.ts';

/** Bytes of a block that wait in memory, at the least: the more, the less a disk seeks when the block is read. */
const LEAST_PIECE = 1 << 12;

interface Block {
  /** Where the pieces begin; that of the last, which may be shorter, comes with `finish`. */
  readonly pieces: number[];
  waiting: Uint8Array;
  /** Bytes in all. */
  length: number;
}

/** How bytes are dealt. */
interface DealtBytesOptions {
  /** How many blocks there are. */
  readonly blocks: number;
  readonly folder: WorkFolder;
  /** What of all blocks may wait in memory. */
  readonly memoryBytes: number;
  /** Bytes of a block that wait at the most. */
  readonly mostPiece: number;
}

/**
 * Bytes that are dealt to blocks, in a file in which each block lies in few places: pieces of one length, but for the last.
 * Memory while they are dealt: `memoryBytes` or 4 KB a block.
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

  /** Adds bytes to a block; they are copied. Returns where they begin among those of the block. */
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

  /** To be called when all were added, before any are read. */
  finish(): void {
    for (const block of this.#blocks) {
      const left = block.length % this.pieceBytes;
      if (left > 0) block.pieces.push(this.#spool.append(block.waiting.subarray(0, left)));
      block.waiting = new Uint8Array(0);
    }
  }

  /** Fills `into` with bytes of a block, from one on: a call for each piece that they are in. */
  read(block: number, from: number, into: Uint8Array): void {
    const { pieces } = this.#blocks[block];
    for (let done = 0; done < into.length; ) {
      const at = (from + done) % this.pieceBytes;
      const part = into.subarray(done, done + this.pieceBytes - at);
      this.#spool.read(pieces[Math.floor((from + done) / this.pieceBytes)] + at, part);
      done += part.length;
    }
  }

  /** Lets go of all bytes. */
  close(): void {
    this.#spool.close();
    this.#blocks.length = 0;
  }
}
