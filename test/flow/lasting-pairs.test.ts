import { expect, test } from 'vitest';
import { LastingPairs } from '../../src/flow/lasting-pairs.ts';
import { firstEqualOf, gramReader } from '../../src/grams/gram-sets.ts';
import { overlapOfSorted } from '../../src/grams/jaccard.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';
import { measures, type Similarity } from '../../src/join/similarity.ts';
import { findPairs } from '../../src/methods/find-pairs.ts';
import { Template } from '../../src/site/template.ts';
import { listed, storedSets } from '../methods/stored-sets.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

/** Pages of some names in as many versions as are told, some of them equal, with and without a notice. */
function somePages(versionsOf: readonly number[]) {
  const random = seededRandom(versionsOf.length);
  const notice = randomSet(random, 12);
  const union = (...sets: BigUint64Array[]) => BigUint64Array.from(sets.flatMap((set) => [...set])).sort();
  const pages = versionsOf.flatMap((versions, name) => {
    const base = randomSet(random, 24);
    return Array.from({ length: versions }, (_, version) => {
      const lasting =
        version === 0 ? base : union(base.subarray(version % 9), randomSet(random, version % 4));
      // no page of the second name has a notice
      const hasNotice = name !== 1 && version % 3 === 1;
      return { name: `name ${name}`, lasting, grams: hasNotice ? union(lasting, notice) : lasting };
    });
  });
  const copies = pages.filter((_, page) => page % 5 === 0).map((page) => ({ ...page }));
  const marks = new Uint8Array(notice.length).fill(1);
  return { pages: [...pages, ...copies], template: new Template(notice, marks, marks) };
}

async function lastingOf(
  { pages, template }: ReturnType<typeof somePages>,
  asked: { similarity: Similarity; threshold: number },
) {
  const folder = new WorkFolder();
  const sets = storedSets(pages.map(({ grams }) => grams));
  const options = { ...asked, folder };
  const lasting = new LastingPairs(sets, gramReader(sets), firstEqualOf(sets), options);
  const numbers = Uint32Array.from(pages.keys());
  lasting.add({ host: 'a', pages: numbers, template }, (page) => pages[page]!.name);
  let searched = 0;
  const result = await lasting.finish(async (part) => {
    searched++;
    return findPairs('qp', part, options);
  });
  const sizes = pages.map((_, page) => result?.sizes.at(page));
  folder.close();
  return { result, sizes, searched };
}

test.each([
  ['each compared with each', [6, 5, 12, 1], 0],
  ['searched, where a name has many sets', [6, 5, 200, 3], 1],
] as const)('pages of one name are paired as by definition: %s', async (_, versions, searches) => {
  const some = somePages(versions);
  for (const [similarity, threshold] of [
    ['jaccard', 0.7],
    ['cosine', 0.8],
    ['overlap', 20],
  ] as const) {
    const { result, sizes, searched } = await lastingOf(some, { similarity, threshold });
    const expected: number[][] = [];
    for (const [a, x] of some.pages.entries()) {
      for (const [b, y] of some.pages.entries()) {
        if (a >= b || x.name !== y.name || x.name === 'name 1') continue;
        const overlap = overlapOfSorted(x.lasting, y.lasting);
        const { isSimilar } = measures[similarity];
        if (isSimilar(overlap, x.lasting.length, y.lasting.length, threshold)) expected.push([a, b, overlap]);
      }
    }
    expect(expected.length).toBeGreaterThan(15);
    expect(listed(result!.found).map((pair) => pair.slice(0, 3))).toEqual(expected);
    for (const [page, { name, lasting }] of some.pages.entries()) {
      if (name === 'name 0' || name === 'name 2') expect(sizes[page]).toBe(lasting.length);
    }
    expect(searched).toBe(searches);
  }
});

test('where pages of one name have no notice nothing is told', async () => {
  const { pages, template } = somePages([3, 5]);
  const some = { pages: pages.filter(({ name }) => name === 'name 1'), template };
  const { result } = await lastingOf(some, { similarity: 'jaccard', threshold: 0.7 });
  expect(result).toBeUndefined();
});
