import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { WorkFolder } from '../../src/grams/work-folder.ts';
import { joinBytesPerToken } from '../../src/join/out-of-core.ts';
import { measures } from '../../src/join/similarity.ts';
import type { Collection } from '../../src/methods/collection.ts';
import { checkMethod, findPairs, type SearchOptions, usesFrequencies } from '../../src/methods/find-pairs.ts';
import type { NamedPairs, PageSets, SearchResult } from '../../src/methods/method.ts';
import { methods } from '../../src/methods/registry.ts';
import { independentPairs, smallCrawl } from '../evaluate/collections.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { findAll } from './find-all.ts';
import { listed, storedSets } from './stored-sets.ts';

const crawl = smallCrawl(7);
const jaccard = { similarity: 'jaccard', threshold: 0.8 } as const;

function setsOf(collection: Collection): PageSets {
  return storedSets(Array.from({ length: collection.pages }, (_, page) => collection.gramsOf(page)));
}

async function found(
  name: string,
  collection: Collection,
  options: Omit<SearchOptions, 'folder'>,
): Promise<SearchResult & { readonly rows: readonly number[][] }> {
  const folder = new WorkFolder();
  try {
    const pairs = await findPairs(name, setsOf(collection), { ...options, folder });
    return { ...pairs, rows: listed(pairs) };
  } finally {
    folder.close();
  }
}

function rowsOf({ pairs: { length, a, b, overlap }, estimated }: NamedPairs): number[][] {
  return Array.from({ length }, (_, i) => [a[i], b[i], overlap[i], ...(estimated ? [estimated[i]] : [])]);
}

test.each(methods.map(({ variant }) => variant))(
  '%s names among stored sets what it names of the collection, of as many candidates',
  async (variant) => {
    const method = methods.find((other) => other.variant === variant);
    const options = { ...jaccard, recall: 0.9, threads: 1, memoryBytes: 2 ** 28 };
    const named = method && (await findAll(method, crawl, options));
    const { rows, candidates } = await found(variant, crawl, options);
    expect(rows).toEqual(named && rowsOf(named));
    expect(candidates).toBe(named?.candidates);
  },
);

describe('auto', () => {
  const bytes = crawl.sets.values.length * joinBytesPerToken;

  test.each([
    ['qp while the gram sets and the join fit in memory', bytes, 'qp'],
    ['qp out of core up to 32 times the memory', Math.ceil(bytes / 32), 'qp'],
  ])('is %s, with the same pairs', async (_, memoryBytes, variant) => {
    const { method, rows } = await found('auto', crawl, { ...jaccard, memoryBytes });
    expect(method.variant).toBe(variant);
    expect(rows).toEqual((await found('qp', crawl, jaccard)).rows);
  });

  test('is minhash-disk beyond, where there is room for sketches, with the same pairs', async () => {
    const random = seededRandom(2);
    const sets = Array.from({ length: 6 }, () => randomSet(random, 2000));
    sets.push(...sets.slice(0, 3).map((set) => set.slice(0, 1950)));
    const grams = sets.reduce((sum, { length }) => sum + length, 0);
    const folder = new WorkFolder();
    const memoryBytes = Math.floor((grams * joinBytesPerToken) / 32) - 1;
    const search = { ...jaccard, folder, memoryBytes };
    const byAuto = await findPairs('auto', storedSets(sets), search);
    expect(byAuto.method.variant).toBe('minhash-disk');
    expect(listed(byAuto)).toEqual([0, 1, 2].map((a) => [a, a + 6, 1950]));
    const many = storedSets(Array.from({ length: 1000 }, (_, i) => sets[i % 9]!));
    expect((await findPairs('auto', many, search)).method.variant).toBe('qp');
    folder.close();
  });

  test('is exact for similarities that sketches do not estimate, whatever they take', async () => {
    const { method } = await found('auto', crawl, { similarity: 'dice', threshold: 0.8, memoryBytes: 1 });
    expect(method.variant).toBe('qp');
  });
});

