import { bytesOf, Spool } from '../../../src/flow/index.ts';

/** Ids of a block: 8 KB. */
const BLOCK = 1 << 10;
/** Blocks at hand, each in the place that its number says. */
const PLACES = 1 << 6;

/**
 * Ids that come in ascending order, asked for by value. Memory: half a megabyte, and 8 bytes for every 1,024 of them;
 * the others are on disk.
 */
export class AscendingIds {
  #spool = new Spool();
  /** The first id of each block. */
  readonly #firsts: number[] = [];
  readonly #blocks: Float64Array[] = [];
  readonly #numbers = new Int32Array(PLACES).fill(-1);
  /** The last block, which is not full. */
  readonly #open = new Float64Array(BLOCK);
  #filled = 0;

  /** @param id above all that were added */
  add(id: number): void {
    if (this.#filled === BLOCK) {
      this.#spool.append(bytesOf(this.#open));
      this.#filled = 0;
    }
    if (this.#filled === 0) this.#firsts.push(id);
    this.#open[this.#filled++] = id;
  }

  /** Whether an id was added. */
  has(id: number): boolean {
    const block = firstAbove(this.#firsts, this.#firsts.length, id) - 1;
    if (block < 0) return false;
    const isOpen = block === this.#firsts.length - 1;
    const ids = isOpen ? this.#open : this.#load(block);
    const at = firstAbove(ids, isOpen ? this.#filled : BLOCK, id) - 1;
    return ids[at] === id;
  }

  /** Forgets all of them. */
  clear(): void {
    this.#filled = 0;
    if (this.#firsts.length > 1) {
      this.#spool.close();
      this.#spool = new Spool();
      this.#numbers.fill(-1);
    }
    this.#firsts.length = 0;
  }

  #load(block: number): Float64Array {
    const place = block % PLACES;
    const ids = (this.#blocks[place] ??= new Float64Array(BLOCK));
    if (this.#numbers[place] !== block) {
      this.#spool.read(8 * BLOCK * block, bytesOf(ids));
      this.#numbers[place] = block;
    }
    return ids;
  }
}

/** The place of the first of ascending numbers that is above a value. */
function firstAbove(numbers: ArrayLike<number>, length: number, value: number): number {
  let from = 0;
  let to = length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (numbers[middle] <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}
