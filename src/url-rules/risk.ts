import type { Agreement, Evidence } from './evidence.ts';
import { boundOfLoss, LossCounts } from './loss-counts.ts';
import type { RuleName } from './rule-name.ts';
import { hash53, mixed53 } from './url-parts.ts';

/** One rule that says of a URL that it holds the same as another one. */
export interface Claimed {
  readonly rule: RuleName;
  /** What is known of the rule, if anything is. */
  readonly evidence: Evidence | undefined;
  readonly agreement: Agreement;
  /** The value that the other URL has where this one has the rule's. */
  readonly other: string;
  /** Hash of where the page is. */
  readonly directory: number;
  /** Hashes of what pages it is like: the first of its name. */
  readonly groups: readonly number[];
}

/** A claim, and by what its losses are counted. */
export interface CountedClaim extends Claimed {
  /** Keys of the counts: of all, of its kind, of its place, of the page's name, of its directory. */
  readonly keys: readonly number[];
}

/** Names and directories of which losses are counted. */
const MOST_COUNTED = 8192;
/** Losses of rules of which nothing is known. */
const USUAL_LOSS = 0.25;

/** How fast weights are learned, and what they are before: all views count, none alone. */
const RATE = 0.02;
const FIRST_WEIGHTS = [0, 0.6, 0.2, 0.2, 0.3, 0.2, 0.2] as const;

/**
 * How likely it is that a URL which a rule would drop holds what no other page holds.
 *
 * Losses are counted by what a page has in common with others: how its counterparts agree (on the whole site and at the
 * place of the rule), the rule, the rule where counterparts agree in that way, the two values that take each other's
 * place, the page's name, its directory. Each count gives an upper confidence bound; their log odds are added with weights that are
 * learned from every trial, by logistic regression (as in McMahan et al., Ad click prediction, KDD 2013). What stays
 * the same from version to version and what changes is told apart by that, where a rule alone is wrong for one page in five.
 */
export class Risk {
  readonly counts: LossCounts = new LossCounts(MOST_COUNTED);
  readonly weights: number[] = [...FIRST_WEIGHTS];

  /** By what losses of a claim are counted. */
  counted(claimed: Claimed): CountedClaim {
    return { ...claimed, keys: keysOf(claimed) };
  }

  /** Of being lost: (0, 1). */
  of(claimed: CountedClaim): number {
    return this.#score(this.#views(claimed));
  }

  /** Learns from a trial. */
  learn(claimed: CountedClaim, isLoss: boolean): void {
    const views = this.#views(claimed);
    const error = (isLoss ? 1 : 0) - this.#score(views);
    for (let i = 0; i < views.length; i++) this.weights[i] += RATE * error * views[i];
    for (const key of claimed.keys) this.counts.add(key, isLoss);
  }

  #score(views: readonly number[]): number {
    let sum = 0;
    for (let i = 0; i < views.length; i++) sum += this.weights[i] * views[i];
    return 1 / (1 + Math.exp(-sum));
  }

  /** The log odds of a loss, by each count; the first one is the same for all. */
  #views({ evidence, agreement, other, keys }: CountedClaim): number[] {
    const bound = (view: number, usual: number): number => boundOfLoss(this.counts.get(keys[view]), usual);
    const usual = bound(0, USUAL_LOSS);
    const ofPlace = bound(2, bound(1, USUAL_LOSS));
    return [
      1,
      logOdds(ofPlace),
      logOdds(boundOfLoss(evidence?.lossesOf() ?? nothing, usual)),
      logOdds(boundOfLoss(evidence?.lossesOf(agreement) ?? nothing, ofPlace)),
      logOdds(1 - (evidence?.shareWith(other) ?? 0.5)),
      logOdds(bound(3, usual)),
      logOdds(bound(4, usual)),
    ];
  }
}

function logOdds(probability: number): number {
  return Math.log(probability / (1 - probability));
}

const nothing = { trials: 0, losses: 0 };

const ALL = hash53('all');
const NAME = hash53('name');
const DIRECTORY = hash53('directory');

/** Values of a segment are much the same, such as versions; those of other rules have nothing in common. */
function keysOf({ rule: { kind, at, value }, agreement, directory, groups: [name] }: Claimed): number[] {
  const place = hash53(kind === 'segment' ? `${kind}\n${at}` : `${kind}\n${at}\n${value}`);
  const way = hash53(agreement);
  return [
    ALL,
    mixed53(hash53(kind), way),
    mixed53(place, way),
    mixed53(mixed53(place, NAME), name),
    mixed53(mixed53(place, DIRECTORY), directory),
  ];
}