test('exact joins find the same pairs in any memory, with no fewer candidates than pairs', async () => {
  for (const similarity of ['jaccard', 'cosine'] as const) {
    const whole = await found('qp', crawl, { similarity, threshold: 0.7 });
    for (const name of ['qp', 'qa']) {
      const outOfCore = await found(name, crawl, { similarity, threshold: 0.7, memoryBytes: 1 << 14 });
      expect(outOfCore.method.variant).toBe(name);
      expect(outOfCore.rows).toEqual(whole.rows);
      expect(outOfCore.candidates).toBeGreaterThanOrEqual(outOfCore.pairs.length);
    }
  }
});

test('a method that keeps gram sets in memory says what it needs where that is more than there is', async () => {
  await expect(found('calibrated-64', crawl, { ...jaccard, memoryBytes: 1 << 16 })).rejects.toThrow(
    /^memory: expected at least \d+ MB for \d+ pages with the method calibrated-64, .* got 1 MB: give more, or take the method auto$/,
  );
});

test('such a method is run in just what it needs: 24 bytes a gram and 1,200 a page', async () => {
  const grams = Array.from({ length: crawl.pages }, (_, page) => crawl.gramsOf(page).length);
  const needed = 24 * grams.reduce((sum, count) => sum + count) + 1200 * crawl.pages;
  const run = (memoryBytes: number) => found('calibrated-64', crawl, { ...jaccard, memoryBytes });
  expect((await run(needed)).method.variant).toBe('calibrated-64');
  await expect(run(needed - 1)).rejects.toThrow('memory: expected at least');
});

test('exact joins name the pairs of the smallest sets, equal ones and those of one gram too, and no empty one', async () => {
  const { value } = measures.jaccard;
  const set = fc.uniqueArray(fc.nat(3), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(set, { maxLength: 10 }), async (lists) => {
      const sets = lists.map((list) => BigUint64Array.from(list, BigInt).sort());
      const expected = sets.flatMap((x, a) =>
        [...sets.entries()].slice(a + 1).flatMap(([b, y]) => {
          const overlap = x.filter((gram) => y.includes(gram)).length;
          return value(overlap, x.length, y.length) >= 0.5 ? [[a, b, overlap]] : [];
        }),
      );
      const folder = new WorkFolder();
      const stored = await findPairs('qp', storedSets(sets), {
        similarity: 'jaccard',
        threshold: 0.5,
        folder,
      });
      expect(listed(stored)).toEqual(expected);
      expect(Object.keys(stored.milliseconds)).toEqual(['rank', 'join', 'total']);
      folder.close();
    }),
    { numRuns: 60 },
  );
});

test('methods aim at a recall of 0.99 at the threshold unless told otherwise', async () => {
  const planted = independentPairs(300, 0.7, 12);
  const unless = await found('minhash', planted, jaccard);
  expect(unless).toMatchObject({
    candidates: (await found('minhash', planted, { ...jaccard, recall: 0.99 })).candidates,
  });
  expect(unless.candidates).toBeGreaterThan(
    (await found('minhash', planted, { ...jaccard, recall: 0.5 })).candidates,
  );
});

test('sketches that estimate Jaccard serve no other similarity; exact joins and auto serve all', async () => {
  expect(() => checkMethod('sp', 'cosine')).toThrow(/expected jaccard with the method sp; got "cosine"/);
  await expect(found('calibrated-64', crawl, { similarity: 'overlap', threshold: 3 })).rejects.toThrow(
    /expected jaccard with the method calibrated-64; got "overlap"/,
  );
  for (const name of ['auto', 'qp', 'qa']) expect(checkMethod(name, 'dice')).toBeUndefined();
});

test('frequencies are wanted by the methods that weigh grams or count words, and by no other', () => {
  const using = methods.map(({ variant }) => variant).filter(usesFrequencies);
  expect(using).toContain('text-profile');
  expect(
    using.filter((variant) => variant !== 'text-profile').every((variant) => /^simhash-tf/.test(variant)),
  ).toBe(true);
  expect(using).toHaveLength(1 + 28);
  expect(usesFrequencies('auto')).toBe(false);
});
