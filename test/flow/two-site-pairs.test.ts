import { expect, test } from 'vitest';
import { contentPairs } from '../../src/flow/content-pairs.ts';
import { overlapOfSorted } from '../../src/grams/jaccard.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';
import { measures } from '../../src/join/similarity.ts';
import { findPairs } from '../../src/methods/find-pairs.ts';
import { sitesAmong } from '../../src/site/site-pages.ts';
import { contentOfTwoSites } from '../../src/site/two-sites.ts';
import { listed, storedSets } from '../methods/stored-sets.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

/** Texts on several hosts between each other: what others of a host quote of a text is template there; and on some pages grams that cross. */
function quotingSites(seed: number, hosts: number) {
  const random = seededRandom(seed);
  const below = (n: number): number => Math.floor(random() * n);
  const texts = Array.from({ length: 8 }, () => randomSet(random, 40));
  const menus = Array.from({ length: hosts }, () => [...randomSet(random, 20)]);
  return Array.from({ length: 90 }, () => {
    const [host, text] = [below(hosts), below(8)];
    const own = [...texts[text]].filter(() => below(25) > 0);
    // each host quotes two other texts, more or less of them
    const quoted = [0, 1].flatMap((k) => [...texts[(host + k) % 8].subarray(0, 8 + 6 * k)]);
    const isQuoting = host > 0 && below(4) > 0;
    const grams = new Set([...own, ...(host > 0 ? menus[host] : []), ...(isQuoting ? quoted : [])]);
    const bits = new Uint8Array(20).fill(below(3) === 0 ? 0x49 : 0);
    return { host: `host${host}`, name: `text ${text}`, text: BigUint64Array.from(grams).sort(), bits };
  });
}

type Sites = ReturnType<typeof quotingSites>;

function contentsOf(pages: Sites): BigUint64Array[] {
  const names = new Map<string, Set<string>>();
  for (const { host, name, text } of pages) {
    for (const gram of text) {
      const key = `${host} ${gram}`;
      names.set(key, (names.get(key) ?? new Set()).add(name));
    }
  }
  const isTemplate = (host: string, gram: bigint): boolean => names.get(`${host} ${gram}`)!.size >= 4;
  const framed = new Set(
    pages.flatMap(({ host, text }) => (text.some((gram) => isTemplate(host, gram)) ? [host] : [])),
  );
  return pages.map(({ host, text, bits }) =>
    framed.has(host)
      ? text.filter((gram, i) => !isTemplate(host, gram) && ((bits[i >> 3] >> (i & 7)) & 1) === 0)
      : text,
  );
}

async function found(pages: Sites, similarity: keyof typeof measures, threshold: number, method = 'qp') {
  const folder = new WorkFolder();
  const options = { similarity, threshold, memoryBytes: 2 ** 28, identity: true, method, folder };
  const sets = storedSets(pages.map(({ text }) => text));
  const all = await findPairs(method, sets, options);
  const boundaryOf = (page: number): string => Buffer.from(pages[page].bits).toString('base64');
  const sites = { ...sitesAmong(pages), boundaryOf };
  const result = await contentPairs(sets, all, sites, (page) => pages[page].name, options);
  const pairs = result.ofTwoSites && listed(result.ofTwoSites);
  folder.close();
  return pairs;
}

test('pages of two sites are paired as by definition by what either site takes for content, in any measure', async () => {
  let paired = 0;
  for (const [seed, similarity, threshold, least] of [
    [1, 'jaccard', 0.8, 0.4],
    [2, 'dice', 0.8, 0.4],
    [3, 'cosine', 0.9, 0.45],
    [4, 'overlap', 35, 18],
    [5, 'jaccard', 0.6, 0.3],
  ] as const) {
    const pages = quotingSites(seed, 2 + (seed % 4));
    const contents = contentsOf(pages);
    const { value } = measures[similarity];
    const expected: number[][] = [];
    for (const [b, y] of pages.entries()) {
      for (const [a, x] of pages.slice(0, b).entries()) {
        const own = value(overlapOfSorted(contents[a], contents[b]), contents[a].length, contents[b].length);
        if (x.host === y.host || !(own >= least && own < threshold)) continue;
        const [ofX, ofY] = [x, y].map(({ text }, i) => ({ grams: text, content: contents[[a, b][i]] }));
        const { overlap, sizes } = contentOfTwoSites(ofX, ofY);
        const similar = value(overlap, ...sizes);
        if (similar >= threshold) expected.push([a, b, overlap, similar]);
      }
    }
    expected.sort(([a, b], [c, d]) => a - c || b - d);
    expect(await found(pages, similarity, threshold), similarity).toEqual(expected);
    paired += expected.length;
  }
  expect(paired).toBeGreaterThan(100);
});

test('pages of one host are not searched again, nor where no site has a template', async () => {
  const pages = quotingSites(6, 3);
  expect(
    await found(
      pages.map((page) => ({ ...page, host: 'one' })),
      'jaccard',
      0.8,
    ),
  ).toBeUndefined();
  expect(
    await found(
      pages.map((page) => ({ ...page, name: 'all' })),
      'jaccard',
      0.8,
    ),
  ).toBeUndefined();
});
