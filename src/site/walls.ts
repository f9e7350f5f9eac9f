import { ascending, radixSort } from '../grams/counting-sort.ts';
import { hash64 } from '../grams/hash.ts';
import { urlWords } from './url-words.ts';
import { areUnlike, fewestUrls, type Named, none, standsForOthers } from './wall-evidence.ts';

/** Of a text on several hosts so many unlike URLs must be of one. */
const fewestOnOneHost = 2;

/** What is looked at of pages, by number. */
export interface WallPages {
  readonly length: number;
  hostOf(page: number): string;
  urlOf(page: number): string;
  /** Whether a page names what its URL does; undefined where the URL has no words. */
  isNamedByUrl(page: number): boolean | undefined;
}

/** Pages of one text, and the number of the one that stands for them. */
interface TextPages {
  readonly representative: number;
  /** In any order. */
  readonly pages: ArrayLike<number> & Iterable<number>;
}

/**
 * Which clusters are walls: a text that answers for what was asked for, such as a request for consent, a login, an error or
 * a parked site. Its pages do not repeat each other: what they would say is not known.
 *
 * A cluster is one when its pages stand under unlike URLs that they do not name, where the other pages of their hosts do
 * name theirs; or, on one host, when the same URLs gave another text at other times. O(pages); memory: 17 bytes a page,
 * and the words of the URLs of one cluster.
 *
 * @param clusterOf the representative of the cluster that a page is in; undefined where it is in none
 * @returns the representatives of walls
 */
export function findWalls(
  clusters: Iterable<TextPages>,
  clusterOf: (page: number) => number | undefined,
  pages: WallPages,
): Set<number> {
  const walls = new Set<number>();
  let known: { readonly hosts: ReadonlyMap<string, Named>; readonly changed: Uint8Array } | undefined;
  for (const { representative, pages: members } of clusters) {
    known ??= { hosts: countNamed(everyPage(pages), pages), changed: pagesWithOtherTexts(pages, clusterOf) };
    const { hosts, changed } = known;
    if (haveChanged(members, changed, pages) || standsInPlace(members, pages, hosts)) {
      walls.add(representative);
    }
  }
  return walls;
}

/** Whether enough URLs of one host gave another text at other times. */
function haveChanged(members: TextPages['pages'], changed: Uint8Array, pages: WallPages): boolean {
  const urls = new Set<string>();
  const host = pages.hostOf(members[0]);
  for (const page of members) {
    if (pages.hostOf(page) !== host) return false;
    if (urls.size < fewestUrls && changed[page] === 1) urls.add(pages.urlOf(page));
  }
  return urls.size >= fewestUrls;
}

/**
 * Whether a text stands in the place of others. It may do so on several sites, which use one service; then two unlike URLs
 * must be of one of them, since a text that others take over stands on each of them once.
 */
function standsInPlace(
  members: TextPages['pages'],
  pages: WallPages,
  hosts: ReadonlyMap<string, Named>,
): boolean {
  // what is known without reading a URL comes first
  const ownHosts = countNamed(members, pages);
  const all = [...new Set(Array.from(members, (page) => pages.hostOf(page)))];
  const own = sumOf(ownHosts.values());
  if (!standsForOthers(own, sumOf(all.map((host) => hosts.get(host) ?? none)))) return false;
  const wordsOf = new Map<string, Set<string>>();
  for (const page of members) {
    const host = pages.hostOf(page);
    const words = urlWords(pages.urlOf(page)).join(' ');
    const others = wordsOf.get(host);
    if (others === undefined) wordsOf.set(host, new Set([words]));
    else others.add(words);
  }
  if (![...wordsOf.values()].some((words) => areUnlike(words, fewestOnOneHost))) return false;
  return areUnlike([...wordsOf.values()].flatMap((words) => [...words]));
}

function sumOf(counts: Iterable<Named>): Named {
  let [worded, named] = [0, 0];
  for (const each of counts) {
    worded += each.worded;
    named += each.named;
  }
  return { worded, named };
}

function countNamed(of: Iterable<number>, pages: WallPages): Map<string, Named> {
  const hosts = new Map<string, { worded: number; named: number }>();
  for (const page of of) {
    const isNamed = pages.isNamedByUrl(page);
    if (isNamed === undefined) continue;
    const host = pages.hostOf(page);
    const counts = hosts.get(host) ?? { worded: 0, named: 0 };
    counts.worded++;
    if (isNamed) counts.named++;
    hosts.set(host, counts);
  }
  return hosts;
}

function* everyPage({ length }: WallPages): Generator<number> {
  for (let page = 0; page < length; page++) yield page;
}

/** 1 for each page under a URL of which a page of a cluster and a page outside of it are there. */
function pagesWithOtherTexts(pages: WallPages, clusterOf: (page: number) => number | undefined): Uint8Array {
  const hashes = new Uint32Array(pages.length);
  for (let page = 0; page < hashes.length; page++) {
    hashes[page] = Number(hash64(Buffer.from(pages.urlOf(page))) & 0xffff_ffffn);
  }
  const order = radixSort(ascending(hashes.length), hashes);
  const changed = new Uint8Array(hashes.length);
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && hashes[order[to]] === hashes[order[from]]) to++;
    if (to - from < 2) continue;
    const ofHash = order.subarray(from, to);
    const urls = new Map<string, { cluster: number | undefined; hasChanged: boolean }>();
    for (const page of ofHash) {
      const cluster = clusterOf(page);
      const known = urls.get(pages.urlOf(page));
      if (known === undefined) urls.set(pages.urlOf(page), { cluster, hasChanged: false });
      else {
        known.hasChanged ||= cluster === undefined || known.cluster !== cluster;
        known.cluster = cluster;
      }
    }
    for (const page of ofHash) {
      const url = pages.urlOf(page);
      if (url !== '' && urls.get(url)!.hasChanged) changed[page] = 1;
    }
  }
  return changed;
}
