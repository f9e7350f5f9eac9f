import { BoundedMap } from './bounded-map.ts';
import { type Counterpart, Counterparts } from './counterparts.ts';
import { type DroppedUrl, DroppedUrls } from './dropped-urls.ts';
import { agreements, Evidence } from './evidence.ts';
import { LossBudget } from './loss-budget.ts';
import { completeOptions, type UrlRulesOptions } from './options.ts';
import { type CountedClaim, Risk } from './risk.ts';
import { keyOf, nameIn, type RuleName } from './rule-name.ts';
import type { Wanted } from './slots.ts';
import { readState, type UrlRulesState, writeState } from './state.ts';
import { hash53, isChosen, partsOf, type UrlParts, urlOf } from './url-parts.ts';
import { isBarren, UrlPatterns } from './url-patterns.ts';

/** What to do about a URL. */
export type UrlDecision =
  | { readonly action: 'fetch' }
  | {
      readonly action: 'drop';
      /** The decided URL that holds the same, as far as is known; undefined where the URL's pattern brings nothing new. */
      readonly target: string | undefined;
      /** Why, in one sentence for people. */
      readonly reason: string;
    };

/** A rule, as people see it. */
export interface UrlRule extends RuleName {
  /**
   * `learning`: not enough is known. `part`: it is used on a part of the URLs it fits. `on`: on all but the sample.
   * `off`: it was in use, was wrong too often, and has not earned its place again.
   */
  readonly state: 'learning' | 'part' | 'on' | 'off';
  /** Decided URLs of which it told rightly that they repeat another one; as far as it was not turned off since. */
  readonly support: number;
  /** And wrongly. */
  readonly against: number;
  /** URLs that were not fetched because of it. */
  readonly saved: number;
}

/** A URL pattern that was given up, because its last pages brought nothing new. */
export interface BarrenPattern {
  /** The URL with its numbers as 0 and without the values of its parameters. */
  readonly pattern: string;
  readonly pages: number;
  /** Pages since the last one that held something new. */
  readonly barren: number;
}

/** Rules known at once; those about which nothing was heard for longest are forgotten. */
const MOST_RULES = 4096;
/** URLs given back, which no rule drops again. */
const MOST_RETURNED = 100_000;

/** Wrong answers to expect among the URLs that are taken for one page, before another of them is fetched as a check. */
const MOST_RISK_OF_TARGET = 0.1;

/** Of a URL that is lost for certain, as far as is known. */
const MOST_RISK = 0.999;

const FETCH: UrlDecision = { action: 'fetch' };

/** Why a URL is dropped. */
type Reason = Omit<DroppedUrl, 'url' | 'groups' | 'at'>;

/**
 * Learns from decided pages which parts of a site's URLs never change the content, and tells which URLs need not be
 * fetched.
 *
 * A difference between the URLs of two pages of one content is taken for a rule (as in Bar-Yossef, Keidar & Schonfeld:
 * Do not crawl in the DUST, WWW 2007; Dasgupta, Kumar & Sasturkar, KDD 2008), and each later page that has a
 * counterpart by that rule is a trial of it, right or wrong. From all trials it is learned how likely a URL is to hold
 * what no other page holds (`Risk`); those of the least risk are dropped, as many as are expected to cost less than
 * `lossShare` of the pages (`LossBudget`). A share of what would be dropped is fetched all the same and goes on testing the rules;
 * one that begins to be wrong is turned off, and what it dropped is given back.
 *
 * The same calls give the same answers in every run. Memory is bounded by the options, whatever URLs come; a call costs
 * O(|url|) times the known alternatives of the URL, of which there are at most 128. URLs of more than 2,048 characters
 * are never dropped and never learned from.
 */
export class UrlRules {
  readonly #options: Required<UrlRulesOptions>;
  readonly #evidence = new BoundedMap<string, Evidence>(MOST_RULES);
  readonly #counterparts: Counterparts;
  readonly #risk = new Risk();
  readonly #budget: LossBudget;
  readonly #patterns = new UrlPatterns();
  readonly #dropped: DroppedUrls;
  readonly #returned = new BoundedMap<string, true>(MOST_RETURNED);
  #toGiveBack: string[] = [];

