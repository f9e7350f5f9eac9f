import { urlWords } from './url-words.ts';
import { areUnlike, fewestUrls, type Named, none, standsForOthers } from './wall-evidence.ts';

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
 * A cluster on one host is one when its pages stand under unlike URLs that they do not name, where the other pages of
 * the host do name theirs; or when the same URLs gave another text at other times. O(pages).
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
    const { host } = pages[members[0]];
    if (members.some((page) => pages[page].host !== host)) continue;
    const changed = new Set(
      members.filter((page) => otherTexts.has(pages[page].url)).map((page) => pages[page].url),
    );
    if (
      changed.size >= fewestUrls ||
      (areUnlike(members.map((page) => urlWords(pages[page].url).join(' '))) &&
        standsForOthers(hostNamed(members, pages), hosts.get(host) ?? none))
    ) {
      walls.add(cluster);
    }
  }
  return walls;
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

function hostNamed(members: readonly number[], pages: readonly WallPage[]): Named {
  return countNamed(members.map((page) => pages[page])).get(pages[members[0]].host) ?? none;
}
