import type { Similarity } from '../join/similarity.ts';
import type { PageFacts } from './page-grams.ts';
import { type Reason, type ReasonCode, reasonFor, shellReason } from './reasons.ts';

/** The decision on a page, and why it was made. */
export interface PageDecision {
  readonly id: string;
  readonly url: string;
  /** What to do with the page. */
  readonly decision: 'keep' | 'drop' | 'unclassifiable';
  /** If the page is dropped: the id of the page that stands for it. */
  readonly representative?: string;
  /** Whether the representative is a known page (`PageFacts.known`). */
  readonly known?: true;
  /** If the page is dropped: its similarity to the representative. */
  readonly similarity?: number;
  /** Its similarity over all grams, if that is another number. */
  readonly rawSimilarity?: number;
  /** If the page is kept: the id of the most similar page about another thing. */
  readonly alike?: string;
  /** Whether that is a known page (`PageFacts.known`). */
  readonly alikeKnown?: true;
  /** Whether `similarity` is an estimate from sketches. */
  readonly estimated?: true;
  /** The reason, for programs. */
  readonly code: ReasonCode;
  /** The reason, in words. */
  readonly reason: string;
  /** If the page was cut and judged by its first part: how many bytes it had, at least. */
  readonly truncatedFrom?: number;
}

/** What decisions are made from. Pages are given by number. */
export interface DecidedPages {
  readonly threshold: number;
  readonly similarity: Similarity;
  factsOf(page: number): PageFacts;
  /** The page that stands for a page: the page itself if it is kept. */
  representativeOf(page: number): number;
  /** How many other pages a representative stands for. */
  othersOf(representative: number): number;
  /** How many of these are only linked to it by similar pages. */
  linkedOf(representative: number): number;
  /** How many other pages belong to the wall of a page; 0 if it is no wall. */
  wallOf(page: number): number;
  /** The similarity of a page to its representative, by what decided and over all grams. */
  similarityOf(page: number): {
    readonly value: number;
    readonly raw: number;
    /** Whether both are estimates. */
    readonly isEstimated: boolean;
    /** Whether the two are no pair of duplicates themselves: similar pages link them. */
    readonly isLinked: boolean;
  };
  /** The most similar page about another thing, and the similarity; undefined if there is none. */
  mostAlike(page: number): { readonly page: number; readonly similarity: number } | undefined;
}

/** The decision on a page. */
export function decisionOn(page: number, pages: DecidedPages): PageDecision {
  const facts = pages.factsOf(page);
  const others = pages.wallOf(page);
  if (others > 0) return unclassifiable(facts, reasonFor('wall', { others }));
  const representative = pages.representativeOf(page);
  return pages.othersOf(representative) === 0
    ? decideAlone(page, facts, pages)
    : decideInCluster(page, facts, representative, pages);
}

/** The decision on a page that repeats others, or stands for them. */
function decideInCluster(
  page: number,
  facts: PageFacts,
  representative: number,
  pages: DecidedPages,
): PageDecision {
  const { id, url } = facts;
  if (page === representative) {
    const alone = decideAlone(page, facts, pages);
    const [others, linked] = [pages.othersOf(page), pages.linkedOf(page)];
    return { ...alone, ...ofWhatWasRead(reasonFor('representative', { others, linked }), facts) };
  }
  const { value: similarity, raw, isEstimated: estimated, isLinked } = pages.similarityOf(page);
  const code = isLinked ? 'linked' : codeOfDrop(similarity, raw, estimated, pages);
  const by = { similarity, threshold: pages.threshold, estimated };
  const original = pages.factsOf(representative);
  return {
    ...{ id, url, decision: 'drop', representative: original.id, similarity },
    ...(original.known && { known: true }),
    ...(raw !== similarity && { rawSimilarity: raw }),
    ...(estimated && { estimated }),
    ...ofWhatWasRead(reasonFor(code, by), facts),
  };
}

/** The decision on a page that is in no cluster. */
function decideAlone(page: number, facts: PageFacts, pages: DecidedPages): PageDecision {
  const { id, url, kind } = facts;
  const { threshold } = pages;
  if (kind !== 'article') return unclassifiable(facts, shellReason(kind));
  const alike = pages.mostAlike(page);
  if (alike === undefined) {
    return { id, url, decision: 'keep', ...ofWhatWasRead(reasonFor('distinct', { threshold }), facts) };
  }
  const reason = reasonFor('other-subject', { similarity: alike.similarity, threshold });
  const other = pages.factsOf(alike.page);
  return {
    ...{ id, url, decision: 'keep', alike: other.id, ...(other.known && { alikeKnown: true }) },
    ...ofWhatWasRead(reason, facts),
  };
}

function unclassifiable(page: PageFacts, reason: Reason): PageDecision {
  return { id: page.id, url: page.url, decision: 'unclassifiable', ...ofWhatWasRead(reason, page) };
}

function codeOfDrop(
  similarity: number,
  rawSimilarity: number,
  isEstimated: boolean,
  by: DecidedPages,
): 'same-grams' | 'similar' | 'linked' {
  // Pages that a sketch alone calls similar are so whatever the estimate, and may be of different grams where it is 1.
  if (isEstimated) return 'similar';
  if (similarity < by.threshold) return 'linked';
  // An overlap of 1 is one gram.
  return rawSimilarity === 1 && by.similarity !== 'overlap' ? 'same-grams' : 'similar';
}

/** A reason, and of a page that was cut that it was, and how much was read. */
function ofWhatWasRead(
  { code, reason }: Reason,
  { truncatedFrom, bodyLength }: PageFacts,
): Reason & Pick<PageDecision, 'truncatedFrom'> {
  if (truncatedFrom === 0) return { code, reason };
  const part = `read up to ${bodyLength} of ${truncatedFrom} bytes or more`;
  return { code, reason: `${reason} (${part})`, truncatedFrom };
}
