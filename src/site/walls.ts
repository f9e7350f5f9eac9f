import { ascending, radixSort } from '../grams/counting-sort.ts';
import { hash64 } from '../grams/hash.ts';
import { urlWords } from './url-words.ts';
import { countUnlike, type Named, none, standsForOthers } from './wall-evidence.ts';

/** So many URLs that gave another text at other times have a wall now. */
const fewestChanged = 3;
/** Walls show further walls seldom, and those hardly ever more. */
const mostRounds = 4;

/** What is looked at of pages, by number. */
export interface WallPages {
  readonly length: number;
  hostOf(page: number): string;
  urlOf(page: number): string;
  /** Whether a page names what its URL does; undefined where the URL has no words. */
  isNamedByUrl(page: number): boolean | undefined;
}

/** Pages by text: those of each one, in any order, gone through more than once. */
type Groups = Iterable<ArrayLike<number> & Iterable<number>>;

/** In no group. */
const none32 = 2 ** 32 - 1;

/**
 * Which clusters are walls: a text that answers for what was asked for, such as a request for consent, a login, an error or
 * a parked site. Its pages do not repeat each other: what they would say is not known.
 *
 * A cluster is one when its pages stand under unlike URLs that they do not name, where the other pages of their hosts do
 * name theirs; or, on one host, when the same URLs gave another text at other times. Of a text on several hosts, those are
 * pages of the wall whose host shows it under two unlike URLs: nobody makes another's page a wall by a copy.
 * O(pages), as often as some walls, which no longer count as other pages, may show more: four times at most.
 *
 * Memory: 13 bytes a page, and the words of the URLs of one cluster.
 *
 * @returns the pages of each wall, by the number of its cluster
 */
export function findWalls(clusters: Groups, pages: WallPages): Map<number, readonly number[]> {
  const walls = new Map<number, readonly number[]>();
  const clusterOf = new Uint32Array(pages.length).fill(none32);
  let count = 0;
  for (const members of clusters) {
    for (const page of members) clusterOf[page] = count;
    count++;
  }
  if (count === 0) return walls;
  const changed = pagesWithOtherTexts(pages, clusterOf);
  let cluster = 0;
  for (const members of clusters) {
    if (haveChanged(members, changed, pages)) walls.set(cluster, [...members]);
    cluster++;
  }
  for (let round = 0, found = -1; round < mostRounds && found < walls.size; round++) {
    found = walls.size;
    const others = countNamed(
      everyPage(pages, (page) => !walls.has(clusterOf[page])),
      pages,
    );
    cluster = 0;
    for (const members of clusters) {
      const standing = walls.has(cluster) ? [] : pagesInPlace(members, pages, others);
      if (standing.length > 0) walls.set(cluster, standing);
      cluster++;
    }
  }
  return walls;
}

/** Whether enough URLs of one host gave another text at other times. */
function haveChanged(
  members: ArrayLike<number> & Iterable<number>,
  changed: Uint8Array,
  pages: WallPages,
): boolean {
  // few have: of most clusters no host need be read
  let count = 0;
  for (const page of members) count += changed[page];
  if (count < fewestChanged) return false;
  const urls = new Set<string>();
  const host = pages.hostOf(members[0]);
  for (const page of members) {
    if (pages.hostOf(page) !== host) return false;
    if (urls.size < fewestChanged && changed[page] === 1) urls.add(pages.urlOf(page));
  }
  return urls.size >= fewestChanged;
}

/** The pages of a text that stands in the place of others, on those of its hosts that show so; none for another text. */
function pagesInPlace(
  members: Iterable<number>,
  pages: WallPages,
  hosts: ReadonlyMap<string, Named>,
): readonly number[] {
  const all = [...members];
  // known without reading a URL: where each page names what its URL does, or has none, there is no wall
  if (!all.some((page) => pages.isNamedByUrl(page) === false)) return [];
  const wordsOf = new Map<string, Set<string>>();
  for (const page of all) {
    const host = pages.hostOf(page);
    const words = urlWords(pages.urlOf(page)).join(' ');
    const others = wordsOf.get(host);
    if (others === undefined) wordsOf.set(host, new Set([words]));
    else others.add(words);
  }
  for (const [host, words] of wordsOf) if (countUnlike(words) === 0) wordsOf.delete(host);
  if (wordsOf.size === 0) return [];
  const standing = all.filter((page) => wordsOf.has(pages.hostOf(page)));
  const own = sumOf(countNamed(standing, pages).values());
  const usual = sumOf([...wordsOf.keys()].map((host) => hosts.get(host) ?? none));
  const unlike = countUnlike([...wordsOf.values()].flatMap((words) => [...words]));
  return standsForOthers(own, usual, unlike) ? standing : [];
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

function* everyPage({ length }: WallPages, condition: (page: number) => boolean): Generator<number> {
  for (let page = 0; page < length; page++) if (condition(page)) yield page;
}

/** 1 for each page under a URL of which a page of a cluster and a page outside of it are there. */
function pagesWithOtherTexts(pages: WallPages, clusterOf: Uint32Array): Uint8Array {
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
    const urls = new Map<string, { cluster: number; hasChanged: boolean }>();
    for (const page of ofHash) {
      const cluster = clusterOf[page];
      const known = urls.get(pages.urlOf(page));
      if (known === undefined) urls.set(pages.urlOf(page), { cluster, hasChanged: false });
      else {
        known.hasChanged ||= cluster === none32 || known.cluster !== cluster;
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
