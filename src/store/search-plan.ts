import { binomialTail, mostSuccesses } from '../sketch/binomial.ts';
import { digestAgreement } from '../sketch/digest.ts';
import { type ForestPlan, planSearch } from '../sketch/forest.ts';
import { mostDifferingBits } from '../sketch/odd-sketch.ts';
import { checkThresholdAndRecall } from '../sketch/recall.ts';
import type { IndexLayout } from './layout/parameters.ts';

/** How pages are searched at one threshold, and the recall that this gives. */
export interface SearchPlan extends ForestPlan {
  readonly threshold: number;
  /** Components in which the digests must agree before a candidate's sketch is read. */
  readonly agreeingInDigest: number;
  /** Components in which its sketch must agree before its gram set is read. */
  readonly agreeing: number;
  /**
   * Most bits in which the odd sketches may differ, by the number of grams that only one set has. Beyond its end: all.
   */
  readonly mostDiffering?: Uint16Array;
}

/** Share of similar pages that screening by sketches may lose, if the recall leaves no room for more. */
export const SCREENING_LOSS = 1e-5;

/** Share of that loss given to the digests. */
const DIGEST_SHARE = 1 / 4;
/** Share given to odd sketches, if there are any: they discriminate best. */
const ODD_SKETCH_SHARE = 1 / 2;

/**
 * Plan of a search at `threshold` with the recall wanted there, among `pages` pages.
 *
 * A pair at the threshold is found if the trees lead to it and its digests and its sketches agree in enough components.
 * These events are not independent; the probability that one of them fails is at most the sum of their failure
 * probabilities, and the promise is based on that sum. The agreement tests may use up what the trees achieve beyond the
 * wanted recall. In the exact setting hardly more is reserved for them, since they only save reads (which matters for a
 * crowd of pages just below the threshold). In the compact setting they are the only test of a candidate, so half of
 * the allowed loss is reserved for them.
 *
 * @throws RangeError when threshold or recall are out of range
 */
export function searchPlan(
  { setting, components, oddSketchBits, forest }: IndexLayout,
  threshold: number,
  recall: number,
  pages: number,
): SearchPlan {
  checkThresholdAndRecall(threshold, recall);
  const share = setting === 'exact' ? SCREENING_LOSS : (1 - recall) / 2;
  const plan = planSearch(forest, threshold, recall + share, pages);
  const left = plan.recall - recall;
  const loss = left <= 0 ? share : left;
  const bits = digestAgreement(threshold);
  const agreeingInDigest = leastAgreement(components, bits, loss * DIGEST_SHARE);
  const byBits = oddSketchBits > 0 ? loss * ODD_SKETCH_SHARE : 0;
  const kept = binomialTail(components, bits, agreeingInDigest) - 1 - byBits;
  const agreeing = leastAgreement(components, threshold, loss + kept);
  const promised = plan.recall + kept + binomialTail(components, threshold, agreeing) - 1;
  return {
    ...{ ...plan, threshold, agreeingInDigest, agreeing, recall: promised, promised: promised >= recall },
    ...(oddSketchBits > 0 && { mostDiffering: mostDifferingBits(oddSketchBits, byBits) }),
  };
}

/**
 * The most components that may be required so that a pair exactly at `threshold` agrees in fewer of them with
 * probability at most `loss`. O(components · log components)
 */
export function leastAgreement(components: number, threshold: number, loss: number): number {
  return mostSuccesses(components, threshold, 1 - loss);
}

/** The plans of an index, made once for each threshold, recall and doubling of its size. */
export class SearchPlans {
  readonly #layout: IndexLayout;
  readonly #made = new Map<string, SearchPlan>();
  #last: { readonly recall: number; readonly doublings: number; readonly plan: SearchPlan } | undefined;

  constructor(layout: IndexLayout) {
    this.#layout = layout;
  }

  /** The plan of a search among `pages` pages; see `searchPlan`. @throws RangeError as `searchPlan` does */
  of(threshold: number, recall: number, pages: number): SearchPlan {
    const doublings = 32 - Math.clz32(pages);
    const last = this.#last;
    // A crawl asks for one plan, several times a page.
    if (last?.doublings === doublings && last.recall === recall && last.plan.threshold === threshold) {
      return last.plan;
    }
    checkThresholdAndRecall(threshold, recall);
    const name = `${threshold} ${recall} ${doublings}`;
    let plan = this.#made.get(name);
    if (plan === undefined) {
      plan = searchPlan(this.#layout, threshold, recall, 2 ** doublings);
      // Callers choose thresholds and recalls freely, so the number of plans kept is bounded.
      if (this.#made.size >= 256) this.#made.clear();
      this.#made.set(name, plan);
    }
    this.#last = { recall, doublings, plan };
    return plan;
  }
}
