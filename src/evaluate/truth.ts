import { type PagePairs, PagePairsBuilder, pairsAt } from '../cluster/pairs.ts';
import { UnionFind } from '../cluster/union-find.ts';
import { numbersWhere } from '../grams/counting-sort.ts';
import { jaccard } from '../grams/jaccard.ts';
import type { Collection } from '../methods/collection.ts';
import { confirmPairs } from '../methods/confirm.ts';
import type { Contents } from '../methods/contents.ts';
import type { Method, NamedPairs, RecallModel } from '../methods/method.ts';
import { commonPairs, f1Of, type Scores, scores, wilsonInterval } from './precision-recall.ts';
import type { SamplePairs } from './sample.ts';

/** What the pairs of methods are compared with, at one threshold. */
export interface Truth {
  score(named: NamedPairs, method: Method): Scores;
  /** The recall that a model predicts from the similarities of the true pairs; 1 if there are none. */
  predict(model: RecallModel): number;
}

/** True pairs as pairs of contents (`Contents`), sorted by a, then b, where one may stand several times. */
interface TruePairs {
  readonly pairs: PagePairs;
  /** Float64Array(pairs): the pairs of pages that each stands for. */
  readonly weights: Float64Array;
  /** Uint32Array(pairs): the family of each, numbered from 0. */
  readonly families: Uint32Array;
}

/**
 * The truth when all true pairs are known, `truePairs` as a method names them.
 *
 * A family is a set of pages linked by true pairs. Its pairs are found or missed together: a text at forty addresses is
 * one observation, not 780. The interval of the recall comes from how families differ; that of an exact join is [1, 1],
 * as it finds all of them by definition.
 */
export function fullTruth(collection: Collection, truePairs: PagePairs): Truth {
  const { value: contents } = collection.contents();
  const weights = Float64Array.from({ length: truePairs.length }, (_, i) =>
    contents.weightOf(truePairs.a[i], truePairs.b[i]),
  );
  const families = familiesOf(collection.pages, truePairs);
  const truth = truthOf(collection, { pairs: truePairs, weights, families });
  return {
    ...truth,
    score: (named, method) => ({
      ...truth.score(named, method),
      ...(method.exact && { recallInterval: [1, 1] }),
    }),
  };
}

/** The same for true pairs of pages, such as labels, which need not hold for other pages with their contents. */
export function labelledTruth(collection: Collection, labels: PagePairs): Truth {
  const { firstOf } = collection.contents().value;
  const families = familiesOf(collection.pages, labels);
  const builder = new PagePairsBuilder();
  for (let i = 0; i < labels.length; i++) builder.add(firstOf[labels.a[i]], firstOf[labels.b[i]], i);
  const pairs = builder.finish(collection.pages);
  return truthOf(collection, {
    pairs,
    weights: new Float64Array(pairs.length).fill(1),
    families: pairs.overlap.map((label) => families[label]),
  });
}

function truthOf(collection: Collection, { pairs: truePairs, weights, families }: TruePairs): Truth {
  const { value: contents } = collection.contents();
  const trueOf = new Float64Array(families.reduce((most, family) => Math.max(most, family + 1), 0));
  for (let i = 0; i < weights.length; i++) trueOf[families[i]] += weights[i];
  const all = sumOf(trueOf);
  return {
    score({ pairs }) {
      const foundOf = new Float64Array(trueOf.length);
      for (const pair of commonPairs(pairs, truePairs)) foundOf[families[pair]] += weights[pair];
      const correct = sumOf(foundOf);
      const recall = all === 0 ? 1 : correct / all;
      return scores(contents.countOf(pairs), correct, all, effectiveTrials(trueOf, foundOf, recall));
    },
    predict: (model) => predictedRecall(collection, truePairs, weights, model),
  };
}

