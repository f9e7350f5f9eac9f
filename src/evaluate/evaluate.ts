import {
  checkFields,
  checkOptions,
  checkShare,
  checkWhole,
  refusedValue,
  wrongType,
  wrongValue,
} from '../argument-checks.ts';
import type { PagePairs } from '../cluster/pairs.ts';
import { tokensWithin } from '../join/out-of-core.ts';
import { checkThreshold, defaultThreshold } from '../join/similarity.ts';
import type { Collection } from '../methods/collection.ts';
import { defaultMemoryBytes, defaultRecall } from '../methods/defaults.ts';
import { qp } from '../methods/exact-joins.ts';
import type { Method, MethodOptions, NamedPairs } from '../methods/method.ts';
import { methods as allMethods, selectMethods } from '../methods/registry.ts';
import type { Evaluation, EvaluationRow, RecallCurve, Recommendation, UnknownId } from './evaluation.ts';
import { affordableSample, pairsOfSample, samplePages } from './sample.ts';
import { countSimilarities, leastSimilarity, recallCurve } from './similarities.ts';
import { timedAgain } from './timed-again.ts';
import { fullTruth, labelledTruth, sampledTruth, type Truth } from './truth.ts';
import { contendersOf, recommend, type Wanted } from './tuner.ts';

/** Options of an evaluation; all have defaults. */
export interface EvaluateOptions {
  /** Least Jaccard resemblances of a pair that counts, each in (0, 1]. Default 0.95, 0.9, 0.85, 0.8. */
  readonly thresholds?: readonly number[];
  /** Names of methods or variants, such as `simhash` and `simhash-3-confirmed`. Default: all. */
  readonly methods?: readonly string[];
  /**
   * Share of the pairs exactly at the threshold that adjustable methods aim at, (0, 1). Default 0.99, or halfway
   * between `targetRecall` and 1.
   */
  readonly recall?: number;
  /** Threads of the exact joins. Default 1. */
  readonly threads?: number;
  /** Memory for the exact join; a collection that needs more is sampled. Default: half of the machine's memory. */
  readonly memoryBytes?: number;
  /** Estimates recall from this number of sampled pages, regardless of memory. */
  readonly samplePages?: number;
  /** Also recommend the cheapest method that reaches this recall, (0, 1). */
  readonly targetRecall?: number;
  /** Most time that the recommended method may take at each threshold. */
  readonly maxMilliseconds?: number;
  /** Least precision of the recommended method, [0, 1]. Default 0.99. */
  readonly leastPrecision?: number;
  /** Called before each method runs, with the methods done so far and their total number. */
  onProgress?(what: string, done: number, total: number): void;
}

/** The input of an evaluation: a collection, labels if there are any, and facts about both for the result. */
interface Evaluated {
  readonly collection: Collection;
  /** Pages read. More than in the collection if only a uniform sample of them fitted. */
  readonly pagesRead?: number;
  /** Unit and length of a gram, such as `word:4`. */
  readonly gram: string;
  readonly multiset: boolean;
  /** Pairs used as the truth instead of the exact join, sorted by a, then b. Their overlaps have no meaning. */
  readonly labels?: PagePairs;
  /** The ids in the labels that belong to no page, in their order. */
  readonly unknownIds?: readonly UnknownId[];
}

/** The thresholds at which methods are compared by default: the default threshold and higher ones. */
export const defaultThresholds: readonly number[] = [0.95, 0.9, 0.85, defaultThreshold];

/** Number of pages sampled if the exact join is too large. */
const recallSample = 4000;
/** Most list entries examined for the distribution of similarities, and the least number of pages sampled for it. */
const similarityEntries = 5e8;
const leastSimilarityPages = 200;

/**
 * Precision, recall, candidates, time and memory of methods on one collection, at each threshold.
 *
 * The truth is the exact join. If that needs more than `memoryBytes`, the recall is estimated from the exact pairs of
 * uniformly sampled pages with all pages (`sampledTruth`). Sketches and rankings that several rows use are made once,
 * and their time is included in each of these rows. Methods run one after the other, on one thread unless they join.
 *
 * Pages with equal grams and frequencies are looked at once, and counted as often as there are.
 *
 * @throws RangeError for an option out of range or an unknown method, and for exact methods alone that need more than
 * `memoryBytes`, before any work
 */
