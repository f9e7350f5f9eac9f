import { DecidedUrls } from './decided-urls.ts';
import { type Difference, differenceOf, differingNames } from './difference.ts';
import type { Agreement } from './evidence.ts';
import { keyOf, type RuleName } from './rule-name.ts';
import { type Alternatives, alternativePart, directoryOf, otherOrigin, Slots, type Wanted } from './slots.ts';
import { HashedStart, nameOf, partsOf, type UrlParts, urlOf } from './url-parts.ts';
import { nearestVersions } from './version-order.ts';

/** A decided URL that has the same content as another URL, if the rules are right. */
export interface Counterpart {
  /** Keys of the rules, all of which must be right. */
  readonly rules: readonly string[];
  readonly target: string;
  readonly content: number;
  readonly agreement: Agreement;
  /** All decided alternatives, the target first, then the most trusted: their URLs, values and contents. */
  readonly others: readonly { readonly url: string; readonly value: string; readonly content: number }[];
  /** Hash of the page's directory, in the part that the rules leave unchanged. */
  readonly directory: number;
}

/** Information about rules. */
interface RuleBook {
  /** Whether a rule is used on all URLs. The part that it is about is then removed before other parts are varied. */
  isOn(rule: RuleName): boolean;
  /** How often the page with another value had the same content as the page with the rule's value: (0, 1). */
  shareWith(rule: RuleName, value: string): number;
}

/** Most parameters of a URL that is also stored without each single one of them. */
const MOST_SINGLE_FORMS = 3;

/**
 * The decided URLs of a crawl. They are found from a URL that differs from them in one part, which a rule says makes no
 * difference.
 */
export class Counterparts {
  readonly slots: Slots = new Slots();
  readonly decided: DecidedUrls;
  readonly #acrossSites: boolean;
  readonly #book: RuleBook;

  /**
   * @param mostUrls most URLs that are remembered
   * @param acrossSites whether hosts of different sites may be mirrors
   * @param book information about rules
   */
  constructor(mostUrls: number, acrossSites: boolean, book: RuleBook) {
    this.decided = new DecidedUrls(mostUrls);
    this.#acrossSites = acrossSites;
    this.#book = book;
  }

  /** Records a decided page. If it repeats another page, also records in which part their URLs differ. */
  note(url: string, parts: UrlParts, content: string, repeated: UrlParts | undefined): void {
    if (repeated !== undefined) {
      const difference = differenceOf(this.#cleaned(parts), this.#cleaned(repeated));
      if (difference !== undefined && this.#learn(difference))
        this.#noteForms(urlOf(repeated), repeated, content);
    }
    this.decided.add(url, content);
    this.#noteForms(url, parts, content);
  }

  /**
   * The counterparts of a URL, by the wanted rules.
   *
   * @param without a content whose pages are left out, as if none had been met
   */
  *of(url: string, parts: UrlParts, wanted: Wanted, without?: number): Generator<Counterpart> {
    yield* this.#byParameters(url, parts, without);
    const bare = this.#withoutIdle(parts);
    const origins = this.slots.otherOrigins(bare, wanted);
    yield* this.#byAlternatives(url, origins, rulesBetween(parts, bare), without);
    const cleaned = this.#cleaned(parts);
    const rules = rulesBetween(parts, cleaned);
    yield* this.#byAlternatives(url, this.slots.otherPaths(cleaned, wanted), rules, without);
    // A difference in origin alone, or in one parameter alone, was already tried above.
    if (cleaned.origin === parts.origin || rules.length < 2) return;
    const { origin } = cleaned;
    const alternative = otherOrigin(cleaned, { kind: 'origin', at: parts.origin, value: origin });
    const found = this.#among(alternative, url, without);
    if (found !== undefined) yield { ...found, rules, directory: directoryOf(parts.segments) };
  }

  /** @param rules those applied to the URL before its part is varied */
  *#byAlternatives(
    url: string,
    alternatives: Iterable<Alternatives>,
    rules: readonly string[],
    without: number | undefined,
  ): Generator<Counterpart> {
    for (const each of alternatives) {
      const { rule, directory } = each;
      const found = this.#among(each, url, without);
      if (found !== undefined) yield { ...found, rules: [...rules, keyOf(rule)], directory };
    }
  }

  *#byParameters(url: string, parts: UrlParts, without: number | undefined): Generator<Counterpart> {
    if (!this.slots.hasParameters(parts.origin)) return;
    const form = this.#withoutParameters(parts);
    const page = this.decided.get(form);
    const copy = this.decided.latestCopy(form);
    const known = copy !== undefined && copy.content !== page?.content ? copy : page;
    const target = known?.url ?? form;
    const reached = known === undefined || target === url ? undefined : partsOf(target);
    if (known === undefined || reached === undefined || reached.origin !== parts.origin) return;
    if (known.content === without) return;
    const rules = rulesBetween(parts, reached);
    if (rules.length === 0) rules.push(keyOf({ kind: 'order', at: parts.origin, value: '' }));
    const directory = directoryOf(parts.segments);
    const { content } = known;
    const others = [{ url: target, value: '', content }];
    yield { rules, target, content, agreement: 'single', others, directory };
  }

