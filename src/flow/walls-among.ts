import type { Clusters } from '../cluster/clusters.ts';
import { gramReader } from '../grams/gram-sets.ts';
import type { StoredColumn } from '../grams/stored-column.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import { gramsOfMost, isOfOneMessage, mostCounted } from '../site/namesakes.ts';
import { ownNamesOf, shownNames } from '../site/own-names.ts';
import { KeyedPages, PageGroups } from '../site/page-groups.ts';
import { textHash } from '../site/text-hash.ts';
import type { OwnNames, WallPages } from '../site/wall-pages.ts';
import { findWalls, pagesAtOneUrl } from '../site/walls.ts';
import type { Journal } from './journal.ts';
import type { PageFacts } from './page-grams.ts';

/**
 * For each page of a wall how many others are of the same, and 0 for any other page; undefined where there is no wall. Short
 * pages that are alike but for numbers and their own address count as of one text, whatever their similarity: in a
 * message of ten words an address changes most grams. So do those of one host that have all names in common and half of what most
 * of them have: a menu beside a message of ten words lacks the entry that each page has on the others.
 *
 * Memory: 21 bytes a page, 30 a page with a message while they are grouped, and the grams of 4,096 pages of one name.
 */
export function wallsAmong(
  clusters: Clusters,
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
    isNamedByUrl: (page) => journal.isNamedByUrl(page),
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
  findWalls(messagesOf(journal), pages, atOneUrl, tell, true);
  for (const groups of [namesakesAlike(journal), clustered]) findWalls(groups, pages, atOneUrl, tell);
  return walls;
}

/** The articles of each message that more than one has. */
function messagesOf(journal: Journal): PageGroups {
  return groupsOf(journal, ({ message }) => message);
}

/** The articles of one host with a message and the same names that share half of what most of them have. */
function namesakesAlike(journal: Journal): PageGroups {
  const alikes = new PageGroups();
  const groups = groupsOf(journal, ({ url, names }, host) =>
    names.length === 0 ? undefined : namesKey(host, shownNames(url, names)),
  );
  const read = gramReader(journal);
  for (const pages of groups) {
    // most are versions of a page, each of which names what its URL does
    if (pages.every((page) => journal.isNamedByUrl(page) === true)) continue;
    // those of smallest hash, so that order plays no part
    const counted = pages.slice().sort((x, y) => journal.hashOf(x) - journal.hashOf(y));
    const common = gramsOfMost(setsOf(counted.subarray(0, mostCounted), read));
    const alike = pages.filter((page) => isOfOneMessage(read(page), common));
    if (alike.length > 1) alikes.add(alike);
  }
  return alikes;
}

/** What a page with a message calls itself (`ownNamesOf`); undefined of other pages. */
export function ownNames({ message, names, url }: PageFacts): OwnNames | undefined {
  const own = message === undefined ? undefined : ownNamesOf(url, names, message);
  return own === undefined ? undefined : { key: namesKey('', own.names), named: own.named };
}

/** A key of 53 bits for the pages of a host that have all names in common. */
export function namesKey(host: string, names: readonly string[]): number {
  const text = [host, ...names].join('\n');
  return textHash(text, 0) * 2 ** 21 + (textHash(text, 1) >>> 11);
}

/** Sets one after the other: each may lie where the one before did. */
function* setsOf(pages: Uint32Array, read: (page: number) => BigUint64Array): Generator<BigUint64Array> {
  for (const page of pages) yield read(page);
}

/** The articles with a message, by a key of 53 bits. */
function groupsOf(
  journal: Journal,
  keyOf: (facts: PageFacts, host: string) => number | undefined,
): PageGroups {
  const keyed = new KeyedPages();
  for (let page = 0; page < journal.length; page++) {
    if (!journal.isArticle(page)) continue;
    const facts = journal.factsOf(page);
    const key = facts.message === undefined ? undefined : keyOf(facts, journal.hostOf(page));
    if (key !== undefined) keyed.add(page, key);
  }
  return keyed.groups();
}
