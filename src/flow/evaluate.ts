import { checkFields, checkFlag, checkOptionNames, checkSeries, wrongType } from '../argument-checks.ts';
import { PagePairsBuilder } from '../cluster/pairs.ts';
import { checkEvaluateOptions, type EvaluateOptions, evaluateCollection } from '../evaluate/evaluate.ts';
import type { Evaluation, UnknownId } from '../evaluate/evaluation.ts';
import { gramName, wordFourGrams } from '../grams/grams.ts';
import { checkValueSets, type ValueSets } from '../grams/value-sets.ts';
import { Collection } from '../methods/collection.ts';
import { defaultMemoryBytes } from '../methods/defaults.ts';
import type { Page } from '../text/page.ts';
import { gatherGrams } from './gathered-grams.ts';
import { givenPages } from './given-pages.ts';
import type { PageGrams } from './page-grams.ts';
import { type ShingleOptions, shingleOptionNames } from './shingle-page.ts';
import { shinglePages } from './shingle-pages.ts';

/** What to evaluate on pages. Every field has a default. */
export interface EvaluatePagesOptions extends EvaluateOptions, Omit<ShingleOptions, 'frequencies'> {
  /** Pairs of page ids that count as the truth, in any order. Ids that no page has are counted. */
  readonly labels?: Iterable<readonly [string, string]>;
  /** Called after every page with the number of pages so far. */
  onRead?(pages: number): void;
}

const OPTIONS: Record<keyof EvaluatePagesOptions, true> = {
  thresholds: true,
  methods: true,
  recall: true,
  threads: true,
  memoryBytes: true,
  samplePages: true,
  targetRecall: true,
  maxMilliseconds: true,
  leastPrecision: true,
  onProgress: true,
  labels: true,
  onRead: true,
  ...shingleOptionNames,
};

/**
 * Precision, recall and time of every method on `pages`, against the exact join of their gram sets or against
 * `labels`: shows which method to use on them and what it loses. See `EvaluateOptions`.
 *
 * Memory: the gram sets, or those of a uniform sample of the pages if all need more than half of `memoryBytes`; the exact join, if the
 * rest allows it; and sketches of up to 3 KB a page.
 *
 * @throws RangeError for an option out of range, TypeError for a misspelt one, and for what is no page
 */
export async function evaluate(
  pages: AsyncIterable<Page> | Iterable<Page>,
  options: EvaluatePagesOptions = {},
): Promise<Evaluation> {
  checkOptionNames('evaluate', options, OPTIONS);
  return evaluateGrams(
    shinglePages(
      givenPages(pages, 'evaluate'),
      { ...options, frequencies: true, boundaries: false },
      options.threads,
    ),
    options,
  );
}

/** {@link evaluate} from gram sets made earlier, by `shinglePages` with the same options and `frequencies`. */
export async function evaluateGrams(
  pages: AsyncIterable<PageGrams>,
  options: EvaluatePagesOptions = {},
): Promise<Evaluation> {
  checkOptionNames('evaluateGrams', options, OPTIONS);
  checkEvaluateOptions(options);
  checkFields('evaluate', 'options', options, [['onRead', 'function', true]], 'an object');
  checkFlag('multiset', options.multiset);
  if (options.labels !== undefined) checkSeries('labels', 'pairs of ids', options.labels);
  const { gram = wordFourGrams, multiset = false, labels, memoryBytes = defaultMemoryBytes } = options;
  const labelled = labels && new LabelledPairs(labels);
  const read = labelled?.meeting(pages) ?? pages;
  const { collection, ids, pagesRead } = await gatherGrams(read, memoryBytes / 2, options.onRead);
  return evaluateCollection(
    {
      collection,
      pagesRead,
      gram: gramName(gram),
      multiset,
      ...labelled?.among(ids),
    },
    options,
  );
}

/** {@link evaluate} on gram sets alone: `gram` only names them in the result. */
export function evaluateSets(
  sets: ValueSets,
  options: EvaluateOptions & { readonly gram?: string } = {},
): Promise<Evaluation> {
  checkValueSets(sets);
  checkOptionNames('evaluateSets', options, OPTIONS);
  const { gram = 'unknown' } = options;
  return evaluateCollection({ collection: new Collection(sets), gram, multiset: false }, options);
}

/** Pairs of ids that count as the truth. */
class LabelledPairs {
  readonly #pairs: (readonly [string, string])[] = [];
  /** The ids that no page had so far, each with the number of its first pair. */
  readonly #unknown = new Map<string, UnknownId>();

  /** @throws TypeError for what is no pair of ids */
  constructor(labels: Iterable<readonly [string, string]>) {
    for (const label of labels) {
      const [x, y] = Array.isArray(label) ? label : [];
      if (typeof x !== 'string' || typeof y !== 'string')
        throw wrongType(`labels, at ${this.#pairs.length}`, 'a pair of ids', label);
      this.#pairs.push([x, y]);
      const pair = this.#pairs.length;
      for (const id of [x, y]) if (!this.#unknown.has(id)) this.#unknown.set(id, { id, pair });
    }
  }

  /** The pages, whose ids are known from then on, also those of pages that do not fit in memory. */
  async *meeting(pages: AsyncIterable<PageGrams>): AsyncGenerator<PageGrams> {
    for await (const page of pages) {
      this.#unknown.delete(page.facts.id);
      yield page;
    }
  }

  /** The pairs as pairs of page numbers, each once, and the ids of no page. @param ids of the pages that were kept */
  among(ids: readonly string[]) {
    const pages = ids.length;
    const numberOf = new Map(ids.map((id, page) => [id, page]));
    const builder = new PagePairsBuilder();
    const known = new Set<number>();
    for (const [x, y] of this.#pairs) {
      const [a, b] = [numberOf.get(x), numberOf.get(y)];
      if (a === undefined || b === undefined || a === b) continue;
      const key = Math.min(a, b) * pages + Math.max(a, b);
      if (known.has(key)) continue;
      known.add(key);
      builder.add(a, b, 0);
    }
    return { labels: builder.finish(pages), unknownIds: [...this.#unknown.values()] };
  }
}
