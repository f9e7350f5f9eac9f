import { BoundedMap } from './bounded-map.ts';

/** Trials of what is told apart by a key, and the pages among them that would have been lost. */
export interface LossCount {
  readonly trials: number;
  readonly losses: number;
}

/** Trials that stand for what is usual, before there are own ones. */
const USUAL_TRIALS = 2;
/** The normal quantile of a one-sided confidence of 90 %. */
const QUANTILE = 1.2816;

/**
 * Upper confidence bound (Wilson 1927) of a share of losses.
 *
 * @param usual the share where nothing else is known: it counts for two trials
 */
export function boundOfLoss({ trials, losses }: LossCount, usual: number): number {
  const n = trials + USUAL_TRIALS;
  const p = (losses + USUAL_TRIALS * usual) / n;
  const z2 = QUANTILE * QUANTILE;
  return (p + z2 / (2 * n) + QUANTILE * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n))) / (1 + z2 / n);
}

/** Losses by key; the keys about which nothing was heard for longest are forgotten. */
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

  /** All, those heard of longest ago first. */
  *entries(): Generator<readonly [key: number, trials: number, losses: number]> {
    for (const [key, { trials, losses }] of this.#counts) yield [key, trials, losses];
  }

  /** Takes back what `entries` gave. */
  restore(key: number, trials: number, losses: number): void {
    this.#counts.set(key, { trials, losses });
  }
}

const none: LossCount = { trials: 0, losses: 0 };
