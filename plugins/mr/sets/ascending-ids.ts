import { bytesOf, Spool } from '../../../src/flow/index.ts';

/** Number of ids in a block, which takes 8 KB with their ranks. */
const BLOCK = 1 << 9;
/** Number of blocks in memory. A block's number decides its place there. */
const PLACES = 1 << 6;

/**
 * A set of ids with ranks, which must be added in ascending order of rank, then id. Memory: half a megabyte, and 16
 * bytes for every 512 ids. On disk: 16 bytes an id.
 */
export class AscendingIds {
  #spool = new Spool();
  /** The first rank and id of each block. */
  readonly #firsts: number[] = [];
  readonly #blocks: Float64Array[] = [];
  readonly #numbers = new Int32Array(PLACES).fill(-1);
  /** The last block, which is not full. */
  readonly #open = new Float64Array(2 * BLOCK);
  #filled = 0;

  /** @param id larger than all that were added with the same rank; no earlier rank was larger */
  add(id: number, rank = 0): void {
    if (this.#filled === 2 * BLOCK) {
      this.#spool.append(bytesOf(this.#open));
      this.#filled = 0;
    }
    if (this.#filled === 0) this.#firsts.push(rank, id);
    this.#open[this.#filled++] = rank;
    this.#open[this.#filled++] = id;
  }

  /** Whether an id was added with a rank. */
  has(id: number, rank = 0): boolean {
    const blocks = this.#firsts.length / 2;
    const block = firstAbove(this.#firsts, blocks, rank, id) - 1;
    if (block < 0) return false;
    const isOpen = block === blocks - 1;
    const ids = isOpen ? this.#open : this.#load(block);
    const at = firstAbove(ids, isOpen ? this.#filled / 2 : BLOCK, rank, id) - 1;
    return ids[2 * at] === rank && ids[2 * at + 1] === id;
  }

  /** Removes all ids. */
  clear(): void {
    this.#filled = 0;
    if (this.#firsts.length > 2) {
      this.#spool.close();
      this.#spool = new Spool();
      this.#numbers.fill(-1);
    }
    this.#firsts.length = 0;
  }

  #load(block: number): Float64Array {
    const place = block % PLACES;
    const ids = (this.#blocks[place] ??= new Float64Array(2 * BLOCK));
    if (this.#numbers[place] !== block) {
      this.#spool.read(16 * BLOCK * block, bytesOf(ids));
      this.#numbers[place] = block;
    }
    return ids;
  }
}

/** The place of the first rank and id above the given ones; `numbers` are ascending. */
function firstAbove(numbers: ArrayLike<number>, length: number, rank: number, id: number): number {
  let from = 0;
  let to = length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const at = numbers[2 * middle];
    if (at < rank || (at === rank && numbers[2 * middle + 1] <= id)) from = middle + 1;
    else to = middle;
  }
  return from;
}
