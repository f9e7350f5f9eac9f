import { DealtBytes } from './dealt-bytes.ts';
import { Positions } from './positions.ts';
import type { WorkFolder } from './work-folder.ts';

/** Most bytes of a block that wait in memory. */
const MOST_PIECE = 1 << 18;
/**
 * After this many reads of nearby records of a block, as in a pass over all, the records that follow are loaded too.
 */
const AHEAD_AFTER = 4;
/** Records of a block that is read as a whole are near if their numbers differ by at most this. */
const NEAR_NUMBERS = 16;
/** Share of a run's memory that is for blocks. */
const SHARE = 1 / 16;
const MOST_BYTES = 64 << 20;
const NO_BLOCK = -1;

/** Bytes of a run's memory that blocks may take. */
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
  /**
   * Most bytes of blocks in memory: what waits while records are dealt, and what is later read of one block at a time.
   */
  readonly memoryBytes: number;
}

/**
 * Records that arrive in one order and are read in another, block by block. Each record is written to its block, in a
 * file in which a block has few places, and is read together with the records after it. So a disk need not seek for
 * each record.
 *
 * Memory: 6 bytes a record, and `memoryBytes` or 4 KB a block.
 */
export class DealtRecords {
  readonly #records: number;
  readonly #blockOf: (record: number) => number;
  readonly #bytes: DealtBytes;
  /** Number of pieces that are read together. */
  readonly #atOnce: number;
  /** One more than the position of a record in the bytes of its block; 0 if the record was not added. */
  #positions: Positions | undefined;
  /** The part in memory: pieces of a block from `#firstPiece` on. */
  #room = new Uint8Array(0);
  #block = NO_BLOCK;
  #firstPiece = 0;
  /** The record that was read last, and how many nearby records were read in order before it. */
  #last = 0;
  #inOrder = 0;

  constructor({ records, blocks, blockOf, folder, memoryBytes }: DealtOptions) {
    this.#records = records;
    this.#blockOf = blockOf;
    this.#bytes = new DealtBytes({ blocks, folder, memoryBytes, mostPiece: MOST_PIECE });
    this.#atOnce = Math.ceil(memoryBytes / this.#bytes.pieceBytes);
  }

  /** Whether a record was added. */
  has(record: number): boolean {
    return this.#positions !== undefined && this.#positions.at(record) > 0;
  }

  /** Adds the bytes of a record, once; they are copied. */
  add(record: number, bytes: Uint8Array): void {
    this.#positions ??= new Positions(this.#records);
    this.#positions.set(record, 1 + this.#bytes.add(this.#blockOf(record), bytes));
  }

  /** Call this after all records were added and before any is read. */
  finish(): void {
    this.#bytes.finish();
  }

  /** Loads a record and its neighbours into memory. Call this if other records of its block are read next. */
  load(record: number): void {
    const block = this.#blockOf(record);
    const piece = Math.floor(this.#placeOf(record) / this.#bytes.pieceBytes);
    if (!this.#isLoaded(block, piece)) this.#load(block, piece - (piece % this.#atOnce));
  }

  /** Whether `load` loads the whole block of a record. */
  fits(record: number): boolean {
    return this.#fits(this.#blockOf(record));
  }

  /** Fills `into` with the bytes of an added record from `skipped` on. */
  read(record: number, into: Uint8Array, skipped = 0): void {
    const { pieceBytes } = this.#bytes;
    const block = this.#blockOf(record);
    this.#loadAhead(record);
    const from = this.#placeOf(record) + skipped;
    for (let done = 0; done < into.length; ) {
      const piece = Math.floor((from + done) / pieceBytes);
      const part = into.subarray(done, (piece + 1) * pieceBytes - from);
      if (this.#isLoaded(block, piece)) {
        const place = from + done - this.#firstPiece * pieceBytes;
        part.set(this.#room.subarray(place, place + part.length));
      } else this.#bytes.read(block, from + done, part);
      done += part.length;
    }
  }

  /** Removes all records. */
  close(): void {
    this.#bytes.close();
    this.#positions = undefined;
    this.#room = new Uint8Array(0);
    this.#block = NO_BLOCK;
  }

  /** Loads the part of the block with the record if the records before it were read in order. */
  #loadAhead(record: number): void {
    const last = this.#last;
    this.#last = record;
    if (record === last) return;
    this.#inOrder = this.#isNear(last, record) ? this.#inOrder + 1 : 0;
    if (this.#inOrder >= AHEAD_AFTER) this.load(record);
  }

  /**
   * Whether a record soon follows another of its block: by number, or by position if the block does not fit in memory.
   */
  #isNear(last: number, record: number): boolean {
    const block = this.#blockOf(record);
    if (record < last || this.#blockOf(last) !== block) return false;
    if (this.#fits(block)) return record - last <= NEAR_NUMBERS;
    const between = this.#placeOf(record) - this.#placeOf(last);
    return between >= 0 && between < this.#bytes.pieceBytes;
  }

  /** Position of an added record in the bytes of its block. */
  #placeOf(record: number): number {
    return this.#positions!.at(record) - 1;
  }

  #fits(block: number): boolean {
    return this.#bytes.lengthOf(block) <= this.#atOnce * this.#bytes.pieceBytes;
  }

  #isLoaded(block: number, piece: number): boolean {
    return block === this.#block && piece >= this.#firstPiece && piece < this.#firstPiece + this.#atOnce;
  }

  /** Reads pieces of a block into memory, from `firstPiece` on. */
  #load(block: number, firstPiece: number): void {
    const { pieceBytes } = this.#bytes;
    const from = firstPiece * pieceBytes;
    const bytes = Math.min(this.#bytes.lengthOf(block) - from, this.#atOnce * pieceBytes);
    if (this.#room.length < bytes) this.#room = new Uint8Array(bytes);
    this.#block = NO_BLOCK;
    this.#bytes.read(block, from, this.#room.subarray(0, bytes));
    [this.#block, this.#firstPiece] = [block, firstPiece];
  }
}
