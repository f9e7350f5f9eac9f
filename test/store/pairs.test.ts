import { expect, test } from 'vitest';
import { overlapOfSorted } from '../../src/grams/jaccard.ts';
import { bandHashes, chooseBands } from '../../src/sketch/bands.ts';
import { minHash } from '../../src/sketch/minhash.ts';
import { hammingDistance, NEAR_BITS, simHash } from '../../src/sketch/simhash.ts';
import { candidateBlocks, readSetTable } from '../../src/store/candidates.ts';
import type { BinaryStore } from '../../src/store/disk/binary-store.ts';
import { completeParameters, layoutOf } from '../../src/store/layout/parameters.ts';
import { similarPairs } from '../../src/store/pairs.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { collected, similarity, versionedSets } from './common.ts';
import { memory } from './histories.ts';

const parameters = completeParameters({ gram: 'any', threshold: 0.8, recall: 0.9 });
const layout = layoutOf(parameters);
const shape = chooseBands(0.8, 0.9, parameters.components);

/** An index of sets, by their places; some of them removed again. */
async function storeOf(
  sets: readonly BigUint64Array[],
  removed: readonly number[] = [],
): Promise<BinaryStore> {
  const store = memory();
  const index = await SketchIndex.open(store, parameters);
  await index.addAll(
    sets.map((grams, i) => ({ key: `${i}`, url: '', grams })),
    { searchable: false },
  );
  for (const i of removed) await index.remove(`${i}`);
  await index.close();
  return store;
}

/** A crowd in which every set is similar to most others. */
function crowd(count: number): BigUint64Array[] {
  const random = seededRandom(9);
  const text = randomSet(random, 200);
  return Array.from({ length: count }, (_, i) =>
    BigUint64Array.from([...text.subarray(i % 7), ...randomSet(random, 3)]).sort(),
  );
}

test('the set table knows sizes and the oldest page with the same set, and nothing of pages that are gone or came later', async () => {
  const [a, b] = versionedSets(2, 2, 1, 30);
  const store = await storeOf([a, b, a, new BigUint64Array(0), a, b, b], [1]);
  expect(await readSetTable(store, 6)).toEqual({
    first: Uint32Array.of(0, 0, 0, 0, 0, 5),
    sizes: Uint32Array.of(30, 0, 30, 0, 30, 30),
  });
});

test('candidates are the distinct sets that agree in a band or nearly in their SimHashes, each pair once', async () => {
  const sets = versionedSets(5, 12, 6);
  for (let i = 0; i < 10; i++) sets.push(sets[i * 5]);
  const store = await storeOf(sets, [3, 7]);
  const table = await readSetTable(store, sets.length);
  const oldest = [...sets.keys()].filter((page) => table.sizes[page] > 0 && table.first[page] === page);
  const sketches = sets.map((set) => ({ hashes: bandHashes(minHash(set), shape), bits: simHash(set) }));
  const wanted: string[] = [];
  for (const y of oldest) {
    for (const x of oldest.filter((page) => page < y)) {
      const inBand = sketches[x].hashes.some((hash, band) => hash === sketches[y].hashes[band]);
      const isNear = hammingDistance(sketches[x].bits, sketches[y].bits) <= NEAR_BITS;
      if (inBand || isNear) wanted.push(`${x} ${y}`);
    }
  }
  const blocks = await collected(candidateBlocks(store, layout, shape, table));
  const found = blocks.flatMap((block) =>
    Array.from({ length: block.length / 2 }, (_, i) => `${block[2 * i]} ${block[2 * i + 1]}`),
  );
  expect(wanted.length).toBeGreaterThan(50);
  expect(found.toSorted()).toEqual(wanted.toSorted());
});

test('candidates come in blocks of 4,096 pairs, and none where there are none', async () => {
  const store = await storeOf(crowd(100));
  const blocks = await collected(candidateBlocks(store, layout, shape, await readSetTable(store, 100)));
  const pairs = blocks.reduce((sum, block) => sum + block.length / 2, 0);
  expect(pairs).toBeGreaterThan(4500);
  expect(blocks.map((block) => block.length / 2)).toEqual([4096, pairs - 4096]);
  const lonely = await storeOf(versionedSets(6, 5, 1));
  expect(await collected(candidateBlocks(lonely, layout, shape, await readSetTable(lonely, 5)))).toEqual([]);
});

/** Runs `similarPairs`, and counts the gram sets that are read, in all and at once. */
async function paired(sets: readonly BigUint64Array[], threshold: number, options: object = {}) {
  const store = await storeOf(sets);
  const reads: number[] = [];
  const getMany = store.getMany.bind(store) as (keys: never[], options: object) => Promise<Buffer[]>;
  Object.assign(store, {
    getMany(keys: never[], given: object) {
      reads.push(keys.length);
      return getMany(keys, given);
    },
  });
  const pairs: string[] = [];
  const emit = (x: number, y: number, overlap: number) => {
    expect(overlap).toBe(overlapOfSorted(sets[x], sets[y]));
    pairs.push(`${x} ${y}`);
  };
  const { candidates } = await similarPairs(store, layout, shape, threshold, sets.length, emit, options);
  return { pairs: pairs.sort(), candidates, read: reads.reduce((sum, count) => sum + count, 0) };
}

test('each gram set is read once where memory has room for all, and again where it has not', async () => {
  const sets = crowd(30);
  const bytes = sets.reduce((sum, set) => sum + set.byteLength, 0);
  const truth = sets.flatMap((y, j) =>
    sets.slice(0, j).flatMap((x, i) => (similarity(x, y) >= 0.95 ? [`${i} ${j}`] : [])),
  );
  expect(truth.length).toBeGreaterThan(100);
  const whole = await paired(sets, 0.95);
  expect(whole.read).toBe(30);
  expect((await paired(sets, 0.95, { cacheBytes: bytes })).read).toBe(30);
  const half = await paired(sets, 0.95, { cacheBytes: bytes / 2 });
  expect(half.read).toBeGreaterThan(45);
  const least = await paired(sets, 0.95, { cacheBytes: 1 });
  // Of every pair one at least is not in memory.
  expect(least.read).toBeGreaterThan(whole.candidates);
  for (const { pairs, candidates } of [whole, half, least]) {
    expect(candidates).toBe(whole.candidates);
    expect(pairs).toEqual(truth.sort());
  }
});

test('sets that cannot reach the threshold by their sizes are not read', async () => {
  const random = seededRandom(3);
  const text = randomSet(random, 200);
  // All begin with the same grams, and so have near SimHashes or equal bands now and then.
  const sets = [200, 199, 120, 119].map((size) => text.slice(0, size));
  expect(await paired(sets, 0.9)).toMatchObject({ pairs: ['0 1', '2 3'], read: 4 });
  const texts = Array.from({ length: 20 }, () => randomSet(random, 200));
  const apart = await paired(
    texts.flatMap((grams) => [grams, grams.slice(0, 150)]),
    0.9,
  );
  expect(apart.candidates).toBeGreaterThan(5);
  expect(apart).toMatchObject({ pairs: [], read: 0 });
});

test('pairs of copies count as candidates, as many as are emitted for them', async () => {
  const [a, b] = [crowd(1)[0], crowd(1)[0].slice(4)];
  const sets = [a, b, a, b, a];
  const all = await paired(sets, 0.8);
  expect(all.pairs).toHaveLength(10);
  expect(all.candidates).toBe(10);
  const first = await paired(sets, 0.8, { copies: 'first' });
  expect(first.pairs).toEqual(['0 1', '0 2', '0 4', '1 3']);
  expect(first.candidates).toBe(4);
});
