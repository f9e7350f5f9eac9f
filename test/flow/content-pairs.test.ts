import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentPairs } from '../../src/flow/content-pairs.ts';
import { jaccard, overlapOfSorted } from '../../src/grams/jaccard.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';
import { findPairs } from '../../src/methods/find-pairs.ts';
import { sitesAmong } from '../../src/site/site-pages.ts';
import { listed, storedSets } from '../methods/stored-sets.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

const threshold = 0.6;
const options = { similarity: 'jaccard', threshold, memoryBytes: 2 ** 28, identity: true } as const;

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
  const bare = { ...framed[0], text: framed[0].own };
  return [
    ...plain.slice(0, 2),
    // all of which counts on its own site, where nothing is template
    { ...framed[2], host: 'plain', own: framed[2].text },
    framed[0],
    // of another set, of which the same is left, in two copies
    bare,
    { ...bare },
    ...plain.slice(2),
    ...single,
    ...framed.slice(1),
    { ...single[0] },
    // copies, which one page stands for in the second search
    ...[0, 0, 3].map((i) => ({ ...framed[i] })),
    { ...plain[1] },
  ];
}

async function found(method: string, folder = new WorkFolder()) {
  const pages = someSites();
  const sets = storedSets(
    pages.map(({ text }) => text),
    frequenciesOf,
  );
  const all = await findPairs('qp', sets, { ...options, folder });
  const result = await contentPairs(sets, all, sitesAmong(pages), (page) => pages[page].name, {
    ...options,
    method,
    folder,
  });
  return { pages, all, ...result, pairs: listed(result.found) };
}

function frequenciesOf(grams: BigUint64Array) {
  return { counts: Uint32Array.from(grams, (gram) => Number((gram >> 32n) % 7n) + 1), profile: 5n };
}

test('by content, pages are compared by the grams that are not of their site’s template, in any order of sites', async () => {
  const { pages, pairs, contentSizes } = await found('qp');
  expect([...contentSizes]).toEqual(pages.map(({ own }) => own.length));
  const expected: number[][] = [];
  for (const [a, { own: x }] of pages.entries()) {
    for (const [b, { own: y }] of pages.entries()) {
      const overlap = overlapOfSorted(x, y);
      if (a < b && jaccard(overlap, x.length, y.length) >= threshold) expected.push([a, b, overlap]);
    }
  }
  expect(expected.length).toBeGreaterThan(10);
  expect(pairs).toEqual(expected);
});

test('estimates stay with their pairs', async () => {
  // A sketch of up to 128 grams is all of them: its estimates are exact.
  const { pages, pairs, found: byContent } = await found('bottom-k-128');
  expect(byContent.isEstimated).toBe(true);
  expect(pairs.length).toBeGreaterThan(10);
  for (const [a, b, , estimate] of pairs) {
    const [x, y] = [pages[a].own, pages[b].own];
    expect(estimate).toBe(jaccard(overlapOfSorted(x, y), x.length, y.length));
  }
});

test('how often grams occur goes with the grams that are left of a page', async () => {
  const { pages, pairs } = await found('simhash-tf-7');
  const sets = storedSets(
    pages.map(({ own }) => own),
    frequenciesOf,
  );
  const alone = listed(await findPairs('simhash-tf-7', sets, { ...options, folder: new WorkFolder() }));
  expect(alone.length).toBeGreaterThan(5);
  expect(pairs).toEqual(alone);
});