/** The family of each pair, numbered from 0 in the order of their first pairs. */
function familiesOf(pages: number, pairs: PagePairs): Uint32Array {
  const linked = new UnionFind(pages);
  for (let i = 0; i < pairs.length; i++) linked.union(pairs.a[i], pairs.b[i]);
  const numbers = new Map<number, number>();
  const ofPair = new Uint32Array(pairs.length);
  for (let i = 0; i < pairs.length; i++) {
    const family = linked.find(pairs.a[i]);
    if (!numbers.has(family)) numbers.set(family, numbers.size);
    ofPair[i] = numbers.get(family)!;
  }
  return ofPair;
}

function sumOf(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
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
  pairsOfDrawn: SamplePairs,
  threshold: number,
): Truth {
  const { value: contents } = collection.contents();
  const atThreshold = pairsFrom(collection, pairsOfDrawn, threshold);
  return {
    score(named, method) {
      const pairs = contents.countOf(named.pairs);
      const correct = method.confirmed
        ? pairs
        : contents.countOf(confirmPairs(collection, named.pairs, threshold));
      const estimate = estimateRecall(contents, sample, atThreshold, named.pairs);
      const precision = pairs === 0 ? 1 : correct / pairs;
      return {
        pairs,
        correct,
        truePairs: Math.max(correct, Math.round(estimate.truePairs)),
        precision,
        recall: estimate.recall,
        recallInterval: estimate.interval,
        f1: f1Of(precision, estimate.recall),
      };
    },
    predict: (model) => predictedRecall(collection, atThreshold, atThreshold.weights, model),
  };
}

/** The pairs with a resemblance of at least the threshold, in their order. */
function pairsFrom(collection: Collection, pairs: SamplePairs, threshold: number): SamplePairs {
  const kept = numbersWhere(pairs.length, (i) => resemblanceOf(collection, pairs, i) >= threshold);
  return { ...pairsAt(pairs, kept), weights: Float64Array.from(kept, (i) => pairs.weights[i]) };
}

/** Recall of `named`, estimated from the true pairs of the sampled pages. */
export function estimateRecall(
  contents: Contents,
  sample: Uint32Array,
  truePairs: PagePairs,
  named: PagePairs,
): { recall: number; interval: readonly [number, number]; truePairs: number } {
  const { firstOf, copies } = contents;
  // Of a page with each content: the number of its true pairs, and of those of them that are named.
  const trueOfPage = new Float64Array(firstOf.length);
  const foundOfPage = new Float64Array(firstOf.length);
  const addTo = (counts: Float64Array, a: number, b: number): void => {
    counts[a] += a === b ? copies[a] - 1 : copies[b];
    if (a !== b) counts[b] += copies[a];
  };
  for (let i = 0, j = 0; i < truePairs.length; i++) {
    const [a, b] = [truePairs.a[i], truePairs.b[i]];
    while (j < named.length && (named.a[j] - a || named.b[j] - b) < 0) j++;
    addTo(trueOfPage, a, b);
    if (j < named.length && named.a[j] === a && named.b[j] === b) addTo(foundOfPage, a, b);
  }
  const trueOf = Float64Array.from(sample, (page) => trueOfPage[firstOf[page]]);
  const foundOf = Float64Array.from(sample, (page) => foundOfPage[firstOf[page]]);
  const allTrue = sumOf(trueOf);
  const estimated = sample.length === 0 ? 0 : (allTrue * firstOf.length) / (2 * sample.length);
  if (allTrue === 0) return { recall: 1, interval: [0, 1], truePairs: estimated };
  const recall = sumOf(foundOf) / allTrue;
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

function predictedRecall(
  collection: Collection,
  pairs: PagePairs,
  weights: Float64Array,
  model: RecallModel,
): number {
  if (pairs.length === 0) return 1;
  let expected = 0;
  for (let i = 0; i < pairs.length; i++) {
    const resemblance = resemblanceOf(collection, pairs, i);
    expected += weights[i] * model(resemblance, collection.sizeOf(pairs.a[i]), collection.sizeOf(pairs.b[i]));
  }
  return expected / sumOf(weights);
}

/** Exact resemblance of pair i of pairs with exact overlaps. */
export function resemblanceOf(collection: Collection, pairs: PagePairs, i: number): number {
  return jaccard(pairs.overlap[i], collection.sizeOf(pairs.a[i]), collection.sizeOf(pairs.b[i]));
}
