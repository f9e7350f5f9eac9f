import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agreeingComponents, isEmptySketch, minHash } from '../../src/sketch/minhash.ts';
import { type PairingOptions, pairSketches } from '../../src/sketch/pairing.ts';
import { randomSet, seededRandom } from './sets.ts';

const EMPTY = 0x7fffffff;

/** Sketches of four components with few values, so that shingles are shared and sketches equal. */
const collection = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 4, maxLength: 4 }) },
    { weight: 1, arbitrary: fc.constant([EMPTY, EMPTY, EMPTY, EMPTY]) },
  ),
  { maxLength: 25 },
);

/** Every pair against every other. */
function naive(sketches: Int32Array[], minShared: number): string[] {
  const pairs: string[] = [];
  for (let x = 0; x < sketches.length; x++) {
    for (let y = x + 1; y < sketches.length; y++) {
      if (isEmptySketch(sketches[x]) || isEmptySketch(sketches[y])) continue;
      const shared = agreeingComponents(sketches[x], sketches[y]);
      if (shared >= minShared) pairs.push(`${x} ${y} ${shared}`);
    }
  }
  return pairs.sort();
}

function paired(sketches: Int32Array[], options?: PairingOptions): string[] {
  const pairs: string[] = [];
  pairSketches(sketches, (x, y, shared) => pairs.push(`${x} ${y} ${shared}`), options);
  return pairs.sort();
}

test('every pair that shares a shingle is named once with the number it shares, however small the blocks', () => {
  fc.assert(
    fc.property(collection, fc.nat(4), fc.integer({ min: 1, max: 40 }), (rows, least, maxEntries) => {
      const sketches = rows.map((row) => Int32Array.from(row));
      const minShared = least + 1;
      expect(paired(sketches, { minShared, maxEntries })).toEqual(naive(sketches, minShared));
    }),
  );
});

test('a shingle that too many sketches have makes no pairs, and counts in those that others make', () => {
  fc.assert(
    fc.property(collection, fc.integer({ min: 1, max: 6 }), (rows, maxDocuments) => {
      const sketches = rows.map((row) => Int32Array.from(row));
      const distinct = new Map(sketches.map((sketch) => [String(sketch), sketch]));
      const rare = (component: number, shingle: number) =>
        [...distinct.values()].filter((sketch) => sketch[component] === shingle).length <= maxDocuments;
      const expected = naive(sketches, 1).filter((pair) => {
        const [x, y] = pair.split(' ').map((page) => sketches[Number(page)]);
        return String(x) === String(y) || x.some((shingle, i) => shingle === y[i] && rare(i, shingle));
      });
      expect(paired(sketches, { maxDocuments })).toEqual(expected);
    }),
  );
});

test('a thousand copies of one page cost one entry in each list', () => {
  const random = seededRandom(3);
  const original = randomSet(random, 50);
  const near = original.slice(1);
  const sketches = [...Array(1000).fill(minHash(original, 32)), minHash(near, 32)];
  let pairs = 0;
  const statistics = pairSketches(sketches, () => pairs++, { maxDocuments: 2 });
  expect(pairs).toBe((1001 * 1000) / 2);
  expect(statistics.entries).toBeLessThanOrEqual(32);
  expect(statistics.shingles).toBe(statistics.entries);
  expect(statistics.commonShingles).toBe(0);
});

test('no block has more entries than allowed, except for those of one page', () => {
  const sketches = Array.from({ length: 40 }, (_, page) => Int32Array.of(7, page));
  const blocks = (maxEntries: number) => pairSketches(sketches, () => {}, { maxEntries }).blocks;
  // Page x has 39 − x entries.
  expect([1, 39, 39 + 38, 780].map(blocks)).toEqual([39, 25, 12, 1]);
});

test('a shingle of a thousand sketches still makes pairs, one of 1001 does not, unless told otherwise', () => {
  const blocks = (pages: number) => {
    const sketches = Array.from({ length: pages }, (_, page) => Int32Array.of(7, page));
    const { shingles, commonShingles, entries } = pairSketches(sketches, () => {});
    return [shingles, commonShingles, entries];
  };
  expect(blocks(1000)).toEqual([1, 0, 499_500]);
  expect(blocks(1001)).toEqual([1, 1, 0]);
});

test('bounds that are no positive integers are refused, an empty collection is not', () => {
  expect(paired([])).toEqual([]);
  for (const name of ['minShared', 'maxDocuments', 'maxEntries']) {
    expect(() => paired([], { [name]: 0 })).toThrow(`${name}: expected 1, 2, 3 …; got 0`);
  }
});
