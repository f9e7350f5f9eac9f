import { BoundedMap } from './bounded-map.ts';
import type { Counterpart } from './counterparts.ts';
import { type Agreement, agreements, Evidence } from './evidence.ts';
import type { CountedClaim, Risk } from './risk.ts';
import { keyOf, nameIn, type RuleName } from './rule-name.ts';
import type { Wanted } from './slots.ts';
import { isChosen } from './url-parts.ts';

/** A rule, for display. */
export interface UrlRule extends RuleName {
  /**
   * `learning`: there is not enough evidence. `part`: it is used on some of the URLs it fits. `on`: on all except the
   * sample. `off`: it was in use, was wrong too often, and has not gained enough evidence since.
   */
  readonly state: 'learning' | 'part' | 'on' | 'off';
  /** Number of decided URLs for which its prediction of a repeat was right, since it was last turned off. */
  readonly support: number;
  /** Number for which it was wrong. */
  readonly against: number;
  /** URLs not fetched because of it. */
  readonly saved: number;
}

/** The outcome of a trial of a rule. */
interface TrialAnswer {
  readonly isRight: boolean;
  /** Whether no page before had the content. */
  readonly isNew: boolean;
  /** Whether the URL would have been dropped, if it were not in the sample. */
  readonly isUsed: boolean;
  readonly risk: number;
  /** Content of the page. */
  readonly content: number;
  /** Number of URLs dropped before its own was let through, if that is known. */
  readonly dropsBefore: number | undefined;
}

/** Most rules in memory; those without news for longest are forgotten. */
const MOST_RULES = 4096;

/** Where the versions at a place lost at most this share, by the bound of all their trials, another one needs a single right answer. */
const MOST_LOSS_OF_SAFE_PLACE = 0.05;

/** The rules with the evidence about them, and on which URLs each may be used. */
export class KnownRules {
  readonly evidence = new BoundedMap<string, Evidence>(MOST_RULES);
  readonly #risk: Risk;

  constructor(risk: Risk) {
    this.#risk = risk;
  }

  /** Evidence about a rule, if there is any. */
  of(rule: string): Evidence | undefined {
    return this.evidence.get(rule);
  }

  /** Whether a rule is used on any URLs. */
  readonly isUsed: Wanted = (rule) => {
    const evidence = this.of(keyOf(rule));
    return (
      evidence !== undefined && agreements.some((agreement) => this.#shareOf(rule, evidence, agreement) > 0)
    );
  };

  /** Whether all rules that lead from a URL to its counterpart may be used on it. @param groups of the URL's page */
  mayUse(url: string, { rules, agreement, directory }: Counterpart, groups: readonly number[]): boolean {
    return rules.every((rule) => {
      const evidence = this.of(rule);
      if (evidence === undefined) return false;
      const used = this.#shareOf(nameIn(rule), evidence, agreement, directory);
      return used > 0 && isChosen(url, used, 'part') && !evidence.doubts(groups);
    });
  }

  /** What each rule claims about a URL that is taken for its counterpart. */
  claimsOf({ rules, agreement, others, directory }: Counterpart, groups: readonly number[]): CountedClaim[] {
    const [{ value: other }] = others;
    return rules.map((rule) => {
      const evidence = this.of(rule);
      return this.#risk.counted({ rule: nameIn(rule), evidence, agreement, other, directory, groups });
    });
  }

  /**
   * Counts a trial of a rule.
   *
   * @param drops number of URLs dropped so far, by any rule
   * @returns the number of the last sound drop, if this trial turns the rule off
   */
  count(
    rule: string,
    claim: CountedClaim,
    others: Counterpart['others'],
    answer: TrialAnswer,
    drops: number,
  ): number | undefined {
    const evidence = claim.evidence ?? new Evidence();
    this.evidence.set(rule, evidence);
    const { agreement, directory, groups } = claim;
    const isSafePlace = this.#isSafePlace(claim.rule, agreement);
    this.#risk.learn(claim, answer.isNew && !answer.isRight ? answer.content : undefined);
    return evidence.count({ ...answer, isSafePlace, agreement, directory, groups, others }, drops);
  }

  /** Counts a URL that is not fetched because of these rules (+1), or is after all (−1). Patterns among them have no count. */
  countSaved(rules: readonly string[], change: 1 | -1): void {
    for (const rule of rules) {
      const evidence = this.of(rule);
      if (evidence !== undefined) evidence.saved += change;
    }
  }

  /** Of some rules the one with the fewest right answers. */
  leastKnown(rules: readonly string[]): string {
    const support = (rule: string): number => this.of(rule)?.trials.support ?? 0;
    return rules.reduce((a, b) => (support(b) < support(a) ? b : a));
  }

  /** All rules; those that saved most come first. */
  list(): UrlRule[] {
    const rules = [...this.evidence].map(([key, evidence]): UrlRule => {
      const name = nameIn(key);
      const most = Math.max(...agreements.map((agreement) => this.#shareOf(name, evidence, agreement)));
      const unused = evidence.wasTurnedOff ? 'off' : 'learning';
      const state = most === 0 ? unused : most < 1 ? 'part' : 'on';
      return { ...name, state, ...evidence.trials, saved: evidence.saved };
    });
    return rules.sort((a, b) => b.saved - a.saved || b.support - a.support);
  }

  /** The share of URLs that a rule may be used on. @param directory any if left out */
  #shareOf(rule: RuleName, evidence: Evidence, agreement: Agreement, directory?: number): number {
    return evidence.shareOf(agreement, directory, this.#isSafePlace(rule, agreement));
  }

  /**
   * Whether the versions at the place of a rule lost next to nothing with an agreement. A site may have a hundred versions of thirty pages
   * each: most pages of a version would be fetched before it had shown enough by itself.
   */
  #isSafePlace(rule: RuleName, agreement: Agreement): boolean {
    return rule.kind === 'segment' && this.#risk.worstOfPlace(rule, agreement) <= MOST_LOSS_OF_SAFE_PLACE;
  }
}
