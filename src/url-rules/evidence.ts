import { BoundedMap } from './bounded-map.ts';
import type { LossCount } from './loss-counts.ts';

/**
 * How the decided ones among the URLs that a rule holds for one and the same agree, in the order of how often a page had
 * the same content there as here: there is only one (`single`); the first two hold two contents (`mixed`); the first two
 * hold one, and no third one holds it (`two`); the first three hold one, though not all do (`most`), or all do (`all`).
 * What did not change from one version to the next seldom does to the one after.
 */
export const agreements = ['single', 'mixed', 'two', 'most', 'all'] as const;

/** See `agreements`. */
export type Agreement = (typeof agreements)[number];

/** Right answers from which a rule holds for all URLs, and those from which it is tried on a part of them. */
const SURE = 16;
const LIKELY = 6;
/** That part. */
const PART = 0.25;

/** A rule has to be right in several directories, or often in that of the URL; and more often than not. */
const LEAST_DIRECTORIES = 2;
const LEAST_IN_DIRECTORY = 8;
const MOST_DIRECTORIES = 16;

/** Answers about a group of pages without a loss, before a rule that lost one of them is used on them again. */
const ENOUGH_FOR_GROUP = 8;
const MOST_DOUBTED = 64;

/** A rule is turned off when so many times as many pages are lost as expected is so many times as likely as that not. */
const MUCH_WORSE = 10;
const DISAGREEMENT = Math.log(1000);
/** Each time that a rule was turned off it needs so many times as many answers to come back. */
const MORE_EACH_TIME = 4;

/** Values beside which a rule's own was seen. */
const MOST_OTHERS = 64;
/** What a share of right answers is taken to be before there are any: 2 of 4. */
const USUAL_RIGHT = 2;

/** The answer of a rule about a page that is decided. */
interface Answer {
  readonly agreement: Agreement;
  readonly isRight: boolean;
  /** Whether the page holds what no page before it holds: dropped, it would have been lost where the answer is wrong. */
  readonly isNew: boolean;
  /** Whether the URL would have been dropped, but for the sample. */
  readonly isUsed: boolean;
  /** How likely a loss was thought to be: (0, 1). */
  readonly risk: number;
  /** Hash of where the page is. */
  readonly directory: number;
  /** Hashes of what pages it is like: those of its name, those of its folder. */
  readonly groups: readonly number[];
  /** The others that are decided: the value that each has, and what it holds. */
  readonly others: readonly { readonly value: string; readonly content: number }[];
  /** What the page holds. */
  readonly content: number;
}

/** What is known for and against one rule where its URLs agreed in one way. */
export interface RuleRecord {
  support: number;
  against: number;
  /** Of those against, the pages that held something new: dropped, they would have been lost. */
  losses: number;
  /** A cumulative sum (Page 1954) of how much likelier each answer was if the rule is much worse than thought, in log odds. */
  disagreement: number;
  /** Number of the last drop before that sum began to grow: those up to it were right, as far as is known. */
  soundUntil: number;
  /** How often it was turned off: each time it needs more evidence to come back. */
  turnedOff: number;
}

/** How often the pages of another value held the same. */
interface OtherValue {
  readonly same: number;
  readonly different: number;
}

/** What is known for and against one rule. */
export class Evidence {
  readonly records: readonly RuleRecord[] = agreements.map(() => ({
    ...{ support: 0, against: 0, losses: 0, disagreement: 0, soundUntil: 0, turnedOff: 0 },
  }));
  /** Right answers in each of the first directories, by the directory's hash. */
  readonly directories: Map<number, number> = new Map();
  /** Groups of pages that it lost one of while in use, with the answers without a loss that they still need. */
  readonly doubted: Map<number, number> = new BoundedMap(MOST_DOUBTED);
  readonly others: Map<string, OtherValue> = new BoundedMap(MOST_OTHERS);
  /** URLs that were not fetched because of it, and not given back. */
  saved = 0;

  /**
   * Counts a trial.
   *
   * @param drops number of URLs dropped so far, by whatever rule
   * @returns where it is turned off by this answer, the number of the last drop that was sound: what it was believed for is
   * forgotten then
   */
  count(answer: Answer, drops: number): number | undefined {
    const { agreement, isRight, isNew, isUsed, risk, directory, groups, others, content } = answer;
    const record = this.of(agreement);
    const mayBeUsed = this.shareOf(agreement, directory) > 0;
    const isLoss = !isRight && isNew;
    this.#answer(groups, isLoss, isUsed);
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
    if (record.disagreement === 0) record.soundUntil = drops;
    if (record.disagreement < DISAGREEMENT) return undefined;
    const { soundUntil, turnedOff } = record;
    const forgotten = { support: 0, against: 0, losses: 0, disagreement: 0 };
    Object.assign(record, { ...forgotten, soundUntil: drops, turnedOff: turnedOff + 1 });
    return soundUntil;
  }

  /** Whether it lost one of these groups of pages, and has not been without a loss for long enough since. */
  doubts(groups: readonly number[]): boolean {
    return groups.some((group) => this.doubted.has(group));
  }

  /** The share of URLs that the rule may be used on: 0, a part, or 1. @param directory any, where none is given */
  shareOf(agreement: Agreement, directory?: number): number {
    const { support, against } = this.trials;
    const own = this.of(agreement);
    // where it was turned off it stands on its own
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

  /** Its trials where URLs agreed in one way. */
  of(agreement: Agreement): RuleRecord {
    return this.records[agreements.indexOf(agreement)];
  }

  /** Trials of all kinds. */
  get trials(): { readonly support: number; readonly against: number } {
    return { support: this.#sum('support'), against: this.#sum('against') };
  }

  /** Losses where URLs agreed in one way; however they agreed, where none is given. */
  lossesOf(agreement?: Agreement): LossCount {
    if (agreement === undefined) {
      const { support, against } = this.trials;
      return { trials: support + against, losses: this.#sum('losses') };
    }
    const { support, against, losses } = this.of(agreement);
    return { trials: support + against, losses };
  }

  /** How often a page of another value held the same: (0, 1). */
  shareWith(value: string): number {
    const { same, different } = this.others.get(value) ?? { same: 0, different: 0 };
    return (same + USUAL_RIGHT) / (same + different + 2 * USUAL_RIGHT);
  }

  /** Whether it was turned off, wherever its URLs agreed in some way. */
  get wasTurnedOff(): boolean {
    return this.records.some(({ turnedOff }) => turnedOff > 0);
  }

  #sum(member: 'support' | 'against' | 'losses'): number {
    return this.records.reduce((total, each) => total + each[member], 0);
  }

  /** Counts an answer about a page of these groups. */
  #answer(groups: readonly number[], isLoss: boolean, inUse: boolean): void {
    for (const group of groups) {
      const left = this.doubted.get(group);
      if (isLoss && (inUse || left !== undefined)) this.doubted.set(group, ENOUGH_FOR_GROUP);
      else if (left === 1) this.doubted.delete(group);
      else if (left !== undefined) this.doubted.set(group, left - 1);
    }
  }
}

/** How much likelier a loss, or none, is if losses are much likelier than thought. */
function worseness(isLoss: boolean, risk: number): number {
  const worse = Math.min(MUCH_WORSE * risk, (1 + risk) / 2);
  return Math.log(isLoss ? worse / risk : (1 - worse) / (1 - risk));
}
