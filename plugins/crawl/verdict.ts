import { type Reason, reasonFor, shellReason } from '../../src/flow/index.ts';
import type { Claim, GramSpec, PageVerdict, ReasonCode, Verdict } from '../../src/index.ts';
import { pageKeyOf } from './page-key.ts';

/**
 * What is known about a page when it is to be handled.
 *
 * `unique`: it repeats no page decided before. `duplicate`: it repeats the page `of`. `unclassifiable`: it
 * says too little to be called either (no text, a soft 404, a consent wall, a shell of a JavaScript app, not a
 * page at all); it is never a duplicate, and no page is ever called a duplicate of it.
 */
export interface CrawlVerdict {
  readonly verdict: Verdict;
  /** The page's own: in Crawlee `request.uniqueKey`, of a request that was brought back the one that it had before. */
  readonly key: string;
  /** Name of the crawler that the page is of, where it has one. */
  readonly crawler?: string;
  /** Where the page came from in the end, behind redirects. */
  readonly url: string;
  /** What was asked for, where a redirect led elsewhere; known while the page is in its handler. */
  readonly requestedUrl?: string;
  /** The page that this one repeats; set for duplicates. */
  readonly of?: NamedPage;
  /** The page that a unique one is as similar to, but that is about another thing. */
  readonly alike?: NamedPage & { readonly similarity: number };
  /** Exact Jaccard similarity to `of` over the gram sets: [threshold, 1]. */
  readonly similarity?: number;
  /** How many grams both pages have. */
  readonly overlap?: number;
  /** How many distinct grams the page has. */
  readonly size: number;
  /** Why, for programs. */
  readonly code: ReasonCode;
  /** Why, in one sentence for people. */
  readonly reason: string;
  /** Whether the same text under the same key was decided before, and this only repeats that verdict. */
  readonly replayed: boolean;
  /**
   * Of a page in its handler: whether its key had a verdict before, in this crawl or an earlier one, and then whether its
   * text is the same.
   */
  readonly seenBefore?: SeenBefore;
  /** Of a page that has changed: Jaccard similarity of its text to the one before, [0, 1]. */
  readonly similarityBefore?: number;
  /**
   * The page that a duplicate repeats is still in its handler. When that fails this page is fetched again, and its
   * handler called.
   */
  readonly provisional?: true;
}

/** What a page is to its own earlier verdict. */
export type SeenBefore = 'new' | 'unchanged' | 'changed';

/** A page that a verdict names. */
export interface NamedPage {
  readonly key: string;
  /** Name of its crawler, where it has one. */
  readonly crawler?: string;
  readonly url: string;
}

/** What is known of a page while it is claimed, beside its verdict. */
export type ClaimFacts = Pick<Claim, 'replayed' | 'provisional' | 'previous'>;

/** A verdict of the index, told to people; the note of an unclassifiable page is its kind. */
export function verdictOn(
  page: PageVerdict & Partial<ClaimFacts>,
  threshold: number,
  gram: GramSpec,
): CrawlVerdict {
  const { verdict, key, url, of, alike, similarity, overlap, size, note, replayed = false } = page;
  return {
    verdict,
    ...named({ key, url }),
    ...(of && { of: named(of) }),
    ...(alike && { alike: { ...named(alike), similarity: alike.similarity } }),
    ...(similarity !== undefined && { similarity }),
    ...(overlap !== undefined && { overlap }),
    size,
    ...(verdict === 'unclassifiable' ? shellReason(note) : comparison(page, threshold, gram)),
    replayed,
    ...before(page),
    ...(page.provisional && { provisional: true }),
  };
}

/** Only a page that was claimed just now has been seen before, or not. */
function before({
  replayed,
  previous,
}: Partial<ClaimFacts>): Pick<CrawlVerdict, 'seenBefore' | 'similarityBefore'> {
  if (replayed === undefined) return {};
  if (previous === undefined) return { seenBefore: replayed ? 'unchanged' : 'new' };
  return { seenBefore: 'changed', similarityBefore: previous.similarity };
}

/** A page of the index as its crawler names it. */
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
