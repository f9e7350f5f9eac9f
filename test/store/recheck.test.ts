import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deduplicate } from '../../src/deduplicate.ts';
import { namesAt } from '../../src/flow/index.ts';
import { type Page, SketchIndex, shinglePage } from '../../src/index.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-recheck-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const text = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, i) => `w${(seed * 7919 + i * 104729) % 1_000_003}`).join(' ');

/** Things described in one long form, two versions of each, and a copy of one under another address. */
const pages: Page[] = ['1.0', '2.0'].flatMap((version) =>
  ['ferry', 'lantern', 'meadow', 'quarry', 'bridge', 'orchard'].map((name, i) => {
    const url = `https://site.example/${version}/${name}`;
    const body = `<h1>${name}</h1><p>${text(99, 200)}</p><p>${name} ${text(i, 12)}</p>`;
    return { id: url, url, body };
  }),
);

function opened(name: string, setting: 'exact' | 'compact' = 'exact'): Promise<SketchIndex> {
  return SketchIndex.open(join(folder, name), { gram: 'word:4', threshold: 0.8, recall: 0.99, setting });
}

async function indexed(name: string, setting: 'exact' | 'compact' = 'exact'): Promise<SketchIndex> {
  const index = await opened(name, setting);
  for (const page of pages) {
    const { grams, names, qualified } = shinglePage(page);
    const identity = namesAt(page.url, names, qualified).join('\n');
    // as a crawl does that does not look at names
    await index.addIfNew({ key: page.id, url: page.url, grams, identity });
  }
  return index;
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

test('duplicates that a whole collection tells apart are named, those that it drops are not', async () => {
  const index = await indexed('exact');
  const found: string[] = [];
  for await (const { key, of, similarity, contentSimilarity } of index.recheck()) {
    expect(of.key).not.toBe(key);
    expect(similarity).toBeGreaterThanOrEqual(0.8);
    expect(contentSimilarity).toBeLessThan(0.1);
    found.push(key);
  }
  const { pages: all, decisions } = await deduplicate(each(pages));
  expect(all).toHaveLength(12);
  // all but the first were taken for copies of it; the second version of each is one of the first version of the same
  const duplicates: string[] = [];
  for await (const { verdict, key } of index.verdicts()) if (verdict === 'duplicate') duplicates.push(key);
  expect(duplicates).toHaveLength(11);
  const copyOfFirst = decisions
    .filter(({ representative }) => representative === pages[0]!.id)
    .map(({ id }) => id);
  expect(copyOfFirst).toEqual(['https://site.example/2.0/ferry']);
  expect(found).toEqual(duplicates.filter((key) => !copyOfFirst.includes(key)));
  await index.close();
});

test('a page of a redesigned site stays a copy, as its further headings are those of sections', async () => {
  const index = await opened('sections');
  const store = async (name: string, at: string, ...headings: string[]): Promise<void> => {
    const url = `https://site.example/${at}`;
    // all but the last two are template
    const grams = BigUint64Array.from({ length: 202 }, (_, i) =>
      BigInt(i < 200 ? i : 1000 * name.length + i),
    );
    await index.addIfNew({
      key: url,
      url,
      grams,
      identity: [name, ...headings, `${name} a site`].join('\n'),
    });
  };
  for (let i = 1; i <= 80; i++) await store('a'.repeat(i), `old/${i}`, 'votes', 'related');
  await store('a', 'new/vote', 'votes by party', 'more votes');
  const found: string[] = [];
  for await (const { key } of index.recheck()) found.push(key);
  expect(found).toContain('https://site.example/old/2');
  expect(found).not.toContain('https://site.example/new/vote');
  await index.close();
});

test('verdicts on copies of a page that was removed stay: there is nothing to compare them with', async () => {
  const index = await indexed('removed');
  expect(await index.remove(pages[0]!.id)).toBe(true);
  for await (const { key } of index.recheck()) expect(key).toBeUndefined();
  await index.close();
});

test('pages removed during a recheck are read as they were when it began', async () => {
  const index = await indexed('meanwhile');
  const undisturbed: string[] = [];
  for await (const { key } of index.recheck()) undisturbed.push(key);
  const found: string[] = [];
  for await (const { key } of index.recheck()) {
    if (found.push(key) === 1) for (const { id } of pages) expect(await index.remove(id)).toBe(true);
  }
  expect(found).toEqual(undisturbed);
  expect(found.length).toBeGreaterThan(5);
  await index.close();
});

test('a page without grams says nothing about its site to a recheck', async () => {
  const keys = async (name: string, empty: boolean): Promise<string[]> => {
    const index = await indexed(name);
    const nothing = { grams: new BigUint64Array(0), identity: 'ferry' };
    for (let i = 0; empty && i < 3; i++) {
      const key = `https://site.example/${i}.0/ferry/`;
      await index.addIfNew({ key, url: key, ...nothing });
    }
    const found: string[] = [];
    for await (const { key } of index.recheck()) found.push(key);
    await index.close();
    return found;
  };
  expect(await keys('with-empty', true)).toEqual(await keys('without-empty', false));
});

test('an index without gram sets says that it cannot be rechecked', async () => {
  const index = await indexed('compact', 'compact');
  await expect(index.recheck().next()).rejects.toMatchObject({ code: 'NEARDUP_INDEX_SETTING' });
  await index.close();
});