test('grams that cross are not compared where a site has a template, also of pages that have one set', async () => {
  const pages = someSites();
  const sets = storedSets(pages.map(({ text }) => text));
  const folder = new WorkFolder();
  const all = await findPairs('qp', sets, { ...options, folder });
  const byte = 0x49;
  // copies of one set differ in it
  const bits = (page: number) =>
    page % 2 === 0 ? '' : Buffer.from(new Uint8Array(12).fill(byte)).toString('base64');
  const result = await contentPairs(
    sets,
    all,
    { ...sitesAmong(pages), boundaryOf: bits },
    (page) => pages[page].name,
    { ...options, method: 'qp', folder },
  );
  const expected = pages.map(({ host, text, own }, page) =>
    host === 'framed' && page % 2 === 1
      ? own.filter((gram) => ((byte >> (text.indexOf(gram) & 7)) & 1) === 0)
      : own,
  );
  expect([...result.contentSizes]).toEqual(expected.map(({ length }) => length));
  const equal = pages.some(({ host, text }, a) =>
    pages.some(
      (other, b) => b % 2 !== a % 2 && host === 'framed' && other.host === host && other.text === text,
    ),
  );
  expect(equal).toBe(true);
  const overlaps = listed(result.found).map(([a, b, overlap]) => [a, b, overlap]);
  for (const [a, b, overlap] of overlaps) expect(overlap).toBe(overlapOfSorted(expected[a!]!, expected[b!]!));
  expect(overlaps.length).toBeGreaterThan(5);
});

test('where no site has a template what was found stands', async () => {
  const folder = new WorkFolder();
  const set = randomSet(seededRandom(1), 10);
  const sets = storedSets([set, set]);
  const all = await findPairs('qp', sets, { ...options, folder });
  const site = { host: 'a' };
  const { found: same, contentSizes } = await contentPairs(sets, all, sitesAmong([site, site]), () => '', {
    ...options,
    ...{ method: 'qp', folder },
  });
  expect(same).toBe(all);
  expect([...contentSizes]).toEqual([10, 10]);
});

test('sketches of contents lie in the work folder, and are gone when it is closed', async () => {
  const workDirectory = await mkdtemp(join(tmpdir(), 'neardup-contents-'));
  const folder = new WorkFolder(workDirectory, 'work.unfinished');
  const [onDisk, inMemory] = [await found('minhash-disk', folder), await found('minhash-confirmed')];
  expect(onDisk.pairs).toEqual(inMemory.pairs);
  expect(await readdir(workDirectory)).toEqual(['work.unfinished']);
  folder.close();
  expect(await readdir(workDirectory)).toEqual([]);
  await rm(workDirectory, { recursive: true });
});

/** Eight things in three versions, two of which have a notice of their own, and a page of a name that no notice is on. */
function versions() {
  const random = seededRandom(8);
  const union = (...sets: BigUint64Array[]) =>
    BigUint64Array.from(new Set(sets.flatMap((set) => [...set]))).sort();
  const notices = [randomSet(random, 0), randomSet(random, 30), randomSet(random, 25)];
  const pages = Array.from({ length: 8 }, (_, i) => {
    const own = randomSet(random, 20);
    return notices.map((notice, version) => {
      const lasting = union(own.subarray(version), randomSet(random, version));
      return { host: i < 7 ? 'a' : 'b', name: `thing ${i}`, notice, lasting };
    });
  }).flat();
  return pages.map((page) => ({ ...page, text: union(page.lasting, page.notice) }));
}

test('pages of one site and one name are also compared by what they have beside its notices, and no others', async () => {
  const pages = versions();
  const folder = new WorkFolder();
  const sets = storedSets(pages.map(({ text }) => text));
  const all = await findPairs('qp', sets, { ...options, folder });
  const asked = { ...options, method: 'qp', folder };
  const sites = sitesAmong(pages);
  const identityOf = (page: number): string => pages[page]!.name;
  const { lasting } = await contentPairs(sets, all, sites, identityOf, asked);
  const expected: number[][] = [];
  for (const [a, x] of pages.entries()) {
    for (const [b, y] of pages.entries()) {
      const overlap = overlapOfSorted(x.lasting, y.lasting);
      const isSimilar = jaccard(overlap, x.lasting.length, y.lasting.length) >= threshold;
      // the one thing of the other site has no template
      if (a < b && x.name === y.name && x.host === 'a' && isSimilar) expected.push([a, b, overlap]);
    }
  }
  expect(expected.length).toBeGreaterThan(15);
  expect(listed(lasting!.found)).toEqual(expected);
  expect(lasting!.sizes.at(1)).toBe(pages[1]!.lasting.length);
  const { lasting: none } = await contentPairs(sets, all, sites, identityOf, { ...asked, identity: false });
  expect(none).toBeUndefined();
});
