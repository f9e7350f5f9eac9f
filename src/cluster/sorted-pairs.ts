import { ascending, numbersWhere, radixSort } from '../grams/counting-sort.ts';
import { mergeRuns, type RunCursor } from '../grams/merge-runs.ts';
import { bytesOf, type Spool } from '../grams/spool.ts';
import type { WorkFolder } from '../grams/work-folder.ts';

/** Pairs as columns: pair i is pages `a[i]` < `b[i]`, which share `overlap[i]` grams, with the values `values[…][i]`. */
export interface PairBlock {
  readonly length: number;
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly overlap: Uint32Array;
  /** The columns of values of the pairs. */
  readonly values: readonly Float64Array[];
}

/** Any number of pairs, sorted by a, then b, in memory or in a file. */
export interface SortedPairs {
  readonly length: number;
  /** The pairs in blocks; can be called repeatedly. A block is valid until the next one is taken. */
  blocks(): Generator<PairBlock>;
}

/** Number of pairs of a block in a file. */
const BLOCK_PAIRS = 1 << 12;
const KEY_BYTES = 12;

/** Writes pairs that come in order to a file. */
export class PairWriter implements SortedPairs {
  readonly #spool: Spool;
  readonly #columns: number;
  /** Where they begin in the file. */
  readonly #at: number;
  #block: PairBlock | undefined;
  #buffered = 0;
  #length = 0;

