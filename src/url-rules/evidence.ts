/**
 * How the URLs that a rule holds for one and the same agreed before: only one of them is decided (`single`), all that
 * are decided hold one content (`agreed`), or several (`mixed`). Pages that did not change in many versions seldom
 * change in the next, so that each has a count of its own.
 */
export const agreements = ['single', 'agreed', 'mixed'] as const;

/** See `agreements`. */
export type Agreement = (typeof agreements)[number];

/** Trials of a rule: of so many URLs that it told to repeat another one, these did and those did not. */
interface Trials {
  readonly support: number;
  readonly against: number;
}

/** Least share of right answers, with 90 % confidence, from which a rule holds for all URLs. */
const SURE = 0.93;
/** And from which it is tried on a part of them. */
const LIKELY = 0.85;
/** That part. */
const PART = 0.25;
/** The normal quantile of a one-sided confidence of 90 %. */
const QUANTILE = 1.2816;

/** A rule has to be right in several directories, or often in that of the URL. */
const LEAST_DIRECTORIES = 2;
const LEAST_IN_DIRECTORY = 8;
const MOST_DIRECTORIES = 16;

/** A wrong answer adds 1, a right one takes this: sums of an error rate below 9 % stay near 0. */
const RELIEF = 0.1;
/** The sum from which a rule is turned off: three wrong answers in a row, or a few more in some dozen. */
const DISAGREEMENT = 3;

/** What is known for and against one rule. */
export class Evidence {
  /** By agreement. */
  readonly support: number[] = [0, 0, 0];
  readonly against: number[] = [0, 0, 0];
  /** Right answers in each of the first directories, by the directory's hash. */
  readonly directories: Map<number, number> = new Map();
  /** A cumulative sum (Page 1954) of wrong answers since the rule is in use. */
  disagreement = 0;
  /** How often it was turned off: each time it needs more evidence to come back. */
  turnedOff = 0;
  /** URLs that were not fetched because of it, and not given back. */
  saved = 0;

  /**
   * Counts a trial.
   *
   * @returns whether the rule was in use and is turned off by it: all that it was believed for is forgotten then
   */
  count(agreement: Agreement, isRight: boolean, directory: number): boolean {
    const inUse = this.shareOf(agreement, directory) > 0;
    const i = agreements.indexOf(agreement);
    if (isRight) {
      this.support[i]++;
      const right = this.directories.get(directory);
      if (right !== undefined || this.directories.size < MOST_DIRECTORIES) {
        this.directories.set(directory, (right ?? 0) + 1);
      }
    } else this.against[i]++;
    if (!inUse) return false;
    this.disagreement = Math.max(0, this.disagreement + (isRight ? -RELIEF : 1));
    if (this.disagreement < DISAGREEMENT) return false;
    this.turnedOff++;
    this.disagreement = 0;
    this.support.fill(0);
    this.against.fill(0);
    this.directories.clear();
    return true;
  }

  /** The share of URLs that the rule is used on: 0, a part, or 1. */
  shareOf(agreement: Agreement, directory?: number): number {
    const inDirectory = directory === undefined ? 0 : (this.directories.get(directory) ?? 0);
    if (this.directories.size < LEAST_DIRECTORIES && inDirectory < LEAST_IN_DIRECTORY) {
      if (directory !== undefined || !this.#isOftenRightSomewhere()) return 0;
    }
    const bound = this.lowerBound(agreement);
    return bound >= SURE ? 1 : bound >= LIKELY ? PART : 0;
  }

  /** Lower confidence bound of the share of right answers (Wilson 1927): [0, 1). */
  lowerBound(agreement: Agreement): number {
    const i = agreements.indexOf(agreement);
    return wilson(this.support[i], this.against[i], QUANTILE * (1 + this.turnedOff));
  }

  /** How often a URL that the rule drops is expected to be another page: (0, 1). */
  errorRate(agreement: Agreement): number {
    const i = agreements.indexOf(agreement);
    return (this.against[i] + 0.5) / (this.support[i] + this.against[i] + 1);
  }

  /** Trials of all kinds. */
  get trials(): Trials {
    return { support: sum(this.support), against: sum(this.against) };
  }

  #isOftenRightSomewhere(): boolean {
    for (const right of this.directories.values()) if (right >= LEAST_IN_DIRECTORY) return true;
    return false;
  }
}

function wilson(support: number, against: number, z: number): number {
  const n = support + against;
  if (n === 0) return 0;
  const p = support / n;
  return (
    (p + (z * z) / (2 * n) - z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))) / (1 + (z * z) / n)
  );
}

function sum(counts: readonly number[]): number {
  return counts.reduce((a, b) => a + b, 0);
}
