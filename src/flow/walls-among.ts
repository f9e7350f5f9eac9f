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
 * For each page of a wall how many others are of the same, and 0 for any other page; undefined where there is no wall. A page of
 * several is of the last of these kinds: one text (`Messages.equal`), one name (`Messages.alike`), one cluster. Memory: 24 bytes a page,
 * and 4 where some are known.
 *
 * @param duplicates the pairs that the clusters are made of
 */
export function wallsAmong(
  clusters: Clusters,
  duplicates: SortedPairs,
  messages: Messages,
  journal: Journal,
  folder: WorkFolder,
): StoredColumn | undefined {
  const pages: WallPages = {
    length: journal.length,
    hosts: journal.hosts,
    hostNumberOf: (page) => journal.hostNumberOf(page),
    urlOf: (page) => journal.factsOf(page).url,
    isArticle: (page) => journal.isArticle(page),
    namesOf: (page) => ownNames(journal.factsOf(page)),
    nameOf: (page) => nameDigest(journal.factsOf(page)),
    isNamedByUrl: (page) => journal.isNamedByUrl(page),
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
    findWalls(texts, pages, atOneUrl, tell, sharing);
  find(equal, equal);
  find(alike);
  find(brief, namesakes);
  find(clustered);
  return walls;
}

/** Which pages repeat each other where some are known, which are clustered with no other known one. */
function linksToKnown(duplicates: SortedPairs, journal: Journal): Pick<WallPages, 'areLinked'> {
  // they come last
  if (journal.length === 0 || !journal.isKnown(journal.length - 1)) return {};
  const sets = new UnionFind(journal.length);
  for (const { length, a, b } of duplicates.blocks()) {
    for (let i = 0; i < length; i++) {
      if (journal.isArticle(a[i]) && journal.isArticle(b[i])) sets.union(a[i], b[i]);
    }
  }
  return { areLinked: (a, b) => sets.find(a) === sets.find(b) };
}

/** A digest (32 bits) of what a page calls itself, as a short one shows it (`nameToCompare`); 0 of a page without a name. */
export function nameDigest({ message, names, url }: PageFacts): number {
  if (names.length === 0) return 0;
  return textHash((message === undefined ? names : nameToCompare(url, names)).join('\n'), 0);
}

/** What a page with a message calls itself (`ownNamesOf`); undefined of other pages. */
export function ownNames({ message, names, url }: PageFacts): OwnNames | undefined {
  const own = message === undefined ? undefined : ownNamesOf(url, names, message);
  return own === undefined ? undefined : { key: namesKey('', own.names), named: own.named };
}
