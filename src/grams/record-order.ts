import { growMemory } from '../grow-memory.ts';
import { leaveKernel, type RankingKernel, takeKernel } from './ranking-kernel.ts';

/** Row of a record that is left out. */
export const NO_ROW: number = 2 ** 32 - 1;

/** Places of records in one array: record i goes from `offsets[i]` to `offsets[i + 1]`. */
interface Records {
  /** Uint32Array(records + 1). */
  readonly offsets: Uint32Array;
}

/**
 * The numbers of records in ascending size, ties in the order given.
 *
 * In WebAssembly, like everything in this file. O(records + largest size), and 12 bytes a record during the call.
 *
 * @param numbers of the records to sort; all by default
 */
export function smallestFirst({ offsets }: Records, numbers?: Uint32Array): Uint32Array {
  const count = numbers?.length ?? offsets.length - 1;
  return withMemory((memory) => {
    const { kernel } = memory;
    const offsetsAt = memory.copy(offsets);
    const numbersAt = numbers === undefined ? 0 : memory.copy(numbers);
    const sizes = (kernel.largestSize(offsetsAt, numbersAt, count) >>> 0) + 2;
    const beginsAt = memory.allocate(sizes);
    memory.words(beginsAt, sizes).fill(0);
    const orderAt = memory.allocate(count);
    kernel.sortBySize(offsetsAt, numbersAt, count, beginsAt, orderAt);
    return memory.words(orderAt, count).slice();
  });
}

/** The offsets of the records of some collections in the order of their rows, that of the concatenated orders. */
export function offsetsInOrder(collections: readonly Records[], orders: readonly Uint32Array[]): Uint32Array {
  const rows = orders.reduce((sum, order) => sum + order.length, 0);
  return withMemory((memory) => {
    const sortedAt = memory.allocate(rows + 1);
    memory.words(sortedAt, 1)[0] = 0;
    let endsAt = sortedAt + Uint32Array.BYTES_PER_ELEMENT;
    let end = 0;
    collections.forEach(({ offsets }, c) => {
      const [offsetsAt, orderAt] = [memory.copy(offsets), memory.copy(orders[c])];
      end = memory.kernel.addSizes(offsetsAt, orderAt, orders[c].length, end, endsAt) >>> 0;
      endsAt += orders[c].byteLength;
    });
    return memory.words(sortedAt, rows + 1).slice();
  });
}

/** For each collection the row of each record: its place in the concatenated orders, else {@link NO_ROW}. */
export function rowsInOrder(collections: readonly Records[], orders: readonly Uint32Array[]): Uint32Array[] {
  let first = 0;
  return collections.map(({ offsets }, c) =>
    withMemory((memory) => {
      const order = orders[c];
      const records = offsets.length - 1;
      const orderAt = memory.copy(order);
      const rowsAt = memory.allocate(records);
      if (order.length < records) memory.words(rowsAt, records).fill(NO_ROW);
      memory.kernel.nameRows(orderAt, order.length, first, rowsAt);
      first += order.length;
      return memory.words(rowsAt, records).slice();
    }),
  );
}

/** Memory of the kernel; allocations last until `withMemory` ends. */
class WordMemory {
  readonly kernel: RankingKernel;
  #freeAt: number;

  constructor(kernel: RankingKernel) {
    this.kernel = kernel;
    this.#freeAt = kernel.freeAt.value;
  }

  /** Allocates words of any content; returns their address. */
  allocate(words: number): number {
    const at = this.#freeAt;
    this.#freeAt += 4 * words;
    growMemory(this.kernel.memory, this.#freeAt);
    return at;
  }

  /** Copies words into the memory; returns the address of the copy. */
  copy(words: Uint32Array): number {
    const at = this.allocate(words.length);
    this.words(at, words.length).set(words);
    return at;
  }

  words(at: number, count: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.kernel.memory.buffer as ArrayBuffer, at, count);
  }
}

function withMemory<Result>(work: (memory: WordMemory) => Result): Result {
  const kernel = takeKernel();
  const result = work(new WordMemory(kernel));
  leaveKernel(kernel);
  return result;
}
