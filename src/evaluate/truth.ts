import { type PagePairs, pairsWhere } from '../cluster/pairs.ts';
import { UnionFind } from '../cluster/union-find.ts';
import { jaccard } from '../grams/jaccard.ts';
import type { Collection } from '../methods/collection.ts';
import { confirmPairs } from '../methods/confirm.ts';
import type { Method, NamedPairs, RecallModel } from '../methods/method.ts';
import { commonPairs, f1Of, type Scores, scores, wilsonInterval } from './precision-recall.ts';

/** What the pairs of methods are compared with, at one threshold. */
export interface Truth {
  score(named: NamedPairs, method: Method): Scores;
  /** The recall that a model predicts from the similarities of the true pairs; 1 if there are none. */
  predict(model: RecallModel): number;
}

/**
 * The truth when all true pairs are known.
 *
 * A family is a set of pages linked by true pairs. Its pairs are found or missed together: a text at forty addresses is
 * one observation, not 780. The interval of the recall comes from how families differ.
 */
export function fullTruth(collection: Collection, truePairs: PagePairs): Truth {
  const families = familiesOf(collection.pages, truePairs);
  const trueOf = new Float64Array(families.count);
  for (const family of families.ofPair) trueOf[family]++;
  return {
    score({ pairs }) {
      const foundOf = new Float64Array(families.count);
      let correct = 0;
      for (const pair of commonPairs(pairs, truePairs)) {
        foundOf[families.ofPair[pair]]++;
        correct++;
      }
      const recall = truePairs.length === 0 ? 1 : correct / truePairs.length;
      return scores(pairs.length, correct, truePairs.length, effectiveTrials(trueOf, foundOf, recall));
    },
    predict: (model) => predictedRecall(collection, truePairs, model),
  };
}

/** The family of each pair, numbered from 0 in the order of their first pairs. */
function familiesOf(
  pages: number,
  pairs: PagePairs,
): { readonly ofPair: Uint32Array; readonly count: number } {
  const linked = new UnionFind(pages);
  for (let i = 0; i < pairs.length; i++) linked.union(pairs.a[i], pairs.b[i]);
  const numbers = new Map<number, number>();
  const ofPair = new Uint32Array(pairs.length);
  for (let i = 0; i < pairs.length; i++) {
    const family = linked.find(pairs.a[i]);
    if (!numbers.has(family)) numbers.set(family, numbers.size);
    ofPair[i] = numbers.get(family)!;
  }
  return { ofPair, count: numbers.size };
}

/**
 * The truth when only the pairs of uniformly sampled pages are known (`pairsOfSample`). Recall is estimated from them.
 *
 * Every pair has the same chance to have a page in the sample. So the numbers of true and of found pairs, summed over
 * the sampled pages, both estimate their totals without bias, and their ratio is the recall. Its interval comes from
 * how sampled pages differ, as an effective number of pairs in Wilson's interval. Precision is exact: every named pair
 * is confirmed.
 */
export function sampledTruth(
  collection: Collection,
  sample: Uint32Array,
  pairsOfDrawn: PagePairs,
  threshold: number,
): Truth {
  const atThreshold = pairsWhere(
    pairsOfDrawn,
    (i) => resemblanceOf(collection, pairsOfDrawn, i) >= threshold,
  );
  return {
    score(named, method) {
      const correct = method.confirmed
        ? named.pairs.length
        : confirmPairs(collection.sets, named.pairs, threshold).length;
      const estimate = estimateRecall(collection.pages, sample, atThreshold, named.pairs);
      const precision = named.pairs.length === 0 ? 1 : correct / named.pairs.length;
      return {
        pairs: named.pairs.length,
        correct,
        truePairs: Math.max(correct, Math.round(estimate.truePairs)),
        precision,
        recall: estimate.recall,
        recallInterval: estimate.interval,
        f1: f1Of(precision, estimate.recall),
      };
    },
    predict: (model) => predictedRecall(collection, atThreshold, model),
  };
}

/** Recall of `named`, estimated from the true pairs of the sampled pages. */
export function estimateRecall(
  pages: number,
  sample: Uint32Array,
  truePairs: PagePairs,
  named: PagePairs,
): { recall: number; interval: readonly [number, number]; truePairs: number } {
  const placeOf = new Int32Array(pages).fill(-1);
  sample.forEach((page, place) => {
    placeOf[page] = place;
  });
  // For each sampled page, the number of its true pairs, and of those of them that are named.
  const trueOf = new Float64Array(sample.length);
  const foundOf = new Float64Array(sample.length);
  for (let i = 0, j = 0; i < truePairs.length; i++) {
    const [a, b] = [truePairs.a[i], truePairs.b[i]];
    while (j < named.length && (named.a[j] - a || named.b[j] - b) < 0) j++;
    const isFound = j < named.length && named.a[j] === a && named.b[j] === b;
    for (const place of [placeOf[a], placeOf[b]]) {
      if (place < 0) continue;
      trueOf[place]++;
      if (isFound) foundOf[place]++;
    }
  }
  const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
  const allTrue = sum(trueOf);
  const estimated = sample.length === 0 ? 0 : (allTrue * pages) / (2 * sample.length);
  if (allTrue === 0) return { recall: 1, interval: [0, 1], truePairs: estimated };
  const recall = sum(foundOf) / allTrue;
  const trials = effectiveTrials(trueOf, foundOf, recall);
  return { recall, interval: wilsonInterval(recall * trials, trials), truePairs: estimated };
}

/**
 * Number of independent pairs that would say as much about the recall as the pairs of these groups. A group has
 * `trueOf` true pairs, of which `foundOf` were found. Linearised variance of a ratio: Cochran, Sampling Techniques,
 * §6.4.
 */
function effectiveTrials(trueOf: Float64Array, foundOf: Float64Array, recall: number): number {
  let squares = 0;
  let allTrue = 0;
  let groupsWithPairs = 0;
  for (let i = 0; i < trueOf.length; i++) {
    squares += (foundOf[i] - recall * trueOf[i]) ** 2;
    allTrue += trueOf[i];
    if (trueOf[i] > 0) groupsWithPairs++;
  }
  // If all groups are alike, their variance is unknown: then each counts as one trial.
  if (squares === 0) return groupsWithPairs;
  const variance = (squares / allTrue ** 2) * (trueOf.length / Math.max(1, trueOf.length - 1));
  return Math.min(allTrue, (recall * (1 - recall)) / variance);
}

function predictedRecall(collection: Collection, pairs: PagePairs, model: RecallModel): number {
  if (pairs.length === 0) return 1;
  let expected = 0;
  for (let i = 0; i < pairs.length; i++) {
    const resemblance = resemblanceOf(collection, pairs, i);
    expected += model(resemblance, collection.sizeOf(pairs.a[i]), collection.sizeOf(pairs.b[i]));
  }
  return expected / pairs.length;
}

/** Exact resemblance of pair i of pairs with exact overlaps. */
export function resemblanceOf(collection: Collection, pairs: PagePairs, i: number): number {
  return jaccard(pairs.overlap[i], collection.sizeOf(pairs.a[i]), collection.sizeOf(pairs.b[i]));
}
