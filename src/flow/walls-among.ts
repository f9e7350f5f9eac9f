import type { Clusters } from '../cluster/clusters.ts';
import { findWalls, type WallPages } from '../site/walls.ts';
import type { Journal } from './journal.ts';

/**
 * For each page of a wall how many others are of the same, and 0 for any other page; undefined where there is no wall. Short
 * pages that are alike but for numbers and their own address count as of one text, whatever their similarity: in a
 * message of ten words an address changes most grams.
 *
 * Memory: 17 bytes a page, and 16 a page with a message.
 */
export function wallsAmong(clusters: Clusters, journal: Journal): Uint32Array | undefined {
  const pages: WallPages = {
    length: journal.length,
    hostOf: (page) => journal.hostOf(page),
    urlOf: (page) => journal.factsOf(page).url,
    isNamedByUrl: (page) => journal.isNamedByUrl(page),
  };
  const clustered = {
    *[Symbol.iterator]() {
      for (const { pages } of clusters.each()) yield pages;
    },
  };
  let walls: Uint32Array | undefined;
  for (const groups of [messagesOf(journal), clustered]) {
    for (const standing of findWalls(groups, pages).values()) {
      walls ??= new Uint32Array(journal.length);
      for (const page of standing) walls[page] = standing.length - 1;
    }
  }
  return walls;
}

/** The articles of each message that more than one has, ascending; messages in the order of their first pages. */
function messagesOf(journal: Journal): Uint32Array[] {
  const pages: number[] = [];
  const messages: number[] = [];
  for (let page = 0; page < journal.length; page++) {
    if (!journal.isArticle(page) || journal.isNamedByUrl(page) !== false) continue;
    const { message } = journal.factsOf(page);
    if (message === undefined) continue;
    pages.push(page);
    messages.push(message);
  }
  const order = Uint32Array.from(pages, (_, i) => i).sort((i, j) => messages[i] - messages[j] || i - j);
  const groups: Uint32Array[] = [];
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && messages[order[to]] === messages[order[from]]) to++;
    if (to - from > 1) groups.push(order.slice(from, to).map((i) => pages[i]));
  }
  return groups.sort((x, y) => x[0] - y[0]);
}
