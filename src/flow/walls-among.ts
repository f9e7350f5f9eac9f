import type { Clusters } from '../cluster/clusters.ts';
import type { SortedPairs } from '../cluster/sorted-pairs.ts';
import { UnionFind } from '../cluster/union-find.ts';
import type { StoredColumn } from '../grams/stored-column.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import { nameToCompare, ownNamesOf } from '../site/own-names.ts';
import { textHash } from '../site/text-hash.ts';
import type { OwnNames, TextGroups, WallPages } from '../site/wall-pages.ts';
import { findWalls, pagesAtOneUrl } from '../site/walls.ts';
import type { Journal } from './journal.ts';
import { type Messages, namesKey } from './messages.ts';
import type { PageFacts } from './page-grams.ts';

/**
 * For each page of a wall the number of other pages of this wall, and 0 for any other page; undefined if there is no
 * wall. A page of several walls counts for the last of these kinds: one text (`Messages.equal`), one name
 * (`Messages.alike`), one cluster. Memory: 25 bytes a page, and 4 more if there are known pages.
 *
 * @param duplicates the pairs from which the clusters were made
 */
export function wallsAmong(
  clusters: Clusters,
  duplicates: SortedPairs,
  messages: Messages,
  journal: Journal,
  folder: WorkFolder,
): StoredColumn | undefined {
  const isShared = new Uint8Array(journal.length);
  for (const group of messages.equal) for (const page of group) isShared[page] = 1;
  const pages: WallPages = {
    length: journal.length,
    hosts: journal.hosts,
    hostNumberOf: (page) => journal.hostNumberOf(page),
    urlOf: (page) => journal.factsOf(page).url,
    isArticle: (page) => journal.isArticle(page),
    messageOf: (page) => journal.factsOf(page).message,
    namesOf: (page) => ownNames(journal.factsOf(page)),
    nameOf: (page) => nameDigest(journal.factsOf(page)),
    isNamedByUrl: (page) => journal.isNamedByUrl(page),
    saysUrl: (page) => isShared[page] === 1 && journal.factsOf(page).saysUrl === true,
    ...linksToKnown(duplicates, journal),
  };
  const clustered = {
    *[Symbol.iterator]() {
      for (const { pages } of clusters.each()) yield pages;
    },
  };
  let walls: StoredColumn | undefined;
  const tell = (walled: readonly number[]): void => {
    walls ??= folder.column('u32');
    for (const page of walled) walls.set(page, walled.length - 1);
  };
  const atOneUrl = pagesAtOneUrl(pages);
  const { equal, alike, brief, namesakes } = messages;
  const find = (texts: TextGroups, sharing?: TextGroups): void =>
    findWalls(texts, pages, atOneUrl, tell, sharing && { sharing, copies: clustered });
  find(equal, equal);
  find(alike);
  find(brief, namesakes);
  find(clustered);
  return walls;
}

/** Which pages repeat each other if there are known pages, which are never clustered with each other. */
function linksToKnown(duplicates: SortedPairs, journal: Journal): Pick<WallPages, 'areLinked'> {
  // known pages come last
  if (journal.length === 0 || !journal.isKnown(journal.length - 1)) return {};
  const sets = new UnionFind(journal.length);
  for (const { length, a, b } of duplicates.blocks()) {
    for (let i = 0; i < length; i++) {
      if (journal.isArticle(a[i]) && journal.isArticle(b[i])) sets.union(a[i], b[i]);
    }
  }
  return { areLinked: (a, b) => sets.find(a) === sets.find(b) };
}

/** A 32-bit digest of a page's own name, as a short page shows it (`nameToCompare`); 0 for a page without a name. */
export function nameDigest({ message, names, url }: PageFacts): number {
  if (names.length === 0) return 0;
  return textHash((message === undefined ? names : nameToCompare(url, names)).join('\n'), 0);
}

/** The own names of a page with a message (`ownNamesOf`); undefined for other pages. */
export function ownNames({ message, names, url, hidesTitle }: PageFacts): OwnNames | undefined {
  const own = message === undefined ? undefined : ownNamesOf(url, names, message, hidesTitle);
  if (own === undefined) return undefined;
  const { named, hiddenTitle } = own;
  const hidden = hiddenTitle !== undefined && { hiddenTitle: textHash(hiddenTitle, 0) };
  return { key: namesKey('', own.names), named, ...hidden };
}
