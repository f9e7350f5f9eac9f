import { addToGroup } from '../add-to-group.ts';
import { checkFields, wrongValue } from '../argument-checks.ts';
import { jaccard, overlapOfSorted } from '../grams/jaccard.ts';
import type { Bands } from '../sketch/bands.ts';
import { candidateBlocks, readSetTable, type SetTable } from './candidates.ts';
import type { BinaryStore } from './disk/binary-store.ts';
import type { IndexLayout } from './layout/parameters.ts';
import { readGrams } from './search.ts';

/** Called for each result with page numbers x < y and the number of grams that both have. */
export type EmitPair = (x: number, y: number, overlap: number) => void;

/** Options of `SketchIndex.similarPairs`. */
export interface PairOptions {
  /**
   * How to treat pages with equal gram sets. `pairs` emits every pair of them, so the number grows with their square.
   * `first` pairs each one only with the oldest of them, and only the oldest with other pages. Default: `pairs`.
   */
  readonly copies?: 'pairs' | 'first';
  /** Memory for gram sets, in bytes. Default 256 MiB. */
  readonly cacheBytes?: number;
  /** Gives gram sets of pages by their numbers, if the caller has them: the index need not keep any then. */
  readonly gramSets?: (numbers: readonly number[]) => readonly BigUint64Array[];
}

/** Refuses wrong options. @throws TypeError, RangeError */
export function checkPairOptions(options: PairOptions): void {
  checkFields('similarPairs', 'options', options, [['gramSets', 'function', true]], 'an object');
  const { copies = 'pairs', cacheBytes = 0 } = options;
  if (copies !== 'pairs' && copies !== 'first') throw wrongValue('copies', 'pairs or first', copies);
  if (typeof cacheBytes !== 'number' || !(cacheBytes >= 0))
    throw wrongValue('cacheBytes', 'a number of bytes from 0', cacheBytes);
}

/** The candidate pairs that their gram sets confirm; see `SketchIndex.similarPairs`. */
export async function similarPairs(
  store: BinaryStore,
  layout: IndexLayout,
  bands: Bands,
  threshold: number,
  pages: number,
  emit: EmitPair,
  { copies = 'pairs', cacheBytes = 256 << 20, gramSets }: PairOptions,
): Promise<{ candidates: number }> {
  const readSets = gramSets ?? ((numbers: readonly number[]) => readGrams(store, numbers));
  const sets = await readSetTable(store, pages);
  const copiesOf = copiesByFirst(sets);
  let count = emitCopies(sets, copiesOf, copies, emit);
  const cache = new GramCache(readSets, sets.sizes, cacheBytes);
  for await (const block of candidateBlocks(store, layout, bands, sets)) {
    for (let i = 0; i < block.length; i += 2) {
      count += copies === 'first' ? 1 : pagesOf(block[i], copiesOf) * pagesOf(block[i + 1], copiesOf);
    }
    for (let from = 0; from < block.length; ) {
      const to = await cache.load(block, from, (x, y) => reachable(sets.sizes, x, y, threshold));
      for (let i = from; i < to; i += 2) {
        const x = block[i];
        const y = block[i + 1];
        if (!reachable(sets.sizes, x, y, threshold)) continue;
        const overlap = overlapOfSorted(cache.get(x), cache.get(y));
        if (jaccard(overlap, sets.sizes[x], sets.sizes[y]) < threshold) continue;
        emit(x, y, overlap);
        if (copies === 'pairs') emitAcrossCopies(x, y, copiesOf, overlap, emit);
      }
      from = to;
    }
  }
  return { candidates: count };
}

function reachable(sizes: Uint32Array, x: number, y: number, threshold: number): boolean {
  return jaccard(Math.min(sizes[x], sizes[y]), sizes[x], sizes[y]) >= threshold;
}

function copiesByFirst({ first, sizes }: SetTable): Map<number, number[]> {
  const copies = new Map<number, number[]>();
  for (let page = 0; page < first.length; page++) {
    if (sizes[page] === 0 || first[page] === page) continue;
    addToGroup(copies, first[page], page);
  }
  return copies;
}

