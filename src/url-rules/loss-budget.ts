/** Risks are told apart by so many steps to a power of two, down to 2⁻¹⁶. */
const STEPS = 4;
const BINS = 16 * STEPS;

/** Losses that are taken for seen, and expected, before any are. */
const USUAL_CHECKS = 1;

/**
 * How many pages may be lost, as a share of all, and what it is spent on: the URLs of least risk, of those met so far.
 *
 * Of all URLs that rules told something of, the risks are counted; a URL may be dropped when all of its risk and less,
 * were they dropped, would be within the budget (the greedy solution of the knapsack problem, which is the best one where each takes a small
 * part of it). So nothing is spent on a risky URL that many safe ones could be dropped for.
 */
export class LossBudget {
  readonly #share: number;
  /** Sums of risks, by their size. */
  readonly risks: number[] = new Array<number>(BINS).fill(0);
  pages = 0;
  drops = 0;
  returns = 0;
  /** Pages that the dropped URLs are expected to have held and no other page holds. */
  expectedLoss = 0;
  /** Losses among URLs that could have been dropped by their risk and were fetched, and how many were expected. */
  checks: { expected: number; losses: number } = { expected: 0, losses: 0 };

  /** @param share of all pages that may be lost */
  constructor(share: number) {
    this.#share = share;
  }

  /** How many times as many pages as expected are lost, by those that were fetched as a check: [1, ∞). */
  get surprise(): number {
    const { expected, losses } = this.checks;
    return Math.max(1, (losses + USUAL_CHECKS) / (expected + USUAL_CHECKS));
  }

  /** Whether a URL is among those of the least risk that can be dropped. @param risk before surprises */
  isWorth(risk: number): boolean {
    let sum = 0;
    const most = this.#most() / this.surprise;
    for (let bin = 0; bin <= binOf(risk); bin++) sum += this.risks[bin];
    return sum <= most;
  }

  /** Whether there is room for one more drop. */
  hasRoom(risk: number): boolean {
    return this.expectedLoss + risk * this.surprise <= this.#most();
  }

  /** Counts a URL that rules told something of, dropped or fetched. */
  meet(risk: number): void {
    this.risks[binOf(risk)] += risk;
  }

  /** Notes that a URL was fetched which could have been dropped. */
  check(risk: number, isLoss: boolean): void {
    this.checks.expected += risk;
    if (isLoss) this.checks.losses++;
  }

  #most(): number {
    return this.#share * (this.pages + this.drops - this.returns + 1);
  }
}

/** Ascending with the risk. */
function binOf(risk: number): number {
  return Math.max(0, Math.min(BINS - 1, Math.ceil(BINS + STEPS * Math.log2(risk)) - 1));
}
