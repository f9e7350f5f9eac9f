import { BoundedMap } from './bounded-map.ts';
import type { LossCount } from './loss-counts.ts';

/**
 * How the decided alternatives of a URL agree. They are ordered by how often their value had the same content as the
 * rule's value before.
 * - `single`: there is only one.
 * - `mixed`: the first two have different contents.
 * - `two`: the first two have the same content, but no third one has it.
 * - `most`: the first three have the same content, but not all have it.
 * - `all`: there are three or more, and all have the same content.
 * - `between`: whatever the others have, those of the next earlier and the next later version have the same content.
 *
 * Content that did not change from one version to the next seldom changes in the one after, and hardly ever between two versions
 * that both have it.
 */
export const agreements = ['single', 'mixed', 'two', 'most', 'all', 'between'] as const;

/** One of `agreements`. */
export type Agreement = (typeof agreements)[number];

/** Right answers from which a rule is used on all URLs, and from which it is tried on some of them. */
const SURE = 16;
const LIKELY = 6;
/** Share of the URLs on which it is tried. */
const PART = 0.25;

/** A rule must be right in several directories, or often in the URL's own, and more often right than wrong. */
const LEAST_DIRECTORIES = 2;
const LEAST_IN_DIRECTORY = 8;
const MOST_DIRECTORIES = 16;

/** Answers without a loss about a group that a rule needs to be used on it again, after it lost a page of the group. */
const ENOUGH_FOR_GROUP = 8;
const MOST_DOUBTED = 64;

/** A rule is turned off when 10 times as many losses as expected are 1,000 times as likely as those expected. */
const MUCH_WORSE = 10;
const DISAGREEMENT = Math.log(1000);
/** Each time a rule is turned off, it needs this many times as many answers to come back. */
const MORE_EACH_TIME = 4;

/** Most values for which agreement with the rule's own is counted. */
const MOST_OTHERS = 64;
/** Prior for the share of right answers: 2 of 4. */
const USUAL_RIGHT = 2;

/** The outcome of a trial: the answer of a rule about a page that is decided. */
interface Answer {
  readonly agreement: Agreement;
  readonly isRight: boolean;
  /** Whether the page's content was not seen before, so that dropping it on a wrong answer would have lost it. */
  readonly isNew: boolean;
  /** Whether the URL would have been dropped, if it were not in the sample. */
  readonly isUsed: boolean;
  /** As for `shareOf`. */
  readonly isSafePlace?: boolean;
  /** The estimated probability of a loss: (0, 1). */
  readonly risk: number;
  /** Number of URLs dropped before its own was let through. Default: of all that are dropped by now. */
  readonly dropsBefore?: number | undefined;
  /** Hash of the page's directory. */
  readonly directory: number;
  /** Hashes of the groups of similar pages: those with its name, those in its folder. */
  readonly groups: readonly number[];
  /** The decided alternatives: their values and their contents. */
  readonly others: readonly { readonly value: string; readonly content: number }[];
  /** Content of the page. */
  readonly content: number;
}

/** Trials of one rule with one agreement of its URLs. */
export interface RuleRecord {
  support: number;
  against: number;
  /** Wrong answers about pages with new content, which would have been lost. */
  losses: number;
  /** Cumulative sum (Page 1954) of the log odds of each answer if the rule is much worse than estimated. */
  disagreement: number;
  /**
   * Number of the last drop before the last URL whose answer left this sum at 0 was let through. As far as is known, drops up to it were
   * right. Those after it may be of links that came while the URL waited to be fetched.
   */
  soundUntil: number;
  /** How often it was turned off. Each time it needs more evidence to come back. */
  turnedOff: number;
}

/** How often the page with another value had the same content. */
interface OtherValue {
  readonly same: number;
  readonly different: number;
}

/** Evidence for and against one rule. */
export class Evidence {
  readonly records: readonly RuleRecord[] = agreements.map(() => ({
    ...{ support: 0, against: 0, losses: 0, disagreement: 0, soundUntil: 0, turnedOff: 0 },
  }));
  /** Right answers in each of the first directories, by the directory's hash. */
  readonly directories: Map<number, number> = new Map();
  /** Groups in which it lost a page while in use, and how many answers without a loss each one still needs. */
  readonly doubted: Map<number, number> = new BoundedMap(MOST_DOUBTED);
  readonly others: Map<string, OtherValue> = new BoundedMap(MOST_OTHERS);
  /** URLs not fetched because of it, except those given back. */
  saved = 0;