  /** The decided URL among the alternatives that is most trusted or next to the URL's version, and how the decided ones agree. */
  #among(
    alternatives: Alternatives,
    self: string,
    without: number | undefined,
  ): Pick<Counterpart, 'target' | 'content' | 'agreement' | 'others'> | undefined {
    const { rule, values, before, behind } = alternatives;
    const others: Believed[] = [];
    const start = new HashedStart(before);
    for (const value of values) {
      const part = alternativePart(alternatives, value);
      const known = this.decided.at(start.followedBy(part, behind));
      if (known === undefined || known.url === self || known.content === without) continue;
      const { at, content, url = before + part + behind } = known;
      others.push({ url, value, content, at, share: this.#book.shareWith(rule, value) });
    }
    if (others.length === 0) return undefined;
    if (others.length > 1) others.sort(byBelief);
    const between = others.length > 1 ? commonContent(nearestVersions(rule.value, others)) : undefined;
    if (between !== undefined) {
      others.splice(others.indexOf(between), 1);
      others.unshift(between);
    }
    const [{ url: target, content }] = others;
    const agreement = between === undefined ? agreementOf(others) : 'between';
    return { target, content, agreement, others };
  }

  /** Records a page under the forms that its URL shares with others. */
  #noteForms(url: string, parts: UrlParts, content: string): void {
    const sorted = [...parts.parameters].sort();
    const forms = [this.#withoutParameters(parts), urlOf(this.#cleaned(parts))];
    // If there are few parameters, any of them may turn out to make no difference.
    if (sorted.length <= MOST_SINGLE_FORMS) {
      for (const parameter of sorted) {
        forms.push(urlOf({ ...parts, parameters: sorted.filter((other) => other !== parameter) }));
      }
    }
    for (const form of new Set(forms)) this.decided.addUnder(form, url, content);
  }

  /** The URL without the parameters that may make no difference; the others are sorted. */
  #withoutParameters(parts: UrlParts): string {
    return urlOf({ ...parts, parameters: this.slots.otherParameters(parts) });
  }

  /** The URL without the parameters that make no difference according to rules in full use. */
  #withoutIdle(parts: UrlParts): UrlParts {
    const { origin } = parts;
    const parameters = parts.parameters.filter(
      (parameter) => !this.#book.isOn({ kind: 'parameter', at: origin, value: nameOf(parameter) }),
    );
    return { ...parts, parameters };
  }

  /**
   * As `#withoutIdle`. If a rule in full use says so, the origin is replaced by the one that represents its mirrors.
   */
  #cleaned(parts: UrlParts): UrlParts {
    const { origin } = parts;
    const other = this.slots
      .originsOf(origin)
      .find(
        (value) =>
          this.#book.isOn({ kind: 'origin', at: origin, value }) &&
          (value < origin || !this.#book.isOn({ kind: 'origin', at: value, value: origin })),
      );
    return { ...this.#withoutIdle(parts), origin: other ?? origin };
  }

  /** Records a difference, unless it is one of origins that may not stand for each other. Returns whether it is recorded. */
  #learn(difference: Difference): boolean {
    const { kind, values } = difference;
    if (kind !== 'origin') {
      this.slots.add(difference);
      return true;
    }
    let isLearned = false;
    for (const [origin, other] of [values, [...values].reverse()]) {
      if (!this.#acrossSites && !isOfOneOwner(origin, other)) continue;
      this.slots.addOrigin(origin, other);
      isLearned = true;
    }
    return isLearned;
  }
}

/** A decided URL, and how far it is trusted to have the same content. */
interface Believed {
  readonly url: string;
  readonly value: string;
  readonly content: number;
  readonly at: number;
  readonly share: number;
}

/** Most trusted first; among equals the later one first. */
function byBelief(a: Believed, b: Believed): number {
  return b.share - a.share || b.at - a.at;
}

/** The earlier of two versions if both have the same content. */
function commonContent({
  earlier,
  later,
}: ReturnType<typeof nearestVersions<Believed>>): Believed | undefined {
  return earlier !== undefined && earlier.content === later?.content ? earlier : undefined;
}

/** How URLs agree, in the order of trust. */
function agreementOf([first, ...others]: readonly Believed[]): Agreement {
  if (others.length === 0) return 'single';
  const differing = others.findIndex(({ content }) => content !== first.content);
  if (differing === 0) return 'mixed';
  if (differing === 1 || others.length === 1) return 'two';
  return differing < 0 ? 'all' : 'most';
}

/** Keys of the rules in which two URLs of one path differ; none if only the order of parameters differs. */
function rulesBetween(a: UrlParts, b: UrlParts): string[] {
  const at = a.origin;
  const names = differingNames(a.parameters, b.parameters);
  const rules = names.map((value) => keyOf({ kind: 'parameter', at, value }));
  if (at !== b.origin) rules.push(keyOf({ kind: 'origin', at, value: b.origin }));
  return rules;
}

/**
 * Whether what an origin shows may be taken from another one: both are of one host, apart from `www`, or it is of a subdomain of that. A
 * subdomain may be one that anybody gets, as for a blog, and must not stand for the pages of its host.
 */
function isOfOneOwner(origin: string, other: string): boolean {
  const [host, of] = [origin, other].map((each) => new URL(each).hostname.replace(/^www\./, ''));
  return host === of || host.endsWith(`.${of}`);
}
