/// <reference lib="dom" />
import type { EmbeddedClusters, EmbeddedText } from '../embedded.ts';
import { readText } from './data.ts';
import { byId, element } from './element.ts';
import { count } from './numbers.ts';
import { isKnown, nameOf, pageName } from './page-name.ts';
import { type PairFacts, pairFacts } from './pair-facts.ts';
import { showNumbers } from './pair-numbers.ts';
import { compareTexts } from './passages.ts';
import { showRows } from './side-by-side.ts';
import { visible } from './visible.ts';

/** Most pages that the selection on either side lists; Next reaches the others. */
const MOST_CHOICES = 500;

/** The dialog that shows two pages of a cluster side by side, with the numbers that decided it. */
export class PairDialog {
  readonly #clusters: EmbeddedClusters;
  readonly #facts: (a: number, b: number) => PairFacts;
  readonly #onPair: (pair?: readonly [a: number, b: number]) => void;
  readonly #dialog = byId('pair') as HTMLDialogElement;
  readonly #left = byId('pair-left') as HTMLSelectElement;
  readonly #right = byId('pair-right') as HTMLSelectElement;
  readonly #fold = byId('pair-fold') as HTMLInputElement;
  #pages: readonly [first: number, end: number] = [0, 0];
  #cluster = 0;
  #a = 0;
  #b = 0;

  /** `onPair` is called with the pair that is shown, and with nothing when the dialog closes. */
  constructor(clusters: EmbeddedClusters, onPair: (pair?: readonly [a: number, b: number]) => void) {
    this.#clusters = clusters;
    this.#onPair = onPair;
    this.#dialog.addEventListener('close', () => onPair());
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
    this.#cluster = cluster;
    this.#pages = [starts[cluster]!, starts[cluster + 1]!];
    this.#show(a, b);
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#dialog.scrollTop = 0;
  }

  /** Goes to the next page on the right, skipping the page on the left. */
  #step(by: 1 | -1): void {
    const [first, end] = this.#pages;
    const after = (page: number): number => first + ((page - first + by + end - first) % (end - first));
    const next = after(this.#b);
    this.#show(this.#a, next === this.#a ? after(next) : next);
  }

  #show(a: number, b: number): void {
    this.#a = a;
    this.#b = b;
    this.#onPair([a, b]);
    this.#fill(this.#left, a);
    this.#fill(this.#right, b);
    void this.#showTexts(a, b);
  }

  #fill(select: HTMLSelectElement, chosen: number): void {
    const [first, end] = this.#pages;
    const isCopies = this.#clusters.kinds[this.#cluster] === 'copies';
    const pages: number[] = [];
    for (let page = first; page < Math.min(end, first + MOST_CHOICES); page++) pages.push(page);
    if (!pages.includes(chosen)) pages.push(chosen);
    select.replaceChildren(
      ...pages.map((page) =>
        element(
          'option',
          { value: page, selected: page === chosen },
          `${this.#role(page, page === first && isCopies)}${nameOf(this.#clusters, page)}`,
        ),
      ),
    );
  }

  #role(page: number, isKept: boolean): string {
    if (isKnown(this.#clusters, page)) return 'known: ';
    return isKept ? 'kept: ' : '';
  }

  async #showTexts(a: number, b: number): Promise<void> {
    const clusters = this.#clusters;
    const [textA, textB] = [await readText(clusters, a), await readText(clusters, b)];
    // the reader may have moved on meanwhile
    if (a !== this.#a || b !== this.#b) return;
    const comparison =
      textA &&
      textB &&
      compareTexts(textA[0], textB[0], clusters.markedWords, [textA[2] ?? [], textB[2] ?? []]);
    showNumbers(clusters, a, b, this.#facts(a, b), clusters.kinds[this.#cluster]!, comparison);
    const heads = [
      { name: 'left', page: a, text: textA },
      { name: 'right', page: b, text: textB },
    ].map(({ name, page, text }) => this.#head(name, page, text));
    byId('pair-heads').replaceChildren(...heads);
    const texts = byId('pair-texts');
    if (comparison) texts.replaceChildren(...showRows(comparison.rows, this.#fold.checked));
    else {
      const missing = textA ? 'the right page' : textB ? 'the left page' : 'these two pages';
      texts.replaceChildren(
        element(
          'p',
          { class: 'quiet' },
          `The report carries no text of ${missing}: see the notes above the clusters.`,
        ),
      );
    }
    byId('pair-legend').hidden = comparison === undefined;
  }

  #head(side: string, page: number, text: EmbeddedText | undefined): HTMLElement {
    const cut = text !== undefined && text[1] > text[0].length;
    return element(
      'div',
      { class: 'head', 'data-side': side },
      element('bdi', { class: 'title' }, visible(this.#clusters.titles[page]!)),
      ...pageName(this.#clusters, page, true),
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
}
