import type { Similarity } from '../join/similarity.ts';
import { type Reason, type ReasonCode, type ReasonFacts, reasonFor, shellReason } from './reasons.ts';
import type { PageFacts } from './shingle-pages.ts';

/** What becomes of a page. */
export interface PageDecision {
  readonly id: string;
  readonly url: string;
  /** What is done about it. */
  readonly decision: 'keep' | 'drop' | 'unclassifiable';
  /** Of a dropped page: the id of the page that stands for it. */
  readonly representative?: string;
  /** Whether that page is one of those that are known (`PageFacts.known`). */
  readonly known?: true;
  /** Of a dropped page: its similarity to the representative. */
  readonly similarity?: number;
  /** The same over all grams, where that is another. */
  readonly rawSimilarity?: number;
  /** Of a kept page: the id of the page most similar to it that is about another thing. */
  readonly alike?: string;
  /** Whether that is an estimate from sketches. */
  readonly estimated?: true;
  /** Why, for programs. */
  readonly code: ReasonCode;
  /** Why, in words. */
  readonly reason: string;
}

/** What decisions are made of: pages by number, and by what they were taken for near-duplicates. */
export interface DecidedPages {
  readonly threshold: number;
  readonly similarity: Similarity;
  factsOf(page: number): PageFacts;
  /** The page that stands for it: itself when it is kept. */
  representativeOf(page: number): number;
  /** How many others a representative stands for. */
  othersOf(representative: number): number;
  /** Of a page of a wall how many others are of the same; 0 of any other page. */
  wallOf(page: number): number;
  /** Of a page that another stands for: their similarity, that over all grams, and whether these are estimates from sketches. */
  similarityOf(page: number): { readonly value: number; readonly raw: number; readonly isEstimated: boolean };
  /** The page that an article is most alike of those about other things, and how similar they are. */
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
    const others = pages.othersOf(representative);
    return { ...alone, ...ofWhatWasRead(reasonFor('representative', { others }), facts) };
  }
  const { value: similarity, raw, isEstimated: estimated } = pages.similarityOf(page);
  const by = { similarity, threshold: pages.threshold, estimated };
  const original = pages.factsOf(representative);
  return {
    ...{ id, url, decision: 'drop', representative: original.id, similarity },
    ...(original.known && { known: true }),
    ...(raw !== similarity && { rawSimilarity: raw }),
    ...(estimated && { estimated }),
    ...ofWhatWasRead(reasonFor(codeOfDrop(by, raw, pages), by), facts),
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
  return {
    ...{ id, url, decision: 'keep', alike: pages.factsOf(alike.page).id },
    ...ofWhatWasRead(reason, facts),
  };
}

function unclassifiable(page: PageFacts, reason: Reason): PageDecision {
  return { id: page.id, url: page.url, decision: 'unclassifiable', ...ofWhatWasRead(reason, page) };
}

function codeOfDrop(
  { similarity, threshold, estimated }: ReasonFacts['similar'],
  rawSimilarity: number,
  by: DecidedPages,
): 'same-grams' | 'similar' | 'linked' {
  // Pages that a sketch alone calls similar are so whatever the estimate, and may be of different grams where it is 1.
  if (estimated) return 'similar';
  if (similarity < threshold) return 'linked';
  // An overlap of 1 is one gram.
  return rawSimilarity === 1 && by.similarity !== 'overlap' ? 'same-grams' : 'similar';
}

/** A reason that says of a page read in part how much was read. */
function ofWhatWasRead({ code, reason }: Reason, { truncatedFrom, bodyLength }: PageFacts): Reason {
  if (truncatedFrom === 0) return { code, reason };
  return { code, reason: `${reason} (read up to ${bodyLength} of ${truncatedFrom} bytes or more)` };
}