/** Pages with the gram set of page x, itself included. */
function pagesOf(x: number, copiesOf: Map<number, number[]>): number {
  return 1 + (copiesOf.get(x)?.length ?? 0);
}

/** Emits the pairs of equal gram sets, and returns their number. */
function emitCopies(
  { sizes }: SetTable,
  copiesOf: Map<number, number[]>,
  copies: NonNullable<PairOptions['copies']>,
  emit: EmitPair,
): number {
  let emitted = 0;
  for (const [first, others] of copiesOf) {
    for (let i = 0; i < others.length; i++) {
      emit(first, others[i], sizes[first]);
      emitted++;
      if (copies === 'first') continue;
      for (let j = 0; j < i; j++) emit(others[j], others[i], sizes[first]);
      emitted += i;
    }
  }
  return emitted;
}

/** Emits a pair of distinct sets for all copies of both; the pair itself is already emitted. */
function emitAcrossCopies(
  x: number,
  y: number,
  copiesOf: Map<number, number[]>,
  overlap: number,
  emit: EmitPair,
): void {
  const ofX = copiesOf.get(x) ?? [];
  const ofY = copiesOf.get(y) ?? [];
  for (const b of ofY) emit(Math.min(x, b), Math.max(x, b), overlap);
  for (const a of ofX) {
    emit(Math.min(a, y), Math.max(a, y), overlap);
    for (const b of ofY) emit(Math.min(a, b), Math.max(a, b), overlap);
  }
}

type ReadSets = (
  numbers: readonly number[],
) => readonly BigUint64Array[] | Promise<readonly BigUint64Array[]>;

/** Gram sets within a memory budget. The set loaded longest ago is evicted first. */
class GramCache {
  readonly #readSets: ReadSets;
  readonly #sizes: Uint32Array;
  readonly #budget: number;
  readonly #sets = new Map<number, BigUint64Array>();
  #bytes = 0;

  constructor(readSets: ReadSets, sizes: Uint32Array, budget: number) {
    this.#readSets = readSets;
    this.#sizes = sizes;
    this.#budget = budget;
  }

  /** A loaded set. */
  get(page: number): BigUint64Array {
    return this.#sets.get(page)!;
  }

  /**
   * Loads the sets of as many wanted pairs, starting at `from`, as fit in the budget, but of at least one. Returns
   * where those pairs end.
   */
  async load(pairs: Uint32Array, from: number, wanted: (x: number, y: number) => boolean): Promise<number> {
    const missing = new Set<number>();
    const needed = new Set<number>();
    let bytes = 0;
    let to = from;
    for (; to < pairs.length; to += 2) {
      if (!wanted(pairs[to], pairs[to + 1])) continue;
      const fresh = [pairs[to], pairs[to + 1]].filter((page) => !needed.has(page));
      const more = fresh.reduce((sum, page) => sum + 8 * this.#sizes[page], 0);
      if (needed.size > 0 && bytes + more > this.#budget) break;
      bytes += more;
      for (const page of fresh) {
        needed.add(page);
        if (!this.#sets.has(page)) missing.add(page);
      }
    }
    if (missing.size > 0) {
      this.#evict(needed, missing);
      const pages = [...missing];
      const loaded = await this.#readSets(pages);
      for (const [i, grams] of loaded.entries()) {
        this.#sets.set(pages[i], grams);
        this.#bytes += grams.byteLength;
      }
    }
    return to;
  }

  #evict(needed: Set<number>, missing: Set<number>): void {
    let room = this.#budget - this.#bytes;
    for (const page of missing) room -= 8 * this.#sizes[page];
    for (const [page, grams] of this.#sets) {
      if (room >= 0) return;
      if (needed.has(page)) continue;
      this.#sets.delete(page);
      this.#bytes -= grams.byteLength;
      room += grams.byteLength;
    }
  }
}
