import { shown } from '../argument-checks.ts';
import { fileFormats } from '../file-formats.ts';
import type { StoredContent } from './awaited-contents.ts';
import type { BoundedMap } from './bounded-map.ts';
import type { DecidedUrls, StoredUrl } from './decided-urls.ts';
import { type RuleKind, ruleKinds } from './difference.ts';
import type { DroppedUrl, DroppedUrls } from './dropped-urls.ts';
import { agreements, Evidence, type RuleRecord } from './evidence.ts';
import type { FirstLinks, StoredFirstLinks } from './first-links.ts';
import type { LossBudget } from './loss-budget.ts';
import { parseUrl } from './parse-url.ts';
import type { Risk } from './risk.ts';
import { keyOf, nameIn, type RuleName } from './rule-name.ts';
import type { Slots } from './slots.ts';
import { splitUrl } from './url-parts.ts';
import type { UrlPatterns } from './url-patterns.ts';

/** What an instance of `UrlRules` has learned, as JSON: `schemas/url-rules.schema.json`. */
export interface UrlRulesState {
  readonly format: string;
  /** Pages observed, and URLs dropped; `returns`: how many of these were given back or are judged anew. */
  readonly pages: number;
  readonly drops: number;
  /** URLs that earlier crawls dropped: see `UrlRules.beginCrawl`. */
  readonly earlierDrops: number;
  readonly returns: number;
  /** Expected number of dropped URLs whose content no other page has. */
  readonly expectedLoss: number;
  /** Sums of the risks of all URLs for which rules gave an answer, by the size of the risk: see `LossBudget`. */
  readonly risks: readonly number[];
  /** Weights of the counts, and the counts of losses: see `Risk`. */
  readonly weights: readonly number[];
  readonly losses: readonly (readonly [key: number, trials: number, losses: number])[];
  /** New contents that were not met again yet: see `AwaitedContents`; missing in a state of an earlier version. */
  readonly awaited?: readonly StoredContent[];
  /** The places where URLs with one content differed, and the values seen there. */
  readonly slots: readonly {
    readonly kind: RuleKind;
    readonly at: string;
    readonly values: readonly string[];
  }[];
  readonly rules: readonly StoredRule[];
  readonly patterns: readonly {
    readonly pattern: string;
    readonly pages: number;
    readonly barren: number;
    /** Missing if a page came that was no wall, and in a state of an earlier version. */
    readonly walls?: number;
  }[];
  readonly dropped: readonly DroppedUrl[];
  /** URLs that the next `takeBack` will return. */
  readonly giveBack: readonly string[];
  readonly urls: readonly StoredUrl[];
  /** Pages with those that they were the first to link to; missing in a state of an earlier version. */
  readonly firstLinks?: readonly StoredFirstLinks[];
}

/** A rule in the state. */
export interface StoredRule extends RuleName {
  /** One record for each agreement. */
  readonly records: readonly Readonly<RuleRecord>[];
  /** Hash of each directory, and its right answers. */
  readonly directories: readonly (readonly [directory: number, support: number])[];
  /** Hash of each group in which it lost a page, and the number of answers without a loss that it still needs. */
  readonly doubted: readonly (readonly [group: number, needed: number])[];
  /** The values that other URLs had in place of its own, and how often their content was the same or different. */
  readonly others: readonly (readonly [value: string, same: number, different: number])[];
  readonly saved: number;
}

/** The parts of a `UrlRules` instance that hold its state. */
interface Parts {
  readonly slots: Slots;
  readonly evidence: BoundedMap<string, Evidence>;
  readonly risk: Risk;
  readonly budget: LossBudget;
  readonly decided: DecidedUrls;
  readonly firstLinks: FirstLinks;
  readonly patterns: UrlPatterns;
  readonly dropped: DroppedUrls;
  readonly toGiveBack: string[];
}

/** A state that cannot be read. */
export class UrlRulesStateError extends TypeError {
  override readonly name = 'UrlRulesStateError';
  /** Identifies the error for programs. */
  readonly code = 'NEARDUP_URL_RULES_STATE';
}

/** The state made of the parts. O(size of the state) */
export function writeState(parts: Parts): UrlRulesState {
  const { slots, evidence, risk, budget, decided, firstLinks, patterns, dropped, toGiveBack } = parts;
  const { pages, drops, earlierDrops, returns, expectedLoss, risks } = budget;
  return {
    format: fileFormats.urlRules,
    ...{ pages, drops, earlierDrops, returns, expectedLoss, risks: [...risks] },
    weights: [...risk.weights],
    losses: [...risk.counts.entries()],
    awaited: [...risk.awaited.entries()],
    slots: [...slots.entries()],
    rules: [...evidence].map(([key, each]) => ({
      ...nameIn(key),
      records: each.records.map((record) => ({ ...record })),
      directories: [...each.directories],
      doubted: [...each.doubted],
      others: [...each.others].map(([value, { same, different }]) => [value, same, different] as const),
      saved: each.saved,
    })),
    patterns: [...patterns.entries()],
    dropped: [...dropped.values()],
    giveBack: [...toGiveBack],
    urls: [...decided.entries()],
    firstLinks: [...firstLinks.entries()].map(([page, first]) => [page, [...first]] as const),
  };
}

