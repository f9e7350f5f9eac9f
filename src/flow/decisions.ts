import type { Cluster } from '../cluster/clusters.ts';
import type { Similarity } from '../join/similarity.ts';
import { type Reason, type ReasonCode, reasonFor, shellReason } from './reasons.ts';
import type { PageFacts } from './shingle-pages.ts';

/** What becomes of a page. */
export interface PageDecision {
  readonly id: string;
  readonly url: string;
  readonly decision: 'keep' | 'drop' | 'unclassifiable';
  /** Of a dropped page: the id of the page that stands for it. */
  readonly representative?: string;
  /** Of a dropped page: its similarity to the representative. */
  readonly similarity?: number;
  /** Why, for programs. */
  readonly code: ReasonCode;
  /** Why, in words. */
  readonly reason: string;
}

/** From which similarity on pages were taken for near-duplicates. */
export interface DecidedBy {
  readonly threshold: number;
  readonly similarity: Similarity;
  /** Whether the similarities are estimates from sketches. */
  readonly estimated: boolean;
}

/** The decision on every page, in input order, given the clusters. */
export function decide(
  pages: readonly PageFacts[],
  clusters: readonly Cluster[],
  by: DecidedBy,
): PageDecision[] {
  const decisions = pages.map((page) => decideAlone(page, by));
  for (const { representative, members } of clusters) {
    const kept = decisions[representative];
    const stands = reasonFor('representative', { others: members.length });
    decisions[representative] = { ...kept, ...ofWhatWasRead(stands, pages[representative]) };
    for (const { page, similarity } of members) {
      const { id, url } = pages[page];
      const reason = ofWhatWasRead(reasonToDrop(similarity, by), pages[page]);
      decisions[page] = { id, url, decision: 'drop', representative: kept.id, similarity, ...reason };
    }
  }
  return decisions;
}

/** The decision on a page that is in no cluster. */
function decideAlone(page: PageFacts, { threshold }: DecidedBy): PageDecision {
  const { id, url, kind } = page;
  return kind === 'article'
    ? { id, url, decision: 'keep', ...ofWhatWasRead(reasonFor('distinct', { threshold }), page) }
    : { id, url, decision: 'unclassifiable', ...ofWhatWasRead(shellReason(kind), page) };
}

function reasonToDrop(value: number, { threshold, similarity, estimated }: DecidedBy): Reason {
  const facts = { similarity: value, threshold, estimated };
  if (value < threshold) return reasonFor('linked', facts);
  // an overlap of 1 is one gram, and sketches that agree may be of sets that do not
  const isEqual = value === 1 && similarity !== 'overlap' && !estimated;
  return reasonFor(isEqual ? 'same-grams' : 'similar', facts);
}

/** A reason that says of a page read in part how much was read. */
function ofWhatWasRead({ code, reason }: Reason, { truncatedFrom, bodyLength }: PageFacts): Reason {
  if (truncatedFrom === 0) return { code, reason };
  return { code, reason: `${reason} (read up to ${bodyLength} of ${truncatedFrom} bytes or more)` };
}
