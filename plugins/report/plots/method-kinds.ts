import type { EvaluationRow } from '../../../src/evaluate/index.ts';
import { methodNames } from '../../../src/index.ts';
import { html, type Markup, trusted } from '../markup.ts';

/** Number of colours in the style sheet, for light and dark. */
const COLOURS = 12;

/** The kinds of methods in an evaluation, in its order. */
export function kindsOf(rows: readonly EvaluationRow[]): string[] {
  return [...new Set(rows.map(({ method }) => method))];
}

/** Colour of a kind of methods, the same in every report. */
export function colourOf(kind: string): string {
  const known = methodNames.indexOf(kind);
  return `var(--series-${known < 0 ? COLOURS - 1 : known % COLOURS})`;
}

/** The dot for a method in the plots: filled if its pairs are confirmed. */
export function dotOf({ method, confirmed }: EvaluationRow): Markup {
  const colour = colourOf(method);
  return html`${swatch(colour, confirmed ? colour : 'none')}<span class="unseen">${confirmed ? 'confirmed: ' : 'not confirmed: '}</span>`;
}

/** Buttons with the colour of each kind. A click singles the kind out in all plots. */
export function legendOf(kinds: readonly string[]): Markup {
  return html`<div class="legend" role="group" aria-label="Single out a method">
${kinds.map((kind) => {
  const colour = colourOf(kind);
  return html`<button type="button" data-kind="${kind}" aria-pressed="false">${swatch(colour, colour)}${kind}</button>`;
})}
<span class="quiet">filled: confirmed on the full sets; hollow: taken from sketches as they are</span>
</div>
`;
}

function swatch(stroke: string, fill: string): Markup {
  return trusted(
    `<svg class="swatch" viewBox="0 0 12 12" aria-hidden="true"><circle cx="6" cy="6" r="4.5" stroke="${stroke}" stroke-width="2" fill="${fill}"/></svg>`,
  );
}
