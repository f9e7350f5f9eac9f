import { type BarrenPattern, type UrlRule, UrlRules, type UrlRulesState } from '../../src/url-rules/index.ts';

/** What a crawl has learned about URLs. */
export interface LearnedRules {
  readonly rules: readonly UrlRule[];
  /** URL patterns that have brought nothing new for a long time. */
  readonly barrenPatterns: readonly BarrenPattern[];
}

/** A decided page, with its content, the URL that it repeats, its outline, and the page that linked to it. */
type PageEvent = readonly [
  event: 'page',
  url: string,
  content: string,
  repeats: string | null,
  outline?: number | null,
  linkedFrom?: string,
];

/** A URL for which a wall, a file or another site's page was sent in place of a page. */
type WallEvent = readonly [event: 'wall', url: string];

/** A URL whose page is gone, and is kept no longer. */
type GoneEvent = readonly [event: 'gone', url: string];

/** What is learned from: a decided page, a wall, or a page that is gone. */
export type LearnedEvent = PageEvent | WallEvent | GoneEvent;

/** What changes the rules: what is learned from, or a dropped URL. */
export type RuleEvent = LearnedEvent | readonly [event: 'drop', url: string];

/** What a copy of the rules is sent: the whole state, or the events since. */
export type RulesNews = { readonly state: UrlRulesState } | { readonly events: readonly RuleEvent[] };

/** Most URLs that are remembered, some 20 MB of memory and 7 MB in the index. */
export const MOST_URLS = 50_000;

/** Most dropped URLs that can be given back. */
export const MOST_DROPPED = 10_000;

/** Rules with the limits that every process of a crawl uses. @throws UrlRulesStateError */
export function crawlRules(state?: UrlRulesState): UrlRules {
  return new UrlRules({ mostUrls: MOST_URLS, mostDropped: MOST_DROPPED }, state);
}

/** What rules have learned. */
export function learnedBy(rules: UrlRules): LearnedRules {
  return { rules: rules.rules(), barrenPatterns: rules.barrenPatterns() };
}

/** Applies an event to rules: to a crawl's own, or to another process's copy of them. */
export function applyEvent(rules: UrlRules, event: RuleEvent): void {
  if (event[0] === 'drop') rules.decide(event[1]);
  else if (event[0] === 'wall') rules.observeWall(event[1]);
  else if (event[0] === 'gone') rules.forget(event[1]);
  else {
    const [, url, content, repeats, outline, linkedFrom] = event;
    rules.observe(url, content, repeats ?? undefined, outline ?? undefined, linkedFrom);
  }
}

/** Characters of an event, nearly all of what it takes in memory. */
export function charactersOf([, url, content, repeats, , linkedFrom]: LearnedEvent): number {
  return url.length + (content?.length ?? 0) + (repeats?.length ?? 0) + (linkedFrom?.length ?? 0);
}