  /** @throws TypeError, RangeError for a wrong option, or a state that is none */
  constructor(options: UrlRulesOptions = {}, state?: UrlRulesState) {
    this.#options = completeOptions(options);
    const { lossShare, mostUrls, mostDropped, acrossSites } = this.#options;
    this.#budget = new LossBudget(lossShare);
    this.#dropped = new DroppedUrls(mostDropped);
    this.#counterparts = new Counterparts(mostUrls, acrossSites, {
      isOn: (rule) => this.#evidence.get(keyOf(rule))?.shareOf('single') === 1,
      shareWith: (rule, value) => this.#evidence.get(keyOf(rule))?.shareWith(value) ?? 0.5,
    });
    if (state !== undefined) readState(state, this.#parts());
  }

  /** What to do about a URL that is about to be fetched, or queued to be. */
  decide(url: string): UrlDecision {
    const before = this.#dropped.get(url);
    if (before !== undefined) return dropDecision(before);
    const reason = this.#reasonAgainst(url);
    if (reason === undefined) return FETCH;
    const { target, risk } = reason;
    const dropped = { url, ...reason, groups: groupsOf(partsOf(url)!), at: ++this.#budget.drops };
    this.#dropped.add(dropped);
    if (target !== undefined) this.#budget.meet(risk);
    this.#budget.expectedLoss += risk;
    for (const rule of dropped.because) {
      const evidence = this.#evidence.get(rule);
      if (evidence !== undefined) evidence.saved++;
    }
    return dropDecision(dropped);
  }

  /** What `decide` would say of a URL, of which no note is taken: for a copy of a learner, which asks that one then. */
  foresee(url: string): UrlDecision {
    const reason = this.#dropped.get(url) ?? this.#reasonAgainst(url);
    return reason === undefined ? FETCH : dropDecision(reason);
  }

  /**
   * Learns from a page that is decided and stored. Pages that say nothing (walls, shells, errors) are no evidence:
   * leave them out.
   *
   * @param content an id of what the page holds, equal for pages that repeat each other: that of the page that is kept
   * @param repeats the URL of the kept page, where this is another one
   */
  observe(url: string, content: string, repeats?: string): void {
    const parts = partsOf(url);
    if (parts === undefined) return;
    const page = urlOf(parts);
    const { decided } = this.#counterparts;
    // a page that is decided again, after a restart, is no second trial
    if (decided.holds(page) && decided.get(page)?.content === hash53(content)) return;
    this.#budget.pages++;
    this.#tryRules(page, parts, hash53(content), repeats === undefined);
    for (const pattern of this.#patterns.count(parts, repeats === undefined)) {
      this.#giveBack(this.#dropped.takeBack(pattern, undefined, 0));
    }
    this.#counterparts.note(page, parts, content, repeats === undefined ? undefined : partsOf(repeats));
  }

  /** The URLs that were dropped by what turned out wrong since the last call: they are to be fetched after all. */
  takeBack(): string[] {
    const urls = this.#toGiveBack;
    this.#toGiveBack = [];
    return urls;
  }

  /** Every rule, those that saved most first. */
  rules(): UrlRule[] {
    const rules = [...this.#evidence].map(([key, evidence]): UrlRule => {
      const most = Math.max(...agreements.map((agreement) => evidence.shareOf(agreement)));
      const unused = evidence.wasTurnedOff ? 'off' : 'learning';
      const state = most === 0 ? unused : most < 1 ? 'part' : 'on';
      return { ...nameIn(key), state, ...evidence.trials, saved: evidence.saved };
    });
    return rules.sort((a, b) => b.saved - a.saved || b.support - a.support);
  }

  /** The URL patterns that are given up. */
  barrenPatterns(): BarrenPattern[] {
    return [...this.#patterns.entries()].filter(isBarren);
  }

  /** What was learned, to be given to another learner: at most about 50 bytes for each remembered URL. */
  toJSON(): UrlRulesState {
    return writeState(this.#parts());
  }

  #parts() {
    return {
      slots: this.#counterparts.slots,
      decided: this.#counterparts.decided,
      evidence: this.#evidence,
      risk: this.#risk,
      budget: this.#budget,
      patterns: this.#patterns,
      dropped: this.#dropped,
      toGiveBack: this.#toGiveBack,
    };
  }

  /** Why a URL that was not dropped before need not be fetched. */
  #reasonAgainst(url: string): Reason | undefined {
    const parts = this.#returned.has(url) ? undefined : partsOf(url);
    if (parts === undefined) return undefined;
    const page = urlOf(parts);
    // what was fetched before is the target of others: were both dropped, what they hold would be lost
    if (this.#counterparts.decided.holds(page)) return undefined;
    if (isChosen(page, this.#options.sampleShare, 'sample')) return undefined;
    return this.#ruleAgainst(page, parts) ?? this.#patternAgainst(parts);
  }

  #ruleAgainst(url: string, parts: UrlParts): Reason | undefined {
    const groups = groupsOf(parts);
    let best: Reason | undefined;
    for (const counterpart of this.#counterparts.of(url, parts, this.#isUsed)) {
      const { target, rules: because, agreement } = counterpart;
      const risk = this.#riskOf(this.#claimsOf(counterpart, groups));
      if (risk >= (best?.risk ?? 1) || !this.#drops(url, counterpart, risk, groups)) continue;
      // wrong answers come together: a page that changed is wrong for all that are taken for the old one
      if (this.#dropped.countFor(target) * risk >= MOST_RISK_OF_TARGET) continue;
      if (!this.#budget.hasRoom(risk) || !this.#options.isDecided(target)) continue;
      best = { target, because, agreement, risk };
    }
    return best && { ...best, risk: best.risk * this.#budget.surprise };
  }

  /** Whether rules speak against a URL, but for what was dropped before. */
  #drops(
    url: string,
    { rules, agreement, directory }: Counterpart,
    risk: number,
    groups: readonly number[],
  ): boolean {
    if (!this.#budget.isWorth(risk)) return false;
    return rules.every((rule) => {
      const evidence = this.#evidence.get(rule);
      const used = evidence?.shareOf(agreement, directory) ?? 0;
      return used > 0 && isChosen(url, used, 'part') && !evidence?.doubts(groups);
    });
  }

  /** What each rule says of a URL that is taken for its counterpart. */
  #claimsOf({ rules, agreement, others, directory }: Counterpart, groups: readonly number[]): CountedClaim[] {
    const [{ value: other }] = others;
    return rules.map((rule) => {
      const evidence = this.#evidence.get(rule);
      return this.#risk.counted({ rule: nameIn(rule), evidence, agreement, other, directory, groups });
    });
  }

  /** How likely a URL is to hold what no other page holds, where all claims have to be right. */
  #riskOf(claims: readonly CountedClaim[]): number {
    return Math.min(
      MOST_RISK,
      claims.reduce((sum, claim) => sum + this.#risk.of(claim), 0),
    );
  }

  #patternAgainst(parts: UrlParts): Reason | undefined {
    const pattern = this.#patterns.barrenPattern(parts);
    return pattern === undefined
      ? undefined
      : { target: undefined, because: [pattern], agreement: undefined, risk: 0 };
  }

  #tryRules(url: string, parts: UrlParts, content: number, isNew: boolean): void {
    const groups = groupsOf(parts);
    let least = 1;
    for (const counterpart of this.#counterparts.of(url, parts, () => true)) {
      const { rules, target, content: expected, agreement, others } = counterpart;
      const isRight = expected === content;
      const isUnanimous = others.every((other) => other.content === expected);
      this.#options.onTrial({ url, target, rules: rules.map(nameIn), agreement, isUnanimous, isRight });
      const claims = this.#claimsOf(counterpart, groups);
      const risk = this.#riskOf(claims);
      least = Math.min(least, risk);
      const isUsed = this.#drops(url, counterpart, risk, groups);
      if (isUsed) this.#budget.check(risk, isNew && !isRight);
      // of several parameters that make a difference together, the one that is known least is to blame
      const tried = isRight || rules.length === 1 ? rules : [this.#leastKnown(rules)];
      for (const rule of tried) {
        const claim = claims[rules.indexOf(rule)];
        const soundUntil = this.#count(rule, claim, others, { isRight, isNew, isUsed, risk, content });
        if (soundUntil !== undefined) this.#giveBack(this.#dropped.takeBack(rule, agreement, soundUntil));
        // what is like this one may hold what no page holds, too; one that repeats another page than expected is no loss
        if (isUsed && !isRight && isNew) this.#giveBack(this.#dropped.takeBackLike(rule, groups));
      }
      if (isUsed && !isRight) this.#giveBack(this.#dropped.takeBackFor(target));
    }
    if (least < 1) this.#budget.meet(least);
  }

  #leastKnown(rules: readonly string[]): string {
    const support = (rule: string): number => this.#evidence.get(rule)?.trials.support ?? 0;
    return rules.reduce((a, b) => (support(b) < support(a) ? b : a));
  }

  #giveBack(dropped: readonly DroppedUrl[]): void {
    for (const { url, risk, because: reasons } of dropped) {
      this.#returned.set(url, true);
      this.#toGiveBack.push(url);
      this.#budget.returns++;
      this.#budget.expectedLoss -= risk;
      for (const reason of reasons) {
        const evidence = this.#evidence.get(reason);
        if (evidence !== undefined) evidence.saved--;
      }
    }
  }

  /** Counts a trial of a rule. @returns the number of the last drop that was sound, where it is turned off by this */
  #count(
    rule: string,
    claim: CountedClaim,
    others: Counterpart['others'],
    { content, ...answer }: TrialAnswer,
  ): number | undefined {
    const evidence = claim.evidence ?? new Evidence();
    this.#evidence.set(rule, evidence);
    this.#risk.learn(claim, answer.isNew && !answer.isRight);
    const { agreement, directory, groups } = claim;
    return evidence.count({ ...answer, agreement, directory, groups, others, content }, this.#budget.drops);
  }

  /** Whether a rule is in use on some URLs. */
  readonly #isUsed: Wanted = (rule) => {
    const evidence = this.#evidence.get(keyOf(rule));
    return evidence !== undefined && agreements.some((agreement) => evidence.shareOf(agreement) > 0);
  };
}

/** What became of a trial. */
interface TrialAnswer {
  readonly isRight: boolean;
  readonly isNew: boolean;
  readonly isUsed: boolean;
  readonly risk: number;
  /** That the page holds. */
  readonly content: number;
}

/** Hashes of a page's name and of its folder's: `package-use.html`, and all that is in a folder `class-use`. */
function groupsOf({ segments }: UrlParts): number[] {
  return [hash53(`name ${segments.at(-1)}`), hash53(`folder ${segments.at(-2) ?? ''}`)];
}

function dropDecision({ target, because }: Pick<DroppedUrl, 'target' | 'because'>): UrlDecision {
  const reason =
    target === undefined
      ? `the last pages of the pattern ${because[0]} brought nothing new`
      : `by what its site's URLs showed, it holds what ${target} holds`;
  return { action: 'drop', target, reason };
}
