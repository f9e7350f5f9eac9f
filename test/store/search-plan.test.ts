import fc from 'fast-check';
import { expect, test } from 'vitest';
import { binomialTail } from '../../src/sketch/binomial.ts';
import { forestLabels, labelPrefixBytes } from '../../src/sketch/forest.ts';
import { agreeingComponents, minHash } from '../../src/sketch/minhash.ts';
import { differingBits, oddSketch } from '../../src/sketch/odd-sketch.ts';
import { completeParameters, type IndexSetting, layoutOf } from '../../src/store/layout/parameters.ts';
import { leastAgreement, SearchPlans, searchPlan } from '../../src/store/search-plan.ts';
import { randomPair, seededRandom } from '../sketch/sets.ts';

const layout = (setting: IndexSetting, components?: number) =>
  layoutOf(
    completeParameters({
      gram: 'any',
      threshold: 0.8,
      recall: 0.99,
      setting,
      ...(components === undefined ? {} : { components }),
    }),
  );

test('the least agreement loses no more than it may, and one component more would', () => {
  const share = fc.double({ min: 0.01, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(share, fc.double({ min: 1e-9, max: 0.5, noNaN: true }), (threshold, loss) => {
      const least = leastAgreement(128, threshold, loss);
      expect(binomialTail(128, threshold, least)).toBeGreaterThanOrEqual(1 - loss);
      if (least < 128) expect(binomialTail(128, threshold, least + 1)).toBeLessThan(1 - loss);
    }),
  );
  expect(leastAgreement(64, 1, 1e-5)).toBe(64);
});

test('the index at its usual threshold promises its recall in both settings, and says where it cannot', () => {
  for (const setting of ['exact', 'compact'] as const) {
    for (const threshold of [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1]) {
      expect(searchPlan(layout(setting), threshold, 0.99, 1e6)).toMatchObject({ promised: true });
    }
    const poor = searchPlan(layout(setting), 0.1, 0.99, 1e6);
    expect(poor.promised).toBe(false);
    expect(poor.recall).toBeLessThan(0.99);
    expect(poor.recall).toBeGreaterThan(0.5);
  }
});

test.each([
  ['exact', 128, 0.5, 0.9],
  ['exact', 128, 0.8, 0.99],
  ['compact', 64, 0.8, 0.99],
  ['compact', 64, 0.8, 0.9],
  ['compact', 32, 0.9, 0.9],
  ['compact', 64, 0.5, 0.7],
  ['compact', 64, 0.2, 0.99],
] as const)(
  'in the %s setting with %i components a pair at %d is found as often as promised when %d is asked for',
  (setting, components, threshold, recall) => {
    const random = seededRandom(Math.round(100 * threshold) + components);
    const shape = layout(setting, components);
    const plan = searchPlan(shape, threshold, recall, 1000);
    // Sizes for which the threshold is a quotient of whole numbers, a little above at most.
    const size = 90;
    const overlap = Math.ceil((2 * size * threshold) / (1 + threshold));
    const trials = 1500;
    let found = 0;
    for (let i = 0; i < trials; i++) {
      const pair = randomPair(random, size, overlap);
      const [x, y] = pair.map((set) => minHash(set, components));
      const [oddX, oddY] = pair.map((set) => oddSketch(set, shape.oddSketchBits || 512));
      const [a, b] = [x, y].map((sketch) => forestLabels(sketch, shape.forest));
      const bytes = labelPrefixBytes(plan.depth);
      const meet = Array.from({ length: plan.trees }, (_, tree) => tree * shape.forest.labelBytes).some(
        (at) => a.subarray(at, at + bytes).every((byte, k) => byte === b[at + k]),
      );
      const isOut =
        plan.mostDiffering !== undefined &&
        differingBits(oddX, oddY) > plan.mostDiffering[2 * (size - overlap)];
      if (meet && agreeingComponents(x, y) >= plan.agreeing && !isOut) found++;
    }
    const error = Math.sqrt((plan.recall * (1 - plan.recall)) / trials);
    expect(found / trials).toBeGreaterThanOrEqual(plan.recall - 3 * error - 1 / trials);
    if (setting === 'exact') expect(found / trials).toBeLessThanOrEqual(plan.recall + 5 * error + 0.02);
  },
);

test('the compact setting asks for all the agreement that the recall leaves room for', () => {
  const shape = layout('compact');
  for (const threshold of [0.5, 0.7, 0.8, 0.9, 0.95]) {
    const { recall, agreeing, promised } = searchPlan(shape, threshold, 0.95, 1e6);
    const oneMore =
      recall - binomialTail(64, threshold, agreeing) + binomialTail(64, threshold, agreeing + 1);
    expect(promised).toBe(true);
    expect(oneMore).toBeLessThan(0.95);
  }
});

test('plans are made once for a threshold, a recall and a doubling of the size, and out of range refused', () => {
  const plans = new SearchPlans(layout('exact'));
  expect(plans.of(0.8, 0.99, 1000)).toBe(plans.of(0.8, 0.99, 1023));
  expect(plans.of(0.8, 0.99, 1000)).not.toBe(plans.of(0.8, 0.9, 1000));
  expect(plans.of(0.8, 0.99, 1000)).not.toBe(plans.of(0.7, 0.99, 1000));
  expect(plans.of(0.8, 0.99, 10).depth).toBeLessThan(plans.of(0.8, 0.99, 1e6).depth);
  for (const bad of [0, 1.01, Number.NaN]) expect(() => plans.of(bad, 0.9, 1)).toThrow(RangeError);
  for (const bad of [0, 1, Number.NaN]) expect(() => plans.of(0.8, bad, 1)).toThrow(RangeError);
});
