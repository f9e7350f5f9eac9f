import type { Clusters } from '../cluster/clusters.ts';
import { gramReader } from '../grams/gram-sets.ts';
import { gramsOfMost, isOfOneMessage, mostCounted } from '../site/namesakes.ts';
import { textHash } from '../site/text-hash.ts';
import { findWalls, type WallPages } from '../site/walls.ts';
import type { Journal } from './journal.ts';
import type { PageFacts } from './page-grams.ts';

/**
 * For each page of a wall how many others are of the same, and 0 for any other page; undefined where there is no wall. Short
 * pages that are alike but for numbers and their own address count as of one text, whatever their similarity: in a
 * message of ten words an address changes most grams. So do those of one host that have all names in common and half of what most
 * of them have: a menu beside a message of ten words lacks the entry that each page has on the others.
 *
 * Memory: 17 bytes a page, 16 a page with a message, and the grams of 4,096 pages of one name.
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
  for (const groups of [messagesOf(journal), [...namesakesAlike(journal)], clustered]) {
    for (const standing of findWalls(groups, pages).values()) {
      walls ??= new Uint32Array(journal.length);
      for (const page of standing) walls[page] = standing.length - 1;
    }
  }
  return walls;
}

/** The articles of each message that more than one has. */
function messagesOf(journal: Journal): Uint32Array[] {
  return groupsOf(journal, ({ message }) => message);
}

/** The articles of one host with a message and the same names that share half of what most of them have. */
function* namesakesAlike(journal: Journal): Generator<Uint32Array> {
  const groups = groupsOf(journal, ({ names }, host) => {
    if (names.length === 0) return undefined;
    const text = [host, ...names].join('\n');
    return textHash(text, 0) * 2 ** 21 + (textHash(text, 1) >>> 11);
  });
  const read = gramReader(journal);
  for (const pages of groups) {
    // those of smallest hash, so that order plays no part
    const counted = pages.slice().sort((x, y) => journal.hashOf(x) - journal.hashOf(y));
    const common = gramsOfMost(setsOf(counted.subarray(0, mostCounted), read));
    const alike = pages.filter((page) => isOfOneMessage(read(page), common));
    if (alike.length > 1) yield alike;
  }
}

/** Sets one after the other: each may lie where the one before did. */
function* setsOf(pages: Uint32Array, read: (page: number) => BigUint64Array): Generator<BigUint64Array> {
  for (const page of pages) yield read(page);
}

/**
 * The articles with a message that do not name what their URLs do, by a key of 53 bits; ascending, keys in the order of their
 * first pages, none that one page alone has.
 */
function groupsOf(
  journal: Journal,
  keyOf: (facts: PageFacts, host: string) => number | undefined,
): Uint32Array[] {
  const pages: number[] = [];
  const keys: number[] = [];
  for (let page = 0; page < journal.length; page++) {
    if (!journal.isArticle(page) || journal.isNamedByUrl(page) !== false) continue;
    const facts = journal.factsOf(page);
    const key = facts.message === undefined ? undefined : keyOf(facts, journal.hostOf(page));
    if (key === undefined) continue;
    pages.push(page);
    keys.push(key);
  }
  const order = Uint32Array.from(pages, (_, i) => i).sort((i, j) => keys[i] - keys[j] || i - j);
  const groups: Uint32Array[] = [];
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && keys[order[to]] === keys[order[from]]) to++;
    if (to - from > 1) groups.push(order.slice(from, to).map((i) => pages[i]));
  }
  return groups.sort((x, y) => x[0] - y[0]);
}