  /**
   * Counts a trial.
   *
   * @param drops number of URLs dropped so far, by any rule
   * @returns if this answer turns the rule off, the number of the last sound drop. The evidence for this agreement is
   * then forgotten
   */
  count(answer: Answer, drops: number): number | undefined {
    const { agreement, isRight, isNew, isUsed, isSafePlace, risk, directory, groups, others, content } =
      answer;
    const record = this.of(agreement);
    const mayBeUsed = this.shareOf(agreement, directory, isSafePlace) > 0;
    const isLoss = !isRight && isNew;
    this.#answer(this.telling(groups), isLoss, isUsed);
    for (const other of others) {
      const { same, different } = this.others.get(other.value) ?? { same: 0, different: 0 };
      const isSame = other.content === content;
      this.others.set(other.value, {
        same: same + (isSame ? 1 : 0),
        different: different + (isSame ? 0 : 1),
      });
    }
    if (isRight) {
      record.support++;
      const right = this.directories.get(directory);
      if (right !== undefined || this.directories.size < MOST_DIRECTORIES) {
        this.directories.set(directory, (right ?? 0) + 1);
      }
    } else {
      record.against++;
      if (isLoss) record.losses++;
    }
    if (!mayBeUsed) return undefined;
    record.disagreement = Math.max(0, record.disagreement + worseness(isLoss, risk));
    if (record.disagreement === 0)
      record.soundUntil = Math.max(record.soundUntil, answer.dropsBefore ?? drops);
    if (record.disagreement < DISAGREEMENT) return undefined;
    const { soundUntil, turnedOff } = record;
    const forgotten = { support: 0, against: 0, losses: 0, disagreement: 0 };
    Object.assign(record, { ...forgotten, soundUntil: drops, turnedOff: turnedOff + 1 });
    return soundUntil;
  }

  /** Says that it would lose what pages of these groups lead to. */
  doubt(groups: readonly number[]): void {
    for (const group of groups) this.doubted.set(group, ENOUGH_FOR_GROUP);
  }

  /**
   * Of the groups of a page, its name first, those that tell it from other pages that the rule is about. The folder does not where it
   * is the only one, as in many versions of a manual: one loss would be held against the whole version.
   */
  telling(groups: readonly number[]): readonly number[] {
    return this.directories.size < LEAST_DIRECTORIES ? groups.slice(0, 1) : groups;
  }

  /** Whether it lost a page of one of these groups and has not had enough answers without a loss since. */
  doubts(groups: readonly number[]): boolean {
    return groups.some((group) => this.doubted.has(group));
  }

  /**
   * The share of URLs that the rule may be used on: 0, a part, or 1.
   *
   * @param directory any if left out
   * @param isSafePlace whether the versions at its place lost next to nothing, so that one right answer of its own is enough
   */
  shareOf(agreement: Agreement, directory?: number, isSafePlace = false): number {
    const { support, against } = this.trials;
    const own = this.of(agreement);
    if (isSafePlace && own.turnedOff === 0 && support > 0 && support >= against) return 1;
    // An agreement for which it was turned off needs evidence of its own.
    const answers =
      own.turnedOff === 0
        ? this.records.reduce((sum, each) => sum + (each.turnedOff === 0 ? each.support : 0), 0)
        : own.support / MORE_EACH_TIME ** own.turnedOff;
    if (answers < LIKELY || support < against) return 0;
    const right =
      directory === undefined
        ? Math.max(0, ...this.directories.values())
        : (this.directories.get(directory) ?? 0);
    if (this.directories.size < LEAST_DIRECTORIES && right < LEAST_IN_DIRECTORY) return 0;
    return answers >= SURE ? 1 : PART;
  }

  /** Its trials with one agreement. */
  of(agreement: Agreement): RuleRecord {
    return this.records[agreements.indexOf(agreement)];
  }

  /** Its trials with any agreement. */
  get trials(): { readonly support: number; readonly against: number } {
    return { support: this.#sum('support'), against: this.#sum('against') };
  }

  /** Losses with one agreement; with any, if none is given. */
  lossesOf(agreement?: Agreement): LossCount {
    if (agreement === undefined) {
      const { support, against } = this.trials;
      return { trials: support + against, losses: this.#sum('losses') };
    }
    const { support, against, losses } = this.of(agreement);
    return { trials: support + against, losses };
  }

  /** How often a page with another value had the same content: (0, 1). */
  shareWith(value: string): number {
    const { same, different } = this.others.get(value) ?? { same: 0, different: 0 };
    return (same + USUAL_RIGHT) / (same + different + 2 * USUAL_RIGHT);
  }

  /** Whether it was turned off for any agreement. */
  get wasTurnedOff(): boolean {
    return this.records.some(({ turnedOff }) => turnedOff > 0);
  }

  #sum(member: 'support' | 'against' | 'losses'): number {
    return this.records.reduce((total, each) => total + each[member], 0);
  }

  /** Counts an answer about a page for the groups that it belongs to. */
  #answer(groups: readonly number[], isLoss: boolean, inUse: boolean): void {
    for (const group of groups) {
      const left = this.doubted.get(group);
      if (isLoss && (inUse || left !== undefined)) this.doubted.set(group, ENOUGH_FOR_GROUP);
      else if (left === 1) this.doubted.delete(group);
      else if (left !== undefined) this.doubted.set(group, left - 1);
    }
  }
}

/** Log odds of a loss, or of no loss, if losses are much more likely than estimated. */
function worseness(isLoss: boolean, risk: number): number {
  const worse = Math.min(MUCH_WORSE * risk, (1 + risk) / 2);
  return Math.log(isLoss ? worse / risk : (1 - worse) / (1 - risk));
}
