import type { Cluster } from '../cluster/clusters.ts';
import type { Similarity } from '../join/similarity.ts';
import type { SimilarPairs } from './judged-pairs.ts';
import type { PageFacts } from './page-grams.ts';
import { type Reason, type ReasonCode, type ReasonFacts, reasonFor, shellReason } from './reasons.ts';

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
  /** Of a page that was cut and judged by its first part: how many bytes it had, or more. */
  readonly truncatedFrom?: number;
}

/** By what pages were taken for near-duplicates. */
export interface DecidedBy {
  readonly threshold: number;
  readonly similarity: Similarity;
  /** The pages whose similarity to their representative is an estimate from sketches. */
  readonly estimated: ReadonlySet<number>;
  /** Of the pages of walls: how many others are of the same. */
  readonly walls: ReadonlyMap<number, number>;
  /** Of the pages whose similarity to their representative is another over all grams: that one. */
  readonly rawSimilarity: ReadonlyMap<number, number>;
  /** Pairs that are no duplicates, as similar as they are. */
  readonly alike: SimilarPairs;
}

/** The decision on every page, in input order, given the clusters. */
export function decide(
  pages: readonly PageFacts[],
  clusters: readonly Cluster[],
  by: DecidedBy,
): PageDecision[] {
  const mostAlike = mostAlikePages(pages, by.alike);
  const decisions = pages.map((page, number) => {
    const others = by.walls.get(number);
    return others === undefined
      ? decideAlone(page, by, pages, mostAlike.get(number))
      : unclassifiable(page, reasonFor('wall', { others }));
  });
  for (const { representative, members } of clusters) {
    const kept = decisions[representative];
    const stands = reasonFor('representative', { others: members.length });
    decisions[representative] = { ...kept, ...ofWhatWasRead(stands, pages[representative]) };
    for (const { page, similarity } of members) {
      const { id, url } = pages[page];
      const estimated = by.estimated.has(page);
      const rawSimilarity = by.rawSimilarity.get(page);
      const facts = { similarity, threshold: by.threshold, estimated };
      decisions[page] = {
        ...{ id, url, decision: 'drop', representative: kept.id, similarity },
        ...(pages[representative].known && { known: true }),
        ...(rawSimilarity !== undefined && { rawSimilarity }),
        ...(estimated && { estimated }),
        ...ofWhatWasRead(reasonFor(codeOfDrop(facts, rawSimilarity ?? similarity, by), facts), pages[page]),
      };
    }
  }
  return decisions;
}

/** The decision on a page that is in no cluster. */
function decideAlone(
  page: PageFacts,
  { threshold }: DecidedBy,
  pages: readonly PageFacts[],
  mostAlike: Alike | undefined,
): PageDecision {
  const { id, url, kind } = page;
  if (kind !== 'article') {
    return unclassifiable(page, shellReason(kind));
  }
  if (mostAlike === undefined) {
    return { id, url, decision: 'keep', ...ofWhatWasRead(reasonFor('distinct', { threshold }), page) };
  }
  const reason = reasonFor('other-subject', { similarity: mostAlike.similarity, threshold });
  return { id, url, decision: 'keep', alike: pages[mostAlike.page].id, ...ofWhatWasRead(reason, page) };
}

function unclassifiable(page: PageFacts, reason: Reason): PageDecision {
  return { id: page.id, url: page.url, decision: 'unclassifiable', ...ofWhatWasRead(reason, page) };
}

interface Alike {
  readonly page: number;
  readonly similarity: number;
}

/** For each article in a pair, the page it is most similar to; at a tie the first. */
function mostAlikePages(
  pages: readonly PageFacts[],
  { pairs, similarity }: SimilarPairs,
): Map<number, Alike> {
  const most = new Map<number, Alike>();
  const offer = (page: number, other: number, value: number): void => {
    const best = most.get(page);
    if (best === undefined || value > best.similarity || (value === best.similarity && other < best.page)) {
      most.set(page, { page: other, similarity: value });
    }
  };
  for (let i = 0; i < pairs.length; i++) {
    const [a, b] = [pairs.a[i], pairs.b[i]];
    if (pages[a].kind !== 'article' || pages[b].kind !== 'article') continue;
    offer(a, b, similarity[i]);
    offer(b, a, similarity[i]);
  }
  return most;
}

function codeOfDrop(
  { similarity, threshold, estimated }: ReasonFacts['similar'],
  rawSimilarity: number,
  by: DecidedBy,
): 'same-grams' | 'similar' | 'linked' {
  // Pages that a sketch alone calls similar are so whatever the estimate, and may be of different grams where it is 1.
  if (estimated) return 'similar';
  if (similarity < threshold) return 'linked';
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
