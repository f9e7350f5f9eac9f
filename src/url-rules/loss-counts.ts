import { BoundedMap } from './bounded-map.ts';

/** Number of trials under one key, and of the pages among them that would have been lost. */
export interface LossCount {
  readonly trials: number;
  readonly losses: number;
}

/** Number of trials that the usual share counts for. */
const USUAL_TRIALS = 2;
/** Normal quantile for a one-sided confidence of 90 %. */
const QUANTILE = 1.2816;

/** Upper limit of a bound, so that its log odds are finite: where all of 400 pages are lost, it is 1 but for rounding. */
const MOST = 0.999;

/**
 * Upper confidence bound (Wilson 1927) of the share of losses: (0, 0.999].
 *
 * @param usual the share if nothing else is known; it counts for two trials
 */
export function boundOfLoss({ trials, losses }: LossCount, usual: number): number {
  const n = trials + USUAL_TRIALS;
  const p = (losses + USUAL_TRIALS * usual) / n;
  const z2 = QUANTILE * QUANTILE;
  const bound =
    (p + z2 / (2 * n) + QUANTILE * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
  return Math.min(MOST, bound);
}

/** Losses by key. When it is full, the key not updated for longest is forgotten. */
export class LossCounts {
  readonly #counts: BoundedMap<number, LossCount>;

  /** @param most keys that are remembered */
  constructor(most: number) {
    this.#counts = new BoundedMap(most);
  }

  get(key: number): LossCount {
    return this.#counts.get(key) ?? none;
  }

  add(key: number, isLoss: boolean): void {
    const { trials, losses } = this.get(key);
    this.#counts.set(key, { trials: trials + 1, losses: losses + (isLoss ? 1 : 0) });
  }

  /** Says that one of the losses was none. */
  takeBack(key: number): void {
    const { trials, losses } = this.get(key);
    if (losses > 0) this.#counts.set(key, { trials, losses: losses - 1 });
  }

  /** All entries; those not updated for longest come first. */
  *entries(): Generator<readonly [key: number, trials: number, losses: number]> {
    for (const [key, { trials, losses }] of this.#counts) yield [key, trials, losses];
  }

  /** Restores what `entries` returned. */
  restore(key: number, trials: number, losses: number): void {
    this.#counts.set(key, { trials, losses });
  }
}

const none: LossCount = { trials: 0, losses: 0 };
