import { countBoundary, innerGrams } from '../grams/boundary-grams.ts';
import { jaccardOfSets } from '../grams/jaccard.ts';
import { nameWords } from '../site/names.ts';
import { PairRule } from '../site/pair-rule.ts';
import type { Template } from '../site/template.ts';
import { contentSimilarity } from '../site/two-sites.ts';
import { hostOf } from '../store/layout/host.ts';
import type { PageKind } from '../text/page-kind.ts';
import { type ReasonCode, shellReason } from './reasons.ts';

/** A page of a pair. */
interface PairedPage {
  readonly url: string;
  readonly kind: PageKind;
  /** As the page has them, the best first. */
  readonly names: readonly string[];
  /** Ascending and distinct. */
  readonly grams: BigUint64Array;
  /** Which of them cross (`boundedGrams`). */
  readonly boundary: string;
}

/** What is known beside two pages. */
interface PairVerdictOptions {
  /** Pages with similarity ≥ threshold are near-duplicates. (0, 1]. */
  readonly threshold: number;
  /** Whether names and templates count. */
  readonly siteModel: boolean;
  /** The templates of the sites that they are from, by host. */
  readonly templates: ReadonlyMap<string, Template>;
}

/** What two pages are to each other. */
interface PairVerdict {
  readonly verdict: ReasonCode;
  /** Jaccard similarity of the grams that are compared beside their sites' templates (`contentSimilarity`). */
  readonly contentResemblance: number;
}

/**
 * Whether two pages are duplicates, by the rule that a collection is judged by (`PairRule`), as far as two pages tell: what
 * is common on their site is known from its template only, and names count as they stand.
 */
export function pairVerdict(
  a: PairedPage,
  b: PairedPage,
  { threshold, siteModel, templates }: PairVerdictOptions,
): PairVerdict {
  const pages = [a, b].map(({ url, names, grams, boundary }) => {
    const host = hostOf(url);
    const template = siteModel ? templates.get(host) : undefined;
    const hasTemplate = template !== undefined && template.grams.length > 0;
    const content = hasTemplate ? template.contentOf(innerGrams(grams, boundary)) : grams;
    const boundarySize = countBoundary(boundary);
    const lasting = template?.lastingOf(grams) ?? grams;
    const words = siteModel ? nameWords(names) : [];
    return {
      host,
      url,
      identity: words[0] ?? '',
      grams,
      names: words,
      size: grams.length,
      boundarySize,
      contentSize: content.length,
      content,
      lasting,
    };
  });
  const [x, y] = pages;
  const similarity = jaccardOfSets(a.grams, b.grams);
  const contentResemblance = contentSimilarity(x, y, threshold);
  const told = (verdict: ReasonCode): PairVerdict => ({ verdict, contentResemblance });
  const shell = [a, b].find(({ kind }) => kind !== 'article');
  if (shell !== undefined) return told(shellReason(shell.kind).code);
  const content = contentResemblance >= threshold ? contentResemblance : undefined;
  // pages of one site and one name need not have the same notices
  const isOneName = x.host === y.host && x.identity !== '' && x.identity === y.identity;
  const isLasting = isOneName && jaccardOfSets(x.lasting, y.lasting) >= threshold;
  if (similarity < threshold && content === undefined && !isLasting) return told('distinct');
  const rule = new PairRule((page) => pages[page], threshold);
  rule.learnPlaces(pages);
  const by = rule.judge(0, 1, { equal: similarity === 1, grams: similarity >= threshold, content });
  if (by === 'neither') return told('other-subject');
  return told(similarity === 1 ? 'same-grams' : 'similar');
}