/** Restores a state into the parts of a new instance. @throws UrlRulesStateError if it is not a valid state */
export function readState(state: UrlRulesState, parts: Parts): void {
  const { slots, evidence, risk, budget, decided, firstLinks, patterns, dropped, toGiveBack } = parts;
  checked(state, () => {
    for (const { kind, at, values } of state.slots) {
      const value = kind === 'origin' ? origin : text;
      slots.restore(oneOf(ruleKinds, kind), value(at), values.map(value));
    }
    for (const { kind, at, value, ...stored } of state.rules) {
      evidence.set(
        keyOf({ kind: oneOf(ruleKinds, kind), at: text(at), value: text(value) }),
        evidenceOf(stored),
      );
    }
    for (const { pattern, pages, barren, walls } of state.patterns) {
      patterns.restore({
        ...{ pattern: text(pattern), pages: whole(pages), barren: whole(barren) },
        ...(walls !== undefined && { walls: whole(walls) }),
      });
    }
    for (const { url, target, because, agreement, risk, groups, at } of state.dropped) {
      if (because.length === 0) throw wrong('rules or a pattern by which a URL was dropped', because);
      dropped.add({
        url: webUrl(url),
        target: target === undefined ? undefined : text(target),
        because: because.map(text),
        agreement: agreement === undefined ? undefined : oneOf(agreements, agreement),
        risk: number(risk),
        groups: groups.map(whole),
        at: whole(at),
      });
    }
    for (const url of state.giveBack) toGiveBack.push(webUrl(url));
    for (const [url, content, ownUrl] of state.urls) {
      decided.restore([whole(url), whole(content), text(ownUrl)]);
    }
    for (const [page, first] of state.firstLinks ?? []) firstLinks.restore([whole(page), first.map(text)]);
    readNumbers(budget.risks, state.risks);
    readNumbers(risk.weights, withLast(state.weights, risk.weights));
    for (const [key, trials, losses] of state.losses) {
      risk.counts.restore(whole(key), whole(trials), whole(losses));
    }
    for (const [content, place] of state.awaited ?? []) risk.awaited.restore([whole(content), whole(place)]);
    const { pages, drops, earlierDrops, returns, expectedLoss } = state;
    Object.assign(budget, {
      pages: whole(pages),
      drops: whole(drops),
      earlierDrops: whole(earlierDrops),
      returns: whole(returns),
      expectedLoss: number(expectedLoss),
    });
  });
}

/** What a state is read as. @throws UrlRulesStateError if it is not a valid state */
function checked<Read>(state: UrlRulesState, read: () => Read): Read {
  if (state?.format !== fileFormats.urlRules) {
    throw new UrlRulesStateError(
      `url rules: expected a state in format ${fileFormats.urlRules}; got ${shown(state?.format)}`,
    );
  }
  try {
    return read();
  } catch (cause) {
    if (cause instanceof UrlRulesStateError) throw cause;
    throw new UrlRulesStateError('url rules: expected all members of a state; got others', { cause });
  }
}

/** A state with only the rules and no pages, for a new crawl. @throws UrlRulesStateError if it is not a state */
export function rulesOnly(state: UrlRulesState): UrlRulesState {
  return checked(state, () => ({
    ...state,
    rules: state.rules.map((rule) => ({
      ...rule,
      records: rule.records.map((record) => ({ ...record, soundUntil: 0 })),
      saved: 0,
    })),
    ...{ pages: 0, drops: 0, earlierDrops: 0, returns: 0, expectedLoss: 0 },
    risks: state.risks.map(() => 0),
    ...{ awaited: [], patterns: [], dropped: [], giveBack: [], urls: [], firstLinks: [] },
  }));
}

function evidenceOf(stored: Omit<StoredRule, keyof RuleName>): Evidence {
  const evidence = new Evidence();
  const records = withLast(stored.records, evidence.records);
  for (const [i, record] of evidence.records.entries()) {
    const { support, against, losses, disagreement, soundUntil, turnedOff } = records[i];
    record.support = whole(support);
    record.against = whole(against);
    record.losses = whole(losses);
    record.disagreement = number(disagreement);
    record.soundUntil = whole(soundUntil);
    record.turnedOff = whole(turnedOff);
  }
  for (const [group, needed] of stored.doubted) evidence.doubted.set(whole(group), whole(needed));
  for (const [directory, support] of stored.directories)
    evidence.directories.set(whole(directory), whole(support));
  for (const [value, same, different] of stored.others) {
    evidence.others.set(text(value), { same: whole(same), different: whole(different) });
  }
  evidence.saved = whole(stored.saved);
  return evidence;
}

/** What is stored, with `own` last value if that is missing: earlier versions did not know the agreement `between`. */
function withLast<Value>(stored: readonly Value[], own: readonly Value[]): readonly Value[] {
  return stored.length === own.length - 1 ? [...stored, own.at(-1)!] : stored;
}

/** Replaces numbers by the same number of stored ones. */
function readNumbers(own: number[], stored: readonly number[]): void {
  if (stored.length !== own.length) throw wrong(`${own.length} numbers`, stored);
  for (const [i, each] of stored.entries()) own[i] = number(each);
}

function oneOf<const T extends string>(words: readonly T[], value: T): T {
  if (!words.includes(value)) throw wrong(`one of ${words.join(', ')}`, value);
  return value;
}

function text(value: string): string {
  if (typeof value !== 'string') throw wrong('a string', value);
  return value;
}

function webUrl(value: string): string {
  if (splitUrl(text(value)) === undefined) throw wrong('an http(s) URL that rules look at', value);
  return value;
}

function origin(value: string): string {
  if (parseUrl(text(value))?.origin !== value) throw wrong('the origin of a URL', value);
  return value;
}

function whole(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw wrong('a whole number ≥ 0', value);
  return value;
}

function number(value: number): number {
  if (!Number.isFinite(value)) throw wrong('a number', value);
  return value;
}

function wrong(expected: string, got: unknown): UrlRulesStateError {
  return new UrlRulesStateError(`url rules: expected ${expected}; got ${JSON.stringify(got)}`);
}
