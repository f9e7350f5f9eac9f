import { randomInt } from 'node:crypto';
import { ascending, radixSort } from '../grams/counting-sort.ts';
import { ChangedUrls, NamesAtUrl, TextsAtUrl, withTexts } from './changed-urls.ts';
import { PageGroups } from './page-groups.ts';
import { PatternWalls, patternHosts, type SharedAtPatterns } from './pattern-walls.ts';
import { textHash } from './text-hash.ts';
import { StandingHosts } from './unlike-urls.ts';
import { comparedUrl } from './url-words.ts';
import {
  type LeastOfWall,
  type Named,
  needed,
  neededOfMessage,
  none,
  standsForOthers,
  sumOfNamed,
} from './wall-evidence.ts';
import { pagesOfEachHost, type TextGroup, type TextGroups, type WallPages } from './wall-pages.ts';

/** Most rounds: walls rarely reveal further walls, and those hardly ever more. */
export const mostWallRounds = 4;

/** The group of a page that is in none. */
const none32 = 2 ** 32 - 1;
/** Different in each process, so that nobody can make URLs that all fall into one group. */
const urlSeed = randomInt(2 ** 32);

/**
 * Finds the clusters that are walls: a text sent in place of the page asked for, such as a request for consent, a
 * login, an error or a parked site. The pages of a wall do not repeat each other: what they would say is unknown.
 *
 * A cluster is a wall in one of three cases:
 *
 * - Its pages have unlike URLs whose words they do not contain, while the other pages of their hosts (for a message those of one host) contain
 *   those of theirs. This does not hold if each page has a name of its own, or if all stand above lists (`needed`).
 * - It is a message under URLs of one pattern whose other pages each have a text of their own (`PatternWalls`).
 * - On one host, the same URLs gave another text at other times (`ChangedUrls`).
 *
 * For a text on several hosts, only the pages of hosts with the text under two unlike URLs belong to the wall, so that nobody can make another
 * site's page a wall by copying it. O(pages) for each of at most four rounds: walls that were found no longer count as other pages, which may
 * reveal more walls.
 *
 * Memory: 12 bytes a page, 9 a host, 1 a cluster, what `PatternWalls` takes, and the words of 16,384 URLs.
 *
 * @param atOneUrl from `pagesAtOneUrl`
 * @param tell called with the pages of each wall and the number of its cluster
 * @param atPatterns given if the clusters are messages, which are short. Messages need no other pages (`standsForOthers`)
 *   and can be walls by patterns; other similar texts under values of a pattern may be overloads of a method
 */
export function findWalls(
  clusters: TextGroups,
  pages: WallPages,
  atOneUrl: PageGroups,
  tell: (walled: readonly number[], cluster: number) => void,
  atPatterns?: SharedAtPatterns,
): void {
  const clusterOf = new Uint32Array(pages.length).fill(none32);
  let count = 0;
  for (const [cluster, members] of numbered(clusters)) {
    for (const page of members) clusterOf[page] = cluster;
    count++;
  }
  if (count === 0) return;
  const isWall = new Uint8Array(count);
  /** The walls that still count as other pages. */
  let counted: number[] = [];
  const add = (cluster: number, walled: readonly number[]): void => {
    isWall[cluster] = 1;
    counted.push(cluster);
    tell(walled, cluster);
  };
  const beside = givenBeside(pages, atOneUrl, clusterOf);
  for (const [cluster, members] of numbered(clusters)) {
    if (haveChanged(members, beside, pages)) add(cluster, [...members]);
  }
  const patterns = atPatterns && new PatternWalls(clusters, pages, atPatterns);
  const kind: TextKind =
    atPatterns === undefined ? 'any' : atPatterns.sharing === clusters ? 'equal' : 'messages';
  for (let round = 0; round === 0 || (round < mostWallRounds && counted.length > 0); round++) {
    for (const cluster of counted) patterns?.leaveOut(cluster);
    counted = [];
    const others = namedByHost(pages, (page) => clusterOf[page] === none32 || isWall[clusterOf[page]] === 0);
    for (const [cluster, members] of numbered(clusters)) {
      if (isWall[cluster] === 1) continue;
      const { isOne, hosts } = standsInPlace(members, pages, others, kind);
      if (!isOne && patterns?.isWall(cluster) !== true) continue;
      const all = patterns === undefined ? hosts : new Set([...hosts, ...patternHosts(members, pages)]);
      add(
        cluster,
        [...members].filter((page) => all.has(pages.hostNumberOf(page))),
      );
    }
  }
}

function* numbered(clusters: TextGroups): Generator<[cluster: number, members: TextGroup]> {
  let cluster = 0;
  for (const members of clusters) yield [cluster++, members];
}

/** Whether URLs of one host gave other texts at other times, like those of a wall. */
function haveChanged(members: TextGroup, beside: Float64Array, pages: WallPages): boolean {
  const host = pages.hostNumberOf(members[0]);
  let [hasOne, hasOthers] = [false, false];
  for (const page of members) {
    hasOne ||= beside[page] > 0;
    hasOthers ||= pages.hostNumberOf(page) !== host;
  }
  // few clusters have such pages, so that most URLs need not be read
  if (!hasOne || hasOthers) return false;
  const urls = new ChangedUrls();
  for (const page of members) {
    const isShort = pages.namesOf(page) !== undefined && pages.isNamedByUrl(page) !== true;
    urls.add(pages.urlOf(page), beside[page], isShort);
  }
  return urls.areOfWall;
}

/** Whether the pages of a text have equal messages, or messages, or may have none. */
type TextKind = 'equal' | 'messages' | 'any';

