/// <reference lib="dom" />
import type { ClusterKind } from '../report.ts';
import { type FilterIndex, isOfAllGrams, isOfShortPages } from './cluster-filter.ts';
import { byId, element } from './element.ts';
import { count, many, share } from './numbers.ts';
import { visible } from './visible.ts';

const PER_PAGE = 12;
/** The names of clusters that are not copies. */
const kindNames: Readonly<Record<ClusterKind, string>> = {
  copies: '',
  'other-subject': 'same template, other subject',
  wall: 'wall',
};

/**
 * The list of clusters, a screenful at a time: a listbox in which the arrow, Home, End and Page keys choose.
 *
 * `onChoose` is called with the chosen cluster, `onEnter` when Enter is pressed on it.
 */
export class ClusterList {
  readonly #index: FilterIndex;
  readonly #list = byId('cluster-list');
  readonly #onChoose: (cluster: number | undefined) => void;
  #shown: readonly number[] = [];
  #chosen = 0;

  constructor(index: FilterIndex, onChoose: (cluster: number | undefined) => void, onEnter: () => void) {
    this.#index = index;
    this.#onChoose = onChoose;
    this.#list.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.key === 'Enter' || event.key === ' ') onEnter();
      else if (!this.#move(event.key)) return;
      event.preventDefault();
    });
    this.#list.addEventListener('click', (event) => {
      const option = (event.target as Element).closest<HTMLElement>('[data-place]');
      if (option) this.#choose(Number(option.dataset.place), true);
    });
    byId('cluster-previous').addEventListener('click', () => this.#turn(-1));
    byId('cluster-next').addEventListener('click', () => this.#turn(1));
  }

  /** The clusters that pass the filters, in their order. */
  get shown(): readonly number[] {
    return this.#shown;
  }

  /** Shows these clusters and chooses `wanted`, or the first if `wanted` is not among them. */
  show(clusters: readonly number[], wanted?: number): void {
    this.#shown = clusters;
    this.#choose(wanted === undefined ? 0 : Math.max(0, clusters.indexOf(wanted)), false);
  }

  #move(key: string): boolean {
    const last = this.#shown.length - 1;
    const places: Record<string, number> = {
      ArrowDown: this.#chosen + 1,
      ArrowUp: this.#chosen - 1,
      PageDown: this.#chosen + PER_PAGE,
      PageUp: this.#chosen - PER_PAGE,
      Home: 0,
      End: last,
    };
    const place = places[key];
    if (place === undefined) return false;
    this.#choose(Math.max(0, Math.min(last, place)), true);
    return true;
  }

  #turn(by: 1 | -1): void {
    const first = (Math.floor(this.#chosen / PER_PAGE) + by) * PER_PAGE;
    this.#choose(Math.max(0, Math.min(this.#shown.length - 1, first)), false);
  }

  #choose(place: number, focus: boolean): void {
    this.#chosen = place;
    const first = Math.floor(place / PER_PAGE) * PER_PAGE;
    const last = Math.min(first + PER_PAGE, this.#shown.length);
    const options = this.#shown.slice(first, last).map((cluster, i) => this.#option(cluster, first + i));
    this.#list.replaceChildren(...options);
    const chosen = options[place - first];
    if (focus) chosen?.focus();
    this.#pager(first, last);
    this.#onChoose(this.#shown[place]);
  }

  #option(cluster: number, place: number): HTMLElement {
    const { clusters, hosts, leastSimilar } = this.#index;
    const first = clusters.starts[cluster]!;
    const pages = clusters.starts[cluster + 1]! - first;
    const title = clusters.titles[first]!;
    const name = pathOf(clusters.urls[first]!) || clusters.ids[first]!;
    // a title that several clusters have identifies none of them
    const path = title !== '' && this.#index.titleCounts.get(title)! > 1 ? visible(name) : '';
    const similarity = leastSimilar[cluster]!;
    const range = isOfAllGrams(clusters, similarity)
      ? 'all equal'
      : `similarity from ${share(similarity, 3, clusters.threshold)}`;
    const kind = kindNames[clusters.kinds[cluster]!];
    const short = isOfShortPages(clusters, cluster) ? 'short pages: look closely' : '';
    const selected = place === this.#chosen;
    return element(
      'div',
      {
        role: 'option',
        class: 'cluster',
        tabindex: selected ? 0 : -1,
        'aria-selected': selected ? 'true' : 'false',
        'aria-posinset': place + 1,
        'aria-setsize': this.#shown.length,
        'data-place': place,
      },
      element('span', { class: 'size' }, count(pages), element('span', { class: 'unseen' }, ' pages: ')),
      element(
        'span',
        { class: 'about' },
        element('bdi', { class: 'title' }, visible(title || name)),
        ...(path === '' ? [] : [element('bdi', { class: 'path' }, path)]),
        element(
          'span',
          { class: 'facts' },
          [visible(hosts[first]!), kind, short, range].filter(Boolean).join(' · '),
        ),
      ),
    );
  }

  #pager(first: number, last: number): void {
    const total = this.#shown.length;
    byId('cluster-range').textContent =
      total === 0 ? 'none' : `${count(first + 1)}–${count(last)} of ${many(total, 'cluster')}`;
    byId('cluster-previous').toggleAttribute('disabled', first === 0);
    byId('cluster-next').toggleAttribute('disabled', last >= total);
  }
}

/** The part of a URL that tells the pages of a host apart. */
function pathOf(url: string): string {
  const path = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  return path === undefined || path === '' ? url : path;
}
