import type { PlotOptions } from '@observablehq/plot';
import { type Content, html, type Markup, trusted } from './markup.ts';

/** A figure: one plot or several small ones, a description in words, and the data as a table. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  /** What the reader should see in it, in a sentence or two. */
  readonly description: string;
  readonly plots: readonly SmallPlot[];
  readonly legend?: Markup;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Content[])[];
}

/** One plot of a figure. */
export interface SmallPlot {
  /** Shown above the plot if the figure has several. */
  readonly title: string;
  readonly options: PlotOptions;
}

/** Most rows of the table behind a figure. */
const MOST_ROWS = 1000;

/** A figure as HTML: its plots drawn to SVG by Observable Plot, in colours of the page's style. */
export async function drawFigure(figure: Figure): Promise<Markup> {
  const { id, title, description, plots, legend, columns, rows } = figure;
  const several = plots.length > 1;
  const drawn: Markup[] = [];
  for (const [i, plot] of plots.entries()) {
    const name = several ? `${title}, ${plot.title}` : title;
    const svg = trusted(await drawPlot(plot.options, `${id}-${i}`, name, description));
    drawn.push(html`<div>${several && html`<h4>${plot.title}</h4>`}${svg}</div>`);
  }
  const shown = rows.slice(0, MOST_ROWS);
  return html`<figure id="${id}" class="${several ? 'several' : 'single'}">
<figcaption><h3>${title}</h3><p>${description}</p></figcaption>
${legend}
<div class="plots">${drawn}</div>
<details class="data"><summary>Data as a table</summary>
<div class="scroll" tabindex="0" role="region" aria-label="${title}: data"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${shown.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>${rows.length > MOST_ROWS && html`<p class="quiet">The first ${MOST_ROWS} of ${rows.length} rows.</p>`}
</details>
</figure>
`;
}

/**
 * A plot as SVG text with a title and a description. The library is loaded here and not at the top: only reports need
 * it, and loading it takes longer than most commands run.
 */
async function drawPlot(
  options: PlotOptions,
  id: string,
  title: string,
  description: string,
): Promise<string> {
  const [{ plot }, { parseHTML }] = await Promise.all([import('@observablehq/plot'), import('linkedom')]);
  const { document } = parseHTML('<html></html>');
  const svg = plot({ ...options, document, className: 'drawing' });
  // the report's style sheet has its rules, since the content policy allows no others
  for (const style of svg.querySelectorAll('style')) style.remove();
  // a group within an image cannot have a name of its own
  for (const group of svg.querySelectorAll('g[aria-label]')) group.removeAttribute('aria-label');
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-labelledby', `${id}-title ${id}-description`);
  for (const [tag, text] of [
    ['desc', description],
    ['title', title],
  ] as const) {
    const child = document.createElementNS('http://www.w3.org/2000/svg', tag);
    child.id = `${id}-${tag === 'desc' ? 'description' : 'title'}`;
    child.textContent = text;
    svg.prepend(child);
  }
  return svg.outerHTML;
}
