import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ForestShape,
  forestLabels,
  forestProbability,
  forestShape,
  labelPrefixBytes,
  planSearch,
} from '../../src/sketch/forest.ts';
import { minHash } from '../../src/sketch/minhash.ts';
import { randomPair, seededRandom } from './sets.ts';

const full = forestShape(128);

/** Whether two sketches share a prefix of `depth` components in one of the first `trees` trees. */
function meet(x: Uint8Array, y: Uint8Array, shape: ForestShape, depth: number, trees: number): boolean {
  const bytes = labelPrefixBytes(depth);
  return Array.from({ length: trees }, (_, tree) => tree * shape.labelBytes).some((at) =>
    x.subarray(at, at + bytes).every((byte, i) => byte === y[at + i]),
  );
}

test('no tree holds a component that the sketch has not, and no component stands in two trees', () => {
  for (let components = 32; components <= 128; components++) {
    const { trees, rows, labelBytes } = forestShape(components);
    expect(trees * rows).toBeLessThanOrEqual(components);
    expect(labelBytes).toBe(rows + 1);
  }
  expect([32, 63, 64, 128].map(forestShape).map(({ trees, rows }) => [trees, rows])).toEqual([
    [8, 4],
    [8, 7],
    [16, 4],
    [16, 7],
  ]);
});

test('a component changes its own bytes of the labels and no others', () => {
  const sketch = minHash(BigUint64Array.of(1n, 2n, 3n));
  const labels = forestLabels(sketch, full);
  for (let component = 0; component < 128; component++) {
    // A byte stays the same by accident for one change in 256: these are eight.
    const differing = new Set<number>();
    for (let bit = 0; bit < 8; bit++) {
      const changed = sketch.slice();
      changed[component] ^= 1 << (3 * bit);
      for (const [at, byte] of forestLabels(changed, full).entries()) {
        if (byte !== labels[at]) differing.add(at);
      }
    }
    const tree = Math.floor(component / full.rows);
    const row = component % full.rows;
    const own = tree * full.labelBytes + row + 1;
    const isLeftOver = tree >= full.trees;
    expect([...differing].sort((a, b) => a - b)).toEqual(
      isLeftOver ? [] : row === 0 ? [own - 1, own] : [own],
    );
  }
});

test('labels stay the same in every release', () => {
  const labels = forestLabels(minHash(BigUint64Array.of(1n, 0x123456789abcdef0n)), full);
  expect(Buffer.from(labels.subarray(0, 16)).toString('hex')).toBe('54529da4143cf239b37c76aef3d54b0e');
});

test('a plan reaches the recall with the fewest trees of its depth, and no other depth is cheaper', () => {
  const threshold = fc.double({ min: 0.05, max: 1, noNaN: true });
  const recall = fc.double({ min: 0.01, max: 0.9999, noNaN: true });
  fc.assert(
    fc.property(threshold, recall, fc.integer({ min: 32, max: 128 }), (t, wanted, components) => {
      const shape = forestShape(components);
      const plan = planSearch(shape, t, wanted, 1000);
      expect(plan.recall).toBe(forestProbability(t, plan.depth, plan.trees));
      expect(plan.promised).toBe(plan.recall >= wanted);
      expect(plan.depth).toBeLessThanOrEqual(shape.rows);
      expect(plan.trees).toBeLessThanOrEqual(shape.trees);
      if (!plan.promised) {
        // Then it is the plan that finds most.
        expect([plan.depth, plan.trees]).toEqual([1, shape.trees]);
      } else if (plan.trees > 1) {
        expect(forestProbability(t, plan.depth, plan.trees - 1)).toBeLessThan(wanted);
      }
    }),
  );
});

test('a larger index is searched deeper, where the accidents of short prefixes cost more than probes', () => {
  const depths = [1e3, 1e5, 1e7, 1e9].map((pages) => planSearch(full, 0.5, 0.9, pages).depth);
  expect(depths).toEqual(depths.toSorted());
  expect(depths[3]).toBeGreaterThan(depths[0]);
});

test.each([0, 0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.97, 1])(
  'pairs of resemblance %d meet as often as the formula says, at every depth',
  (resemblance) => {
    const random = seededRandom(Math.round(1000 * resemblance) + 3);
    const trials = 600;
    const size = 120;
    const overlap = Math.round((2 * size * resemblance) / (1 + resemblance));
    const exact = overlap / (2 * size - overlap);
    const shapes = [
      [1, 16],
      [1, 2],
      [2, 16],
      [3, 7],
      [4, 9],
      [5, 16],
      [7, 16],
      [7, 1],
    ];
    const met = shapes.map(() => 0);
    for (let i = 0; i < trials; i++) {
      const [x, y] = randomPair(random, size, overlap).map((set) => forestLabels(minHash(set), full));
      for (const [s, [depth, trees]] of shapes.entries()) if (meet(x, y, full, depth, trees)) met[s]++;
    }
    for (const [s, [depth, trees]] of shapes.entries()) {
      const expected = forestProbability(exact, depth, trees);
      const error = Math.sqrt((expected * (1 - expected)) / trials);
      expect(Math.abs(met[s] / trials - expected)).toBeLessThanOrEqual(4 * error + 1 / trials);
    }
  },
);

test('depths change at these numbers of pages: where a deeper search is cheaper by 40 µs a probe and 12 a candidate', () => {
  const depthsOf = (threshold: number, recall: number, pages: number[]) =>
    pages
      .map((count) => planSearch(full, threshold, recall, count))
      .map(({ depth, trees }) => [depth, trees]);
  expect(depthsOf(0.8, 0.99, [666, 667, 1401, 1402, 2663, 2664])).toEqual([
    [1, 3],
    [2, 5],
    [2, 5],
    [3, 7],
    [3, 7],
    [4, 9],
  ]);
  expect(depthsOf(0.5, 0.9, [1340, 1341, 1e9])).toEqual([
    [1, 4],
    [2, 8],
    [2, 8],
  ]);
});

test('of depths that cost the same the first is searched', () => {
  expect(planSearch(full, 1, 0.9, 0)).toEqual({ trees: 1, depth: 1, recall: 1, promised: true });
});
