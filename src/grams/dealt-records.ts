import { Positions } from './positions.ts';
import type { Spool } from './spool.ts';
import type { WorkFolder } from './work-folder.ts';

/** Bytes of a block that wait in memory, at the least and the most: the more, the less a disk seeks when the block is read. */
const LEAST_PIECE = 1 << 12;
const MOST_PIECE = 1 << 18;
/** After so many records of a block that lie near each other, as in a pass over all, what follows is read with them. */
const AHEAD_AFTER = 4;
/** Such are numbers of one block that is read as a whole. */
const NEAR_NUMBERS = 16;
/** Of the memory of a run, so much is for blocks. */
const SHARE = 1 / 16;
const MOST_BYTES = 64 << 20;
const NO_BLOCK = -1;

/** The bytes of a block: pieces of one length in the file, and what waits to be one. */
interface Block {
  /** Where the pieces begin; that of the last, which may be shorter, comes with `finish`. */
  readonly pieces: number[];
  waiting: Uint8Array;
  /** Bytes in all. */
  length: number;
}

/** What blocks may take of the memory of a run. */
export function blockBytes(memoryBytes: number): number {
  return Math.min(MOST_BYTES, Math.floor(SHARE * memoryBytes));
}

/** How records are dealt. */
interface DealtOptions {
  /** How many records there are, and how many blocks. */
  readonly records: number;
  readonly blocks: number;
  blockOf(record: number): number;
  readonly folder: WorkFolder;
  /** What of the blocks may be in memory: what waits while records are dealt, and as much of one block as is read at once. */
  readonly memoryBytes: number;
}

/**
 * Records that come in one order and are read in another, block by block: each goes to its block, in a file in which a block
 * has few places, and is read from there with what came next. So a disk need not seek for each record.
 *
 * Memory: 6 bytes a record, and `memoryBytes` or 4 KB a block.
 */
export class DealtRecords {
  readonly #blockOf: (record: number) => number;
  readonly #pieceBytes: number;
  /** Pieces that are read at once. */
  readonly #atOnce: number;
  readonly #spool: Spool;
  /** One more than where a record begins among the bytes of its block; 0 of one that was not added. */
  readonly #positions: Positions;
  readonly #blocks: Block[];
  /** What is in memory: pieces of a block from one on. */
  #room = new Uint8Array(0);
  #block = NO_BLOCK;
  #firstPiece = 0;
  /** The record that was read last, and how many before it were read of those near it. */
  #last = 0;
  #inOrder = 0;

  constructor({ records, blocks, blockOf, folder, memoryBytes }: DealtOptions) {
    this.#blockOf = blockOf;
    const share = Math.floor(memoryBytes / Math.max(1, blocks));
    this.#pieceBytes = Math.max(LEAST_PIECE, Math.min(MOST_PIECE, share));
    this.#atOnce = Math.ceil(memoryBytes / this.#pieceBytes);
    this.#spool = folder.spool();
    this.#positions = new Positions(records);
    this.#blocks = Array.from({ length: blocks }, () => ({
      pieces: [],
      waiting: new Uint8Array(0),
      length: 0,
    }));
  }

  /** Whether a record was added. */
  has(record: number): boolean {
    return this.#positions.at(record) > 0;
  }

  /** Adds the bytes of a record, once; they are copied. */
  add(record: number, bytes: Uint8Array): void {
    const block = this.#blocks[this.#blockOf(record)];
    this.#positions.set(record, 1 + block.length);
    for (let done = 0; done < bytes.length; ) {
      if (block.waiting.length === 0) block.waiting = new Uint8Array(this.#pieceBytes);
      const at = block.length % this.#pieceBytes;
      const part = bytes.subarray(done, done + this.#pieceBytes - at);
      block.waiting.set(part, at);
      block.length += part.length;
      done += part.length;
      if (at + part.length === this.#pieceBytes) block.pieces.push(this.#spool.append(block.waiting));
    }
  }

  /** To be called when all records were added, before any is read. */
  finish(): void {
    for (const block of this.#blocks) {
      const left = block.length % this.#pieceBytes;
      if (left > 0) block.pieces.push(this.#spool.append(block.waiting.subarray(0, left)));
      block.waiting = new Uint8Array(0);
    }
  }

  /** Brings a record into memory, with what came before or after it: to be called where others of its block are read next. */
  load(record: number): void {
    const block = this.#blockOf(record);
    const piece = Math.floor((this.#positions.at(record) - 1) / this.#pieceBytes);
    if (!this.#isLoaded(block, piece)) this.#load(block, piece - (piece % this.#atOnce));
  }

  /** Whether the bytes of a record's block are in memory together once it is loaded. */
  fits(record: number): boolean {
    return this.#fits(this.#blockOf(record));
  }

  /** Fills `into` with bytes of a record that was added, from `skipped` on. */
  read(record: number, into: Uint8Array, skipped = 0): void {
    const number = this.#blockOf(record);
    const { pieces } = this.#blocks[number];
    this.#loadAhead(record);
    const from = this.#positions.at(record) - 1 + skipped;
    for (let done = 0; done < into.length; ) {
      const piece = Math.floor((from + done) / this.#pieceBytes);
      const at = (from + done) % this.#pieceBytes;
      const part = into.subarray(done, done + this.#pieceBytes - at);
      if (this.#isLoaded(number, piece)) {
        const place = (piece - this.#firstPiece) * this.#pieceBytes + at;
        part.set(this.#room.subarray(place, place + part.length));
      } else this.#spool.read(pieces[piece] + at, part);
      done += part.length;
    }
  }

  /** Lets go of all records. */
  close(): void {
    this.#spool.close();
    this.#blocks.length = 0;
    this.#room = new Uint8Array(0);
    this.#block = NO_BLOCK;
  }

  /** Loads a record's part of its block where those before it were read one after the other. */
  #loadAhead(record: number): void {
    const last = this.#last;
    this.#last = record;
    if (record === last) return;
    this.#inOrder = this.#isNear(last, record) ? this.#inOrder + 1 : 0;
    if (this.#inOrder >= AHEAD_AFTER) this.load(record);
  }

  /** Whether a record comes soon after another of its block: by its number, or, in a part of a block, by where it lies. */
  #isNear(last: number, record: number): boolean {
    const block = this.#blockOf(record);
    if (record < last || this.#blockOf(last) !== block) return false;
    if (this.#fits(block)) return record - last <= NEAR_NUMBERS;
    const between = this.#positions.at(record) - this.#positions.at(last);
    return between >= 0 && between < this.#pieceBytes;
  }

  #fits(block: number): boolean {
    return this.#blocks[block].pieces.length <= this.#atOnce;
  }

  #isLoaded(block: number, piece: number): boolean {
    return block === this.#block && piece >= this.#firstPiece && piece < this.#firstPiece + this.#atOnce;
  }

  /** Reads pieces of a block into memory, from one on. */
  #load(number: number, firstPiece: number): void {
    const { pieces, length } = this.#blocks[number];
    const from = firstPiece * this.#pieceBytes;
    const bytes = Math.min(length - from, this.#atOnce * this.#pieceBytes);
    if (this.#room.length < bytes) this.#room = new Uint8Array(bytes);
    this.#block = NO_BLOCK;
    for (let done = 0, piece = firstPiece; done < bytes; done += this.#pieceBytes, piece++) {
      const part = this.#room.subarray(done, Math.min(bytes, done + this.#pieceBytes));
      this.#spool.read(pieces[piece], part);
    }
    [this.#block, this.#firstPiece] = [number, firstPiece];
  }
}
