import type { EvaluationRow } from '../../../src/index.ts';
import { html, type Markup, trusted } from '../markup.ts';

/** Colours that the style sheet knows, for light and dark. */
const colours = 10;

/** The kinds of methods in an evaluation, in its order: each has one colour in all plots. */
export function familiesOf(rows: readonly EvaluationRow[]): string[] {
  return [...new Set(rows.map(({ method }) => method))];
}

/** Colour of a kind of methods. */
export function colourOf(family: string, families: readonly string[]): string {
  return `var(--series-${families.indexOf(family) % colours})`;
}

/** Buttons with each kind's colour; a click singles one out in all plots. */
export function legendOf(families: readonly string[]): Markup {
  const swatch = (family: string): Markup =>
    trusted(
      `<svg class="swatch" viewBox="0 0 10 10" aria-hidden="true"><circle cx="5" cy="5" r="4.5" fill="${colourOf(family, families)}"/></svg>`,
    );
  return html`<div class="legend" role="group" aria-label="Single out a method">
${families.map((family) => html`<button type="button" data-family="${family}" aria-pressed="false">${swatch(family)}${family}</button>`)}
<span class="quiet">filled: confirmed on the full sets, hollow: taken from sketches as they are</span>
</div>
`;
}
