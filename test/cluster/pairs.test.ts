import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPair, PagePairsBuilder, pairsWhere } from '../../src/cluster/pairs.ts';

const pages = 60;
const pairSets = fc.uniqueArray(
  fc.tuple(fc.nat(pages - 1), fc.nat(pages - 1)).filter(([x, y]) => x !== y),
  { selector: ([x, y]) => Math.min(x, y) * pages + Math.max(x, y), maxLength: 3000 },
);

test('pairs come out smaller page first, sorted by a then b, each with its own overlap', () => {
  fc.assert(
    fc.property(pairSets, (list) => {
      const builder = new PagePairsBuilder();
      for (const [x, y] of list) builder.add(x, y, 100 * x + 100 * y);
      const { length, a, b, overlap } = builder.finish(pages);
      const sorted = list
        .map(([x, y]) => [Math.min(x, y), Math.max(x, y)])
        .sort((p, q) => p[0] - q[0] || p[1] - q[1]);
      expect(length).toBe(list.length);
      expect(sorted).toEqual(Array.from(a, (page, i) => [page, b[i]]));
      for (let i = 0; i < length; i++) expect(overlap[i]).toBe(100 * a[i] + 100 * b[i]);
    }),
  );
});

test('more pairs than the first buffers hold are all kept', () => {
  const builder = new PagePairsBuilder();
  for (let i = 5000; i > 0; i--) builder.add(i - 1, i, i);
  const pairs = builder.finish(5001);
  const expected = Array.from({ length: 5000 }, (_, i) => i);
  expect(pairs.length).toBe(5000);
  expect(Array.from(pairs.a)).toEqual(expected);
  expect(Array.from(pairs.b)).toEqual(expected.map((i) => i + 1));
  expect(Array.from(pairs.overlap)).toEqual(expected.map((i) => i + 1));
});

test('findPair finds each pair from either side, and nothing else', () => {
  fc.assert(
    fc.property(pairSets, fc.nat(pages - 1), fc.nat(pages - 1), (list, x, y) => {
      const builder = new PagePairsBuilder();
      for (const [p, q] of list) builder.add(p, q, 1);
      const pairs = builder.finish(pages);
      const at = findPair(pairs, x, y);
      expect(at).toBe(findPair(pairs, y, x));
      const isThere = list.some(([p, q]) => (p === x && q === y) || (p === y && q === x));
      if (!isThere) expect(at).toBe(-1);
      expect(at >= 0).toBe(isThere);
      if (at >= 0) expect([pairs.a[at], pairs.b[at]]).toEqual([Math.min(x, y), Math.max(x, y)]);
    }),
  );
});

test('pairsWhere keeps the pairs whose number meets the condition, in their order', () => {
  const builder = new PagePairsBuilder();
  for (let i = 0; i < 6; i++) builder.add(i, i + 10, 7 * i);
  // Columns may be longer than there are pairs.
  const pairs = { ...builder.finish(20), length: 5 };
  expect(pairsWhere(pairs, (i) => i % 2 === 0)).toEqual({
    length: 3,
    a: Uint32Array.of(0, 2, 4),
    b: Uint32Array.of(10, 12, 14),
    overlap: Uint32Array.of(0, 14, 28),
  });
  expect(pairsWhere(pairs, () => true).length).toBe(5);
});
