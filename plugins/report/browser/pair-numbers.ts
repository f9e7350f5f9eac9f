/// <reference lib="dom" />
import type { EmbeddedClusters } from '../embedded.ts';
import type { ClusterKind } from '../report.ts';
import { isOfAllGrams } from './cluster-filter.ts';
import { byId, element } from './element.ts';
import { count, many, share } from './numbers.ts';
import type { PairFacts } from './pair-facts.ts';
import type { Comparison } from './passages.ts';

/** Shows the numbers that decided a pair: the heading, verdict and list of the dialog. */
export function showNumbers(
  clusters: EmbeddedClusters,
  left: number,
  right: number,
  { similarity, overlap, estimated }: PairFacts,
  kind: ClusterKind,
  comparison: Comparison | undefined,
): void {
  const { grams, method, threshold, pairsComplete } = clusters;
  const [a, b] = [grams[left]!, grams[right]!];
  const guess = estimated ? ' (estimated)' : '';
  const shown = similarity === undefined ? undefined : `${share(similarity, 4, threshold)}${guess}`;
  byId('pair-heading').textContent = heading(clusters, similarity, shown);
  byId('pair-verdict').textContent = verdict(clusters, kind, similarity, comparison);
  const rows: [string, string][] = [
    [
      `Similarity (${clusters.similarity})`,
      shown ?? (pairsComplete ? `below ${threshold}` : 'not in the report'),
    ],
    ['Threshold', String(threshold)],
    ['Grams in both', overlap === undefined ? 'not in the report' : `${count(overlap)}${guess}`],
    ['Grams left, right', a < 0 || b < 0 ? 'not known' : `${count(a)}, ${count(b)}`],
  ];
  // numbers derived from an estimate would look more certain than they are
  if (overlap !== undefined && !estimated && a > 0 && b > 0) {
    rows.push(
      ['Grams in either', count(a + b - overlap)],
      ['Of the left in the right', share(overlap / a)],
      ['Of the right in the left', share(overlap / b)],
    );
  }
  rows.push(['Grams are', clusters.gram], ['Found by', method]);
  byId('pair-numbers').replaceChildren(
    ...rows.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
  );
}

function heading(
  clusters: EmbeddedClusters,
  similarity: number | undefined,
  shown: string | undefined,
): string {
  if (similarity === undefined) return 'Not a pair of this run';
  return isOfAllGrams(clusters, similarity) ? 'Same grams' : `${shown} similar`;
}

function verdict(
  { threshold, pairsComplete, markedWords }: EmbeddedClusters,
  kind: ClusterKind,
  similarity: number | undefined,
  comparison: Comparison | undefined,
): string {
  if (similarity !== undefined) {
    const shown = share(similarity, 4, threshold);
    if (kind === 'wall') return `${shown}: the same wall, which is no content.`;
    if (kind === 'other-subject' && similarity >= threshold) {
      return `${shown} ≥ ${threshold}, and about different things: what both share is mostly the template of their site, both names or namespaces stand side by side, or most of what one says is not in the other. No duplicates.`;
    }
    return similarity >= threshold
      ? `${shown} ≥ ${threshold}: near-duplicates.`
      : `${shown} < ${threshold}: in one cluster through pages similar to both.`;
  }
  const known = pairsComplete
    ? `Less similar than ${threshold}: in one cluster through pages similar to both.`
    : 'This pair is not among those that the report carries.';
  if (comparison === undefined || comparison.union === 0) return known;
  const { overlap, union } = comparison;
  return `${known} The texts as shown here have ${many(overlap, 'gram')} of ${markedWords} words in common, of ${count(union)}: ${share(overlap / union)}.`;
}