export async function evaluateCollection(
  evaluated: Evaluated,
  options: EvaluateOptions = {},
): Promise<Evaluation> {
  const { collection, labels } = evaluated;
  checkEvaluateOptions(options);
  const { threads = 1, memoryBytes = defaultMemoryBytes } = options;
  const thresholds = [...new Set(options.thresholds ?? defaultThresholds)];
  const recall = aimedRecall(options);
  const asked = options.methods ? selectMethods(options.methods) : allMethods;
  const sample = drawSample(collection, options, memoryBytes);
  const methods = sample === undefined ? asked : asked.filter(({ exact }) => !exact);
  if (methods.length === 0) throw noneFits(asked, collection);

  const { pages, sets } = collection;
  const similarityPages = affordableSample(sets, similarityEntries, leastSimilarityPages);
  const similarPairs = pairsOfSample(collection, similarityPages, leastSimilarity);
  const pairsOfDrawn = sample && pairsOfSample(collection, sample, Math.min(...thresholds));

  const labelled = labels && labelledTruth(collection, labels);
  const wanted = wantedOf(options);
  const rows: EvaluationRow[] = [];
  const recommendations: Recommendation[] = [];
  const curves: RecallCurve[] = [];
  const total = thresholds.length * methods.length;
  for (const threshold of thresholds) {
    const asOptions: MethodOptions = { similarity: 'jaccard', threshold, recall, threads, memoryBytes };
    let exactNamed: NamedPairs | undefined;
    let exact: Truth;
    if (sample && pairsOfDrawn) exact = sampledTruth(collection, sample, pairsOfDrawn, threshold);
    else {
      exactNamed = await qp.find(collection, asOptions);
      exact = fullTruth(collection, exactNamed.pairs);
    }
    const here: EvaluationRow[] = [];
    for (const method of methods) {
      options.onProgress?.(`${method.variant} at ${threshold}`, rows.length + here.length, total);
      const named = method === qp && exactNamed ? exactNamed : await method.find(collection, asOptions);
      here.push(rowOf(collection, method, asOptions, named, exact, labelled));
      if (method.promisesCurve && method.model) {
        curves.push(
          recallCurve(collection, method, threshold, method.model(asOptions), similarPairs, named.pairs),
        );
      }
    }
    if (!wanted) rows.push(...here);
    else {
      const timed = await timedAgain(here, contendersOf(here, wanted), methods, collection, asOptions);
      rows.push(...timed);
      recommendations.push(recommend(timed, wanted));
    }
  }

  const drawn = sampleOf(evaluated, sample?.length, options.samplePages !== undefined);
  return {
    dataset: {
      pages,
      ...(evaluated.pagesRead !== undefined &&
        evaluated.pagesRead !== pages && { pagesRead: evaluated.pagesRead }),
      emptyPages: countEmpty(collection),
      grams: sets.values.length,
      universe: collection.universe,
      gram: evaluated.gram,
      multiset: evaluated.multiset,
    },
    truth: labels ? 'labels' : 'qp',
    ...(drawn && { sample: drawn }),
    rows,
    similarities: countSimilarities(collection, similarPairs, similarityPages.length),
    similarityPages: similarityPages.length,
    curves,
    ...(labels && { labels: labelsOf(labels, evaluated.unknownIds) }),
    ...(wanted && { recommendations }),
  };
}

/** What a recommended method must reach; `undefined` if none is asked for. */
function wantedOf({ targetRecall, maxMilliseconds, leastPrecision }: EvaluateOptions): Wanted | undefined {
  if (targetRecall === undefined) return undefined;
  return {
    targetRecall,
    ...(maxMilliseconds !== undefined && { maxMilliseconds }),
    ...(leastPrecision !== undefined && { leastPrecision }),
  };
}

/**
 * Checks the options before any page is read.
 *
 * @throws RangeError for an option out of range, an unknown method, or a sample beside exact methods alone; TypeError for
 * thresholds or methods that are no array
 */
export function checkEvaluateOptions(options: EvaluateOptions): void {
  checkOptions('evaluate', options);
  for (const name of ['thresholds', 'methods'] as const) {
    const list: unknown = options[name];
    // the letters of a string would be taken for names
    if (list === undefined) continue;
    if (!Array.isArray(list)) throw wrongType(name, 'an array', list);
    if (list.length === 0) throw refusedValue(name, 'one or more', 'none');
  }
  for (const threshold of options.thresholds ?? []) checkThreshold('jaccard', threshold);
  checkFields('evaluate', 'options', options, [['onProgress', 'function', true]], 'an object');
  const { samplePages: drawn, recall, targetRecall, leastPrecision, maxMilliseconds } = options;
  const asked = options.methods && selectMethods(options.methods);
  if (drawn !== undefined && asked?.every(({ exact }) => exact)) {
    const expected = 'methods whose recall a sample can tell, not exact ones alone';
    throw refusedValue('samplePages', expected, namesOf(asked));
  }
  if (leastPrecision !== undefined) checkShare('leastPrecision', leastPrecision);
  if (drawn !== undefined) checkWhole('samplePages', drawn, 1);
  if (maxMilliseconds !== undefined && !(typeof maxMilliseconds === 'number' && maxMilliseconds >= 0))
    throw wrongValue('maxMilliseconds', 'a number from 0 on', maxMilliseconds);
  for (const [name, value] of Object.entries({ recall, targetRecall })) {
    if (value !== undefined && !(typeof value === 'number' && value > 0 && value < 1)) {
      throw wrongValue(name, 'a number above 0 and below 1', value);
    }
  }
}

