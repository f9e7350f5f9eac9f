import { count, many } from './browser/numbers.ts';
import { html, type Markup } from './markup.ts';
import type { ReportedDeduplication } from './report.ts';
import { urlPatterns } from './url-patterns.ts';

const MOST_PATTERNS = 20;
/** Fewest pages of a pattern. */
const LEAST_PAGES = 2;

/**
 * How the URLs of dropped pages differ from the URLs of the pages that they repeat; undefined if no two pages differ
 * in the same way.
 */
export function patternsTable({ clusters }: ReportedDeduplication): Markup | undefined {
  const found = urlPatterns(clusters);
  const patterns = found.filter(({ pages }) => pages >= LEAST_PAGES);
  if (patterns.length === 0) return undefined;
  const sum = (pages: number, pattern: { readonly pages: number }): number => pages + pattern.pages;
  const left = found.reduce(sum, 0) - patterns.slice(0, MOST_PATTERNS).reduce(sum, 0);
  return html`<p class="detail">How the URLs of pages that repeat others differ from those of the kept pages, the most frequent first: … stands for what both
have, * for any name. A crawl can leave out by a rule what repeats by a rule.</p>
<div class="scroll" tabindex="0" role="region" aria-label="URL patterns"><table class="patterns"><caption class="unseen">URL patterns of pages that repeat others</caption>
<thead><tr><th scope="col" class="number">Pages</th><th scope="col">Dropped</th><th scope="col">Kept</th></tr></thead>
<tbody>${patterns.slice(0, MOST_PATTERNS).map(
    ({
      pages,
      dropped,
      kept,
      example,
    }) => html`<tr title="${example[0]} repeats ${example[1]}"><td class="number">${count(pages)}</td>
<td><bdi>${dropped}</bdi></td><td><bdi>${kept}</bdi></td></tr>`,
  )}</tbody></table></div>
${left > 0 && html`<p class="detail">${many(left, 'page')} repeat${left === 1 ? 's' : ''} one by another pattern.</p>`}
`;
}
