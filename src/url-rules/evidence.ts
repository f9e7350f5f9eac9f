import { BoundedMap } from './bounded-map.ts';

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
const SURE = 0.94;
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

/** Right answers about a group of pages that a rule was wrong about, before it is used on them again. */
const ENOUGH_FOR_GROUP = 8;
const MOST_DOUBTED = 64;

/** What a wrong answer adds to the sum of disagreement; a right one takes 1. An error rate below 9 % stays near 0. */
const WRONG = 10;
/** The sum from which a rule is turned off: three wrong answers in a row, or a few more in some dozen. */
const DISAGREEMENT = 30;

/** The answer of a rule about a page that is decided. */
interface Answer {
  readonly agreement: Agreement;
  readonly isRight: boolean;
  /** Whether the page holds what no page before it holds. */
  readonly isNew: boolean;
  /** Hash of where the page is. */
  readonly directory: number;
  /** Hashes of what pages it is like: those of its name, those of its folder. */
  readonly groups: readonly number[];
}

/** What is known for and against one rule where its URLs agreed in one way. */
export interface Record {
  support: number;
  against: number;
  /** Of those against, the pages that held something new: dropped, they would have been lost. */
  losses: number;
  /** A cumulative sum (Page 1954) of wrong answers while the rule is in use. */
  disagreement: number;
  /** Number of the last drop before that sum began to grow: those up to it were right, as far as is known. */
  soundUntil: number;
  /** How often it was turned off: each time it needs more evidence to come back. */
  turnedOff: number;
}

/** What is known for and against one rule. */
export class Evidence {
  readonly records: readonly Record[] = agreements.map(() => ({
    ...{ support: 0, against: 0, losses: 0, disagreement: 0, soundUntil: 0, turnedOff: 0 },
  }));
  /** Right answers in each of the first directories, by the directory's hash. */
  readonly directories: Map<number, number> = new Map();
  /** Groups of pages that it was wrong about while in use, with the right answers that they still need. */
  readonly doubted: Map<number, number> = new BoundedMap(MOST_DOUBTED);
  /** URLs that were not fetched because of it, and not given back. */
  saved = 0;

  /**
   * Counts a trial.
   *
   * @param drops number of URLs dropped so far, by whatever rule
   * @returns the share of URLs that it was used on; where it is turned off by this answer, the number of the last drop that
   * was sound: what it was believed for is forgotten then
   */
  count(
    { agreement, isRight, isNew, directory, groups }: Answer,
    drops: number,
  ): { readonly used: number; readonly soundUntil?: number } {
    const record = this.#record(agreement);
    const used = this.shareOf(agreement, directory);
    this.#answer(groups, isRight, used > 0);
    if (isRight) {
      record.support++;
      const right = this.directories.get(directory);
      if (right !== undefined || this.directories.size < MOST_DIRECTORIES) {
        this.directories.set(directory, (right ?? 0) + 1);
      }
    } else {
      record.against++;
      if (isNew) record.losses++;
    }
    if (used === 0) return { used };
    record.disagreement = Math.max(0, record.disagreement + (isRight ? -1 : WRONG));
    if (record.disagreement === 0) record.soundUntil = drops;
    if (record.disagreement < DISAGREEMENT) return { used };
    const { soundUntil, turnedOff } = record;
    const forgotten = { support: 0, against: 0, losses: 0, disagreement: 0 };
    Object.assign(record, { ...forgotten, soundUntil: drops, turnedOff: turnedOff + 1 });
    return { used, soundUntil };
  }

  /** Whether it was wrong about one of these groups of pages, and not often enough right since. */
  doubts(groups: readonly number[]): boolean {
    return groups.some((group) => this.doubted.has(group));
  }

  /** The share of URLs that the rule is used on: 0, a part, or 1. @param directory any, where none is given */
  shareOf(agreement: Agreement, directory?: number): number {
    const bound = this.lowerBound(agreement);
    if (bound < LIKELY) return 0;
    const right =
      directory === undefined
        ? Math.max(0, ...this.directories.values())
        : (this.directories.get(directory) ?? 0);
    if (this.directories.size < LEAST_DIRECTORIES && right < LEAST_IN_DIRECTORY) return 0;
    return bound >= SURE ? 1 : PART;
  }

  /** Lower confidence bound of the share of right answers (Wilson 1927): [0, 1). */
  lowerBound(agreement: Agreement): number {
    const { support, against, turnedOff } = this.#record(agreement);
    return wilson(support, against, QUANTILE * (1 + turnedOff));
  }

  /** How often a URL that the rule drops is expected to hold what no other page holds: (0, 1). */
  lossRate(agreement: Agreement): number {
    const { support, against, losses } = this.#record(agreement);
    return (losses + 0.25) / (support + against + 1);
  }

  /** Trials of all kinds. */
  get trials(): Trials {
    const sum = (member: 'support' | 'against') =>
      this.records.reduce((total, each) => total + each[member], 0);
    return { support: sum('support'), against: sum('against') };
  }

  /** Whether it was turned off, wherever its URLs agreed in some way. */
  get wasTurnedOff(): boolean {
    return this.records.some(({ turnedOff }) => turnedOff > 0);
  }

  /** Counts an answer about a page of these groups. */
  #answer(groups: readonly number[], isRight: boolean, inUse: boolean): void {
    for (const group of groups) {
      const left = this.doubted.get(group);
      if (!isRight && (inUse || left !== undefined)) this.doubted.set(group, ENOUGH_FOR_GROUP);
      else if (left === 1) this.doubted.delete(group);
      else if (left !== undefined) this.doubted.set(group, left - 1);
    }
  }

  #record(agreement: Agreement): Record {
    return this.records[agreements.indexOf(agreement)];
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
