import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PagePairsBuilder } from '../../src/cluster/pairs.ts';
import { commonPairs, f1Of, scores, wilsonInterval } from '../../src/evaluate/precision-recall.ts';
import { hypergeometricTail } from '../../src/methods/hypergeometric.ts';
import { binomialTail } from '../../src/sketch/binomial.ts';

describe('scores', () => {
  test('are the textbook quotients', () => {
    const { precision, recall, f1 } = scores(8, 6, 12);
    expect([precision, recall]).toEqual([0.75, 0.5]);
    expect(f1).toBeCloseTo(0.6, 12);
  });

  test('call a method that names nothing precise, and one with nothing to find complete', () => {
    expect(scores(0, 0, 5)).toMatchObject({ precision: 1, recall: 0, f1: 0 });
    expect(scores(5, 0, 0)).toMatchObject({ precision: 0, recall: 1, recallInterval: [0, 1] });
    expect(f1Of(0, 0)).toBe(0);
  });
});

describe('wilsonInterval', () => {
  test('is that of published tables', () => {
    // Brown, Cai & DasGupta 2001 and common calculators: 8 of 10, 0 of 10, 81 of 263.
    const rounded = (successes: number, trials: number) =>
      wilsonInterval(successes, trials).map((end) => Number(end.toFixed(4)));
    expect(rounded(8, 10)).toEqual([0.4902, 0.9433]);
    expect(rounded(0, 10)).toEqual([0, 0.2775]);
    expect(rounded(81, 263)).toEqual([0.2553, 0.3662]);
  });

  test('holds the true share in about 95 of 100 samples', () => {
    const [trials, share] = [40, 0.9];
    let covered = 0;
    for (let hits = 0; hits <= trials; hits++) {
      const [low, high] = wilsonInterval(hits, trials);
      const chance = binomialTail(trials, share, hits) - binomialTail(trials, share, hits + 1);
      if (low <= share && share <= high) covered += chance;
    }
    expect(covered).toBeGreaterThan(0.93);
    expect(covered).toBeLessThan(0.99);
  });

  test('stays within [0, 1] and around the share, whatever is counted', () => {
    fc.assert(
      fc.property(fc.nat(10_000), fc.nat(10_000), (x, y) => {
        const [hits, trials] = [Math.min(x, y), Math.max(x, y)];
        const [low, high] = wilsonInterval(hits, trials);
        const share = trials === 0 ? 0.5 : hits / trials;
        expect(low).toBeGreaterThanOrEqual(0);
        expect(low).toBeLessThanOrEqual(share);
        expect(high).toBeGreaterThanOrEqual(share);
        expect(high).toBeLessThanOrEqual(1);
      }),
    );
  });
});

test('commonPairs names what two sorted lists of pairs share, by its places in the second', () => {
  const list = fc.uniqueArray(fc.tuple(fc.nat(6), fc.nat(6)), { selector: ([a, b]) => a * 7 + b });
  const asPairs = (pairs: readonly (readonly [number, number])[]) => {
    const builder = new PagePairsBuilder();
    // the second page lies above the first
    for (const [a, b] of pairs) builder.add(a, 7 + b, 0);
    return builder.finish(14);
  };
  fc.assert(
    fc.property(list, list, (x, y) => {
      const xs = new Set(x.map(([a, b]) => `${a} ${7 + b}`));
      const second = asPairs(y);
      const named = [...commonPairs(asPairs(x), second)].map((i) => `${second.a[i]} ${second.b[i]}`);
      expect(named).toEqual(
        Array.from(second.a, (a, i) => `${a} ${second.b[i]}`).filter((pair) => xs.has(pair)),
      );
    }),
  );
});

test('hypergeometricTail is what counting all draws gives', () => {
  // Draws of 3 from 7 with 4 marked, listed one by one.
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < 7; i++)
    for (let j = i + 1; j < 7; j++) {
      for (let k = j + 1; k < 7; k++) counts[[i, j, k].filter((item) => item < 4).length]++;
    }
  const total = counts.reduce((a, b) => a + b, 0);
  for (let least = 0; least <= 3; least++) {
    const atLeast = counts.slice(least).reduce((a, b) => a + b, 0);
    expect(hypergeometricTail(7, 4, 3, least)).toBeCloseTo(atLeast / total, 12);
  }
  expect(hypergeometricTail(7, 4, 3, 4)).toBe(0);
  // Few draws of a large population are nearly independent: also above the table of factorials.
  expect(hypergeometricTail(1e7, 8e6, 32, 26)).toBeCloseTo(binomialTail(32, 0.8, 26), 4);
});
