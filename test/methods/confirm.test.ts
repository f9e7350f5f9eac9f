import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PagePairsBuilder } from '../../src/cluster/pairs.ts';
import { jaccard, overlapOfSorted } from '../../src/grams/jaccard.ts';
import { Collection } from '../../src/methods/collection.ts';
import { confirmDistinct, confirmPairs } from '../../src/methods/confirm.ts';
import { setsOf } from '../evaluate/collections.ts';

/** Few values, of which many share a half; as floating-point numbers some are 0, −0, or none. */
const gram = fc.oneof(
  fc.constantFrom(0n, 1n << 63n, 0x7ff8n << 48n, (0x7ff8n << 48n) | 1n, 0xfff8n << 48n),
  fc.tuple(fc.nat(3), fc.nat(3)).map(([high, low]) => (BigInt(high) << 32n) | BigInt(low)),
  fc.nat(40).map(BigInt),
);
const page = fc
  .oneof(
    { weight: 4, arbitrary: fc.array(gram, { maxLength: 30 }) },
    { weight: 1, arbitrary: fc.constant([]) },
  )
  .map((grams) => BigUint64Array.from(new Set(grams)).sort());
/** Pages, some of them equal, and which pairs of them are looked at. */
const questions = fc
  .tuple(fc.array(page, { minLength: 2, maxLength: 6 }), fc.array(fc.nat(5), { minLength: 2, maxLength: 12 }))
  .map(([pages, order]) => order.map((k) => pages[k % pages.length]))
  .chain((pages) =>
    fc.record({
      pages: fc.constant(pages),
      pairs: fc.uniqueArray(
        fc.tuple(fc.nat(pages.length - 1), fc.nat(pages.length - 1)).filter(([a, b]) => a < b),
        { selector: ([a, b]) => a * 100 + b, maxLength: 40 },
      ),
    }),
  );

function candidatesOf(pairs: readonly [number, number][], pages: number) {
  const builder = new PagePairsBuilder();
  for (const [a, b] of pairs) builder.add(a, b, 0);
  return builder.finish(pages);
}

test('confirmed are the candidates whose exact resemblance reaches the threshold, with their overlaps', () => {
  const thresholds = fc.constantFrom(0.1, 0.5, 2 / 3, 0.8, 1);
  fc.assert(
    fc.property(questions, thresholds, ({ pages, pairs }, threshold) => {
      const found = confirmPairs(new Collection(setsOf(pages)), candidatesOf(pairs, pages.length), threshold);
      const expected = [...pairs]
        .sort((p, q) => p[0] - q[0] || p[1] - q[1])
        .map(([a, b]) => ({ a, b, overlap: overlapOfSorted(pages[a], pages[b]) }))
        .filter(({ a, b, overlap }) => jaccard(overlap, pages[a].length, pages[b].length) >= threshold);
      expect(Array.from(found.a, (a, i) => ({ a, b: found.b[i], overlap: found.overlap[i] }))).toEqual(
        expected,
      );
    }),
    { numRuns: 400 },
  );
});

test('grams whose bits are those of 0 and −0 are two', () => {
  const pages = [[0n], [1n << 63n], [0n]].map((grams) => BigUint64Array.from(grams));
  const every: [number, number][] = [
    [0, 1],
    [0, 2],
    [1, 2],
  ];
  const candidates = candidatesOf(every, 3);
  const found = confirmPairs(new Collection(setsOf(pages)), candidates, 0.5);
  expect([[...found.a], [...found.b]]).toEqual([[0], [2]]);
});

test('of candidates whose pages differ those that are named are confirmed alike', () => {
  const thresholds = fc.constantFrom(0.1, 0.5, 2 / 3, 0.8, 1);
  fc.assert(
    fc.property(questions, thresholds, ({ pages, pairs }, threshold) => {
      const sets = setsOf(pages);
      const some = pairs.filter(([a, b]) => pages[a].length > 0 && pages[b].length > 0);
      const candidates = candidatesOf(some, pages.length);
      const named = (_: number, a: number, b: number): boolean => (a + b) % 3 > 0;
      const reversed = Uint32Array.from(pages, (_, page) => pages.length - 1 - page);
      const [x, y] = [candidates.a, candidates.b].map((column) => column.map((page) => reversed[page]));
      const found = confirmDistinct(sets, { length: some.length, x, y }, reversed, threshold, named);
      const kept = some.filter(([a, b]) => (a + b) % 3 > 0);
      const expected = confirmPairs(new Collection(sets), candidatesOf(kept, pages.length), threshold);
      expect(found.finish(pages.length)).toEqual(expected);
    }),
    { numRuns: 200 },
  );
});
