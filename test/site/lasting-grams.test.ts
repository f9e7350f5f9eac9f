import { expect, test } from 'vitest';
import { lastingGrams, namesakesOf } from '../../src/site/lasting-grams.ts';
import { Template } from '../../src/site/template.ts';
import { textHash } from '../../src/site/text-hash.ts';

const ascending = (values: readonly bigint[]) => BigUint64Array.from(values).sort();
const notice = ascending([5n, 2n ** 40n, 2n ** 63n]);

/** What is told of pages by their grams and names, by number. */
function told(pages: readonly (readonly [string, readonly bigint[]])[], template: Template, host = 'a') {
  const site = { host, pages: Uint32Array.from(pages.keys()), template };
  const read = (page: number) => ascending(pages[page]![1]);
  const groups = [...namesakesOf(site, (page) => pages[page]![0])];
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

/**
 * Two names of one key: 2¹⁷ names that `textHash` takes for one under the first seed, as each of 17 pairs of units that collide may
 * stand for the other (Joux 2004), have two among them that are one under the second.
 */
function namesOfOneKey(): readonly [string, string] {
  const prime = 0x01000193;
  let state = Math.imul(1, 0x9e3779b1) ^ 0x811c9dc5;
  let names = [''];
  for (let pair = 0; pair < 17; pair++) {
    const byHighHalf = new Map<number, number>();
    for (let unit = 0; ; unit++) {
      const product = Math.imul(state ^ unit, prime);
      const other = byHighHalf.get(product >>> 16);
      byHighHalf.set(product >>> 16, unit);
      if (other === undefined) continue;
      const behind = (product ^ Math.imul(state ^ other, prime)) & 0xffff;
      const [x, y] = [String.fromCharCode(unit, behind), String.fromCharCode(other, 0)];
      names = names.flatMap((name) => [name + x, name + y]);
      state = Math.imul(product ^ behind, prime);
      break;
    }
  }
  const known = new Map<number, string>();
  for (const name of names) {
    const other = known.get(textHash(name, 2));
    if (other !== undefined) return [other, name];
    known.set(textHash(name, 2), name);
  }
  throw new Error('expected two names of one key');
}

test('pages of two names that anybody can make to have one key are not taken for pages of one name', () => {
  const [x, y] = namesOfOneKey();
  expect([1, 2].map((seed) => textHash(x, seed))).toEqual([1, 2].map((seed) => textHash(y, seed)));
  const names = [x, y, 'z', '', y, x, 'w', x];
  const site = { host: 'a', pages: Uint32Array.from(names.keys()), template: new Template(notice, all, all) };
  expect([...namesakesOf(site, (page) => names[page]!)]).toEqual([
    { name: x, pages: Uint32Array.of(0, 5, 7) },
    { name: y, pages: Uint32Array.of(1, 4) },
  ]);
});
