import { DealtBytes } from './dealt-bytes.ts';
import { Positions } from './positions.ts';
import type { WorkFolder } from './work-folder.ts';

/** Bytes of a block that wait in memory, at the most. */
const MOST_PIECE = 1 << 18;
/** After so many records of a block that lie near each other, as in a pass over all, what follows is read with them. */
const AHEAD_AFTER = 4;
/** Such are numbers of one block that is read as a whole. */
const NEAR_NUMBERS = 16;
/** Of the memory of a run, so much is for blocks. */
const SHARE = 1 / 16;
const MOST_BYTES = 64 << 20;
const NO_BLOCK = -1;

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
  readonly #records: number;
  readonly #blockOf: (record: number) => number;
  readonly #bytes: DealtBytes;
  /** Pieces that are read at once. */
  readonly #atOnce: number;
  /** One more than where a record begins among the bytes of its block; 0 of one that was not added. */
  #positions: Positions | undefined;
  /** What is in memory: pieces of a block from one on. */
  #room = new Uint8Array(0);
  #block = NO_BLOCK;
  #firstPiece = 0;
  /** The record that was read last, and how many before it were read of those near it. */
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

  /** To be called when all records were added, before any is read. */
  finish(): void {
    this.#bytes.finish();
  }

  /** Brings a record into memory, with what came before or after it: to be called where others of its block are read next. */
  load(record: number): void {
    const block = this.#blockOf(record);
    const piece = Math.floor(this.#placeOf(record) / this.#bytes.pieceBytes);
    if (!this.#isLoaded(block, piece)) this.#load(block, piece - (piece % this.#atOnce));
  }

  /** Whether the bytes of a record's block are in memory together once it is loaded. */
  fits(record: number): boolean {
    return this.#fits(this.#blockOf(record));
  }

  /** Fills `into` with bytes of a record that was added, from `skipped` on. */
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

  /** Lets go of all records. */
  close(): void {
    this.#bytes.close();
    this.#positions = undefined;
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
    const between = this.#placeOf(record) - this.#placeOf(last);
    return between >= 0 && between < this.#bytes.pieceBytes;
  }

  /** Where a record that was added begins among the bytes of its block. */
  #placeOf(record: number): number {
    return this.#positions!.at(record) - 1;
  }

  #fits(block: number): boolean {
    return this.#bytes.lengthOf(block) <= this.#atOnce * this.#bytes.pieceBytes;
  }

  #isLoaded(block: number, piece: number): boolean {
    return block === this.#block && piece >= this.#firstPiece && piece < this.#firstPiece + this.#atOnce;
  }

  /** Reads pieces of a block into memory, from one on. */
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
