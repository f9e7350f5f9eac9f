import { urlWords } from './url-words.ts';

/** One text under so many unlike URLs is a wall, if what else speaks for one is there. */
const fewestUrls = 3;
/** Of the pages of a wall at most this share names what its URL does; of the other pages of its site at least that one. */
const mostNamed = 1 / 4;
const fewestOthersNamed = 1 / 2;
/** So many other pages say what is usual on a site. */
const fewestOthers = 3;

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
      (areUnlike(members, pages) && nameLess(members, pages, hosts.get(host)!))
    ) {
      walls.add(cluster);
    }
  }
  return walls;
}

interface Named {
  /** Pages whose URL has a word. */
  readonly worded: number;
  readonly named: number;
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

/** Whether enough URLs share no word with any other of the cluster. */
function areUnlike(members: readonly number[], pages: readonly WallPage[]): boolean {
  const pagesOfWord = new Map<string, number>();
  const distinct = new Set(members.map((page) => urlWords(pages[page].url).join(' ')));
  distinct.delete('');
  if (distinct.size < fewestUrls) return false;
  for (const words of distinct) {
    for (const word of words.split(' ')) pagesOfWord.set(word, (pagesOfWord.get(word) ?? 0) + 1);
  }
  const mostAllowed = Math.max(1, distinct.size / 2);
  for (const count of pagesOfWord.values()) if (count > mostAllowed) return false;
  return true;
}

function nameLess(members: readonly number[], pages: readonly WallPage[], { worded, named }: Named): boolean {
  const own = countNamed(members.map((page) => pages[page])).get(pages[members[0]].host);
  if (own === undefined || own.named > mostNamed * own.worded) return false;
  const others = worded - own.worded;
  return others >= fewestOthers && named - own.named >= fewestOthersNamed * others;
}
