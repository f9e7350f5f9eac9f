import { describe, expect, test } from 'vitest';
import type { PagePairs } from '../../src/cluster/pairs.ts';
import { jaccard, overlapOfSorted } from '../../src/grams/jaccard.ts';
import { Collection } from '../../src/methods/collection.ts';
import type { MethodOptions, NamedPairs } from '../../src/methods/method.ts';
import { methodNamed, methodNames, methods, selectMethods } from '../../src/methods/registry.ts';
import { calibrate } from '../../src/sketch/calibrate.ts';
import { agreeingComponents, minHash } from '../../src/sketch/minhash.ts';
import { independentPairs, setsOf, smallCrawl } from '../evaluate/collections.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { findAll } from './find-all.ts';

const crawl = smallCrawl(1);
const planted = independentPairs(1500, 0.6, 2);
const thresholds = [0.95, 0.8];

/** Every pair with resemblance ≥ threshold, by comparing every two pages. */
function bruteForce(collection: Collection, threshold: number): string[] {
  const pairs: string[] = [];
  for (let a = 0; a < collection.pages; a++) {
    for (let b = a + 1; b < collection.pages; b++) {
      const overlap = overlapOfSorted(collection.gramsOf(a), collection.gramsOf(b));
      if (jaccard(overlap, collection.sizeOf(a), collection.sizeOf(b)) >= threshold) {
        pairs.push(`${a} ${b} ${overlap}`);
      }
    }
  }
  return pairs;
}

function listed({ length, a, b, overlap }: PagePairs): string[] {
  return Array.from({ length }, (_, i) => `${a[i]} ${b[i]} ${overlap[i]}`);
}

function asked(threshold: number, recall = 0.99): MethodOptions {
  return { similarity: 'jaccard', threshold, recall, threads: 1, memoryBytes: 2 ** 28 };
}

describe.each(methods.map((method) => [method.variant, method] as const))('%s', (_variant, method) => {
  const find = (collection: Collection, threshold: number): Promise<NamedPairs> =>
    findAll(method, collection, asked(threshold));

  test('of no page at all names no pair, with numbers for everything', async () => {
    const { pairs, candidates, bytesPerPage } = await find(new Collection(setsOf([])), 0.8);
    expect([pairs.length, candidates]).toEqual([0, 0]);
    expect(bytesPerPage).toBeGreaterThanOrEqual(0);
  });

  test.each(thresholds)(
    'names pairs in order, each once, none of a page without grams, at %d',
    async (threshold) => {
      const { pairs } = await find(crawl, threshold);
      expect(pairs.length).toBeGreaterThan(0);
      for (let i = 0; i < pairs.length; i++) {
        const [a, b] = [pairs.a[i], pairs.b[i]];
        expect(a).toBeLessThan(b);
        expect(b).toBeLessThan(crawl.pages);
        expect(Math.min(crawl.sizeOf(a), crawl.sizeOf(b))).toBeGreaterThan(0);
        if (i > 0) expect(a * crawl.pages + b).toBeGreaterThan(pairs.a[i - 1] * crawl.pages + pairs.b[i - 1]);
      }
    },
  );

  test('names the same pairs of the same pages in every run', async () => {
    const { pairs, estimated } = await find(crawl, 0.8);
    const again = await find(smallCrawl(1), 0.8);
    expect(listed(again.pairs)).toEqual(listed(pairs));
    expect(again.estimated).toEqual(estimated);
  });

  test.each(thresholds)(
    'is right in every pair and overlap where it confirms, and estimates elsewhere, at %d',
    async (threshold) => {
      const { pairs, estimated } = await find(crawl, threshold);
      if (method.confirmed) {
        expect(estimated).toBeUndefined();
        const truth = new Set(bruteForce(crawl, threshold));
        expect(listed(pairs).filter((pair) => !truth.has(pair))).toEqual([]);
        return;
      }
      expect(estimated).toHaveLength(pairs.length);
      for (let i = 0; i < pairs.length; i++) {
        expect(estimated?.[i]).toBeGreaterThanOrEqual(0);
        expect(estimated?.[i]).toBeLessThanOrEqual(1);
        expect(pairs.overlap[i]).toBeLessThanOrEqual(
          Math.min(crawl.sizeOf(pairs.a[i]), crawl.sizeOf(pairs.b[i])),
        );
      }
    },
  );

  test('says what it took: every phase, the sum, candidates and bytes', async () => {
    const { milliseconds, candidates, pairs, bytesPerPage } = await find(crawl, 0.8);
    const { total, ...phases } = milliseconds;
    expect(Object.values(phases).reduce((sum, ms) => sum + ms, 0)).toBeCloseTo(total, 6);
    expect(candidates).toBeGreaterThanOrEqual(pairs.length);
    expect(bytesPerPage).toBeGreaterThan(0);
  });
});