/** The error for exact methods, none of which fits in memory: a sample tells nothing of them. */
function noneFits(methods: readonly Method[], { sets }: Collection): RangeError {
  const expected = `one whose recall a sample can tell, or more memory, as the exact join of ${sets.values.length} grams does not fit`;
  return refusedValue('methods', expected, namesOf(methods));
}

function namesOf(methods: readonly Method[]): string {
  return methods.map(({ variant }) => variant).join(', ');
}

/** The pages to estimate recall from, if the exact join would need more than the memory; otherwise `undefined`. */
function drawSample(
  { sets, pages }: Collection,
  { samplePages: wanted }: EvaluateOptions,
  memoryBytes: number,
): Uint32Array | undefined {
  if (wanted === undefined && sets.values.length <= tokensWithin(memoryBytes)) return undefined;
  return samplePages(pages, wanted ?? recallSample);
}

/** Most ids of no page that a result names. */
const MOST_UNKNOWN = 5;

function labelsOf(
  { length }: PagePairs,
  unknownIds: readonly UnknownId[] = [],
): NonNullable<Evaluation['labels']> {
  return {
    ...{ pairs: length, unknownIds: unknownIds.length },
    ...(unknownIds.length > 0 && { firstUnknown: unknownIds.slice(0, MOST_UNKNOWN) }),
  };
}

/** A description of the pages that were looked at instead of all; `undefined` if all were. */
function sampleOf(
  { collection: { pages }, pagesRead = pages, labels }: Evaluated,
  drawn: number | undefined,
  wasAsked: boolean,
): Evaluation['sample'] {
  const how: string[] = [];
  if (pagesRead > pages) {
    how.push(
      `${pages} of ${pagesRead} pages were kept, drawn uniformly while they were read, since the gram sets of all did ` +
        'not fit: pairs, candidates, times and similarities are of these, and a pair of all pages has the same ' +
        `chance to be among them whatever its similarity${labels ? '; of the labelled pairs, those count of which both pages were kept' : ''}`,
    );
  }
  if (drawn !== undefined) {
    how.push(
      `${wasAsked ? 'as asked' : 'the exact join was too large'}: ${drawn} of ${pages} pages were drawn uniformly, and each compared exactly with ` +
        'all of these; recall is the share of their true pairs that a method names (a ratio estimator: every pair ' +
        'has the same chance to be looked at), its interval comes from how the drawn pages differ; precision and ' +
        'correct pairs are exact, the number of true pairs is an estimate; exact methods are not run',
    );
  }
  return how.length === 0 ? undefined : { pages: drawn ?? pages, how: how.join('; ') };
}

function aimedRecall({ recall, targetRecall }: EvaluateOptions): number {
  // Halfway, so that the lower end of the interval can reach the target.
  return recall ?? (targetRecall === undefined ? defaultRecall : (1 + targetRecall) / 2);
}

function rowOf(
  collection: Collection,
  method: Method,
  options: MethodOptions,
  named: NamedPairs,
  exact: Truth,
  labelled: Truth | undefined,
): EvaluationRow {
  const againstExact = exact.score(named, method);
  return {
    threshold: options.threshold,
    method: method.name,
    variant: method.variant,
    parameters: method.parameters(options, collection),
    confirmed: method.confirmed,
    ...(labelled ? labelled.score(named, method) : againstExact),
    ...(method.model && { predictedRecall: exact.predict(method.model(options)) }),
    candidates: named.candidates,
    milliseconds: named.milliseconds,
    bytesPerPage: named.bytesPerPage,
    ...(labelled && { exact: againstExact }),
  };
}

function countEmpty(collection: Collection): number {
  let empty = 0;
  for (let page = 0; page < collection.pages; page++) if (collection.sizeOf(page) === 0) empty++;
  return empty;
}
