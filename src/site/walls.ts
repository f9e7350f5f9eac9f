import { urlWords } from './url-words.ts';
import { countUnlike, type Named, none, standsForOthers } from './wall-evidence.ts';

/** So many URLs that gave another text at other times have a wall now. */
const fewestChanged = 3;
/** Walls show further walls seldom, and those hardly ever more. */
const mostRounds = 4;

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
 * name theirs; or, on one host, when the same URLs gave another text at other times. Of a text on several hosts, those are
 * pages of the wall whose host shows it under two unlike URLs: nobody makes another's page a wall by a copy.
 * O(pages), as often as some walls, which no longer count as other pages, may show more: four times at most.
 *
 * @param clusters page numbers, each cluster in any order
 * @returns the pages of each wall, by the number of its cluster
 */
export function findWalls(
  clusters: readonly (readonly number[])[],
  pages: readonly WallPage[],
): Map<number, readonly number[]> {
  const clusterOf = new Map<number, number>();
  for (const [cluster, members] of clusters.entries())
    for (const page of members) clusterOf.set(page, cluster);
  const otherTexts = urlsWithOtherTexts(pages, clusterOf);
  const walls = new Map<number, readonly number[]>();
  for (const [cluster, members] of clusters.entries()) {
    const changed = new Set(
      members.filter((page) => otherTexts.has(pages[page].url)).map((page) => pages[page].url),
    );
    const isOneHost = members.every((page) => pages[page].host === pages[members[0]].host);
    if (isOneHost && changed.size >= fewestChanged) walls.set(cluster, members);
  }
  for (let round = 0, found = -1; round < mostRounds && found < walls.size; round++) {
    found = walls.size;
    const others = countNamed(pages.filter((_, page) => !walls.has(clusterOf.get(page) ?? -1)));
    for (const [cluster, members] of clusters.entries()) {
      if (walls.has(cluster)) continue;
      const standing = pagesInPlace(members, pages, others);
      if (standing.length > 0) walls.set(cluster, standing);
    }
  }
  return walls;
}

/** The pages of a text that stands in the place of others, on those of its hosts that show so; none for another text. */
function pagesInPlace(
  members: readonly number[],
  pages: readonly WallPage[],
  hosts: ReadonlyMap<string, Named>,
): readonly number[] {
  const wordsOf = new Map<string, string[]>();
  for (const page of members) {
    const { host, url } = pages[page];
    const words = urlWords(url).join(' ');
    const others = wordsOf.get(host);
    if (others === undefined) wordsOf.set(host, [words]);
    else others.push(words);
  }
  for (const [host, words] of wordsOf) if (countUnlike(words) === 0) wordsOf.delete(host);
  if (wordsOf.size === 0) return [];
  const standing = members.filter((page) => wordsOf.has(pages[page].host));
  const own = sumOf(countNamed(standing.map((page) => pages[page])).values());
  const all = sumOf([...wordsOf.keys()].map((host) => hosts.get(host) ?? none));
  return standsForOthers(own, all, countUnlike([...wordsOf.values()].flat())) ? standing : [];
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
