import { html, type Markup } from './markup.ts';
import type { ReportedDeduplication } from './report.ts';

/** The frame in which the browser shows the clusters: filters, list, detail, and the dialog for a pair. */
export function clustersSection({ clusters, summary, notes }: ReportedDeduplication): Markup {
  if (clusters.length === 0) {
    return html`<section id="clusters"><h2>Clusters</h2><p>No two pages are near-duplicates.</p></section>`;
  }
  return html`<section id="clusters" aria-labelledby="clusters-heading">
<h2 id="clusters-heading">Clusters</h2>
<p>Each cluster is a page that is kept and the pages that repeat it. There are also groups of which nothing is dropped: pages as
similar that are about different things, and pages for which a wall answered. Choose one to see its pages, and any two of
them side by side.</p>
${notes.map((note) => html`<p class="quiet">${note}</p>`)}
<noscript><p class="note">The clusters need JavaScript; everything the script uses is in this file.</p></noscript>
<form id="filters" role="search" aria-label="Filter the clusters">
<label class="wide">Search<input type="search" name="search" placeholder="part of a URL, id or title" autocomplete="off" spellcheck="false"></label>
<label>Host<select name="host" id="filter-host"><option value="">all hosts</option></select></label>
<label>Kind<select name="kind"><option value="">all kinds</option>
<option value="equal">exact copies</option>
<option value="similar">near-duplicates</option>
<option value="short">copies of short pages</option>
<option value="other-subject">same template, other subject</option>
<option value="wall">walls</option>
</select></label>
${range('Pages', 'pages', html`min="2" step="1"`, '2', 'any')}
${range('Similarity', 'similarity', html`min="0" step="any"`, String(summary.threshold), '1')}
<label>Order<select name="order">
<option value="largest">largest first</option>
<option value="smallest">smallest first</option>
<option value="least-similar">least similar first</option>
<option value="most-similar">most similar first</option>
<option value="file">in the order of the input</option>
</select></label>
<button type="reset">Clear</button>
</form>
<p id="filter-result" class="quiet" role="status" aria-live="polite"></p>
<p class="lists">Of the clusters shown: <button type="button" id="save-clusters">save the list (CSV)</button>
<button type="button" id="save-redirects">save redirects, from copy to kept page (CSV)</button></p>
<div class="browse">
<div class="listing">
<div id="cluster-list" role="listbox" aria-label="Clusters: arrow keys choose, Enter goes to the pages"></div>
<div class="pager"><button type="button" id="cluster-previous" aria-label="Previous clusters">‹</button>
<span id="cluster-range"></span>
<button type="button" id="cluster-next" aria-label="Next clusters">›</button></div>
</div>
<div id="cluster-detail" role="region" aria-label="Pages of the chosen cluster"></div>
</div>
${pairDialog()}
</section>
`;
}

function range(name: string, field: string, limits: Markup, least: string, most: string): Markup {
  return html`<fieldset class="range"><legend>${name}</legend>
<input type="number" name="least-${field}" ${limits} placeholder="${least}" aria-label="${name}: at least">
<span aria-hidden="true">–</span>
<input type="number" name="most-${field}" ${limits} placeholder="${most}" aria-label="${name}: at most">
</fieldset>
`;
}

function pairDialog(): Markup {
  return html`<dialog id="pair" aria-labelledby="pair-heading">
<div class="bar">
<h2 id="pair-heading" aria-live="polite"></h2>
<div class="steps"><button type="button" id="pair-previous" aria-label="Previous page on the right">‹ Previous</button>
<button type="button" id="pair-next" aria-label="Next page on the right">Next ›</button></div>
<button type="button" id="pair-close" aria-label="Close (Escape)">Close</button>
</div>
<p id="pair-verdict"></p>
<dl id="pair-numbers"></dl>
<div class="sides">
<label>Left<select id="pair-left"></select></label>
<label>Right<select id="pair-right"></select></label>
</div>
<div id="pair-legend">
<span><mark>only on this side</mark></span><span>alike on both sides</span>
<span class="template">on many pages of the site: does not count</span>
<label><input type="checkbox" id="pair-fold" checked> fold what is alike</label>
</div>
<div id="pair-heads"></div>
<div id="pair-texts" tabindex="0" role="region" aria-label="Both texts side by side"></div>
</dialog>
`;
}
