/** Number of risk bins per power of two, down to 2⁻¹⁶. */
const STEPS = 4;
const BINS = 16 * STEPS;

/**
 * Losses vary like counts do (Poisson), and those of a version come together: if as many were expected as may be lost, more would be lost
 * on half of all sites. For versions so many standard deviations are kept free.
 */
const MARGIN = 0.25;

/**
 * Largest risk of a URL that is dropped: for each page that is lost, twenty fetches are to be saved. Else the budget would be spent even
 * where nothing is worth it: of a site with a fifth of its `?lang=` pages translated, 17 contents were lost for 70 fetches.
 */
const MOST_RISK = 0.05;

/**
 * How many pages may be lost, as a share of all pages. The budget is spent on the URLs with the least risk met so far.
 *
 * Counts the risks of all URLs for which rules gave an answer. A URL may be dropped if dropping all URLs of at most its
 * risk would stay within the budget. This is the greedy solution of the knapsack problem, the best one if each URL
 * takes a small part of the budget. So nothing is spent on a risky URL for which many safe ones could be dropped.
 */
export class LossBudget {
  readonly #share: number;
  /** Sums of risks, by the size of the risk. */
  readonly risks: number[] = new Array<number>(BINS).fill(0);
  pages = 0;
  drops = 0;
  /** Drops of earlier crawls. */
  earlierDrops = 0;
  returns = 0;
  /** Expected number of dropped URLs whose content no other page has. */
  expectedLoss = 0;

  /** @param share of all pages that may be lost */
  constructor(share: number) {
    this.#share = share;
  }

  /** Whether a URL is among those of least risk that can be dropped, and its own is small. */
  isWorth(risk: number): boolean {
    if (risk > MOST_RISK) return false;
    let sum = 0;
    for (let bin = 0; bin <= binOf(risk); bin++) sum += this.risks[bin];
    return this.allows(sum);
  }

  /** Whether the budget has room for one more drop. @param isVersion whether for a page of another version */
  hasRoom(risk: number, isVersion: boolean): boolean {
    const losses = Math.max(0, this.expectedLoss + risk);
    return this.allows(losses + (isVersion ? MARGIN * Math.sqrt(losses) : 0));
  }

  /** Whether so many may be lost. */
  allows(losses: number): boolean {
    return losses <= this.#share * (this.pages + this.drops - this.returns + 1);
  }

  /** Counts a URL for which rules gave an answer, dropped or fetched. */
  meet(risk: number): void {
    this.risks[binOf(risk)] += risk;
  }
}

/** Number of the bin; ascending with the risk. */
function binOf(risk: number): number {
  return Math.max(0, Math.min(BINS - 1, Math.ceil(BINS + STEPS * Math.log2(risk)) - 1));
}
