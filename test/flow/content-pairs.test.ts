import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentPairs } from '../../src/flow/content-pairs.ts';
import { jaccard, overlapOfSorted } from '../../src/grams/jaccard.ts';
import { openSearch } from '../../src/methods/open-search.ts';
import { sitePages } from '../site/site-pages.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

const threshold = 0.6;
const options = { similarity: 'jaccard', threshold, memoryBytes: 2 ** 28 } as const;

/** Pages of three hosts in mixed order: a site without a template, one with one, and one of a single page. */
function someSites() {
  const random = seededRandom(3);
  // Many share their low halves.
  const grams = (size: number) => randomSet(random, size).map((gram) => (gram & ~0xffff_ffffn) | (gram & 3n));
  const [template, other] = [grams(60), grams(20)];
  const union = (...sets: BigUint64Array[]) => BigUint64Array.from(sets.flatMap((set) => [...set])).sort();
  const texts = Array.from({ length: 5 }, () => grams(30));
  const plain = texts.map((text, i) => ({ host: 'plain', name: `p${i}`, text, own: text }));
  const framed = texts.flatMap((text, i) => {
    const copy = union(text.subarray(4), grams(4));
    return [text, copy].map((own) => ({ host: 'framed', name: `f${i}`, text: union(own, template), own }));
  });
  const single = [{ host: 'single', name: 's', text: union(texts[0], other), own: union(texts[0], other) }];
  return [
    ...plain.slice(0, 2),
    framed[0],
    ...plain.slice(2),
    ...single,
    ...framed.slice(1),
    { ...single[0] },
    // copies, which one page stands for in the second search
    ...[0, 0, 3].map((i) => ({ ...framed[i] })),
    { ...plain[1] },
  ];
}

async function found(method: string, workDirectory?: string) {
  const pages = someSites();
  const search = await openSearch('qp', options);
  for (const { text } of pages) {
    await search.add(text, {
      counts: Uint32Array.from(text, (gram) => Number((gram >> 32n) % 7n) + 1),
      profile: 5n,
    });
  }
  const all = await search.find();
  const folders = new Set<string>();
  const watched = new Proxy(search, {
    get(of, name) {
      const value = Reflect.get(of, name);
      if (name !== 'gramsOf') return typeof value === 'function' ? value.bind(of) : value;
      return async (page: number) => {
        if (workDirectory !== undefined) for (const name of await readdir(workDirectory)) folders.add(name);
        return of.gramsOf(page);
      };
    },
  });
  const result = await contentPairs(
    watched,
    all,
    sitePages(pages.map(({ host, name }) => ({ host, names: [name] }))),
    pages.map(({ text }) => text.length),
    pages.map(({ name }) => name),
    { ...options, method, ...(workDirectory !== undefined && { workDirectory }) },
  );
  await search.close();
  return { pages, all, folders, ...result };
}

test('by content, pages are compared by the grams that are not of their site’s template, in any order of sites', async () => {
  const { pages, found: byContent, contentSizes } = await found('qp');
  expect([...contentSizes]).toEqual(pages.map(({ own }) => own.length));
  const expected: number[][] = [];
  for (const [a, { own: x }] of pages.entries()) {
    for (const [b, { own: y }] of pages.entries()) {
      const overlap = overlapOfSorted(x, y);
      if (a < b && jaccard(overlap, x.length, y.length) >= threshold) expected.push([a, b, overlap]);
    }
  }
  const { a, b, overlap } = byContent.pairs;
  expect(expected.length).toBeGreaterThan(10);
  expect(Array.from(a, (page, i) => [page, b[i], overlap[i]])).toEqual(expected);
});

test('estimates stay with their pairs when pages are numbered by site', async () => {
  // A sketch of up to 128 grams is all of them: its estimates are exact.
  const { pages, found: byContent } = await found('bottom-k-128');
  const { pairs, estimated } = byContent;
  expect(pairs.length).toBeGreaterThan(10);
  const exact = Array.from(pairs.a, (a, i) => {
    const [x, y] = [pages[a].own, pages[pairs.b[i]].own];
    return jaccard(overlapOfSorted(x, y), x.length, y.length);
  });
  expect(estimated).toEqual(Float64Array.from(exact));
});

test('how often grams occur goes with the grams that are left of a page', async () => {
  const { pages, found: byContent } = await found('simhash-tf-7');
  const search = await openSearch('simhash-tf-7', options);
  for (const { own } of pages) {
    await search.add(own, {
      counts: Uint32Array.from(own, (gram) => Number((gram >> 32n) % 7n) + 1),
      profile: 5n,
    });
  }
  const { pairs, estimated } = await search.find();
  expect(pairs.length).toBeGreaterThan(5);
  expect([byContent.pairs.a, byContent.pairs.b, byContent.estimated]).toEqual([pairs.a, pairs.b, estimated]);
});

test('where no site has a template what was found stands, and a folder on disk is left empty', async () => {
  const search = await openSearch('qp', options);
  const set = randomSet(seededRandom(1), 10);
  for (let page = 0; page < 2; page++) await search.add(set);
  const all = await search.find();
  const site = { host: 'a', names: [] };
  const { found: same, contentSizes } = await contentPairs(
    search,
    all,
    sitePages([site, site]),
    [10, 10],
    ['', ''],
    {
      ...options,
      method: 'qp',
    },
  );
  expect(same).toBe(all);
  expect([...contentSizes]).toEqual([10, 10]);

  const workDirectory = await mkdtemp(join(tmpdir(), 'neardup-contents-'));
  const [onDisk, inMemory] = [await found('minhash-disk', workDirectory), await found('minhash-confirmed')];
  expect(onDisk.found.pairs).toEqual(inMemory.found.pairs);
  expect([...onDisk.folders]).toEqual(['contents.unfinished']);
  expect(await readdir(workDirectory)).toEqual([]);
  await rm(workDirectory, { recursive: true });
});
