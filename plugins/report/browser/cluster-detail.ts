/// <reference lib="dom" />
import type { EmbeddedClusters } from '../embedded.ts';
import type { ClusterKind } from '../report.ts';
import { byId, element } from './element.ts';
import { count, many, share } from './numbers.ts';
import { isKnown, nameOf, pageName } from './page-name.ts';
import { visible } from './visible.ts';

const PER_STEP = 25;

/** The words for a kind of clusters: its heading, the first page, the other pages, and the column of similarities. */
const words: Readonly<
  Record<ClusterKind, Readonly<Record<'heading' | 'badge' | 'others' | 'column', string>>>
> = {
  copies: {
    heading: 'that repeat each other',
    badge: 'kept',
    others: 'Repeated by',
    column: 'Similarity',
  },
  'other-subject': {
    heading: 'that are alike and about different things',
    badge: 'no copy',
    others: 'Similar pages',
    column: 'Similarity to the closest',
  },
  wall: {
    heading: 'for which one wall answered: what they would say is not known',
    badge: 'not judged',
    others: 'The same text under',
    column: 'Similarity to the closest',
  },
};

/** Shows the pages of a cluster, the least similar first. `onCompare` is called with the pair to open. */
export function showCluster(
  clusters: EmbeddedClusters,
  cluster: number | undefined,
  onCompare: (a: number, b: number) => void,
): void {
  const detail = byId('cluster-detail');
  if (cluster === undefined) {
    detail.replaceChildren(element('p', { class: 'quiet' }, 'No cluster passes these filters.'));
    return;
  }
  const kept = clusters.starts[cluster]!;
  const members: number[] = [];
  for (let page = kept + 1; page < clusters.starts[cluster + 1]!; page++) members.push(page);
  members.sort((a, b) => clusters.similarities[a]! - clusters.similarities[b]! || a - b);

  const { heading, badge, others, column } = words[clusters.kinds[cluster]!];
  const body = element('tbody');
  const more = element('button', { type: 'button' });
  const addRows = (): void => {
    const from = body.children.length;
    body.append(...members.slice(from, from + PER_STEP).map((page) => memberRow(clusters, page, kept)));
    const left = members.length - body.children.length;
    more.hidden = left === 0;
    more.textContent = `Show ${count(Math.min(left, PER_STEP))} more of ${count(left)}`;
  };
  more.addEventListener('click', () => {
    const next = body.children.length;
    addRows();
    body.children[next]?.querySelector('button')?.focus();
  });
  body.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('button[data-page]');
    if (button) onCompare(kept, Number(button.dataset.page));
  });
  addRows();
  detail.replaceChildren(
    element('h3', { id: 'cluster-heading' }, `${many(members.length + 1, 'page')} ${heading}`),
    element(
      'div',
      { class: 'kept' },
      element('span', { class: 'badge' }, isKnown(clusters, kept) ? 'known before' : badge),
      element('div', {}, ...titleOf(clusters, kept), ...pageName(clusters, kept)),
    ),
    element('p', { class: 'quiet' }, members.length === 1 ? others : `${others}, the least similar first`),
    element(
      'div',
      { class: 'scroll' },
      element(
        'table',
        { class: 'members', 'aria-labelledby': 'cluster-heading' },
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            ...[column, 'Page', 'Grams', 'Side by side'].map((name, i) =>
              element('th', { scope: 'col', class: i === 2 ? 'number' : '' }, name),
            ),
          ),
        ),
        body,
      ),
    ),
    more,
  );
}

function memberRow(clusters: EmbeddedClusters, page: number, kept: number): HTMLElement {
  const similarity = clusters.similarities[page]!;
  const grams = clusters.grams[page]!;
  return element(
    'tr',
    {},
    element(
      'td',
      { class: 'similarity' },
      element('meter', { min: 0, max: 1, value: similarity, 'aria-hidden': 'true' }),
      share(similarity, 4, clusters.threshold),
    ),
    element(
      'td',
      { class: 'page' },
      // a title that all pages share is left out
      ...titleOf(clusters, page, clusters.titles[kept]),
      ...pageName(clusters, page),
      ...(isKnown(clusters, page) ? [element('span', { class: 'facts' }, 'known before')] : []),
      ...(clusters.linked.includes(page)
        ? [element('span', { class: 'facts' }, 'linked by similar pages')]
        : []),
    ),
    element('td', { class: 'number' }, grams < 0 ? '–' : count(grams)),
    element(
      'td',
      {},
      element(
        'button',
        {
          type: 'button',
          'data-page': page,
          'aria-label': `Compare with the ${isKnown(clusters, kept) ? 'known' : 'kept'} page: ${nameOf(clusters, page)}`,
        },
        'Compare',
      ),
    ),
  );
}

function titleOf(clusters: EmbeddedClusters, page: number, not = ''): HTMLElement[] {
  const title = clusters.titles[page]!;
  return title === '' || title === not ? [] : [element('bdi', { class: 'title' }, visible(title))];
}
