import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measures } from '../../src/join/similarity.ts';
import { firstPartner, planBlocks } from '../../src/join/size-blocks.ts';

const sizes = fc.array(fc.nat(30), { maxLength: 40 }).map((list) => Uint32Array.from(list));
const mostValues = fc.constantFrom(1, 7, 30, 31, 60.5, 1e9);

test('every record is in one block, in input order, blocks ascend in size, and none is fuller than allowed', () => {
  fc.assert(
    fc.property(sizes, mostValues, (sizes, most) => {
      const blocks = planBlocks(sizes, most);
      let [start, largestBefore, sumBefore] = [0, 0, Number.POSITIVE_INFINITY];
      for (const block of blocks) {
        const own = [...block.records].map((record) => sizes[record]);
        const sum = own.reduce((a, b) => a + b, 0);
        expect(own.length).toBeGreaterThan(0);
        if (own.length > 1) expect(sum).toBeLessThanOrEqual(most);
        // The smallest would not have fitted into the block before.
        expect(sumBefore + block.smallest).toBeGreaterThan(most);
        expect([block.smallest, block.largest]).toEqual([Math.min(...own), Math.max(...own)]);
        expect(block.smallest).toBeGreaterThanOrEqual(largestBefore);
        expect([...block.records]).toEqual([...block.records].sort((a, b) => a - b));
        expect([...block.offsets]).toEqual(
          Array.from({ length: own.length + 1 }, (_, k) => own.slice(0, k).reduce((a, b) => a + b, 0)),
        );
        expect(block.start).toBe(start);
        [start, largestBefore, sumBefore] = [start + sum, block.largest, sum];
      }
      const all = blocks.flatMap(({ records }) => [...records]).sort((a, b) => a - b);
      expect(all).toEqual(Array.from(sizes, (_, record) => record));
    }),
    { numRuns: 300 },
  );
});

test('equal sizes are dealt out in input order', () => {
  expect(planBlocks(Uint32Array.of(5, 5, 1, 5), 10).map(({ records }) => [...records])).toEqual([
    [0, 2],
    [1, 3],
  ]);
});

test('the first partner of a block is the first with a record that one of its own can be similar to', () => {
  const similarity = fc.constantFrom('jaccard', 'cosine', 'dice', 'overlap');
  const threshold = fc.constantFrom(0.3, 0.5, 0.8, 1);
  fc.assert(
    fc.property(sizes, mostValues, similarity, threshold, (sizes, most, similarity, fraction) => {
      const t = similarity === 'overlap' ? 10 * fraction : fraction;
      const blocks = planBlocks(sizes, most);
      for (let j = 0; j < blocks.length; j++) {
        const own = [...blocks[j].records].map((record) => sizes[record]);
        const canMatch = (n: number) =>
          own.some((m) => n > 0 && m > 0 && measures[similarity].isSimilar(Math.min(m, n), m, n, t));
        const first = firstPartner(blocks, j, similarity, t);
        for (let i = 0; i < Math.min(first, j + 1); i++) {
          expect([...blocks[i].records].some((record) => canMatch(sizes[record]))).toBe(false);
        }
        if (first < j) expect(canMatch(blocks[first].largest)).toBe(true);
        expect(first).toBeLessThanOrEqual(j + 1);
      }
    }),
    { numRuns: 300 },
  );
  const blocks = planBlocks(Uint32Array.of(0, 39, 40, 50), 1);
  expect(blocks).toHaveLength(4);
  expect([0, 1, 2, 3].map((j) => firstPartner(blocks, j, 'jaccard', 0.8))).toEqual([0, 1, 1, 2]);
  expect([0, 1, 2, 3].map((j) => firstPartner(blocks, j, 'overlap', 45))).toEqual([0, 2, 3, 3]);
});
