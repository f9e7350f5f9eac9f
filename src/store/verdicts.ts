import { type DecisionRecord, encodeText, type PageNotes, type Verdict } from './layout/codec.ts';
import type { GramSketches, SketchedSet } from './layout/entries.ts';
import type { FoundPage } from './search.ts';

/** An indexed page that is similar to the one asked about. */
export interface Match {
  readonly key: string;
  readonly url: string;
  /** Exact Jaccard of the gram sets; in the compact setting its estimate by sketches. */
  readonly similarity: number;
  /** Grams that both have; unknown in the compact setting. */
  readonly overlap?: number;
  /** Number of grams of the indexed page. */
  readonly size: number;
  /** The similarity is an estimate: the compact setting keeps no gram sets. */
  readonly estimated?: true;
  /** Standard error of an estimated similarity. */
  readonly standardError?: number;
}

/** What a query found, and with which recall. */
export interface Answer {
  /** Most similar first; older first among equals. */
  readonly matches: readonly Match[];
  /** The threshold of the query. */
  readonly threshold: number;
  /** Probability with which the sketches find a page exactly at the threshold; it is higher for more similar ones. */
  readonly recall: number;
  /** Whether `recall` reaches the recall asked for; if not, it is the best possible. */
  readonly promised: boolean;
  /** Number of pages that the sketches led to. */
  readonly candidates: number;
}

/** The verdict on a page. Later pages do not change it. */
export interface PageVerdict extends PageNotes {
  readonly key: string;
  readonly url: string;
  readonly verdict: Verdict;
  /** The unique page that a duplicate is similar to. */
  readonly of?: { readonly key: string; readonly url: string };
  /** For a duplicate: its similarity to that page; an estimate in the compact setting. */
  readonly similarity?: number;
  /** For a duplicate: grams that both have; unknown in the compact setting. */
  readonly overlap?: number;
  /** For a unique page: the most similar page that it does not repeat according to the caller's `repeats`. */
  readonly alike?: { readonly key: string; readonly url: string; readonly similarity: number };
  /** Number of grams. */
  readonly size: number;
  /** Stored as unique by `add` or `addAll`, without being compared with others. */
  readonly added?: true;
}

/** The verdict on a page, and the right to store it. */
export interface Claim extends PageVerdict {
  /** Whether this repeats an earlier verdict on the same key with the same gram set. */
  readonly replayed: boolean;
  /** A duplicate of a page that is itself only reserved: see {@link ClaimOptions.provisional}. */
  readonly provisional?: true;
  /** For a key that was decided before with another gram set: how similar the two are. */
  readonly previous?: PreviousContent;
  /**
   * Stores the verdict, and the sketches of a unique page, in one atomic batch. After a replay only
   * other validators are stored. Resolves to false, and stores nothing, if the claim was released, or superseded by a later claim of its key:
   * so a handler that timed out cannot commit late. Also decides the page's provisional duplicates.
   *
   * A provisional claim stores an intent while the page that it repeats is still reserved. If that page was given up
   * meanwhile, this also resolves to false: claim again.
   */
  commit(): Promise<boolean>;
  /** Gives the page up, so that the next similar page is unique. Does nothing once `commit` was called. */
  release(): void;
}

/** How a key's page compares with its state when it was decided before. */
export interface PreviousContent {
  /** Jaccard of the earlier and the present gram set, estimated in the compact setting; 0 if either has no grams. */
  readonly similarity: number;
  /** What the page called itself then. */
  readonly identity?: string;
  /** The key of the page whose text it had then: its own, or that of the page that it repeated. */
  readonly text: string;
}

/** A page to decide or to add. */
export interface ClaimedPage extends PageNotes {
  /** Identifies the page: a retry has the same key. */
  readonly key: string;
  /** Where the page is. Scopes and removal by host use its host. */
  readonly url: string;
  /** Ascending and distinct 64-bit hashes. */
  readonly grams: BigUint64Array;
  /** Sketches of exactly these grams, if they were already made, in another thread. */
  readonly sketches?: GramSketches;
  /**
   * Text to keep with the page, deflated, until the page is removed or replaced; `SketchIndex.text` returns it. A copy
   * that was provisional when its process ended has none.
   */
  readonly text?: string;
}

/** What is known of a page apart from its grams. */
export interface PageDescription extends Omit<ClaimedPage, 'grams' | 'sketches' | 'text'> {
  /** Milliseconds since 1970. Default: now. */
  readonly storedAt?: number;
  /** The page's text as stored by this version or, in another index, by a later one. */
  readonly text?: Buffer;
}

/** What is stored of a claimed page apart from its grams. */
export function describedPage({ grams: _, sketches: __, text, ...page }: ClaimedPage): PageDescription {
  return text === undefined ? page : { ...page, text: encodeText(text) };
}

/** Number of pages by verdict. */
export interface IndexCounts {
  /** All pages with a verdict: the sum of the other counts. */
  readonly decided: number;
  readonly unique: number;
  readonly duplicates: number;
  readonly unclassifiable: number;
}

/** A stored verdict as callers see it. */
export function pageVerdict(stored: DecisionRecord): PageVerdict {
  const { fingerprint: _, storedAt: __, ...record } = stored;
  return { ...record, url: urlOf(record) };
}