/** What a text needs. @param all its pages */
function leastOf(all: readonly number[], { messageOf }: WallPages, kind: TextKind): LeastOfWall {
  if (kind === 'equal') return neededOfMessage(messageOf(all[0])!);
  if (kind === 'messages') return needed.message;
  return needed[all.every((page) => messageOf(page) !== undefined) ? 'text' : 'no message'];
}

/** Whether a text replaces other pages, by the words of its URLs, and the hosts that show it under unlike ones. */
function standsInPlace(
  members: TextGroup,
  pages: WallPages,
  others: (host: number) => Named,
  kind: TextKind,
): { readonly isOne: boolean; readonly hosts: ReadonlySet<number> } {
  const all = [...members];
  // decided without reading a URL: if every page contains the words of its URL, or the URL has none, there is no wall
  if (!all.some((page) => pages.isNamedByUrl(page) === false)) return { isOne: false, hosts: new Set() };
  const standing = new StandingHosts();
  const hosts = new Set<number>();
  // reading the messages of all pages of a cluster takes long, and few clusters are asked about
  const leastOfMessage = kind === 'any' ? undefined : leastOf(all, pages, kind);
  let own = none;
  let isOnHost = false;
  for (const ofHost of pagesOfEachHost(members, pages)) {
    for (const page of ofHost) {
      const isNamed = pages.isNamedByUrl(page) === true || pages.saysUrl(page);
      standing.add(comparedUrl(pages.urlOf(page)), isNamed, kind === 'any' ? pages.nameOf(page) : 0);
    }
    const { isStanding, unlike } = standing.endHost();
    if (!isStanding) continue;
    const host = pages.hostNumberOf(ofHost[0]);
    hosts.add(host);
    const ofThis = namedAmong(ofHost, pages);
    own = sumOfNamed([own, ofThis]);
    isOnHost ||=
      leastOfMessage !== undefined && standsForOthers(ofThis, others(host), unlike, leastOfMessage);
  }
  if (hosts.size === 0) return { isOne: false, hosts };
  const usual = sumOfNamed(Array.from(hosts, others));
  const least = leastOfMessage ?? leastOf(all, pages, kind);
  return { isOne: isOnHost || standsForOthers(own, usual, standing.unlike(least), least), hosts };
}

function namedAmong(of: Iterable<number>, pages: WallPages): Named {
  let [worded, named] = [0, 0];
  for (const page of of) {
    const isNamed = pages.isNamedByUrl(page);
    if (isNamed !== undefined) worded++;
    if (isNamed) named++;
  }
  return { worded, named };
}

/** The counts of the pages of each host for which `counts` holds. */
function namedByHost(pages: WallPages, counts: (page: number) => boolean): (host: number) => Named {
  const [worded, named] = [new Uint32Array(pages.hosts), new Uint32Array(pages.hosts)];
  for (let page = 0; page < pages.length; page++) {
    const isNamed = pages.isNamedByUrl(page);
    if (isNamed === undefined || !counts(page)) continue;
    worded[pages.hostNumberOf(page)]++;
    if (isNamed) named[pages.hostNumberOf(page)]++;
  }
  return (host) => ({ worded: worded[host], named: named[host] });
}

/**
 * The pages of each URL that several pages have; a few other pages may be among them. Memory: 5 bytes a page, 12 while
 * they are sorted.
 */
export function pagesAtOneUrl({ length, urlOf }: Pick<WallPages, 'length' | 'urlOf'>): PageGroups {
  const hashes = new Uint32Array(length);
  for (let page = 0; page < length; page++) hashes[page] = textHash(urlOf(page), urlSeed);
  const order = radixSort(ascending(length), hashes);
  const groups = new PageGroups();
  for (let from = 0, to = 0; from < length; from = to) {
    while (to < length && hashes[order[to]] === hashes[order[from]]) to++;
    if (to - from > 1) groups.add(order.subarray(from, to));
  }
  return groups;
}

/**
 * What else the URL of each page gave (`withTexts`): another text if it has a page of the cluster and a page outside
 * it.
 */
function givenBeside(pages: WallPages, atOneUrl: PageGroups, clusterOf: Uint32Array): Float64Array {
  const beside = new Float64Array(pages.length);
  for (const sameUrl of atOneUrl) {
    const urls = new Map<
      string,
      { page: number; hasChanged: boolean; names: NamesAtUrl; texts: TextsAtUrl }
    >();
    const nameOf = Uint32Array.from(sameUrl, (page) => pages.nameOf(page));
    for (const [i, page] of sameUrl.entries()) {
      const cluster = clusterOf[page];
      let known = urls.get(pages.urlOf(page));
      if (known === undefined) {
        known = { page, hasChanged: false, names: new NamesAtUrl(), texts: new TextsAtUrl() };
        urls.set(pages.urlOf(page), known);
      } else {
        const areOfOne = cluster !== none32 && clusterOf[known.page] === cluster;
        known.hasChanged ||= !areOfOne && pages.areLinked?.(known.page, page) !== true;
        known.page = page;
      }
      known.names.add(nameOf[i]);
      known.texts.add(cluster === none32 ? undefined : cluster);
    }
    for (const [i, page] of sameUrl.entries()) {
      const url = pages.urlOf(page);
      const { hasChanged, names, texts } = urls.get(url)!;
      const besideName = names.beside(nameOf[i], hasChanged && url !== '');
      beside[page] = withTexts(besideName, texts.beside(clusterOf[page]));
    }
  }
  return beside;
}
