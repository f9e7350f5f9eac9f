import { jaccard, overlapOfSorted } from '../grams/jaccard.ts';
import type { Bands } from '../sketch/bands.ts';
import { hammingDistance, NEAR_BITS, SIMHASH_TABLES } from '../sketch/simhash.ts';
import { type BinaryStore, scanEntries, scanKeys } from './binary-store.ts';
import { decodeNumber } from './codec.ts';
import {
  BAND_PREFIX,
  bandHashOf,
  bandRange,
  FINGERPRINT_PREFIX,
  fingerprintRange,
  pageOf,
  SIMHASH_PREFIX,
  simHashOf,
  simHashRange,
} from './keys.ts';
import { readGrams } from './search.ts';

/** Takes one result: page numbers x < y, and how many grams the two have in common. */
export type EmitPair = (x: number, y: number, overlap: number) => void;

export interface PairOptions {
  /**
   * Pages with equal gram sets: `pairs` pairs each with each, as many as there are, squared; `first` pairs
   * each one with the oldest of them only, and only the oldest with other pages. Default: `pairs`.
   */
  readonly copies?: 'pairs' | 'first';
  /** Memory for gram sets; 256 MiB unless told. */
  readonly cacheBytes?: number;
}

/** Pairs in a block. */
const BLOCK = 4096;

/** Which indexed pages have equal gram sets. All by page number; numbers that are not indexed have size 0. */
interface SetTable {
  /** The oldest page with the same gram set. */
  readonly first: Uint32Array;
  readonly sizes: Uint32Array;
}

/**
 * Candidate pairs of distinct sets, each once, in blocks `[x0, y0, x1, y1, …]`, x < y.
 *
 * Entries with one band hash stand together in the band tables, so one ordered scan meets every group. A pair
 * is put out in the first band that it shares: the hashes of the bands before are kept from the same scan, 4
 * bytes a page and band, and no set of seen pairs is needed. The SimHash tables follow, by the same rule.
 */
export async function* candidateBlocks(
  store: BinaryStore,
  bands: Bands,
  pages: number,
): AsyncGenerator<Uint32Array> {
  yield* candidates(store, bands, await readSets(store, pages));
}

/** Confirms the candidates on stored gram sets; see `SketchIndex.similarPairs`. */
export async function confirmPairs(
  store: BinaryStore,
  bands: Bands,
  threshold: number,
  pages: number,
  emit: EmitPair,
  { copies = 'pairs', cacheBytes = 256 << 20 }: PairOptions,
): Promise<{ candidates: number }> {
  const sets = await readSets(store, pages);
  let count = 0;
  const copiesOf = copiesByFirst(sets);
  emitCopies(sets, copiesOf, copies, emit);
  const cache = new GramCache(store, sets.sizes, cacheBytes);
  for await (const block of candidates(store, bands, sets)) {
    count += block.length / 2;
    for (let from = 0; from < block.length; ) {
      const to = await cache.load(block, from, (x, y) => reachable(sets.sizes, x, y, threshold));
      for (let i = from; i < to; i += 2) {
        const x = block[i];
        const y = block[i + 1];
        if (!reachable(sets.sizes, x, y, threshold)) continue;
        const overlap = overlapOfSorted(cache.get(x), cache.get(y));
        if (jaccard(overlap, sets.sizes[x], sets.sizes[y]) < threshold) continue;
        emit(x, y, overlap);
        if (copies === 'pairs') emitAcross(x, y, copiesOf, overlap, emit);
      }
      from = to;
    }
  }
  return { candidates: count };
}

/** Reads the fingerprint table: equal sets stand together, oldest first. */
async function readSets(store: BinaryStore, pages: number): Promise<SetTable> {
  const first = new Uint32Array(pages);
  const sizes = new Uint32Array(pages);
  let previous: Buffer | undefined;
  let oldest = 0;
  for await (const entries of scanEntries(store, fingerprintRange())) {
    for (const [key, value] of entries) {
      const page = pageOf(key);
      // Added since the numbers were counted.
      if (page >= pages) continue;
      if (
        previous === undefined ||
        key.compare(previous, 0, FINGERPRINT_PREFIX, 0, FINGERPRINT_PREFIX) !== 0
      ) {
        oldest = page;
      }
      previous = key;
      first[page] = oldest;
      sizes[page] = decodeNumber(value, `size of page ${page}`);
    }
  }
  return { first, sizes };
}

