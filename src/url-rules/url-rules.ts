import { checkString, checkWhole } from '../argument-checks.ts';
import { type Counterpart, Counterparts } from './counterparts.ts';
import { type DroppedUrl, DroppedUrls } from './dropped-urls.ts';
import { KnownRules, type UrlRule } from './known-rules.ts';
import { LeadingCopies } from './leading-copies.ts';
import { LetThrough } from './let-through.ts';
import { LossBudget } from './loss-budget.ts';
import { movedPage } from './moved-links.ts';
import { completeOptions, type UrlRulesOptions } from './options.ts';
import { PagesBehind } from './pages-behind.ts';
import { withoutFragment } from './parse-url.ts';
import { ReturnedUrls } from './returned-urls.ts';
import { type CountedClaim, Risk } from './risk.ts';
import { keyOf, nameIn } from './rule-name.ts';
import { SampledUrls } from './sampled-urls.ts';
import type { Wanted } from './slots.ts';
import { readState, type UrlRulesState, writeState } from './state.ts';
import { addressOf, hasFewParts, hash53, partsOf, splitUrl, type UrlParts, urlOf } from './url-parts.ts';
import { isBarren, UrlPatterns } from './url-patterns.ts';

/** Whether to fetch a URL. */
export type UrlDecision =
  | { readonly action: 'fetch' }
  | {
      readonly action: 'drop';
      /** The decided URL that probably has the same content; undefined if the URL's pattern brings nothing new. */
      readonly target: string | undefined;
      /** The reason in one sentence, for people. */
      readonly reason: string;
    };

/** A URL pattern that was given up because its last pages brought nothing new. */
export interface BarrenPattern {
  /** The URL with each number as 0 and without the values of its parameters. */
  readonly pattern: string;
  readonly pages: number;
  /** Pages since the last one with new content. */
  readonly barren: number;
}

/**
 * Expected number of wrong answers among the URLs taken for one page, from which another one is fetched as a check; less between
 * versions, where a page that has changed is another one in all versions before.
 */
const MOST_RISK_OF_TARGET = 0.1;
const MOST_RISK_OF_VERSIONS = 0.04;

/** How many times the budget all that one rule has dropped between versions may lose at the worst. */
const MOST_BUDGETS = 2;

/**
 * Of the URLs taken for one page in spite of another value of a parameter, only so many are given back because of a similar
 * page: there may be thousands of session ids. If one of these has other content, all are given back.
 */
const MOST_VALUES_BACK = 4;

/** Of so many dropped pages, in turn, the risk is estimated again with each page that is learned from. */
const REASSESSED_WITH_EACH = 4;

const FETCH: UrlDecision = { action: 'fetch' };

/** Why a URL is dropped. */
type Reason = Omit<DroppedUrl, 'url' | 'groups' | 'at'>;

/**
 * Learns from decided pages which parts of a site's URLs never change the content, and tells which URLs need not be
 * fetched.
 *
 * If two pages have one content, the difference between their URLs becomes a rule (as in Bar-Yossef, Keidar &
 * Schonfeld: Do not crawl in the DUST, WWW 2007; Dasgupta, Kumar & Sasturkar, KDD 2008). Each later page that has a
 * counterpart by this rule is a trial of it, right or wrong. All trials are used to estimate the probability that a URL
 * has content that no other page has (`Risk`). The URLs with the least risk are dropped, as many as are expected to
 * lose less than `lossShare` of the pages (`LossBudget`), and by no rule about versions alone so many that it could lose
 * twice as many, if it is wrong as often as its own trials leave likely. A page is lost, too, if only dropped pages link
 * to it. So a URL is dropped only if the pages that its counterparts were the first to link to, moved to its place, have
 * been met, or would be dropped as well. A share of the droppable URLs is fetched nevertheless and keeps testing the
 * rules, but no more than one for each four pages. A rule that begins to be wrong is turned off, and the URLs that it
 * dropped are given back.
 *
 * The same calls give the same answers in every run. Memory is bounded by the options, whatever URLs come. A call costs
 * O(|url|) times the number of known alternatives of the URL, at most 128, and of pages that these were the first to
 * link to, at most 64 each. URLs of more than 2,048 characters are never
 * dropped and never learned from; those of more than 32 segments or parameters count for their patterns alone.
 */
