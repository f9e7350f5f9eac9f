import { countBoundary, innerGrams } from '../grams/boundary-grams.ts';
import { jaccardOfSets, overlapOfSorted } from '../grams/jaccard.ts';
import { namesAt } from '../site/namespaces.ts';
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
  /** The names of the page, best first. */
  readonly names: readonly string[];
  /** Qualified names that stand at its heading. */
  readonly qualified: readonly string[];
  /** Gram set, ascending and distinct. */
  readonly grams: BigUint64Array;
  /** Which of the grams cross (`boundedGrams`). */
  readonly boundary: string;
}

/** How to judge two pages. */
interface PairVerdictOptions {
  /** Pages with similarity ≥ threshold are near-duplicates. (0, 1]. */
  readonly threshold: number;
  /** Whether names and templates count. */
  readonly siteModel: boolean;
  /** The templates of their sites, by host. */
  readonly templates: ReadonlyMap<string, Template>;
}

/** The verdict on two pages. */
interface PairVerdict {
  readonly verdict: ReasonCode;
  /** Jaccard similarity of the grams compared outside their sites' templates (`contentSimilarity`). */
  readonly contentResemblance: number;
  /** The similarity that decided: over all grams, outside templates, or outside notices. Of distinct pages the larger of the first two. */
  readonly similarity: number;
}

/**
 * Whether two pages are duplicates by the rule for collections (`PairRule`), as far as two pages show: what their site repeats is known
 * only from its template, and names count as they are.
 */
export function pairVerdict(
  a: PairedPage,
  b: PairedPage,
  { threshold, siteModel, templates }: PairVerdictOptions,
): PairVerdict {
  const pages = [a, b].map(({ url, names, qualified, grams, boundary }) => {
    const host = hostOf(url);
    const template = siteModel ? templates.get(host) : undefined;
    const hasTemplate = template !== undefined && template.grams.length > 0;
    const content = hasTemplate ? template.contentOf(innerGrams(grams, boundary)) : grams;
    const boundarySize = countBoundary(boundary);
    const lasting = template?.lastingOf(grams) ?? grams;
    const words = siteModel ? namesAt(url, names, qualified) : [];
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
  const resemblance = jaccardOfSets(a.grams, b.grams);
  const contentResemblance = contentSimilarity(x, y, threshold);
  const told = (
    verdict: ReasonCode,
    similarity = Math.max(resemblance, contentResemblance),
  ): PairVerdict => ({ verdict, contentResemblance, similarity });
  const shell = [a, b].find(({ kind }) => kind !== 'article');
  if (shell !== undefined) return told(shellReason(shell.kind).code);
  const reached = (value: number): number | undefined => (value >= threshold ? value : undefined);
  const all = reached(resemblance);
  const content = reached(contentResemblance);
  // pages of one site and one name may have different notices
  const isOneName = x.host === y.host && x.identity !== '' && x.identity === y.identity;
  const lasting = isOneName ? reached(jaccardOfSets(x.lasting, y.lasting)) : undefined;
  const apart = Math.max(x.lasting.length, y.lasting.length) - overlapOfSorted(x.lasting, y.lasting);
  const similarity = all ?? content ?? lasting;
  if (similarity === undefined) return told('distinct');
  const rule = new PairRule((page) => pages[page], threshold);
  rule.learnPlaces(pages);
  const by = rule.judge(0, 1, {
    ...{ equal: resemblance === 1, grams: all !== undefined, content, lasting: lasting !== undefined },
    apart: lasting === undefined ? 0 : apart,
    ofEach: all === undefined ? 0 : Math.min(x.size, y.size) - overlapOfSorted(x.grams, y.grams),
    half: () => resemblance >= threshold / 2,
  });
  if (by === 'neither') return told('other-subject', similarity);
  return told(resemblance === 1 ? 'same-grams' : 'similar', by === 'content' ? content : similarity);
}
