import { BoundedMap } from './bounded-map.ts';
import { DecidedUrls } from './decided-urls.ts';
import { type Difference, differenceOf, differingNames } from './difference.ts';
import { type DroppedUrl, DroppedUrls } from './dropped-urls.ts';
import { type Agreement, agreements, Evidence } from './evidence.ts';
import { keyOf, nameIn, type RuleName } from './rule-name.ts';
import { type Alternatives, directoryOf, Slots, type Wanted } from './slots.ts';
import { readState, type UrlRulesState, writeState } from './state.ts';
import { hash53, isChosen, nameOf, partsOf, type UrlParts, urlOf } from './url-parts.ts';
import { isBarren, UrlPatterns } from './url-patterns.ts';

/** What a learner may risk and hold. */
export interface UrlRulesOptions {
  /** Share of the URLs that rules would drop that is fetched all the same, to see whether they hold: [0, 1]. Default 0.05. */
  readonly sampleShare?: number;
  /** How many pages may be lost by wrong rules, as a share of all: [0, 1]. Default 0.005. */
  readonly lossShare?: number;
  /** URLs whose content is remembered, about 150 bytes each. Default 100,000. */
  readonly mostUrls?: number;
  /** Dropped URLs that can be given back. Default 20,000. */
  readonly mostDropped?: number;
  /**
   * Whether hosts of different sites may turn out to be mirrors. Default false: hosts of one site are the same with or
   * without `www`, one below the other, and those of two protocols. Of others, one could make the crawl drop pages of
   * the other by being its faithful copy for a while.
   */
  readonly acrossSites?: boolean;
  /** Asked before a URL is dropped for another one: whether that one's page is stored for good. Default: what was observed is. */
  isDecided?(url: string): boolean;
  /** Told each trial of rules, before it is counted: for logs and measurements. */
  onTrial?(trial: UrlTrial): void;
}

/** A decided URL of which rules said beforehand, rightly or not, that it holds the same as another. */
export interface UrlTrial {
  readonly url: string;
  readonly target: string;
  /** All of them together said so. */
  readonly rules: readonly RuleName[];
  /** How those URLs agreed that they hold for the same: see `agreements`. */
  readonly agreement: Agreement;
  readonly isRight: boolean;
}

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

/** URLs of so many parameters are known without each of them. */
const MOST_SINGLE_FORMS = 3;

const FETCH: UrlDecision = { action: 'fetch' };

/** Why a URL is dropped. */
type Reason = Omit<DroppedUrl, 'url' | 'groups' | 'at'>;

/** A decided URL that rules say holds the same as another. */
interface Finding {
  /** All of them have to hold. */
  readonly rules: readonly string[];
  readonly target: string;
  readonly content: number;
  readonly agreement: Agreement;
  readonly directory: number;
}

/**
 * Learns from decided pages which parts of a site's URLs never change the content, and tells which URLs need not be
 * fetched.
 *
 * A difference between the URLs of two pages of one content is taken for a rule (as in Bar-Yossef, Keidar & Schonfeld:
 * Do not crawl in the DUST, WWW 2007; Dasgupta, Kumar & Sasturkar, KDD 2008), and each later page that has a
 * counterpart by that rule is a trial of it, right or wrong. A rule is used when the lower bound of its share of right
 * answers is high, and only while all URLs dropped so far are expected to cost less than `lossShare` of the pages. A
 * share of what would be dropped is fetched all the same and goes on testing it; a rule that begins to be wrong is
 * turned off, and what it dropped is given back.
 *
 * The same calls give the same answers in every run. Memory is bounded by the options, whatever URLs come; a call costs
 * O(|url|) times the known alternatives of the URL, of which there are at most 128. URLs of more than 2,048 characters
 * are never dropped and never learned from.
 */
export class UrlRules {
  readonly #options: Required<UrlRulesOptions>;
  readonly #slots = new Slots();
  readonly #evidence = new BoundedMap<string, Evidence>(MOST_RULES);
  readonly #decided: DecidedUrls;
  readonly #patterns = new UrlPatterns();
  readonly #dropped: DroppedUrls;
  readonly #returned = new BoundedMap<string, true>(MOST_RETURNED);
  #toGiveBack: string[] = [];
  #pages = 0;
  #drops = 0;
  #returns = 0;
  #expectedLoss = 0;
  /** Losses among the pages that rules would have dropped and that were fetched as a check. */
  #checks = { expected: 0, losses: 0 };