/** URL of a stored page. */
export function urlOf({ url, key }: Pick<DecisionRecord, 'url' | 'key'>): string {
  return url ?? key;
}

/** An earlier page similar enough to a claimed one to make it a duplicate. */
export interface EarlierPage extends Pick<PageNotes, 'identity'> {
  readonly key: string;
  readonly url: string;
  /** Number of grams. */
  readonly size: number;
  /** Exact Jaccard, 1 for equal gram sets; in the compact setting its estimate. */
  readonly similarity: number;
  /** Ascending and distinct; missing in the compact setting. */
  readonly grams?: BigUint64Array;
}

/**
 * Whether an earlier page may be the original of a page, whatever their similarity. A truncated page may not be the
 * original of a whole one, since it lacks the end.
 */
export function mayStandFor(
  earlier: Pick<PageNotes, 'truncatedFrom'>,
  page: Pick<PageNotes, 'truncatedFrom'>,
): boolean {
  return earlier.truncatedFrom === undefined || page.truncatedFrom !== undefined;
}

/** A stored page, and how similar it is. */
export interface SimilarRecord {
  readonly found: Pick<FoundPage, 'similarity' | 'overlap'>;
  readonly of: DecisionRecord;
}

/** Options of a claim. */
export interface ClaimOptions {
  /** Ends the wait for a similar page that is reserved. */
  readonly signal?: AbortSignal;
  /**
   * If the only similar page is reserved, do not wait but become a provisional duplicate of it. Committing that stores
   * an intent on disk until the original is decided; then the page becomes a duplicate, or is brought back. A page that
   * was brought back three times waits nevertheless, so that two failing pages cannot bring each other back without
   * end.
   */
  readonly provisional?: ProvisionalPage;
  /**
   * Whether the page repeats an earlier one similar enough to be its original. Default: it always does. The index asks
   * about the most similar ones, sixteen at most, and takes the first yes; a page without a yes is unique. Other claims
   * wait during the call, so it must be quick. It may be called more than once. An error that it throws fails the
   * claim.
   */
  repeats?(earlier: EarlierPage): boolean;
}

/** What to do with a provisional duplicate whose original is given up. */
export interface ProvisionalPage {
  /**
   * Tells the caller how to fetch the page again, in a form of the caller's choice; `onReturn` gets it. If it is
   * missing, the page's handler has run whatever the verdict, and the gram set is decided as if the page came at that
   * moment.
   */
  readonly request?: string;
}

/** A page to fetch again, because the page that it was taken for a copy of was not stored. */
export interface ReturnedPage {
  readonly key: string;
  readonly url: string;
  /** As given in `ProvisionalPage`. */
  readonly request: string;
  /** How often it was brought back, including this time. */
  readonly returns: number;
  /** Whether an earlier process left it. The crawler may still hold its request, so that it comes by itself. */
  readonly isLeft?: boolean;
}

/** A stored or reserved page in the form that `ClaimOptions.repeats` takes. */
export function earlierPage(
  record: DecisionRecord,
  similarity: number,
  grams: BigUint64Array | undefined,
): EarlierPage {
  const { key, size, identity } = record;
  return {
    ...{ key, url: urlOf(record), size, similarity },
    ...(identity !== undefined && { identity }),
    ...(grams !== undefined && { grams }),
  };
}

/** The record of a verdict to store: unique, duplicate of `match`, or unclassifiable if it has no grams. */
export function recordOfPage(
  { key, url, storedAt = Date.now(), ...page }: PageDescription,
  set: SketchedSet,
  match?: SimilarRecord,
  alike?: SimilarRecord,
): DecisionRecord {
  const common = {
    key,
    ...(url === key ? {} : { url }),
    size: set.size,
    fingerprint: set.fingerprint.toString('hex'),
    ...notesOf(page),
    storedAt,
  };
  if (match === undefined) {
    const verdict = set.size === 0 ? 'unclassifiable' : 'unique';
    if (alike === undefined) return { verdict, ...common };
    const { of, found } = alike;
    return { verdict, ...common, alike: { key: of.key, url: urlOf(of), similarity: found.similarity } };
  }
  const { similarity, overlap } = match.found;
  const of = { key: match.of.key, url: urlOf(match.of) };
  return { verdict: 'duplicate', ...common, of, similarity, ...(overlap === undefined ? {} : { overlap }) };
}

/** The notes of a page, without its other fields. */
export function notesOf({ at, note, identity, validators, truncatedFrom }: PageNotes): PageNotes {
  return {
    ...(at !== undefined && { at }),
    ...(note !== undefined && { note }),
    ...(identity !== undefined && { identity }),
    ...(validators !== undefined && { validators }),
    ...(truncatedFrom !== undefined && { truncatedFrom }),
  };
}

/** A found page as callers see it. */
export function matchOf(
  { size, similarity, overlap, standardError }: FoundPage,
  record: Pick<DecisionRecord, 'key' | 'url'>,
): Match {
  return {
    ...{ key: record.key, url: urlOf(record), similarity, size },
    ...(overlap !== undefined && { overlap }),
    ...(standardError !== undefined && { estimated: true, standardError }),
  };
}
