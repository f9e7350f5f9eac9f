/// <reference lib="dom" />
import { csvLine } from '../../../src/evaluate/csv-line.ts';
import type { EmbeddedClusters } from '../embedded.ts';
import { byId, element } from './element.ts';

/** Every page of these clusters and the page that it repeats, one page per line. */
export function clusterLines(clusters: EmbeddedClusters, shown: readonly number[]): string[] {
  const { ids, urls, titles, starts, kinds, similarities } = clusters;
  const lines = [csvLine(['cluster', 'kind', 'page', 'url', 'title', 'closest to', 'similarity'])];
  for (const cluster of shown) {
    const first = starts[cluster]!;
    for (let page = first; page < starts[cluster + 1]!; page++) {
      const closest = page === first ? '' : urls[first] || ids[first]!;
      const names = [ids[page]!, urls[page]!, titles[page]!];
      lines.push(csvLine([cluster, kinds[cluster]!, ...names, closest, similarities[page]!]));
    }
  }
  return lines;
}

/** The URL of each page that repeats another, and the other page's URL: for redirects or canonical links. */
export function redirectLines({ urls, starts, kinds }: EmbeddedClusters, shown: readonly number[]): string[] {
  const lines = [csvLine(['from', 'to'])];
  for (const cluster of shown) {
    const kept = urls[starts[cluster]!]!;
    if (kinds[cluster] !== 'copies' || kept === '') continue;
    for (let page = starts[cluster]! + 1; page < starts[cluster + 1]!; page++) {
      const url = urls[page]!;
      if (url !== '' && url !== kept) lines.push(csvLine([url, kept]));
    }
  }
  return lines;
}

/** Wires the buttons that save lists of the clusters that `shown` returns. */
export function wireLists(clusters: EmbeddedClusters, shown: () => readonly number[]): void {
  byId('save-clusters').addEventListener('click', () =>
    save('clusters.csv', clusterLines(clusters, shown())),
  );
  byId('save-redirects').addEventListener('click', () =>
    save('redirects.csv', redirectLines(clusters, shown())),
  );
}

/** Offers lines as a file. The byte order mark tells spreadsheets that it is UTF-8. */
function save(name: string, lines: readonly string[]): void {
  const href = URL.createObjectURL(new Blob(['\ufeff', ...lines], { type: 'text/csv' }));
  element('a', { href, download: name }).click();
  // not immediately: the browser reads it after the click
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