  /** @throws TypeError, RangeError for a wrong option, or a state that is none */
  constructor(options: UrlRulesOptions = {}, state?: UrlRulesState) {
    this.#options = {
      sampleShare: share('sampleShare', options.sampleShare ?? 0.05),
      lossShare: share('lossShare', options.lossShare ?? 0.005),
      mostUrls: count('mostUrls', options.mostUrls ?? 100_000),
      mostDropped: count('mostDropped', options.mostDropped ?? 20_000),
      acrossSites: options.acrossSites ?? false,
      isDecided: options.isDecided ?? (() => true),
      onTrial: options.onTrial ?? (() => {}),
    };
    this.#decided = new DecidedUrls(this.#options.mostUrls);
    this.#dropped = new DroppedUrls(this.#options.mostDropped);
    if (state !== undefined) {
      const counts = readState(state, this.#parts());
      this.#pages = counts.pages;
      this.#drops = counts.drops;
      this.#returns = counts.returns;
      this.#expectedLoss = counts.expectedLoss;
      this.#checks = { ...counts.checks };
    }
  }

  /** What to do about a URL that is about to be fetched, or queued to be. */
  decide(url: string): UrlDecision {
    const parts = this.#returned.has(url) ? undefined : partsOf(url);
    if (parts === undefined) return FETCH;
    const before = this.#dropped.get(url);
    if (before !== undefined) return dropDecision(before);
    const page = urlOf(parts);
    // what was fetched before is the target of others: were both dropped, what they hold would be lost
    if (this.#decided.holds(page) || isChosen(page, this.#options.sampleShare, 'sample')) return FETCH;
    const reason = this.#ruleAgainst(page, parts) ?? this.#patternAgainst(parts);
    if (reason === undefined) return FETCH;
    const dropped = { url, ...reason, groups: groupsOf(parts), at: ++this.#drops };
    this.#dropped.add(dropped);
    this.#expectedLoss += dropped.risk;
    for (const rule of dropped.because) {
      const evidence = this.#evidence.get(rule);
      if (evidence !== undefined) evidence.saved++;
    }
    return dropDecision(dropped);
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
    // a page that is decided again, after a restart, is no second trial
    if (this.#decided.holds(page) && this.#decided.get(page)?.content === hash53(content)) return;
    this.#pages++;
    this.#tryRules(page, parts, hash53(content), repeats === undefined);
    for (const pattern of this.#patterns.count(parts, repeats === undefined)) {
      this.#giveBack(this.#dropped.takeBack(pattern, undefined, 0));
    }
    const repeated = repeats === undefined ? undefined : partsOf(repeats);
    if (repeated !== undefined) {
      const difference = differenceOf(this.#cleaned(parts), this.#cleaned(repeated));
      if (difference !== undefined && this.#mayLearn(difference)) {
        this.#slots.add(difference);
        this.#noteForms(urlOf(repeated), repeated, content);
      }
    }
    this.#decided.add(page, content);
    this.#noteForms(page, parts, content);
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
      const shares = agreements.map((agreement) => evidence.shareOf(agreement));
      const most = Math.max(...shares);
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
    const counts = {
      pages: this.#pages,
      drops: this.#drops,
      returns: this.#returns,
      expectedLoss: this.#expectedLoss,
      checks: { ...this.#checks },
    };
    return writeState(counts, this.#parts());
  }

  #parts() {
    return {
      slots: this.#slots,
      evidence: this.#evidence,
      decided: this.#decided,
      patterns: this.#patterns,
      dropped: this.#dropped,
      toGiveBack: this.#toGiveBack,
    };
  }

  #mayLearn({ kind, values }: Difference): boolean {
    return kind !== 'origin' || this.#options.acrossSites || isOneSite(values[0], values[1]);
  }

  #ruleAgainst(url: string, parts: UrlParts): Reason | undefined {
    let best: Reason | undefined;
    let bestBound = 0;
    for (const { rules, target, agreement, directory } of this.#findings(url, parts, this.#isUsed)) {
      const evidence = rules.map((rule) => this.#evidence.get(rule));
      if (evidence.some((each) => each === undefined || !isUsedOn(url, each, agreement, directory))) continue;
      if (evidence.some((each) => each!.doubts(groupsOf(parts)))) continue;
      const bound = Math.min(...evidence.map((each) => each!.lowerBound(agreement)));
      const risk = this.#surprise() * evidence.reduce((sum, each) => sum + each!.lossRate(agreement), 0);
      if (bound <= bestBound || !this.#canAfford(risk)) continue;
      // wrong answers come together: a page that changed is wrong for all that are taken for the old one
      if (this.#dropped.countFor(target) * risk >= MOST_RISK_OF_TARGET) continue;
      if (!this.#options.isDecided(target)) continue;
      best = { target, because: rules, agreement, risk };
      bestBound = bound;
    }
    return best;
  }

  #patternAgainst(parts: UrlParts): Reason | undefined {
    const pattern = this.#patterns.barrenPattern(parts);
    return pattern === undefined
      ? undefined
      : { target: undefined, because: [pattern], agreement: undefined, risk: 0 };
  }

  /** How many times as many pages as expected are lost, by those that were fetched as a check: [1, ∞). */
  #surprise(): number {
    return Math.max(1, (this.#checks.losses + 1) / (this.#checks.expected + 1));
  }

  #canAfford(risk: number): boolean {
    return (
      this.#expectedLoss + risk <= this.#options.lossShare * (this.#pages + this.#drops - this.#returns + 1)
    );
  }

  #tryRules(url: string, parts: UrlParts, content: number, isNew: boolean): void {
    const groups = groupsOf(parts);
    for (const { rules, target, content: expected, agreement, directory } of this.#findings(
      url,
      parts,
      () => true,
    )) {
      const isRight = expected === content;
      this.#options.onTrial({ url, target, rules: rules.map(nameIn), agreement, isRight });
      // of several parameters that make a difference together, the one that is known least is to blame
      const tried = isRight || rules.length === 1 ? rules : [this.#leastKnown(rules)];
      for (const rule of tried) {
        const evidence = this.#evidence.get(rule) ?? new Evidence();
        this.#evidence.set(rule, evidence);
        const answer = { agreement, isRight, isNew, directory, groups };
        const expected = evidence.lossRate(agreement);
        const { used, soundUntil } = evidence.count(answer, this.#drops);
        if (used === 0) continue;
        if (used === 1) {
          this.#checks.expected += expected;
          if (isNew) this.#checks.losses++;
        }
        if (isRight) continue;
        // what else was taken for that page, and what is like this one, may be other pages, too
        if (used === 1) this.#giveBack(this.#dropped.takeBackFor(target));
        this.#giveBack(this.#dropped.takeBackLike(rule, groups));
        if (soundUntil !== undefined) this.#giveBack(this.#dropped.takeBack(rule, agreement, soundUntil));
      }
    }
  }

  #leastKnown(rules: readonly string[]): string {
    const support = (rule: string): number => this.#evidence.get(rule)?.trials.support ?? 0;
    return rules.reduce((a, b) => (support(b) < support(a) ? b : a));
  }

  #giveBack(dropped: readonly DroppedUrl[]): void {
    for (const { url, risk, because: reasons } of dropped) {
      this.#returned.set(url, true);
      this.#toGiveBack.push(url);
      this.#returns++;
      this.#expectedLoss -= risk;
      for (const reason of reasons) {
        const evidence = this.#evidence.get(reason);
        if (evidence !== undefined) evidence.saved--;
      }
    }
  }

  /** Decided URLs that hold the same as this one, if the rules that lead to them are right. */
  *#findings(url: string, parts: UrlParts, wanted: Wanted): Generator<Finding> {
    yield* this.#byParameters(url, parts);
    const bare = this.#withoutIdle(parts);
    yield* this.#byAlternatives(url, this.#slots.otherOrigins(bare, wanted), rulesBetween(parts, bare));
    const cleaned = this.#cleaned(parts);
    const rules = rulesBetween(parts, cleaned);
    yield* this.#byAlternatives(url, this.#slots.otherPaths(cleaned, wanted), rules);
    // by its origin or one parameter alone it has been found already
    const found =
      cleaned.origin === parts.origin || rules.length < 2 ? undefined : this.#among([urlOf(cleaned)], url);
    if (found !== undefined) yield { ...found, rules, directory: directoryOf(parts.segments) };
  }

  /** @param rules what the alternatives leave out before they differ */
  *#byAlternatives(
    url: string,
    alternatives: Iterable<Alternatives>,
    rules: readonly string[],
  ): Generator<Finding> {
    for (const { rule, urls, directory } of alternatives) {
      const found = this.#among(urls, url);
      if (found !== undefined) yield { ...found, rules: [...rules, keyOf(rule)], directory };
    }
  }

  *#byParameters(url: string, parts: UrlParts): Generator<Finding> {
    if (!this.#slots.hasParameters(parts.origin)) return;
    const form = this.#withoutParameters(parts);
    const known = this.#decided.get(form);
    const target = known?.url ?? form;
    const reached = known === undefined || target === url ? undefined : partsOf(target);
    if (known === undefined || reached === undefined || reached.origin !== parts.origin) return;
    const rules = rulesBetween(parts, reached);
    if (rules.length === 0) rules.push(keyOf({ kind: 'order', at: parts.origin, value: '' }));
    const directory = directoryOf(parts.segments);
    yield { rules, target, content: known.content, agreement: 'single', directory };
  }

  /** The latest of those URLs that are decided, and how far they agree. */
  #among(
    urls: readonly string[],
    self: string,
  ): Pick<Finding, 'target' | 'content' | 'agreement'> | undefined {
    let latest = -1;
    let target = '';
    let content = 0;
    let found = 0;
    let agree = true;
    for (const url of urls) {
      const known = this.#decided.get(url);
      if (known === undefined || known.url === self) continue;
      if (found > 0 && known.content !== content) agree = false;
      found++;
      if (known.at > latest) {
        latest = known.at;
        target = known.url ?? url;
        content = known.content;
      }
    }
    if (found === 0) return undefined;
    return { target, content, agreement: found === 1 ? 'single' : agree ? 'agreed' : 'mixed' };
  }

  /** Notes a page under the forms that its URL shares with others. */
  #noteForms(url: string, parts: UrlParts, content: string): void {
    const sorted = [...parts.parameters].sort();
    const forms = [this.#withoutParameters(parts), urlOf(this.#cleaned(parts))];
    // any of a few parameters may turn out to make no difference
    if (sorted.length <= MOST_SINGLE_FORMS) {
      for (const parameter of sorted) {
        forms.push(urlOf({ ...parts, parameters: sorted.filter((other) => other !== parameter) }));
      }
    }
    for (const form of new Set(forms)) this.#decided.addUnder(form, url, content);
  }

  /** The URL without the parameters that may make no difference, the others sorted. */
  #withoutParameters(parts: UrlParts): string {
    return urlOf({ ...parts, parameters: this.#slots.otherParameters(parts) });
  }

  /** The URL without the parameters that are known to make no difference. */
  #withoutIdle(parts: UrlParts): UrlParts {
    const { origin } = parts;
    const parameters = parts.parameters.filter(
      (parameter) => !this.#isOn({ kind: 'parameter', at: origin, value: nameOf(parameter) }),
    );
    return { ...parts, parameters };
  }

  /** The same at the one of several hosts that stands for all, where it is known to make no difference which. */
  #cleaned(parts: UrlParts): UrlParts {
    const { origin } = parts;
    const other = this.#slots
      .originsOf(origin)
      .find(
        (value) =>
          this.#isOn({ kind: 'origin', at: origin, value }) &&
          (value < origin || !this.#isOn({ kind: 'origin', at: value, value: origin })),
      );
    return { ...this.#withoutIdle(parts), origin: other ?? origin };
  }

  /** Whether a rule is in use on some URLs. */
  readonly #isUsed: Wanted = (rule) => {
    const evidence = this.#evidence.get(keyOf(rule));
    return evidence !== undefined && agreements.some((agreement) => evidence.shareOf(agreement) > 0);
  };

  #isOn(rule: RuleName): boolean {
    return this.#evidence.get(keyOf(rule))?.shareOf('single') === 1;
  }
}

