import { expect, test } from 'vitest';
import { pairsOfSample, samplePages } from '../../src/evaluate/sample.ts';
import { countSimilarities } from '../../src/evaluate/similarities.ts';
import { Collection } from '../../src/methods/collection.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { independentPairs, setsOf } from './collections.ts';

test('numbers of pairs from a sample are right on average, bin by bin', () => {
  const collection = independentPairs(100, 0.3, 11);
  const everyPage = samplePages(collection.pages, collection.pages);
  const exact = countSimilarities(collection, pairsOfSample(collection, everyPage, 0.3), everyPage.length);
  const all = exact.reduce((sum, bin) => sum + bin.pairs, 0);
  expect(all).toBeGreaterThan(95);

  const samples = 400;
  const estimated = new Float64Array(2);
  for (let seed = 1; seed <= samples; seed++) {
    const sample = samplePages(collection.pages, 60, seed);
    const bins = countSimilarities(collection, pairsOfSample(collection, sample, 0.3), sample.length);
    for (const { from, pairs } of bins) estimated[from < 0.65 ? 0 : 1] += pairs / samples;
  }
  const halves = [0, 0];
  for (const { from, pairs } of exact) halves[from < 0.65 ? 0 : 1] += pairs;
  for (const half of [0, 1]) expect(Math.abs(estimated[half] / halves[half] - 1)).toBeLessThan(0.03);
});

test('of four equal pages two tell that there are six pairs', () => {
  const page = randomSet(seededRandom(1), 10);
  const collection = new Collection(setsOf([page, page, page, page]));
  const bins = countSimilarities(collection, pairsOfSample(collection, samplePages(4, 2), 0.3), 2);
  expect(bins.at(-1)).toEqual({ from: 0.975, to: 1, pairs: 6 });
});
