import type { Cluster } from '../cluster/clusters.ts';
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
  /** Of a dropped page: its similarity to the representative. */
  readonly similarity?: number;
  /** Whether that is an estimate from sketches. */
  readonly estimated?: true;
  /** Why, for programs. */
  readonly code: ReasonCode;
  /** Why, in words. */
  readonly reason: string;
}

/** By what pages were taken for near-duplicates. */
export interface DecidedBy {
  readonly threshold: number;
  readonly similarity: Similarity;
  /** The pages whose similarity to their representative is an estimate from sketches. */
  readonly estimated: ReadonlySet<number>;
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
      const estimated = by.estimated.has(page);
      const facts = { similarity, threshold: by.threshold, estimated };
      decisions[page] = {
        ...{ id, url, decision: 'drop', representative: kept.id, similarity },
        ...(estimated && { estimated }),
        ...ofWhatWasRead(reasonFor(codeOfDrop(facts, by), facts), pages[page]),
      };
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

function codeOfDrop(
  { similarity, threshold, estimated }: ReasonFacts['similar'],
  by: DecidedBy,
): 'same-grams' | 'similar' | 'linked' {
  // Pages that a sketch alone calls similar are so whatever the estimate, and may be of different grams where it is 1.
  if (estimated) return 'similar';
  if (similarity < threshold) return 'linked';
  // An overlap of 1 is one gram.
  return similarity === 1 && by.similarity !== 'overlap' ? 'same-grams' : 'similar';
}

/** A reason that says of a page read in part how much was read. */
function ofWhatWasRead({ code, reason }: Reason, { truncatedFrom, bodyLength }: PageFacts): Reason {
  if (truncatedFrom === 0) return { code, reason };
  return { code, reason: `${reason} (read up to ${bodyLength} of ${truncatedFrom} bytes or more)` };
}
