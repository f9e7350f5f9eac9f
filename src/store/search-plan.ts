import { binomialTail } from '../sketch/binomial.ts';
import { digestAgreement } from '../sketch/digest.ts';
import { type ForestPlan, planSearch } from '../sketch/forest.ts';
import { mostDifferingBits } from '../sketch/odd-sketch.ts';
import { checkThresholdAndRecall } from '../sketch/recall.ts';
import type { IndexLayout } from './layout/parameters.ts';

/** How pages are searched at one threshold, and what that promises. */
export interface SearchPlan extends ForestPlan {
  readonly threshold: number;
  /** Components whose digests have to agree before a candidate's sketch is read. */
  readonly agreeingInDigest: number;
  /** Components in which its sketch has to agree before it is looked at further. */
  readonly agreeing: number;
  /** For 0, 1, 2 … grams that the two have alone, bits in which their odd sketches may differ; behind the end, all. */
  readonly mostDiffering?: Uint16Array;
}

/** Similar pages that reading the sketch before the gram set may lose where the recall leaves no room for more. */
export const SCREENING_LOSS = 1e-5;

/** Part of what screening may lose that the digests take. */
const DIGEST_SHARE = 1 / 4;
/** Part that odd sketches take, where there are any: they tell most. */
const ODD_SKETCH_SHARE = 1 / 2;

/**
 * Plan of a search at `threshold` with the recall wanted there, among `pages` pages.
 *
 * A pair at the threshold is found when the trees lead to it and then its digests and its sketches agree in enough
 * components. These are not independent; that one of them fails is at most the sum of their failures, and so much
 * is promised. Agreement takes what the trees leave of the recall: in the exact setting that comes as it falls, for
 * agreement only spares reading (a crowd of pages just below the threshold is where it counts); in the compact
 * setting, where it is all that speaks against a candidate, half of all that may be lost is kept for it.
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
 * The most components that may be asked for so that a pair exactly at `threshold` agrees in fewer of them with
 * probability `loss` at most. O(components · log components)
 */
export function leastAgreement(components: number, threshold: number, loss: number): number {
  let agreeing = 0;
  let tooMany = components + 1;
  while (tooMany - agreeing > 1) {
    const middle = (agreeing + tooMany) >>> 1;
    if (binomialTail(components, threshold, middle) >= 1 - loss) agreeing = middle;
    else tooMany = middle;
  }
  return agreeing;
}

/** The plans of an index, made once for each threshold, recall and doubling of its size. */
export class SearchPlans {
  readonly #layout: IndexLayout;
  readonly #made = new Map<string, SearchPlan>();
  #last: { readonly recall: number; readonly doublings: number; readonly plan: SearchPlan } | undefined;

  constructor(layout: IndexLayout) {
    this.#layout = layout;
  }

  /** The plan of a search among `pages` pages; see `searchPlan`. @throws RangeError when threshold or recall are out of range */
  of(threshold: number, recall: number, pages: number): SearchPlan {
    const doublings = 32 - Math.clz32(pages);
    const last = this.#last;
    // a crawl asks for one plan, some times a page
    if (last?.doublings === doublings && last.recall === recall && last.plan.threshold === threshold) {
      return last.plan;
    }
    const name = `${threshold} ${recall} ${doublings}`;
    let plan = this.#made.get(name);
    if (plan === undefined) {
      plan = searchPlan(this.#layout, threshold, recall, 2 ** doublings);
      // Queries choose thresholds and recalls: no more is kept than a few of them can want.
      if (this.#made.size >= 256) this.#made.clear();
      this.#made.set(name, plan);
    }
    this.#last = { recall, doublings, plan };
    return plan;
  }
}