/** Hashes of a page's name and of its folder's: `package-use.html`, and all that is in a folder `class-use`. */
function groupsOf({ segments }: UrlParts): number[] {
  return [hash53(`name ${segments.at(-1)}`), hash53(`folder ${segments.at(-2) ?? ''}`)];
}

/** Keys of the rules that two URLs of one path differ by: none, where only the order of parameters differs. */
function rulesBetween(a: UrlParts, b: UrlParts): string[] {
  const at = a.origin;
  const names = differingNames(a.parameters, b.parameters);
  const rules = names.map((value) => keyOf({ kind: 'parameter', at, value }));
  if (at !== b.origin) rules.push(keyOf({ kind: 'origin', at, value: b.origin }));
  return rules;
}

/** Whether one host is the other one, below it, or that with `www`. */
function isOneSite(a: string, b: string): boolean {
  const [x, y] = [a, b].map((origin) => new URL(origin).hostname.replace(/^www\./, ''));
  return x === y || x.endsWith(`.${y}`) || y.endsWith(`.${x}`);
}

function isUsedOn(url: string, evidence: Evidence, agreement: Agreement, directory: number): boolean {
  const used = evidence.shareOf(agreement, directory);
  return used > 0 && isChosen(url, used, 'part');
}

function dropDecision({ target, because }: DroppedUrl): UrlDecision {
  const reason =
    target === undefined
      ? `the last pages of the pattern ${because[0]} brought nothing new`
      : `by what its site's URLs showed, it holds what ${target} holds`;
  return { action: 'drop', target, reason };
}

function share(name: string, value: number): number {
  if (typeof value !== 'number')
    throw new TypeError(`${name}: expected a number from 0 to 1; got ${typeof value}`);
  if (!(value >= 0 && value <= 1))
    throw new RangeError(`${name}: expected a number from 0 to 1; got ${value}`);
  return value;
}

function count(name: string, value: number): number {
  if (typeof value !== 'number')
    throw new TypeError(`${name}: expected a whole number ≥ 1; got ${typeof value}`);
  if (!Number.isSafeInteger(value) || value < 1) {
    throw new RangeError(`${name}: expected a whole number ≥ 1; got ${value}`);
  }
  return value;
}
