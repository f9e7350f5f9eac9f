import { AwaitedContents } from './awaited-contents.ts';
import type { Agreement, Evidence } from './evidence.ts';
import { boundOfLoss, LossCounts } from './loss-counts.ts';
import type { RuleName } from './rule-name.ts';
import { hash53, mixed53 } from './url-parts.ts';

/** The claim of one rule that a URL has the same content as another one. */
export interface Claimed {
  readonly rule: RuleName;
  /** Evidence about the rule, if there is any. */
  readonly evidence: Evidence | undefined;
  readonly agreement: Agreement;
  /** The other URL's value in place of the rule's. */
  readonly other: string;
  /** Hash of the page's directory. */
  readonly directory: number;
  /** Hashes of the groups of similar pages; the first is that of its name. */
  readonly groups: readonly number[];
}

/** A claim, with the keys under which its losses are counted. */
export interface CountedClaim extends Claimed {
  /** Keys of the counts: of all, of its kind, of its place, of the page's name, of its directory. */
  readonly keys: readonly number[];
}

/** Probabilities about the content of a URL: (0, 1). */
interface Risks {
  /** That no page met so far has it. */
  readonly news: number;
  /** That no page met later has it either, so that dropping the URL loses it. */
  readonly loss: number;
}

/** Upper limit of an estimated risk. */
const MOST_RISK = 0.999;
/** Most names, directories and other keys for which losses are counted. */
const MOST_COUNTED = 8192;
/** Share of losses of rules without evidence. */
const USUAL_LOSS = 0.25;
/** Only pages that seemed hardly less safe than dropped ones tell how often what is new on a dropped page is met again. */
const MOST_RISK_OF_AWAITED = 0.05;

/**
 * Learning rate of the weights, and their first values: all views count, none decides alone. Between two versions with one content
 * the other views say too much: they count how often pages change. There a seventh of what they expect was lost.
 */
const RATE = 0.02;
const FIRST_WEIGHTS = [0, 0.6, 0.2, 0.2, 0.3, 0.2, 0.2, 1.5] as const;

/**
 * Estimates the probability that a URL which a rule would drop has content that no other page has: that it is new, and never met again.
 *
 * Losses are counted by what a page has in common with others: the agreement of its counterparts (for all rules of its
 * kind, and at the place of the rule), the rule, the rule with this agreement, the two values that replace each other,
 * the page's name, its directory. Each count gives an upper confidence bound. Their log odds are added with weights
 * learned from every trial by logistic regression (as in McMahan et al., Ad click prediction, KDD 2013). This separates
 * pages that stay the same from version to version from those that change, where a rule alone is wrong for one page in
 * five.
 *
 * What is new in one version is often met again in the next. This depends on the site: in some each version has pages of its own. So it is
 * counted how many new contents were met again on a page that the rules would not drop either if they knew no page with that content
 * (`AwaitedContents`), and the risks of rules about versions are multiplied by the upper bound of the share that was not.
 */
export class Risk {
  readonly counts: LossCounts = new LossCounts(MOST_COUNTED);
  readonly awaited: AwaitedContents = new AwaitedContents(this.counts);
  readonly weights: number[] = [...FIRST_WEIGHTS];

  /** A claim with the keys of its counts. */
  counted(claimed: Claimed): CountedClaim {
    return { ...claimed, keys: keysOf(claimed) };
  }

  /** The risks of a URL that is dropped if all of these claims are right. */
  of(claims: readonly CountedClaim[]): Risks {
    let [news, loss] = [0, 0];
    for (const claim of claims) {
      const risk = this.#score(this.#views(claim));
      news += risk;
      loss += risk * this.#worstShareNeverMet(claim.rule);
    }
    return { news: Math.min(MOST_RISK, news), loss: Math.min(MOST_RISK, loss) };
  }

  /** The largest share of losses that a rule's own trials with an agreement leave likely. */
  worstOf({ rule, evidence, agreement }: Claimed): number {
    return boundOfLoss(evidence?.lossesOf(agreement) ?? nothing, USUAL_LOSS) * this.#worstShareNeverMet(rule);
  }

  /** The largest share of losses that the trials of all versions at a place, with an agreement, leave likely. */
  worstOfPlace(rule: RuleName, agreement: Agreement): number {
    const trials = this.counts.get(mixed53(placeOf(rule), hash53(agreement)));
    return boundOfLoss(trials, USUAL_LOSS) * this.#worstShareNeverMet(rule);
  }

  /** Learns from a trial. @param news the content of the page, if it was expected to be another one and no page had it before */
  learn(claimed: CountedClaim, news: number | undefined): void {
    const views = this.#views(claimed);
    const isLoss = news !== undefined;
    const risk = this.#score(views);
    const error = (isLoss ? 1 : 0) - risk;
    const { rule } = claimed;
    if (isLoss && rule.kind === 'segment' && risk < MOST_RISK_OF_AWAITED)
      this.awaited.add(news, placeOf(rule));
    for (let i = 0; i < views.length; i++) this.weights[i] += RATE * error * views[i];
    for (const key of claimed.keys) this.counts.add(key, isLoss);
  }

  /** Other kinds of rules find copies, of which there may be no third. */
  #worstShareNeverMet(rule: RuleName): number {
    return rule.kind === 'segment' ? this.awaited.worstShareOf(placeOf(rule)) : 1;
  }

  #score(views: readonly number[]): number {
    let sum = 0;
    for (let i = 0; i < views.length; i++) sum += this.weights[i] * views[i];
    return 1 / (1 + Math.exp(-sum));
  }

  /** The log odds of a loss by each count. The first is constant, and so is the last between two versions with one content. */
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
      agreement === 'between' ? -1 : 0,
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

/** Hash of what is counted together: all values of a segment, such as versions, but each of the other kinds of rules. */
function placeOf({ kind, at, value }: RuleName): number {
  return hash53(kind === 'segment' ? `${kind}\n${at}` : `${kind}\n${at}\n${value}`);
}

function keysOf({ rule, agreement, directory, groups: [name] }: Claimed): number[] {
  const place = placeOf(rule);
  const way = hash53(agreement);
  return [
    ALL,
    mixed53(hash53(rule.kind), way),
    mixed53(place, way),
    mixed53(mixed53(place, NAME), name),
    mixed53(mixed53(place, DIRECTORY), directory),
  ];
}