export class UrlRules {
  readonly #options: Required<UrlRulesOptions>;
  readonly #counterparts: Counterparts;
  readonly #risk = new Risk();
  readonly #rules = new KnownRules(this.#risk);
  readonly #budget: LossBudget;
  readonly #patterns = new UrlPatterns();
  readonly #dropped: DroppedUrls;
  readonly #returned = new ReturnedUrls();
  readonly #copies = new LeadingCopies();
  readonly #samples: SampledUrls;
  readonly #letThrough = new LetThrough();
  readonly #behind: PagesBehind;

  /** @throws TypeError, RangeError for a wrong option or an invalid state */
  constructor(options: UrlRulesOptions = {}, state?: UrlRulesState) {
    this.#options = completeOptions(options);
    const { lossShare, mostUrls, mostDropped, acrossSites, sampleShare } = this.#options;
    this.#budget = new LossBudget(lossShare);
    this.#dropped = new DroppedUrls(mostDropped);
    this.#samples = new SampledUrls(sampleShare);
    this.#behind = new PagesBehind(mostUrls, {
      isKnown: (url) => this.#counterparts.decided.holds(url) || this.#dropped.get(url) !== undefined,
      riskOf: (url, missing) => this.#reasonAgainst(splitUrl(url), missing)?.risk,
    });
    this.#counterparts = new Counterparts(mostUrls, acrossSites, {
      isOn: (rule) => this.#rules.of(keyOf(rule))?.shareOf('single') === 1,
      shareWith: (rule, value) => this.#rules.of(keyOf(rule))?.shareWith(value) ?? 0.5,
    });
    if (state !== undefined) readState(state, this.#parts());
  }

  /**
   * Decides about a URL that is about to be fetched or queued. Links to parts of one page are one drop, which would otherwise be
   * expected to be lost as often as it is linked to.
   */
  decide(url: string): UrlDecision {
    checkString('decide', 'url', url);
    const page = withoutFragment(url);
    const parts = splitUrl(page);
    this.#meet(parts);
    const before = this.#dropped.get(page);
    if (before !== undefined && !this.#isOfEarlierCrawl(before)) return dropDecision(before);
    if (before !== undefined) {
      this.#dropped.remove(before);
      this.#uncount(before);
    }
    const reason = this.#reasonAgainst(parts);
    if (reason === undefined) {
      if (parts !== undefined) this.#letThrough.note(urlOf(parts), this.#budget.drops);
      return FETCH;
    }
    const { target, risk } = reason;
    const dropped = {
      url: page,
      ...reason,
      groups: groupsOf(parts!),
      at: ++this.#budget.drops,
    };
    this.#dropped.add(dropped);
    if (target !== undefined) this.#budget.meet(risk);
    this.#budget.expectedLoss += risk;
    this.#rules.countSaved(dropped.because, 1);
    return dropDecision(dropped);
  }

  /**
   * What `decide` would answer, without recording a drop. A copy of an instance uses it before it asks the original, and
   * has a sample of its own.
   */
  foresee(url: string): UrlDecision {
    checkString('foresee', 'url', url);
    const page = withoutFragment(url);
    const parts = splitUrl(page);
    this.#meet(parts);
    const before = this.#dropped.get(page);
    const isDecided = before !== undefined && !this.#isOfEarlierCrawl(before);
    const reason = isDecided ? before : this.#reasonAgainst(parts);
    return reason === undefined ? FETCH : dropDecision(reason);
  }

  /**
   * Says that another crawl begins. A URL that an earlier one dropped is then judged anew when it is met again: the site
   * may have changed, and if the rule turns out wrong, only what was dropped since it was last right is given back.
   */
  beginCrawl(): void {
    this.#budget.earlierDrops = this.#budget.drops;
  }

  /**
   * Learns from a page that is decided and stored. Leave out pages without content of their own (walls, shells,
   * errors): they are no evidence. For walls there is `observeWall`.
   *
   * @param content an id of the content, equal for pages that repeat each other: that of the page that is kept
   * @param repeats the URL of the kept page, if it is another one
   * @param outline from `outlineOf`, if the page has one
   * @param linkedFrom the URL of the page that linked to it first, whose pattern may lead to more; '' if that may be any page
   * of the site; left out for a page that no link led to
   */
  observe(url: string, content: string, repeats?: string, outline?: number, linkedFrom?: string): void {
    checkString('observe', 'url', url);
    // all numbers would be one content
    checkString('observe', 'content', content);
    if (repeats !== undefined) checkString('observe', 'repeats', repeats);
    if (outline !== undefined) checkWhole('observe: outline', outline, 0);
    if (linkedFrom !== undefined) checkString('observe', 'linkedFrom', linkedFrom);
    const parts = splitUrl(url);
    if (parts === undefined) return;
    if (!hasFewParts(parts)) {
      this.#countInPatterns(parts, repeats !== undefined, outline, linkedFrom);
      return;
    }
    const page = urlOf(parts);
    const { decided } = this.#counterparts;
    // A page that is decided again, after a restart, is not a second trial.
    if (decided.holds(page) && decided.get(page)?.content === hash53(content)) return;
    this.#budget.pages++;
    if (linkedFrom !== undefined) this.#noteLink(linkedFrom, page);
    if (repeats !== undefined) {
      this.#copies.add(page, hash53(content));
      this.#meetAgain(page, parts, hash53(content));
    }
    const isForeseen = this.#tryRules(page, parts, hash53(content), repeats === undefined);
    // a copy that a rule in use foresaw says nothing about the rest of its pattern: links to known pages come before others
    if (!isForeseen) this.#countInPatterns(parts, repeats !== undefined, outline, linkedFrom);
    this.#counterparts.note(page, parts, content, repeats === undefined ? undefined : partsOf(repeats));
    for (let i = 0; i < REASSESSED_WITH_EACH; i++) {
      const dropped = this.#dropped.nextInTurn();
      if (dropped?.target !== undefined) this.#reassess(dropped);
    }
  }

  /**
   * Learns that a wall, such as a login or a soft 404, was sent in place of a page. After a hundred of them a URL pattern
   * that has never brought anything new is given up: where each link has a session id of its own, a site has any number
   * of links to its login.
   */
  observeWall(url: string): void {
    checkString('observeWall', 'url', url);
    const parts = splitUrl(url);
    if (parts !== undefined) this.#patterns.countWall(parts);
  }

  /**
   * Learns that a page is gone, whose content was kept for all others that have it. URLs dropped in favour of these are given back, and
   * none is dropped for them until the content is met again. O(URLs remembered)
   */
  forget(url: string): void {
    checkString('forget', 'url', url);
    const parts = splitUrl(url);
    if (parts === undefined) return;
    const page = urlOf(parts);
    const { decided } = this.#counterparts;
    const known = decided.get(page);
    if (known === undefined || known.url !== undefined) return;
    for (const target of new Set([page, ...decided.forget(known.content)]))
      this.#giveBack(this.#dropped.takeBackFor(target));
  }

  /**
   * The URLs dropped by rules or patterns that turned out wrong since the last call, `withoutFragment`. They must be fetched after all.
   */
  takeBack(): string[] {
    return this.#returned.take();
  }

  /** All rules; those that saved most come first. */
  rules(): UrlRule[] {
    return this.#rules.list();
  }

  /** The URL patterns that were given up. */
  barrenPatterns(): BarrenPattern[] {
    return [...this.#patterns.entries()].filter(isBarren);
  }

  /** What was learned, to pass to another instance; call its `beginCrawl` if it serves another crawl. At most about 150 bytes for each remembered URL. */
  toJSON(): UrlRulesState {
    return writeState(this.#parts());
  }

  #parts() {
    return {
      slots: this.#counterparts.slots,
      decided: this.#counterparts.decided,
      firstLinks: this.#behind.firstLinks,
      evidence: this.#rules.evidence,
      risk: this.#risk,
      budget: this.#budget,
      patterns: this.#patterns,
      dropped: this.#dropped,
      toGiveBack: this.#returned.waiting,
    };
  }

  #meet(parts: UrlParts | undefined): void {
    if (parts !== undefined) this.#behind.meet(urlOf(parts));
  }

  #countInPatterns(
    parts: UrlParts,
    repeats: boolean,
    outline: number | undefined,
    linkedFrom: string | undefined,
  ): void {
    const { opened, isNew } = this.#patterns.count(parts, repeats, outline);
    this.#open(opened);
    if (!isNew || linkedFrom === undefined) return;
    if (linkedFrom === '') this.#open(this.#patterns.someLedOn(parts.origin));
    else this.#ledOn(linkedFrom);
  }

  #open(patterns: readonly string[]): void {
    for (const pattern of patterns) this.#giveBack(this.#dropped.takeBack(pattern, undefined, 0));
  }

  /**
   * Learns that a page was the first to link to one with new content. If it is a copy, its links may be content of its own:
   * the pages of a gallery say the same. A parameter that had it dropped would have lost what is behind it, so it is not used
   * for a while on pages with that name or folder, and what it dropped there comes back bit by bit, as long as that leads on.
   * Not so a version of a manual: its other pages have the link, too.
   */
  #ledOn(url: string): void {
    const parts = splitUrl(url);
    if (parts === undefined) return;
    this.#open(this.#patterns.ledOn(parts));
    const page = urlOf(parts);
    if (!this.#copies.ledOn(page)) return;
    const groups = groupsOf(parts);
    for (const { rules } of this.#counterparts.of(page, parts, isParameter)) {
      for (const rule of rules) {
        this.#rules.of(rule)?.doubt(groups);
        this.#giveBackLike(rule, groups);
      }
    }
  }

  /**
   * Learns that a page was the first to link to another one, and gives back what was dropped for it at places where nothing else has
   * led to the other one's counterpart, which would have to be fetched.
   */
  #noteLink(from: string, page: string): void {
    const parts = splitUrl(from);
    if (parts === undefined) return;
    const leading = urlOf(parts);
    this.#behind.firstLinks.add(leading, page);
    const back = this.#dropped.inFavourOf(leading).filter(({ url, because }) => {
      const moved = movedPage(nameIn(because.at(-1)!), url, leading, page);
      return moved !== undefined && this.#behind.riskOfMissing(moved, new Set()) === undefined;
    });
    for (const each of back) this.#dropped.remove(each);
    this.#giveBack(back);
  }

  /**
   * The reason why a URL that was not dropped before need not be fetched, if there is one.
   *
   * @param missing pages that are missed if the URL is dropped
   */
  #reasonAgainst(parts: UrlParts | undefined, missing: Set<string> = new Set()): Reason | undefined {
    if (parts === undefined) return undefined;
    const page = urlOf(parts);
    if (this.#returned.has(page)) return undefined;
    // A fetched page may be the target of other URLs. If it were dropped too, their content would be lost.
    if (this.#counterparts.decided.holds(page)) return undefined;
    const byRule = hasFewParts(parts) ? this.#ruleAgainst(page, parts, missing) : undefined;
    const reason = byRule ?? this.#patternAgainst(parts);
    return reason === undefined || this.#samples.takes(page, this.#budget.pages) ? undefined : reason;
  }

  #ruleAgainst(url: string, parts: UrlParts, missing: Set<string>): Reason | undefined {
    const groups = groupsOf(parts);
    let best: Reason | undefined;
    let missed: ReadonlySet<string> = missing;
    for (const counterpart of this.#counterparts.of(url, parts, this.#rules.isUsed)) {
      const { target, rules: because, agreement } = counterpart;
      const claims = this.#rules.claimsOf(counterpart, groups);
      const { news, loss: risk } = this.#risk.of(claims);
      if (risk >= (best?.risk ?? 1) || !this.#drops(url, counterpart, risk, groups)) continue;
      // Wrong answers come together: a page that changed is wrong for all URLs that are taken for its old content.
      const versions = claims.filter(({ rule: { kind } }) => kind === 'segment');
      const mostRisk = versions.length > 0 ? MOST_RISK_OF_VERSIONS : MOST_RISK_OF_TARGET;
      if (this.#dropped.countFor(target) * news >= mostRisk) continue;
      if (!versions.every((claim) => this.#mayFail(claim))) continue;
      if (!this.#options.isDecided(addressOf(target))) continue;
      const behind = new Set(missing);
      const riskBehind = this.#behind.riskOf(url, counterpart, behind);
      if (riskBehind === undefined || !this.#budget.hasRoom(risk + riskBehind, versions.length > 0)) continue;
      best = { target, because, agreement, risk: risk + riskBehind };
      missed = behind;
    }
    for (const page of missed) missing.add(page);
    return best;
  }

  /**
   * Whether the budget could bear what a rule has dropped with an agreement, and one more, at the worst. All pages of a version may
   * have changed in a way that its few trials do not show.
   */
  #mayFail(claim: CountedClaim): boolean {
    const drops = 1 + this.#dropped.countBecause(keyOf(claim.rule), claim.agreement);
    return this.#budget.allows((drops * this.#risk.worstOf(claim)) / MOST_BUDGETS);
  }

  /** Whether rules would drop a URL, regardless of earlier drops. */
  #drops(url: string, counterpart: Counterpart, risk: number, groups: readonly number[]): boolean {
    return this.#budget.isWorth(risk) && this.#rules.mayUse(url, counterpart, groups);
  }

  #patternAgainst(parts: UrlParts): Reason | undefined {
    const pattern = this.#patterns.barrenPattern(parts);
    return pattern === undefined
      ? undefined
      : { target: undefined, because: [pattern], agreement: undefined, risk: 0 };
  }

  /** Tries the rules on a page. Returns whether one that is used was right about it. */
  #tryRules(url: string, parts: UrlParts, content: number, isNew: boolean): boolean {
    const groups = groupsOf(parts);
    const dropsBefore = this.#letThrough.dropsBefore(url);
    let least = 1;
    let isForeseen = false;
    for (const counterpart of this.#counterparts.of(url, parts, () => true)) {
      const { rules, target, content: expected, agreement, others } = counterpart;
      const isRight = expected === content;
      const isUnanimous = others.every((other) => other.content === expected);
      this.#options.onTrial({
        url: addressOf(url),
        target: addressOf(target),
        rules: rules.map(nameIn),
        agreement,
        isUnanimous,
        isRight,
      });
      const claims = this.#rules.claimsOf(counterpart, groups);
      const { news: risk, loss } = this.#risk.of(claims);
      least = Math.min(least, loss);
      const isUsed = this.#drops(url, counterpart, loss, groups);
      if (isUsed && isRight) isForeseen = true;
      // If several parameters make a difference together, the one with the least evidence is blamed.
      const tried = isRight || rules.length === 1 ? rules : [this.#rules.leastKnown(rules)];
      for (const rule of tried) {
        const claim = claims[rules.indexOf(rule)];
        const answer = { isRight, isNew, isUsed, risk, content, dropsBefore };
        const soundUntil = this.#rules.count(rule, claim, others, answer, this.#budget.drops);
        if (soundUntil !== undefined) this.#giveBack(this.#dropped.takeBack(rule, agreement, soundUntil));
        // Similar pages may also have content of their own. A page that repeats another page than expected is no loss.
        if (isUsed && !isRight && isNew) this.#giveBackLike(rule, this.#rules.of(rule)!.telling(groups));
      }
      // A rule is not used for a while where it lost a page, but what was given back there still tells about its copies.
      if (!isRight && (isUsed || this.#returned.has(url))) this.#giveBack(this.#dropped.takeBackFor(target));
    }
    if (least < 1) this.#budget.meet(least);
    return isForeseen;
  }

  /**
   * Estimates the risk of a dropped page again, which hardly ever has content of its own if versions before and after it turned out
   * to have the same. Otherwise most of the budget would be spent on drops that have been shown to be right.
   */
  #reassess(dropped: DroppedUrl): void {
    const parts = splitUrl(dropped.url);
    if (parts === undefined) return;
    for (const counterpart of this.#counterparts.of(urlOf(parts), parts, isSegment)) {
      const { rules, agreement } = counterpart;
      if (agreement !== 'between' || rules.at(-1) !== dropped.because.at(-1)) continue;
      const claims = this.#rules.claimsOf(counterpart, groupsOf(parts));
      const risk = Math.min(dropped.risk, this.#risk.of(claims).loss);
      this.#budget.expectedLoss += risk - dropped.risk;
      this.#dropped.setRisk(dropped, risk);
      return;
    }
  }

  /** Learns from a page whether what was new on another one would have been found all the same if that had been dropped. */
  #meetAgain(url: string, parts: UrlParts, content: number): void {
    const { awaited } = this.#risk;
    if (!awaited.has(content)) return;
    const groups = groupsOf(parts);
    for (const counterpart of this.#counterparts.of(url, parts, this.#rules.isUsed, content)) {
      const { loss } = this.#risk.of(this.#rules.claimsOf(counterpart, groups));
      if (this.#drops(url, counterpart, loss, groups)) return;
    }
    awaited.meet(content);
  }

  #giveBackLike(rule: string, groups: readonly number[]): void {
    const most = nameIn(rule).kind === 'parameter' ? MOST_VALUES_BACK : undefined;
    this.#giveBack(this.#dropped.takeBackLike(rule, groups, most));
  }

  #giveBack(dropped: readonly DroppedUrl[]): void {
    for (const each of dropped) {
      this.#returned.add(each.url, urlOf(splitUrl(each.url)!));
      this.#uncount(each);
    }
  }

  /** Takes a drop out of the counts. */
  #uncount({ risk, because }: DroppedUrl): void {
    this.#budget.returns++;
    this.#budget.expectedLoss -= risk;
    this.#rules.countSaved(because, -1);
  }

  #isOfEarlierCrawl({ at }: DroppedUrl): boolean {
    return at <= this.#budget.earlierDrops;
  }
}

const isSegment: Wanted = ({ kind }) => kind === 'segment';
const isParameter: Wanted = ({ kind }) => kind === 'parameter';

/**
 * Hashes of a page's name and of its folder's name: `package-use.html`, and all pages in a folder `class-use`. The page
 * of a folder itself is named by the folder: all pages whose URLs end in a slash have little in common.
 */
function groupsOf({ segments }: UrlParts): number[] {
  const last = segments.at(-1) === '' ? -2 : -1;
  const name = segments.slice(last).join('/');
  return [hash53(`name ${name}`), hash53(`folder ${segments.at(last - 1) ?? ''}`)];
}

function dropDecision({ target: page, because }: Pick<DroppedUrl, 'target' | 'because'>): UrlDecision {
  const target = page && addressOf(page);
  const reason =
    target === undefined
      ? `the last pages of the pattern ${because[0]} brought nothing new`
      : `by what its site's URLs showed, it holds what ${target} holds`;
  return { action: 'drop', target, reason };
}
