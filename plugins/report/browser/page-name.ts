/// <reference lib="dom" />
import type { EmbeddedClusters } from '../embedded.ts';
import { element } from './element.ts';
import { linkTarget, visible } from './visible.ts';

/** Names a page by its URL, or by its id if it has no URL or another page of the cluster has the same one. */
export function nameOf(clusters: EmbeddedClusters, page: number): string {
  const { urls, ids } = clusters;
  if (urls[page] === '') return visible(ids[page]!);
  return visible(isAmbiguous(clusters, page) ? `${urls[page]} (${ids[page]})` : urls[page]!);
}

/**
 * A page as elements: its URL, a link if it is http or https, then its id if `withId` or if the URL does not tell it
 * from the others. Each element is isolated, so that its direction cannot spread.
 */
export function pageName(clusters: EmbeddedClusters, page: number, withId = false): HTMLElement[] {
  const { urls, ids } = clusters;
  const url = urls[page]!;
  const name = element('bdi', { class: 'name' }, visible(url === '' ? ids[page]! : url));
  const href = linkTarget(url);
  const shown =
    href === undefined ? name : element('a', { href, rel: 'noreferrer noopener', target: '_blank' }, name);
  if (url === '' || !(withId || isAmbiguous(clusters, page))) return [shown];
  return [shown, element('bdi', { class: 'facts' }, `id ${visible(ids[page]!)}`)];
}

/** Whether a page was known before the run. */
export function isKnown({ known }: EmbeddedClusters, page: number): boolean {
  return known[page] === 1;
}

/** Whether another page of the same cluster has the same URL, for example because the page was crawled again. */
function isAmbiguous(clusters: EmbeddedClusters, page: number): boolean {
  let marks = ambiguous.get(clusters);
  if (marks === undefined) {
    marks = markAmbiguous(clusters);
    ambiguous.set(clusters, marks);
  }
  return marks[page] === 1;
}

const ambiguous = new WeakMap<EmbeddedClusters, Uint8Array>();

function markAmbiguous({ urls, starts }: EmbeddedClusters): Uint8Array {
  const marks = new Uint8Array(urls.length);
  for (let cluster = 0; cluster + 1 < starts.length; cluster++) {
    const first = new Map<string, number>();
    for (let page = starts[cluster]!; page < starts[cluster + 1]!; page++) {
      const other = first.get(urls[page]!);
      if (other === undefined) first.set(urls[page]!, page);
      else marks[page] = marks[other] = 1;
    }
  }
  return marks;
}