test.each(
  methods.filter(({ model }) => model !== undefined).map((method) => [method.variant, method] as const),
)('%s finds as many of pairs with known resemblance as its model predicts', async (_variant, method) => {
  for (const threshold of thresholds) {
    const { pairs } = await findAll(method, planted, asked(threshold));
    const named = new Set(Array.from(pairs.a));
    const model = method.model!(asked(threshold));
    let expected = 0;
    let variance = 0;
    let found = 0;
    for (let a = 0; a < planted.pages; a += 2) {
      const [m, n] = [planted.sizeOf(a), planted.sizeOf(a + 1)];
      const resemblance = jaccard(overlapOfSorted(planted.gramsOf(a), planted.gramsOf(a + 1)), m, n);
      if (resemblance < threshold) continue;
      const chance = model(resemblance, m, n);
      expected += chance;
      variance += chance * (1 - chance);
      if (named.has(a)) found++;
    }
    expect(Math.abs(found - expected), `${found} found, ${expected} expected at ${threshold}`).toBeLessThan(
      4 * Math.sqrt(variance) + 2,
    );
  }
});

test.each(['qp', 'qa'])('%s finds every pair of brute force', async (name) => {
  const [method] = selectMethods([name]);
  for (const threshold of thresholds) {
    const { pairs } = await findAll(method, crawl, asked(threshold));
    expect(listed(pairs)).toEqual(bruteForce(crawl, threshold));
  }
});

test('exact methods look at each pair of unlike sets once, however many pages have them', async () => {
  const run = (from: number): bigint[] => Array.from({ length: 10 }, (_, i) => BigInt(from + i));
  const set = (...runs: bigint[][]): BigUint64Array => BigUint64Array.from(runs.flat());
  // x and y share their rarest tokens and are no pair; the other two are one
  const [x, y] = [set(run(0), run(10)), set(run(0), run(20))];
  const others = [set(run(10), run(20)), set(run(10), run(20), [99n])];
  const pages = new Collection(setsOf([x, y, y, x, y, ...others]));
  for (const method of selectMethods(['qp', 'qa'])) {
    expect((await findAll(method, pages, asked(0.5))).candidates, method.name).toBe(1 + 1 + (1 + 3));
  }
});

test('a name stands for all its variants, a variant for itself, another word for an error', () => {
  expect(selectMethods(['super-shingles']).map(({ variant }) => variant)).toEqual([
    'super-shingles-1',
    'super-shingles-2',
  ]);
  expect(selectMethods(['sp-64', 'qp']).map(({ variant }) => variant)).toEqual(['qp', 'sp-64']);
  expect(() => selectMethods(['sp', 'shingles'])).toThrow(/methods: expected qp, .* got "shingles"/);
});

test('where one method is wanted, every kind stands for one of its own, and a variant for itself', () => {
  for (const { name, variant } of methods) {
    expect(methodNamed(name).name).toBe(name);
    expect(methodNamed(variant).variant).toBe(variant);
  }
  expect(['sp', 'simhash', 'minhash', 'bottom-k'].map((name) => methodNamed(name).variant)).toEqual([
    'sp-32',
    'simhash-3',
    'minhash-confirmed',
    'bottom-k-128',
  ]);
  expect(() => methodNamed('minhash-4')).toThrow(/^method: expected auto, qp, .* got "minhash-4"/);
  expect(() => methodNamed('constructor')).toThrow(/got "constructor"/);
});

