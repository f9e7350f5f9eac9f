import { urlWords } from './url-words.ts';
import { areUnlike, fewestUrls, type Named, none, standsForOthers } from './wall-evidence.ts';

/** Of a text on several hosts so many unlike URLs must be of one. */
const fewestOnOneHost = 2;

/** What is looked at of a page. */
export interface WallPage {
  readonly host: string;
  readonly url: string;
  /** Whether it names what its URL does; missing where the URL has no words. */
  readonly isNamedByUrl?: boolean | undefined;
}

/**
 * Which clusters are walls: a text that answers for what was asked for, such as a request for consent, a login, an error or
 * a parked site. Its pages do not repeat each other: what they would say is not known.
 *
 * A cluster is one when its pages stand under unlike URLs that they do not name, where the other pages of their hosts do
 * name theirs; or, on one host, when the same URLs gave another text at other times. O(pages).
 *
 * @param clusters page numbers, each cluster in any order
 */
export function findWalls(clusters: readonly (readonly number[])[], pages: readonly WallPage[]): Set<number> {
  const clusterOf = new Map<number, number>();
  for (const [cluster, members] of clusters.entries())
    for (const page of members) clusterOf.set(page, cluster);
  const hosts = countNamed(pages);
  const otherTexts = urlsWithOtherTexts(pages, clusterOf);
  const walls = new Set<number>();
  for (const [cluster, members] of clusters.entries()) {
    const changed = new Set(
      members.filter((page) => otherTexts.has(pages[page].url)).map((page) => pages[page].url),
    );
    const isOneHost = members.every((page) => pages[page].host === pages[members[0]].host);
    if ((isOneHost && changed.size >= fewestUrls) || standsInPlace(members, pages, hosts)) walls.add(cluster);
  }
  return walls;
}

/**
 * Whether a text stands in the place of others. It may do so on several sites, which use one service; then two unlike URLs
 * must be of one of them, since a text that others take over stands on each of them once.
 */
function standsInPlace(
  members: readonly number[],
  pages: readonly WallPage[],
  hosts: ReadonlyMap<string, Named>,
): boolean {
  const wordsOf = new Map<string, string[]>();
  for (const page of members) {
    const { host, url } = pages[page];
    const words = urlWords(url).join(' ');
    const others = wordsOf.get(host);
    if (others === undefined) wordsOf.set(host, [words]);
    else others.push(words);
  }
  if (!areUnlike([...wordsOf.values()].flat())) return false;
  if (![...wordsOf.values()].some((words) => areUnlike(words, fewestOnOneHost))) return false;
  const own = sumOf(countNamed(members.map((page) => pages[page])).values());
  return standsForOthers(own, sumOf([...wordsOf.keys()].map((host) => hosts.get(host) ?? none)));
}

function sumOf(counts: Iterable<Named>): Named {
  let [worded, named] = [0, 0];
  for (const each of counts) {
    worded += each.worded;
    named += each.named;
  }
  return { worded, named };
}

function countNamed(pages: Iterable<WallPage>): Map<string, Named> {
  const hosts = new Map<string, Named>();
  for (const { host, isNamedByUrl } of pages) {
    const { worded, named } = hosts.get(host) ?? { worded: 0, named: 0 };
    if (isNamedByUrl === undefined) continue;
    hosts.set(host, { worded: worded + 1, named: named + (isNamedByUrl ? 1 : 0) });
  }
  return hosts;
}

/** URLs under which a page of a cluster and a page outside of it stand. */
function urlsWithOtherTexts(pages: readonly WallPage[], clusterOf: ReadonlyMap<number, number>): Set<string> {
  const first = new Map<string, number | undefined>();
  const changed = new Set<string>();
  for (const [page, { url }] of pages.entries()) {
    if (url === '') continue;
    const cluster = clusterOf.get(page);
    if (first.has(url) && (cluster === undefined || first.get(url) !== cluster)) changed.add(url);
    first.set(url, cluster);
  }
  return changed;
}