  /**
   * @param spool a file to which nothing else writes until `seal`
   * @param columns number of columns of values, at most 2
   */
  constructor(spool: Spool, columns: number) {
    this.#spool = spool;
    this.#columns = columns;
    this.#at = spool.length;
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a pair, which must not sort before the last one. */
  add(a: number, b: number, overlap: number, value = Number.NaN, second = Number.NaN): void {
    this.#block ??= room(BLOCK_PAIRS, this.#columns);
    put(this.#block, this.#buffered, a, b, overlap, value, second);
    this.#length++;
    if (++this.#buffered === BLOCK_PAIRS) this.#flush();
  }

  /** Says that no more pairs come, and releases the memory in which they were gathered. */
  seal(): this {
    this.#flush();
    this.#block = undefined;
    return this;
  }

  *blocks(): Generator<PairBlock> {
    const stored = this.#length - this.#buffered;
    const block = room(Math.min(BLOCK_PAIRS, stored), this.#columns);
    for (let from = 0; from < stored; from += BLOCK_PAIRS) {
      const some = head(block, Math.min(BLOCK_PAIRS, stored - from));
      let at = this.#at + from * bytesOfPair(this.#columns);
      for (const column of columnsOf(some)) {
        this.#spool.read(at, bytesOf(column));
        at += column.byteLength;
      }
      yield some;
    }
    if (this.#block !== undefined && this.#buffered > 0) yield head(this.#block, this.#buffered);
  }

  #flush(): void {
    if (this.#block === undefined) return;
    for (const column of columnsOf(head(this.#block, this.#buffered))) this.#spool.append(bytesOf(column));
    this.#buffered = 0;
  }
}

/** How pairs are sorted. */
export interface PairSorterOptions {
  readonly folder: WorkFolder;
  /** Most bytes for pairs that are not written yet, including sorting them: at least 64 KiB. */
  readonly memoryBytes: number;
  /** Number of columns of values, at most 2. */
  readonly columns: number;
}

/**
 * Sorts any number of pairs. If they do not fit into memory, they are sorted in parts, and the parts are merged.
 */
export class PairSorter {
  readonly #options: PairSorterOptions;
  readonly #mostPairs: number;
  #block: PairBlock;
  #buffered = 0;
  readonly #parts: PairWriter[] = [];
  #spool: Spool | undefined;

  constructor(options: PairSorterOptions) {
    this.#options = options;
    // the pairs, and their order twice while they are sorted
    const bytes = bytesOfPair(options.columns) + 8;
    this.#mostPairs = Math.max(1 << 10, Math.floor(options.memoryBytes / bytes));
    this.#block = room(Math.min(1 << 10, this.#mostPairs), options.columns);
  }

  /** Adds the pair of pages x and y, given in either order. */
  add(x: number, y: number, overlap: number, value = Number.NaN, second = Number.NaN): void {
    if (this.#buffered === this.#block.length) this.#makeRoom();
    put(this.#block, this.#buffered++, Math.min(x, y), Math.max(x, y), overlap, value, second);
  }

  /** The pairs added. No more can be added after this call. */
  finish(): SortedPairs {
    if (this.#parts.length === 0) {
      const sorted = inOrder(head(this.#block, this.#buffered));
      return pairsInMemory(sorted, ...sorted.values);
    }
    this.#writePart();
    this.#block = room(0, 0);
    const merged = mergePairs(this.#parts, this.#options.folder, this.#options.columns);
    this.#spool?.close();
    return merged;
  }

  #makeRoom(): void {
    if (this.#buffered === this.#mostPairs) {
      this.#writePart();
      return;
    }
    const larger = room(Math.min(2 * this.#buffered, this.#mostPairs), this.#options.columns);
    const [from, into] = [columnsOf(this.#block), columnsOf(larger)];
    for (const [k, column] of into.entries()) column.set(from[k]);
    this.#block = larger;
  }

  #writePart(): void {
    this.#spool ??= this.#options.folder.spool();
    const part = new PairWriter(this.#spool, this.#options.columns);
    const { length, a, b, overlap, values } = head(this.#block, this.#buffered);
    const order = orderOf(a, b, length);
    for (const i of order) part.add(a[i], b[i], overlap[i], values[0]?.[i], values[1]?.[i]);
    this.#parts.push(part.seal());
    this.#buffered = 0;
  }
}

/** Sorted pairs in memory as {@link SortedPairs}. */
export function pairsInMemory(
  { length, a, b, overlap }: Omit<PairBlock, 'values'>,
  ...values: readonly Float64Array[]
): SortedPairs {
  return {
    length,
    *blocks() {
      if (length > 0) yield { length, a, b, overlap, values };
    },
  };
}

/** All pairs in one block, in memory. */
export function gatherPairs(pairs: SortedPairs, columns: number): PairBlock {
  const all = room(pairs.length, columns);
  let at = 0;
  for (const block of pairs.blocks()) {
    const from = columnsOf(block);
    for (const [k, column] of columnsOf(all).entries()) column.set(from[k].subarray(0, block.length), at);
    at += block.length;
  }
  return all;
}

/** Pairs of several lists in one, which is in a file. None may be in two. @param columns number of columns of values, at most 2 */
export function mergePairs(
  parts: readonly Pick<SortedPairs, 'blocks'>[],
  folder: WorkFolder,
  columns: number,
): SortedPairs {
  const merged = new PairWriter(folder.spool(), columns);
  merge(parts, merged);
  return merged.seal();
}

/** The pairs that meet a condition. */
export function pairsThat(
  pairs: Pick<SortedPairs, 'blocks'>,
  condition: (a: number, b: number) => boolean,
): Pick<SortedPairs, 'blocks'> {
  return {
    *blocks() {
      for (const block of pairs.blocks()) {
        const places = numbersWhere(block.length, (i) => condition(block.a[i], block.b[i]));
        if (places.length === block.length) yield block;
        else if (places.length > 0) yield atPlaces(block, places);
      }
    },
  };
}

/** Merges sorted parts. */
function merge(parts: readonly Pick<SortedPairs, 'blocks'>[], into: PairWriter): void {
  const cursors = parts.map((part) => new Cursor(part)).filter((cursor) => cursor.next());
  mergeRuns(cursors, isBefore, ({ block, i }) => {
    into.add(block.a[i], block.b[i], block.overlap[i], block.values[0]?.[i], block.values[1]?.[i]);
  });
}

/** A position in sorted pairs. */
class Cursor implements RunCursor {
  readonly #blocks: Generator<PairBlock>;
  block: PairBlock = room(0, 0);
  i = -1;

  constructor(pairs: Pick<SortedPairs, 'blocks'>) {
    this.#blocks = pairs.blocks();
  }

  /** Moves to the next pair. Returns false if there is none. */
  next(): boolean {
    if (++this.i < this.block.length) return true;
    const { value, done } = this.#blocks.next();
    if (done) return false;
    this.block = value;
    this.i = 0;
    return true;
  }
}

function isBefore(x: Cursor, y: Cursor): boolean {
  return (x.block.a[x.i] - y.block.a[y.i] || x.block.b[x.i] - y.block.b[y.i]) < 0;
}

function inOrder(block: PairBlock): PairBlock {
  return atPlaces(block, orderOf(block.a, block.b, block.length));
}

/** The pairs at some places of a block, in the order of the places. */
function atPlaces(block: PairBlock, places: Uint32Array): PairBlock {
  const some = room(places.length, block.values.length);
  const from = columnsOf(block);
  for (const [k, column] of columnsOf(some).entries()) {
    for (let i = 0; i < places.length; i++) column[i] = from[k][places[i]];
  }
  return some;
}

/** Indexes of pairs in the order of a, then b. */
function orderOf(a: Uint32Array, b: Uint32Array, length: number): Uint32Array {
  return radixSort(radixSort(ascending(length), b), a);
}

function room(pairs: number, columns: number): PairBlock {
  return {
    length: pairs,
    a: new Uint32Array(pairs),
    b: new Uint32Array(pairs),
    overlap: new Uint32Array(pairs),
    values: Array.from({ length: columns }, () => new Float64Array(pairs)),
  };
}

function put(block: PairBlock, i: number, a: number, b: number, overlap: number, x: number, y: number): void {
  block.a[i] = a;
  block.b[i] = b;
  block.overlap[i] = overlap;
  if (block.values.length > 0) block.values[0][i] = x;
  if (block.values.length > 1) block.values[1][i] = y;
}

/** The first pairs of a block. */
function head({ a, b, overlap, values }: PairBlock, length: number): PairBlock {
  return {
    length,
    a: a.subarray(0, length),
    b: b.subarray(0, length),
    overlap: overlap.subarray(0, length),
    values: values.map((column) => column.subarray(0, length)),
  };
}

function columnsOf({ a, b, overlap, values }: PairBlock): (Uint32Array | Float64Array)[] {
  return [a, b, overlap, ...values];
}

function bytesOfPair(columns: number): number {
  return KEY_BYTES + 8 * columns;
}