test('MinHash on disk names the pairs of MinHash in memory, after the same candidates', async () => {
  const [inMemory, onDisk] = ['minhash', 'minhash-disk'].map(methodNamed);
  const [expected, found] = [
    await findAll(inMemory, crawl, asked(0.8)),
    await findAll(onDisk, crawl, asked(0.8)),
  ];
  expect(listed(found.pairs)).toEqual(listed(expected.pairs));
  expect(found.candidates).toBe(expected.candidates);
});

test('every variant has a name of its own, and every kind of the registry is listed', () => {
  const variants = methods.map(({ variant }) => variant);
  expect(new Set(variants).size).toBe(variants.length);
  expect(methodNames).toEqual(
    expect.arrayContaining([
      'qp',
      'qa',
      'sp',
      'calibrated',
      'bottom-k',
      'minhash',
      'minhash-disk',
      'simhash',
      'super-shingles',
      'pairing',
      'text-profile',
      'exact-hash',
    ]),
  );
});

test.each(
  [0.95, 0.8, 0.5, 0.3].flatMap((threshold) => [32, 128].map((shingles) => [threshold, shingles] as const)),
)(
  'calibrated misses no pair whose sketches agree enough: at %d with %d shingles',
  async (threshold, shingles) => {
    const { agreeing } = calibrate(threshold, shingles, 0.9);
    const sketches = Array.from({ length: crawl.pages }, (_, page) => minHash(crawl.gramsOf(page), shingles));
    const expected = bruteForce(crawl, threshold).filter((line) => {
      const [a, b] = line.split(' ').map(Number);
      return agreeingComponents(sketches[a], sketches[b]) >= agreeing;
    });
    const [method] = selectMethods([`calibrated-${shingles}`]);
    const { pairs } = await findAll(method, crawl, asked(threshold, 0.9));
    expect(listed(pairs)).toEqual(expected);
  },
);

test('fingerprints that differ in their high halves only are not equal', async () => {
  const page = randomSet(seededRandom(1), 5);
  const profiles = BigUint64Array.of(5n, 5n + 2n ** 32n, 5n);
  const collection = new Collection(setsOf([page, page, page]), { profiles });
  const [method] = selectMethods(['text-profile']);
  const { pairs } = await findAll(method, collection, asked(0.8));
  expect(listed(pairs)).toEqual(['0 2 5']);
});

test('exact-hash names the pages of equal gram sets, by 16 bytes a page', async () => {
  const page = randomSet(seededRandom(2), 50);
  const other = page.slice();
  other[49]++;
  const collection = new Collection(setsOf([page, other, page, page.subarray(1), other]));
  const [method] = selectMethods(['exact-hash']);
  const { pairs, bytesPerPage } = await findAll(method, collection, asked(0.8));
  expect(listed(pairs)).toEqual(['0 2 50', '1 4 50']);
  expect(bytesPerPage).toBe(16);
});

test('bottom-k names a pair whose estimate is the threshold itself', async () => {
  const first = BigUint64Array.from({ length: 40 }, (_, i) => BigInt(i));
  // the 32 smallest of both are those of the first, of which the other has `shared`
  const others = Array.from({ length: 32 }, (_, shared) =>
    BigUint64Array.from({ length: 40 }, (_, i) => BigInt(i < shared ? i : 100 * (shared + 1) + i)),
  );
  const collection = new Collection(setsOf([first, ...others]));
  const [method] = selectMethods(['bottom-k-32']);
  for (let shared = 1; shared < 32; shared++) {
    const { pairs } = await findAll(method, collection, asked(shared / 32));
    const named = listed(pairs).flatMap((line) =>
      line.startsWith('0 ') ? [Number(line.split(' ')[1])] : [],
    );
    expect(named.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 32 - shared }, (_, i) => i + shared + 1),
    );
  }
});