async function* candidates(store: BinaryStore, shape: Bands, sets: SetTable): AsyncGenerator<Uint32Array> {
  const { bands } = shape;
  const hashes = new Uint32Array(sets.first.length * bands);
  const block = new PairBlock();
  const single = (page: number) =>
    page < sets.first.length && sets.sizes[page] > 0 && sets.first[page] === page;

  for await (const group of groups(store, bandRange(), BAND_PREFIX)) {
    const band = group[0][1];
    const hash = bandHashOf(group[0]);
    const members: number[] = [];
    for (const key of group) {
      const page = pageOf(key);
      if (!single(page)) continue;
      hashes[page * bands + band] = hash;
      members.push(page);
    }
    for (let i = 1; i < members.length; i++) {
      for (let j = 0; j < i; j++) {
        if (agreeBefore(hashes, bands, members[i], members[j], band)) continue;
        if (block.add(members[i], members[j])) yield block.take();
      }
    }
  }

  for await (const group of groups(store, simHashRange(), SIMHASH_PREFIX)) {
    const table = group[0][1];
    const members = group.map((key) => ({ page: pageOf(key), simHash: simHashOf(key) }));
    const singles = members.filter(({ page }) => single(page));
    for (let i = 1; i < singles.length; i++) {
      const { page: x, simHash } = singles[i];
      for (let j = 0; j < i; j++) {
        const { page: y, simHash: other } = singles[j];
        if (hammingDistance(simHash, other) > NEAR_BITS || firstTable(simHash, other) < table) continue;
        if (agreeBefore(hashes, bands, x, y, bands)) continue;
        if (block.add(x, y)) yield block.take();
      }
    }
  }
  if (block.size > 0) yield block.take();
}

/** Runs of keys that share their first `prefix` bytes, where there are at least two. */
async function* groups(
  store: BinaryStore,
  range: { gte: Buffer; lt: Buffer },
  prefix: number,
): AsyncGenerator<Buffer[]> {
  let group: Buffer[] = [];
  for await (const keys of scanKeys(store, range)) {
    for (const key of keys) {
      if (group.length > 0 && key.compare(group[0], 0, prefix, 0, prefix) !== 0) {
        if (group.length > 1) yield group;
        group = [];
      }
      group.push(key);
    }
  }
  if (group.length > 1) yield group;
}

function agreeBefore(hashes: Uint32Array, bands: number, x: number, y: number, end: number): boolean {
  const a = x * bands;
  const b = y * bands;
  for (let band = 0; band < end; band++) {
    // 0 is also the value of a band in which a page stands alone.
    if (hashes[a + band] === hashes[b + band] && hashes[a + band] !== 0) return true;
  }
  return false;
}

/** The first SimHash table in which two fingerprints stand together: that of their first equal block. */
function firstTable(a: Uint32Array, b: Uint32Array): number {
  const low = a[0] ^ b[0];
  const high = a[1] ^ b[1];
  if (high >>> 16 === 0) return 0;
  if ((high & 0xffff) === 0) return 1;
  if (low >>> 16 === 0) return 2;
  return (low & 0xffff) === 0 ? 3 : SIMHASH_TABLES;
}

function reachable(sizes: Uint32Array, x: number, y: number, threshold: number): boolean {
  return jaccard(Math.min(sizes[x], sizes[y]), sizes[x], sizes[y]) >= threshold;
}

function copiesByFirst({ first, sizes }: SetTable): Map<number, number[]> {
  const copies = new Map<number, number[]>();
  for (let page = 0; page < first.length; page++) {
    if (sizes[page] === 0 || first[page] === page) continue;
    const known = copies.get(first[page]);
    if (known === undefined) copies.set(first[page], [page]);
    else known.push(page);
  }
  return copies;
}

function emitCopies(
  { sizes }: SetTable,
  copiesOf: Map<number, number[]>,
  copies: 'pairs' | 'first',
  emit: EmitPair,
): void {
  for (const [first, others] of copiesOf) {
    for (let i = 0; i < others.length; i++) {
      emit(first, others[i], sizes[first]);
      if (copies === 'first') continue;
      for (let j = 0; j < i; j++) emit(others[j], others[i], sizes[first]);
    }
  }
}

/** A pair of distinct sets holds for all copies of both; the pair itself is out already. */
function emitAcross(
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

/** Collects pairs until a block is full. */
class PairBlock {
  #pairs = new Uint32Array(2 * BLOCK);
  size = 0;

  /** True when the block is full now. */
  add(x: number, y: number): boolean {
    this.#pairs[2 * this.size] = Math.min(x, y);
    this.#pairs[2 * this.size + 1] = Math.max(x, y);
    return ++this.size === BLOCK;
  }

  take(): Uint32Array {
    const pairs = this.#pairs.subarray(0, 2 * this.size);
    this.#pairs = new Uint32Array(2 * BLOCK);
    this.size = 0;
    return pairs;
  }
}

/** Gram sets within a memory budget: the set loaded longest ago goes first. */
class GramCache {
  readonly #store: BinaryStore;
  readonly #sizes: Uint32Array;
  readonly #budget: number;
  readonly #sets = new Map<number, BigUint64Array>();
  #bytes = 0;

  constructor(store: BinaryStore, sizes: Uint32Array, budget: number) {
    this.#store = store;
    this.#sizes = sizes;
    this.#budget = budget;
  }

  /** A loaded set. */
  get(page: number): BigUint64Array {
    return this.#sets.get(page)!;
  }

  /**
   * Loads the sets of as many wanted pairs, from `from` on, as the budget has room for, and of one at least;
   * returns where those pairs end.
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
      const loaded = await readGrams(this.#store, pages);
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
