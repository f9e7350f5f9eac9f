import { findPair, type PagePairs } from '../cluster/pairs.ts';
import type { Collection } from '../methods/collection.ts';
import type { Method, RecallModel } from '../methods/method.ts';
import type { Evaluation, RecallCurve } from './evaluation.ts';
import type { SamplePairs } from './sample.ts';
import { resemblanceOf } from './truth.ts';

/** Least resemblance in the distribution of similarities. */
export const leastSimilarity = 0.3;

const binsOfOne = 40;
const firstBin = Math.round(leastSimilarity * binsOfOne);

/**
 * Numbers of pairs by resemblance in bins of 1/40 from 0.3 to 1, from the pairs of `drawn` uniformly sampled pages with
 * all.
 *
 * Scaled by the probability that a pair has a page in the sample, 1 − (N − n)(N − n − 1) / (N(N − 1)); exact if n = N.
 */
export function countSimilarities(
  collection: Collection,
  pairs: SamplePairs,
  drawn: number,
): Evaluation['similarities'] {
  const { pages } = collection;
  const chance = pages < 2 ? 1 : 1 - ((pages - drawn) * (pages - drawn - 1)) / (pages * (pages - 1));
  const counts = new Float64Array(binsOfOne - firstBin);
  for (let i = 0; i < pairs.length; i++) {
    counts[binOf(resemblanceOf(collection, pairs, i))] += pairs.weights[i];
  }
  return Array.from(counts, (count, bin) => ({ ...edgesOf(bin), pairs: Math.round(count / chance) }));
}

/** For each bin of similarity, the share of its pairs that a method's model promises to find and the share it names. */
export function recallCurve(
  collection: Collection,
  method: Method,
  threshold: number,
  model: RecallModel,
  pairs: SamplePairs,
  named: PagePairs,
): RecallCurve {
  const bins = binsOfOne - firstBin;
  const counts = new Float64Array(bins);
  const found = new Float64Array(bins);
  const promised = new Float64Array(bins);
  for (let i = 0; i < pairs.length; i++) {
    const resemblance = resemblanceOf(collection, pairs, i);
    const bin = binOf(resemblance);
    const weight = pairs.weights[i];
    counts[bin] += weight;
    promised[bin] +=
      weight * model(resemblance, collection.sizeOf(pairs.a[i]), collection.sizeOf(pairs.b[i]));
    if (findPair(named, pairs.a[i], pairs.b[i]) >= 0) found[bin] += weight;
  }
  const points = [];
  for (let bin = 0; bin < bins; bin++) {
    if (counts[bin] === 0) continue;
    const { from, to } = edgesOf(bin);
    points.push({
      similarity: (from + to) / 2,
      promised: promised[bin] / counts[bin],
      measured: found[bin] / counts[bin],
      pairs: counts[bin],
    });
  }
  return { method: method.variant, threshold, points };
}

function binOf(resemblance: number): number {
  return Math.min(binsOfOne - 1, Math.floor(resemblance * binsOfOne)) - firstBin;
}

function edgesOf(bin: number): { from: number; to: number } {
  return { from: (firstBin + bin) / binsOfOne, to: (firstBin + bin + 1) / binsOfOne };
}
