import { type Reason, reasonFor, shellReason } from '../../src/flow/index.ts';
import type { Claim, GramSpec, PageVerdict, ReasonCode, Verdict } from '../../src/index.ts';
import { pageKeyOf } from './page-key.ts';

/**
 * What is known about a page before it is handled.
 *
 * - `unique`: it repeats no page decided before.
 * - `duplicate`: it repeats the page `of`.
 * - `unclassifiable`: it says too little to be called either (no text, a soft 404, a consent wall, a shell of a
 *   JavaScript app, or no page at all). Such a page is never a duplicate, and no page is ever called a
 *   duplicate of it.
 */
export interface CrawlVerdict {
  readonly verdict: Verdict;
  /**
   * Key of the page: in Crawlee `request.uniqueKey`. A request that was made again keeps the key that it had
   * before.
   */
  readonly key: string;
  /** Name of the page's crawler, if it has one. */
  readonly crawler?: string;
  /** URL of the page after redirects. */
  readonly url: string;
  /** The URL that was asked for, if a redirect led elsewhere; known while the page is in its handler. */
  readonly requestedUrl?: string;
  /** The page that this one repeats; set for duplicates. */
  readonly of?: NamedPage;
  /** For a unique page: a page that is similar enough, but about something else. */
  readonly alike?: NamedPage & { readonly similarity: number };
  /** Exact Jaccard similarity to `of` over the gram sets: [threshold, 1]. */
  readonly similarity?: number;
  /** Number of grams that both pages have. */
  readonly overlap?: number;
  /** Number of distinct grams of the page. */
  readonly size: number;
  /** For a page beyond `maxPageBytes`, which was judged by its first part: its number of bytes. */
  readonly truncatedFrom?: number;
  /** The reason, for programs. */
  readonly code: ReasonCode;
  /** The reason, in one sentence for people. */
  readonly reason: string;
  /** Whether this repeats the earlier verdict on the same text under the same key. */
  readonly replayed: boolean;
  /**
   * For a page in its handler: whether its key had a verdict before, in this crawl or an earlier one, and if so,
   * whether its text is the same.
   */
  readonly seenBefore?: SeenBefore;
  /** For a page that has changed: Jaccard similarity to its earlier text, [0, 1]. */
  readonly similarityBefore?: number;
  /**
   * Set if the page that a duplicate repeats is still in its handler. If that handler fails, this page is
   * fetched again and its own handler called.
   */
  readonly provisional?: true;
}

/** How the text of a page compares to the text of its own earlier verdict. */
export type SeenBefore = 'new' | 'unchanged' | 'changed';

/** A page that a verdict names. */
export interface NamedPage {
  readonly key: string;
  /** Name of its crawler, if it has one. */
  readonly crawler?: string;
  readonly url: string;
}

/** What is known of a claimed page in addition to its verdict. */
export type ClaimFacts = Pick<Claim, 'replayed' | 'provisional' | 'previous'>;

/** Codes of pages that are walls by their own words. Another session, or the same one later, may get the page behind them. */
export const ownWallCodes: readonly ReasonCode[] = ['consent-wall', 'login-wall'];
/** Codes of walls. Other unclassifiable pages may hold something that is not read, such as pictures or data. */
export const wallCodes: readonly ReasonCode[] = ['wall', ...ownWallCodes, 'soft-404'];
/** Codes of errors and walls: what was sent in place of a page. */
const SENT_INSTEAD: readonly ReasonCode[] = [...wallCodes, 'no-page-status'];

/**
 * The page of which a page may have all links: the one that it repeats; an error or a wall itself, as it has those of its
 * site alone. Undefined if its links are its own.
 */
export function linkSourceOf({ code, url, of }: CrawlVerdict): string | undefined {
  if (SENT_INSTEAD.includes(code)) return url;
  // the same URL under the key of another process or crawler is no copy of the page, but the page
  return code === 'same-grams' && of?.url !== url ? of?.url : undefined;
}

/** A verdict of the index with its reason. For an unclassifiable page the index's note is the kind of page. */
export function verdictOn(
  page: PageVerdict & Partial<ClaimFacts>,
  threshold: number,
  gram: GramSpec,
): CrawlVerdict {
  const { verdict, key, url, of, alike, similarity, overlap, size, note, truncatedFrom } = page;
  const { replayed = false } = page;
  return {
    verdict,
    ...named({ key, url }),
    ...(of && { of: named(of) }),
    ...(alike && { alike: { ...named(alike), similarity: alike.similarity } }),
    ...(similarity !== undefined && { similarity }),
    ...(overlap !== undefined && { overlap }),
    size,
    ...(truncatedFrom !== undefined && { truncatedFrom }),
    ...(verdict === 'unclassifiable' ? shellReason(note) : comparison(page, threshold, gram)),
    replayed,
    ...before(page),
    ...(page.provisional && { provisional: true }),
  };
}

/** Whether a page has been seen before. Known only for a page that was just claimed. */
function before({
  replayed,
  previous,
}: Partial<ClaimFacts>): Pick<CrawlVerdict, 'seenBefore' | 'similarityBefore'> {
  if (replayed === undefined) return {};
  if (previous === undefined) return { seenBefore: replayed ? 'unchanged' : 'new' };
  return { seenBefore: 'changed', similarityBefore: previous.similarity };
}

/** A page taken for a duplicate that would not be one now that more of its site is known (`SketchIndex.recheck`). */
export interface RecheckedPage extends NamedPage {
  /** The page that it was taken to repeat. */
  readonly of: NamedPage;
  /** Similarity over all grams, as in the verdict. */
  readonly similarity: number;
  /** Similarity over the grams that are not in their sites' templates. */
  readonly contentSimilarity: number;
}

/** Names a page of the index by the key that it has in its crawler. */
export function named({ key, url }: { readonly key: string; readonly url: string }): NamedPage {
  const { crawler, key: own } = pageKeyOf(key);
  return { key: own, ...(crawler !== '' && { crawler }), url };
}

function comparison(
  { of, alike, similarity, overlap, size }: PageVerdict,
  threshold: number,
  gram: GramSpec,
): Reason {
  const compared = { gram, size };
  if (alike !== undefined) {
    const shared = { url: alike.url, overlap: 0, compared };
    return reasonFor('other-subject', { similarity: alike.similarity, threshold, shared });
  }
  if (of === undefined || similarity === undefined || overlap === undefined) {
    return reasonFor('distinct', { threshold, compared });
  }
  const shared = { url: of.url, overlap, compared };
  return reasonFor(similarity === 1 ? 'same-grams' : 'similar', { similarity, threshold, shared });
}
