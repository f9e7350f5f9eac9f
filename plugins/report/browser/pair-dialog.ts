/// <reference lib="dom" />
import type { EmbeddedClusters, EmbeddedText } from '../embedded.ts';
import { readText } from './data.ts';
import { byId, element, pageName } from './element.ts';
import { count, many, share } from './numbers.ts';
import { type PairFacts, pairFacts } from './pair-facts.ts';
import { type Comparison, compareTexts } from './passages.ts';
import { showRows } from './side-by-side.ts';
import { visible } from './visible.ts';

/** Pages that the choice of either side lists; larger clusters are walked with Next. */
const mostChoices = 500;

/** The dialog that shows two pages of a cluster side by side, with the numbers that decided it. */
export class PairDialog {
  readonly #clusters: EmbeddedClusters;
  readonly #facts: (a: number, b: number) => PairFacts;
  readonly #dialog = byId('pair') as HTMLDialogElement;
  readonly #left = byId('pair-left') as HTMLSelectElement;
  readonly #right = byId('pair-right') as HTMLSelectElement;
  readonly #fold = byId('pair-fold') as HTMLInputElement;
  #pages: readonly [first: number, end: number] = [0, 0];
  #a = 0;
  #b = 0;

  constructor(clusters: EmbeddedClusters) {
    this.#clusters = clusters;
    this.#facts = pairFacts(clusters);
    byId('pair-close').addEventListener('click', () => this.#dialog.close());
    byId('pair-previous').addEventListener('click', () => this.#step(-1));
    byId('pair-next').addEventListener('click', () => this.#step(1));
    this.#left.addEventListener('change', () => this.#show(Number(this.#left.value), this.#b));
    this.#right.addEventListener('change', () => this.#show(this.#a, Number(this.#right.value)));
    this.#fold.addEventListener('change', () => this.#show(this.#a, this.#b));
    this.#dialog.addEventListener('keydown', (event) => {
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (by === 0 || (event.target as Element).closest('select, input')) return;
      this.#step(by);
      event.preventDefault();
    });
  }

  /** Opens the dialog on pages a and b of a cluster. */
  open(cluster: number, a: number, b: number): void {
    const { starts } = this.#clusters;
    this.#pages = [starts[cluster]!, starts[cluster + 1]!];
    this.#show(a, b);
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#dialog.scrollTop = 0;
  }

  /** To the next page on the right, passing over the one on the left. */
  #step(by: 1 | -1): void {
    const [first, end] = this.#pages;
    const after = (page: number): number => first + ((page - first + by + end - first) % (end - first));
    const next = after(this.#b);
    this.#show(this.#a, next === this.#a ? after(next) : next);
  }

  #show(a: number, b: number): void {
    this.#a = a;
    this.#b = b;
    this.#fill(this.#left, a);
    this.#fill(this.#right, b);
    void this.#showTexts(a, b);
  }

  #fill(select: HTMLSelectElement, chosen: number): void {
    const [first, end] = this.#pages;
    const { urls, ids } = this.#clusters;
    const pages: number[] = [];
    for (let page = first; page < Math.min(end, first + mostChoices); page++) pages.push(page);
    if (!pages.includes(chosen)) pages.push(chosen);
    select.replaceChildren(
      ...pages.map((page) =>
        element(
          'option',
          { value: page, selected: page === chosen },
          `${page === first ? 'kept: ' : ''}${visible(urls[page] || ids[page]!)}`,
        ),
      ),
    );
  }

  async #showTexts(a: number, b: number): Promise<void> {
    const clusters = this.#clusters;
    const [textA, textB] = [await readText(clusters, a), await readText(clusters, b)];
    // the reader may have moved on meanwhile
    if (a !== this.#a || b !== this.#b) return;
    const comparison = textA && textB && compareTexts(textA[0], textB[0], clusters.markedWords);
    this.#showNumbers(this.#facts(a, b), comparison);
    const heads = [
      { name: 'left', page: a, text: textA },
      { name: 'right', page: b, text: textB },
    ].map(({ name, page, text }) => this.#head(name, page, text));
    byId('pair-heads').replaceChildren(...heads);
    const texts = byId('pair-texts');
    if (comparison) texts.replaceChildren(...showRows(comparison.rows, this.#fold.checked));
    else {
      texts.replaceChildren(
        element(
          'p',
          { class: 'quiet' },
          'The report carries no text of these two pages: see the notes above the clusters.',
        ),
      );
    }
    byId('pair-legend').hidden = comparison === undefined;
  }

  #head(side: string, page: number, text: EmbeddedText | undefined): HTMLElement {
    const { urls, ids, titles } = this.#clusters;
    const cut = text !== undefined && text[1] > text[0].length;
    return element(
      'div',
      { class: 'head', 'data-side': side },
      element('bdi', { class: 'title' }, visible(titles[page] || '')),
      pageName(urls[page]!, ids[page]!),
      ...(urls[page] === '' ? [] : [element('bdi', { class: 'facts' }, `id ${visible(ids[page]!)}`)]),
      ...(cut
        ? [
            element(
              'span',
              { class: 'cut' },
              `Shown: the first ${count(text[0].length)} of ${count(text[1])} characters.`,
            ),
          ]
        : []),
    );
  }

  #showNumbers(facts: PairFacts, comparison: Comparison | undefined): void {
    const { grams, method, threshold, similarity: measure, gram } = this.#clusters;
    const [a, b] = [grams[this.#a]!, grams[this.#b]!];
    const { similarity } = facts;
    const shown =
      similarity === undefined ? undefined : `${share(similarity)}${facts.estimated ? ' (estimated)' : ''}`;
    byId('pair-heading').textContent =
      shown === undefined ? 'Not a pair of this run' : similarity === 1 ? 'Same grams' : `${shown} similar`;
    byId('pair-verdict').textContent = verdict(this.#clusters, similarity, comparison);
    const rows: [string, string][] = [
      [
        `Similarity (${measure})`,
        shown ?? (this.#clusters.pairsComplete ? `below ${threshold}` : 'not in the report'),
      ],
      ['Threshold', String(threshold)],
      [`Grams in both`, facts.overlap === undefined ? 'not in the report' : count(facts.overlap)],
      ['Grams left, right', a < 0 || b < 0 ? 'not known' : `${count(a)}, ${count(b)}`],
    ];
    if (facts.overlap !== undefined && a > 0 && b > 0) {
      rows.push(
        ['Grams in either', count(a + b - facts.overlap)],
        ['Of the left in the right', share(facts.overlap / a)],
        ['Of the right in the left', share(facts.overlap / b)],
      );
    }
    rows.push(['Grams', gram], ['Found by', method]);
    byId('pair-numbers').replaceChildren(
      ...rows.map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, value))),
    );
  }
}

function verdict(
  { threshold, pairsComplete, markedWords }: EmbeddedClusters,
  similarity: number | undefined,
  comparison: Comparison | undefined,
): string {
  if (similarity !== undefined) {
    return similarity >= threshold
      ? `${share(similarity)} ≥ ${threshold}: near-duplicates.`
      : `${share(similarity)} < ${threshold}: in one cluster through pages similar to both.`;
  }
  const known = pairsComplete
    ? `Less similar than ${threshold}: both are similar to the kept page, not to each other.`
    : 'This pair is not among those that the report carries.';
  if (comparison === undefined || comparison.union === 0) return known;
  const { overlap, union } = comparison;
  return `${known} The texts as shown here have ${many(overlap, 'gram')} of ${markedWords} words in common, of ${count(union)}: ${share(overlap / union)}.`;
}
