import type { Cluster } from '../cluster/clusters.ts';
import type { PageFacts } from './shingle-pages.ts';

/** What becomes of a page. */
export interface PageDecision {
  readonly id: string;
  readonly url: string;
  readonly decision: 'keep' | 'drop' | 'unclassifiable';
  /** Of a dropped page: the id of the page that stands for it. */
  readonly representative?: string;
  /** Of a dropped page: its exact similarity to the representative. */
  readonly similarity?: number;
  /** Why, in words. */
  readonly reason: string;
}

/** What a page that is no article is called in a reason. */
const kindNames: Readonly<Record<PageFacts['kind'], string>> = {
  article: 'article',
  empty: 'no text',
  'soft-404': 'soft 404: says that nothing was found',
  'consent-wall': 'consent wall: asks for consent before its text',
  'login-wall': 'login wall: asks to log in before its text',
  'needs-javascript': 'shell: its text needs JavaScript',
};

/** The decision on every page, in input order, given the clusters. */
export function decide(
  pages: readonly PageFacts[],
  clusters: readonly Cluster[],
  threshold: number,
): PageDecision[] {
  const decisions = pages.map(decideAlone);
  for (const { representative, members } of clusters) {
    const others = members.length === 1 ? '1 similar page' : `${members.length} similar pages`;
    const kept = decisions[representative];
    decisions[representative] = { ...kept, reason: `stands for ${others}${cutNote(pages[representative])}` };
    for (const { page, similarity } of members) {
      const { id, url } = pages[page];
      const reason = reasonToDrop(similarity, threshold) + cutNote(pages[page]);
      decisions[page] = { id, url, decision: 'drop', representative: kept.id, similarity, reason };
    }
  }
  return decisions;
}

/** The decision on a page that is in no cluster. */
function decideAlone(page: PageFacts): PageDecision {
  const { id, url, kind } = page;
  return kind === 'article'
    ? { id, url, decision: 'keep', reason: `unlike every other page${cutNote(page)}` }
    : { id, url, decision: 'unclassifiable', reason: kindNames[kind] + cutNote(page) };
}

function cutNote({ truncatedFrom, bodyLength }: PageFacts): string {
  return truncatedFrom > 0 ? ` (read up to ${bodyLength} of ${truncatedFrom} bytes or more)` : '';
}

function reasonToDrop(similarity: number, threshold: number): string {
  if (similarity === 1) return 'same grams as its representative';
  if (similarity >= threshold)
    return `similar to its representative: ${similarity.toFixed(3)} ≥ ${threshold}`;
  return `linked to its representative by similar pages (itself ${similarity.toFixed(3)} < ${threshold})`;
}
