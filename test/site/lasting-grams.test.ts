import { expect, test } from 'vitest';
import { lastingGrams, namesakesOf } from '../../src/site/lasting-grams.ts';
import { Template } from '../../src/site/template.ts';

const ascending = (values: readonly bigint[]) => BigUint64Array.from(values).sort();
const notice = ascending([5n, 2n ** 40n, 2n ** 63n]);

/** What is told of pages by their grams and names, by number. */
function told(pages: readonly (readonly [string, readonly bigint[]])[], template: Template, host = 'a') {
  const site = { host, pages: Uint32Array.from(pages.keys()), template };
  const read = (page: number) => ascending(pages[page]![1]);
  const groups = namesakesOf(site, (page) => pages[page]![0]);
  return new Map(
    groups.flatMap((group) => [...lastingGrams(site, group, read)].map(({ page, grams }) => [page, grams])),
  );
}

const all = new Uint8Array(3).fill(1);
const overlap = (x: BigUint64Array, y: BigUint64Array) => x.filter((gram) => y.includes(gram)).length;

test('pages of a name of which one has a notice share what they have beside it, and pages of other names share nothing', () => {
  // many grams of one high half: their order is another under a mark
  const own = Array.from({ length: 200 }, (_, i) => 2n ** 50n + BigInt(i * 40_000_001));
  const pages = [
    ['one', [...own, ...notice]],
    ['one', own],
    ['two', [...own, ...notice]],
    ['two', own.slice(1)],
    // of which no other page is, or none has a notice
    ['three', [...own, ...notice]],
    ['four', own],
    ['four', own],
    ['', [...own, ...notice]],
  ] as const;
  const found = told(pages, new Template(notice, all, all));
  expect([...found.keys()]).toEqual([0, 1, 2, 3]);
  for (const [page, grams] of found) {
    expect(grams).toHaveLength(page === 3 ? 199 : 200);
    expect(grams).toEqual(grams.slice().sort());
  }
  expect(overlap(found.get(0)!, found.get(1)!)).toBe(200);
  expect(overlap(found.get(0)!, found.get(2)!)).toBe(0);
  const elsewhere = told(pages, new Template(notice, all, all), 'b');
  expect(overlap(found.get(0)!, elsewhere.get(0)!)).toBe(0);
});

test('where a template has no notice no page is told', () => {
  expect(told([['one', [...notice]]], new Template(notice, all)).size).toBe(0);
});
