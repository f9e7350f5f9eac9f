import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Collection } from '../../src/methods/collection.ts';
import { exactJoinBytesPerGram } from '../../src/methods/exact-joins.ts';
import type { NamedPairs, PairSearch } from '../../src/methods/method.ts';
import {
  checkMethod,
  openSearch,
  type SearchOptions,
  usesFrequencies,
} from '../../src/methods/open-search.ts';
import { methods } from '../../src/methods/registry.ts';
import { independentPairs, smallCrawl } from '../evaluate/collections.ts';

const crawl = smallCrawl(7);
const jaccard = { similarity: 'jaccard', threshold: 0.8 } as const;

async function fill(
  search: PairSearch,
  { pages, gramsOf }: Pick<Collection, 'pages' | 'gramsOf'>,
): Promise<void> {
  for (let page = 0; page < pages; page++) await search.add(gramsOf(page));
}

async function searched(name: string, collection: Collection, options: SearchOptions): Promise<NamedPairs> {
  const search = await openSearch(name, options);
  try {
    await fill(search, { pages: collection.pages, gramsOf: (page) => collection.gramsOf(page) });
    return await search.find();
  } finally {
    await search.close();
  }
}

function listed({ pairs: { length, a, b, overlap }, estimated }: NamedPairs): string[] {
  return Array.from({ length }, (_, i) => `${a[i]} ${b[i]} ${overlap[i]} ${estimated?.[i] ?? 'exact'}`);
}

test.each(methods.map(({ variant }) => variant))(
  '%s names page by page what it names of the collection, of as many candidates',
  async (variant) => {
    const method = methods.find((other) => other.variant === variant);
    const options = { ...jaccard, recall: 0.9, threads: 1, memoryBytes: 2 ** 28 };
    const named = await method?.find(crawl, options);
    const found = await searched(variant, crawl, options);
    expect(listed(found)).toEqual(named && listed(named));
    expect(found.candidates).toBe(named?.candidates);
  },
);

describe('auto', () => {
  const grams = crawl.sets.values.length;

  test.each([
    ['qp while the gram sets and the join fit in memory', grams, 'qp'],
    ['minhash-disk once they do not', grams - 1, 'minhash-disk'],
    ['minhash-disk from the first page on', 0, 'minhash-disk'],
  ])('is %s, with the same pairs', async (_, fitting, variant) => {
    const search = await openSearch('auto', { ...jaccard, memoryBytes: fitting * exactJoinBytesPerGram });
    await fill(search, { pages: crawl.pages, gramsOf: (page) => crawl.gramsOf(page) });
    expect(search.method.variant).toBe(variant);
    const { pairs } = await search.find();
    expect(pairs).toEqual((await searched('qp', crawl, jaccard)).pairs);
    for (let i = 0; i < pairs.length; i++)
      expect(await search.overlap(pairs.b[i], pairs.a[i])).toBe(pairs.overlap[i]);
    await search.close();
  });

  test('is exact in memory for similarities that sketches do not estimate, whatever they take', async () => {
    const search = await openSearch('auto', { similarity: 'dice', threshold: 0.8, memoryBytes: 1 });
    await search.add(crawl.gramsOf(0));
    expect(search.method.variant).toBe('qp');
    await search.close();
  });
});

test('what lies on disk is in the work directory, takes over from a killed run, and is gone after close', async () => {
  const workDirectory = await mkdtemp(join(tmpdir(), 'neardup-search-'));
  try {
    const killed = await openSearch('minhash-disk', { ...jaccard, workDirectory });
    await killed.add(crawl.gramsOf(0));
    await killed.find();
    expect(await readdir(workDirectory)).toHaveLength(1);
    await killed.close();
    expect(await readdir(workDirectory)).toEqual([]);
    // Nothing holds the folder of a search that is closed; the one that auto moved to is closed with it.
    const moved = await openSearch('auto', { ...jaccard, workDirectory, memoryBytes: 0 });
    await fill(moved, { pages: 3, gramsOf: (page) => crawl.gramsOf(page) });
    expect(await readdir(workDirectory)).toHaveLength(1);
    await moved.close();
    expect(await readdir(workDirectory)).toEqual([]);
  } finally {
    await rm(workDirectory, { recursive: true });
  }
});

test('methods aim at a recall of 0.99 at the threshold unless told otherwise', async () => {
  const planted = independentPairs(300, 0.7, 12);
  const unless = await searched('minhash', planted, jaccard);
  expect(unless).toMatchObject({
    candidates: (await searched('minhash', planted, { ...jaccard, recall: 0.99 })).candidates,
  });
  expect(unless.candidates).toBeGreaterThan(
    (await searched('minhash', planted, { ...jaccard, recall: 0.5 })).candidates,
  );
});

test('sketches that estimate Jaccard serve no other similarity; exact joins and auto serve all', async () => {
  expect(() => checkMethod('sp', 'cosine')).toThrow(/expected jaccard with the method sp; got cosine/);
  await expect(openSearch('calibrated-64', { similarity: 'overlap', threshold: 3 })).rejects.toThrow(
    /expected jaccard with the method calibrated-64; got overlap/,
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
