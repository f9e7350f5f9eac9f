import { type Bands, bandHashes } from '../sketch/bands.ts';
import { differingBits, NEAR_BITS } from '../sketch/simhash.ts';
import { batchTables, firstTable, keyIn } from '../sketch/simhash-tables.ts';
import { type BinaryStore, scanEntries } from './disk/binary-store.ts';
import { decodeNumber, decodeSketch } from './layout/codec.ts';
import { haveSameFingerprint, type Key, pageOf, sketchRange, tableRange } from './layout/keys.ts';
import type { IndexLayout } from './layout/parameters.ts';

/** Which indexed pages have equal gram sets, by page number. Numbers that are not indexed have size 0. */
export interface SetTable {
  /** The oldest page with the same gram set. */
  readonly first: Uint32Array;
  readonly sizes: Uint32Array;
}

const BLOCK_PAIRS = 4096;

/** Reads the fingerprint table, in which equal sets are adjacent, oldest first. */
export async function readSetTable(store: BinaryStore, pages: number): Promise<SetTable> {
  const first = new Uint32Array(pages);
  const sizes = new Uint32Array(pages);
  let previous: Key | undefined;
  let oldest = 0;
  for await (const entries of scanEntries(store, tableRange('fingerprints'))) {
    for (const [key, value] of entries) {
      const page = pageOf(key);
      // Added after the pages were counted.
      if (page >= pages) continue;
      if (previous === undefined || !haveSameFingerprint(key, previous)) oldest = page;
      previous = key;
      first[page] = oldest;
      sizes[page] = decodeNumber(value, { table: 'fingerprints', page });
    }
  }
  return { first, sizes };
}

/**
 * Candidate pairs of distinct sets, each once, in blocks `[x0, y0, x1, y1, …]`, x < y. Each set is represented by its
 * oldest page. Two pages are paired if they agree in a band or if their SimHashes are within 3 bits.
 *
 * For each band the pages are sorted by that band's hash, so that equal hashes are adjacent. A pair is emitted in the
 * first band that it shares, or else in the first SimHash table, so that no set of seen pairs is needed. The trees on
 * disk have nearly the same order, but sorting the result of one scan of the sketches is faster than reading 20 keys a
 * page.
 *
 * Memory: 4 · (bands + 5) bytes a page number.
 */
export async function* candidateBlocks(
  store: BinaryStore,
  layout: IndexLayout,
  shape: Bands,
  sets: SetTable,
): AsyncGenerator<Uint32Array> {
  const sketches = await readSketches(store, layout, shape, sets);
  const block = new PairBlock();
  yield* byBands(sketches, block);
  yield* bySimHashes(sketches, block);
  if (block.size > 0) yield block.take();
}

/** What is compared of the pages that represent the sets. */
interface ComparedSketches {
  /** Page numbers, ascending. */
  readonly pages: Uint32Array;
  readonly bands: number;
  /** For each page number, `bands` hashes. */
  readonly hashes: Uint32Array;
  /** For each page number, two halves of its SimHash. */
  readonly simHashes: Uint32Array;
}

async function readSketches(
  store: BinaryStore,
  layout: IndexLayout,
  shape: Bands,
  sets: SetTable,
): Promise<ComparedSketches> {
  const { bands } = shape;
  const count = sets.first.length;
  const hashes = new Uint32Array(count * bands);
  const simHashes = new Uint32Array(2 * count);
  const members: number[] = [];
  for await (const entries of scanEntries(store, sketchRange(0, count))) {
    for (const [key, value] of entries) {
      const page = pageOf(key);
      if (sets.sizes[page] === 0 || sets.first[page] !== page) continue;
      const sketch = decodeSketch(value, { table: 'sketches', page }, layout);
      hashes.set(bandHashes(sketch.minHash, shape), page * bands);
      simHashes.set(sketch.simHash, 2 * page);
      members.push(page);
    }
  }
  return { pages: Uint32Array.from(members), bands, hashes, simHashes };
}

/** Pairs that agree in a band, each in the first such band. */
function* byBands({ pages, bands, hashes }: ComparedSketches, block: PairBlock): Generator<Uint32Array> {
  for (let band = 0; band < bands; band++) {
    for (const group of equalRuns(pages, (page) => hashes[page * bands + band])) {
      for (let i = 1; i < group.length; i++) {
        for (let j = 0; j < i; j++) {
          if (agree(hashes, bands, group[i], group[j], band)) continue;
          if (block.add(group[j], group[i])) yield block.take();
        }
      }
    }
  }
}

/** Pairs that agree in no band, but in all except 3 bits of their SimHashes, each in the first table that shows it. */
function* bySimHashes(sketches: ComparedSketches, block: PairBlock): Generator<Uint32Array> {
  const { pages, bands, hashes, simHashes } = sketches;
  const simHashOf = (page: number) => simHashes.subarray(2 * page, 2 * page + 2);
  const tables = batchTables(pages.length, NEAR_BITS);
  for (const [number, table] of tables.entries()) {
    for (const group of equalRuns(pages, (page) => keyIn(simHashOf(page), table))) {
      for (let i = 1; i < group.length; i++) {
        const simHash = simHashOf(group[i]);
        for (let j = 0; j < i; j++) {
          const other = simHashOf(group[j]);
          if (differingBits(simHash, other) > NEAR_BITS) continue;
          if (firstTable(simHash, other, tables) < number) continue;
          if (agree(hashes, bands, group[i], group[j], bands)) continue;
          if (block.add(group[j], group[i])) yield block.take();
        }
      }
    }
  }
}

/** Groups of two or more pages with equal values, ascending. `value` returns 32 bits. */
function* equalRuns(pages: Uint32Array, value: (page: number) => number): Generator<Uint32Array> {
  // Value and page form one 64-bit number: the typed array's sort compares no objects.
  const sorted = new BigUint64Array(pages.length);
  const halves = new Uint32Array(sorted.buffer);
  for (let i = 0; i < pages.length; i++) {
    halves[2 * i] = pages[i];
    halves[2 * i + 1] = value(pages[i]);
  }
  sorted.sort();
  for (let start = 0, end = 0; start < pages.length; start = end) {
    while (end < pages.length && halves[2 * end + 1] === halves[2 * start + 1]) end++;
    if (end - start < 2) continue;
    const run = new Uint32Array(end - start);
    for (let i = start; i < end; i++) run[i - start] = halves[2 * i];
    yield run;
  }
}

/** Whether two pages have the same hash in one of the first `end` bands. */
function agree(hashes: Uint32Array, bands: number, x: number, y: number, end: number): boolean {
  const a = x * bands;
  const b = y * bands;
  for (let band = 0; band < end; band++) if (hashes[a + band] === hashes[b + band]) return true;
  return false;
}

/** Collects pairs until a block is full. */
class PairBlock {
  #pairs = new Uint32Array(2 * BLOCK_PAIRS);
  size = 0;

  /** Returns true when the block is full. */
  add(x: number, y: number): boolean {
    this.#pairs[2 * this.size] = x;
    this.#pairs[2 * this.size + 1] = y;
    return ++this.size === BLOCK_PAIRS;
  }

  take(): Uint32Array {
    const pairs = this.#pairs.subarray(0, 2 * this.size);
    this.#pairs = new Uint32Array(2 * BLOCK_PAIRS);
    this.size = 0;
    return pairs;
  }
}
