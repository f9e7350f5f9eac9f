import { CALLED_MAIN, NEGATIVE, OVER, SURROUNDS } from './element-bits.ts';

/** Whole names of landmarks around the main content: those of ARIA, and those that pages used before ARIA. */
const surrounding = new RegExp(
  '(?:^|\\s)(?:' +
    'navigation|banner|contentinfo|complementary|search|menu|menubar|toolbar|' +
    '(?:site|page|global|main|blog|post)?[-_]?(?:footer|nav|navbar|sidebar|breadcrumbs?)|copyright' +
    ')(?:\\s|$)',
  'i',
);

/** Roles of windows over the page, such as a request for consent. */
const over = /(?:^|\s)(?:alert)?dialog(?:\s|$)/i;

/** A result of a search is called `search`, too, and what it is. */
const found = /(?:^|\s)(?:post|result|entry|article)(?:\s|$)/i;
const searching = /(?:^|\s)search(?=\s|$)/gi;

/**
 * Remarks of readers and what surrounds them are called `comments`, `commentlist`, `comment-tree` or `comment_12`. A `comment` may be the very
 * text of a page: what a programmer says of a function, or whoever reports a bug.
 */
const remarks = '[a-z\\d]comment|comment[\\w-]';
const negative = new RegExp(
  `${remarks}|disqus|` +
    'side-?bar|related|recommend|share|social|promo|advert|\\bads?\\b|sponsor|banner|' +
    'breadcrumb|footer|footnote|masthead|\\bnav|menu|newsletter|subscri|popup|modal|cookie|consent|widget|' +
    'meta|tags?\\b|byline|author-?(?:bio|info)|popular|trending|most-read|pagination|pager|outbrain|taboola|' +
    'signup|login|teaser|toolbar|rating|caption',
  'i',
);
/** `has-sidebar` says what stands beside an element, not what it is. */
const layout = /(?<![\w-])(?:has|with|without|no)-[\w-]+/gi;
/** `article-body comments-open`, `content-sidebar`, `story-teaser`: the better name wins. */
const positive = /article|content|\bmain\b|body|entry|story|text/i;

/**
 * What the `class`, `id` and `role` of an element, joined by spaces, say about its text: `OVER`, `SURROUNDS`, `NEGATIVE`, or 0.
 *
 * Such names are a hint, not a proof: deleting every element that matches loses whole articles (AUC of telling equal
 * articles from equal templates .667, against .979 if names only change weights).
 */
export function namesMeaning(given: string): number {
  const names = withoutSearch(given.replace(layout, ' '));
  if (over.test(names)) return OVER;
  if (surrounding.test(names)) return SURROUNDS;
  return negative.test(names) && !positive.test(names) ? NEGATIVE : 0;
}

function withoutSearch(names: string): string {
  return found.test(names) ? names.replace(searching, '') : names;
}

/** What `role` calls the main part of a page, and `id` did before HTML had `<main>`. A `class` calls sidebars so, too. */
const mainPart = /^(?:main|(?:main[-_]?)?content)$/i;

/** Whether an `id` or a `role` calls its element the main part of the page: `CALLED_MAIN`, or 0. */
export function partBits(name: string): number {
  return mainPart.test(name) ? CALLED_MAIN : 0;
}
