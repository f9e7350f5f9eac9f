import { type DecisionRecord, encodeText, type PageNotes, type Verdict } from './layout/codec.ts';
import type { GramSketches, SketchedSet } from './layout/entries.ts';
import type { FoundPage } from './search.ts';

/** An indexed page that is similar to the one asked about. */
export interface Match {
  readonly key: string;
  readonly url: string;
  /** Exact Jaccard of the gram sets; in the compact setting its estimate by sketches. */
  readonly similarity: number;
  /** Grams that both have; not known in the compact setting. */
  readonly overlap?: number;
  /** Number of grams of the indexed page. */
  readonly size: number;
  /** The similarity is an estimate: the compact setting keeps no gram sets. */
  readonly estimated?: true;
  /** Standard error of an estimated similarity. */
  readonly standardError?: number;
}

/** What a query found, and what that is worth. */
export interface Answer {
  /** Best first, among equals the older first. */
  readonly matches: readonly Match[];
  /** The threshold that was asked for. */
  readonly threshold: number;
  /** Probability with which the sketches find a page exactly at the threshold; a more similar one they find more often. */
  readonly recall: number;
  /** Whether that is the recall that was wanted; otherwise the best possible was done. */
  readonly promised: boolean;
  /** Pages that the sketches led to. */
  readonly candidates: number;
}

/** The verdict on a page, which stays as it was given. */
export interface PageVerdict extends PageNotes {
  readonly key: string;
  readonly url: string;
  readonly verdict: Verdict;
  /** The unique page that a duplicate is similar to. */
  readonly of?: { readonly key: string; readonly url: string };
  /** Of a duplicate: its similarity to that page, exact or, in the compact setting, estimated. */
  readonly similarity?: number;
  /** Of a duplicate: grams that both have; not known in the compact setting. */
  readonly overlap?: number;
  /** Of a unique page: the most similar page that it does not repeat, as its caller said. */
  readonly alike?: { readonly key: string; readonly url: string; readonly similarity: number };
  /** Number of grams. */
  readonly size: number;
  /** Stored as unique without being compared with others: it came by `add` or `addAll`. */
  readonly added?: true;
}

/** The verdict on a page, and the right to store it. */
export interface Claim extends PageVerdict {
  /** Whether the same key with the same gram set has had its verdict before, and this repeats it. */
  readonly replayed: boolean;
  /** A duplicate of a page that is reserved itself: see {@link ClaimOptions.provisional}. */
  readonly provisional?: true;
  /** Of a key that was decided before with another gram set: how similar the two are. */
  readonly previous?: PreviousContent;
  /**
   * Stores the verdict, and a unique page's sketches, in one atomic batch. After a replay there is nothing to
   * store. Resolves to false, and stores nothing, when the claim was released, or superseded by a later claim
   * of its key: so a handler that timed out cannot commit late. Its provisional duplicates are decided then, too.
   *
   * Of a provisional claim it stores an intent while the page that it repeats is still reserved, and resolves to false,
   * too, when that page was given up meanwhile: claim again.
   */
  commit(): Promise<boolean>;
  /** Gives the page up: the next one like it is unique. Does nothing once `commit` was called. */
  release(): void;
}

/** What a key's page was when it was decided before. */
export interface PreviousContent {
  /** Jaccard of its gram set and that of now, in the compact setting estimated; 0 where one of them has no grams. */
  readonly similarity: number;
}

/** A page to be decided, or added. */
export interface ClaimedPage extends PageNotes {
  /** Tells pages apart: a retry has the same one. */
  readonly key: string;
  /** Where the page is. Scopes and removal by host go by its host. */
  readonly url: string;
  /** Ascending and distinct 64-bit hashes. */
  readonly grams: BigUint64Array;
  /** Sketches of these very grams, where they were made with them, in another thread. */
  readonly sketches?: GramSketches;
  /**
   * Text to keep with the page, deflated, until the page is removed or replaced: `SketchIndex.text` gives it back. A copy
   * that was provisional when its process ended has none.
   */
  readonly text?: string;
}

/** What is known of a page beside its grams. */
export interface PageDescription extends Omit<ClaimedPage, 'grams' | 'sketches' | 'text'> {
  /** Milliseconds since 1970. Default: now. */
  readonly storedAt?: number;
  /** The page's text as it is stored, by this version or, in another index, by a later one. */
  readonly text?: Buffer;
}

/** What is stored of a claimed page beside its grams. */
export function describedPage({ grams: _, sketches: __, text, ...page }: ClaimedPage): PageDescription {
  return text === undefined ? page : { ...page, text: encodeText(text) };
}

/** How many pages have which verdict. */
export interface IndexCounts {
  /** All pages that have one: the sum of the others. */
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

/** Where a stored page is. */
export function urlOf({ url, key }: Pick<DecisionRecord, 'url' | 'key'>): string {
  return url ?? key;
}

/** An earlier page that is as similar to a claimed one as a duplicate. */
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

/** Whether an earlier page may stand for a page, however similar they are: one that was cut lacks the end of a whole one. */
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

/** How a page is claimed. */
export interface ClaimOptions {
  /** Ends the wait for a similar page that is reserved. */
  readonly signal?: AbortSignal;
  /**
   * Where the only similar page is reserved: do not wait, but be a provisional duplicate of it. Committed, that is an
   * intent on disk until its original is decided; then it is a duplicate, or is brought back. A page that was brought
   * back three times waits all the same, so that no two pages that fail bring each other back without end.
   */
  readonly provisional?: ProvisionalPage;
  /**
   * Whether the page repeats an earlier one that is as similar as a duplicate; unless told, always. The index asks about
   * the most similar ones, sixteen at most, and takes the first yes; a page with none is unique. Asked while other
   * claims wait, so it must be quick, and maybe more than once; what it throws fails the claim.
   */
  repeats?(earlier: EarlierPage): boolean;
}

/** What becomes of a provisional duplicate whose original is given up. */
export interface ProvisionalPage {
  /**
   * What it takes to fetch the page again, in the caller's words: it is brought back by them. Without, its handler has
   * run whatever the verdict, and its gram set is decided as if it came then.
   */
  readonly request?: string;
}

/** A page that is to be fetched again: the one that it was taken for a copy of has not come to be stored. */
export interface ReturnedPage {
  readonly key: string;
  readonly url: string;
  /** As `ProvisionalPage` had it. */
  readonly request: string;
  /** How often it was brought back, this time included. */
  readonly returns: number;
  /** Whether an earlier process left it, so that it may come by itself: what asked for it then may still stand. */
  readonly isLeft?: boolean;
}

/** A stored or reserved page as `ClaimOptions.repeats` is asked about it. */
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

/** A verdict to be stored: of a unique page, of a duplicate of `match`, or of one without grams. */
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

/** What was said of a page, and nothing else of it. */
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

/** A claim of a page that has its verdict already: nothing is left to do. */
export function replay(verdict: PageVerdict): Claim {
  return {
    ...verdict,
    replayed: true,
    commit: () => Promise.resolve(true),
    release: () => undefined,
  };
}
