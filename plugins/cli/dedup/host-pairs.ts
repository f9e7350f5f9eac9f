import {
  defaultMemoryBytes,
  fileFormats,
  NumberedStrings,
  PairSorter,
  parseUrl,
  SortedLines,
  type WorkFolder,
} from '../../../src/flow/index.ts';

/** A way in which two names may mean one host: with and without `www.`, two schemes, two ports. */
type HostAlias = 'www' | 'scheme' | 'port';

/** A number for each of two hosts. */
interface OfBoth {
  readonly a: number;
  readonly b: number;
}

/** A line of `hosts.jsonl`: two hosts, each with its scheme and port, and how many of their pages are the same. */
export interface HostPair {
  readonly format: string;
  /** Comes before `b` by code units. */
  readonly a: string;
  readonly b: string;
  /** Number of articles of each. */
  readonly articles: OfBoth;
  /** Number of articles of each that are in a cluster with a page of the other. */
  readonly paired: OfBoth;
  /** `paired` divided by `articles`. */
  readonly share: OfBoth;
  /** Number of clusters in which both have a page with the same path. */
  readonly samePaths: number;
  /** In which ways they are names of one host, if any. */
  readonly alias?: readonly HostAlias[];
  /** Whether at least half of the articles of one host, and at least three, are paired. */
  readonly mirrored: boolean;
  /** Number of redirects and canonical links from `a` to `b` and from `b` to `a`, if there are any. */
  readonly redirects?: OfBoth;
  readonly canonicals?: OfBoth;
}

/** The part of a summary about `hosts.jsonl`. */
export interface HostCounts {
  readonly pairs: number;
  readonly mirrored: number;
  readonly aliases: number;
}

/**
 * Most hosts of a cluster of which all are paired. In a larger cluster each is paired only with the representative's
 * host, since all pairs would be quadratic.
 */
export const mostHosts = 16;
const MIRRORED_SHARE = 0.5;
const MIRRORED_PAGES = 3;
const LONGEST_ORIGIN = 1024;
/** Most pages of a cluster whose paths are compared: one cluster may hold all pages. */
export const mostPaths = 1 << 16;
/** Share of a run's memory for sorting, and its upper limit in bytes. */
const SHARE = 1 / 16;
const MOST_BYTES = 16 << 20;

/** What is counted for two hosts, each in both directions. */
export const hostCountKinds = ['paired', 'samePaths', 'redirects', 'canonicals'] as const;
type Kind = (typeof hostCountKinds)[number];
/** For each kind the counts of the first and of the second host. */
export type HostPairCounts = Readonly<Record<Kind, [number, number]>>;

/** What is needed of pages, by their number. */
interface HostedPages {
  readonly length: number;
  factsOf(page: number): { readonly url: string };
  isArticle(page: number): boolean;
}

/**
 * Finds which hosts have pages in common. Time: O(pages), and at most `mostHosts` pairs of hosts for each page. Counts
 * are sorted on disk. Memory: 4 bytes a page, 45 a host, and a sixteenth of `memoryBytes`, at most 16 MB.
 */
export class HostPairs {
  readonly #origins: NumberedStrings;
  readonly #articles: number[] = [];
  readonly #originOf: Uint32Array;
  readonly #urlOf: (page: number) => string;
  readonly #folder: WorkFolder;
  readonly #memoryBytes: number;
  /** Counts for two hosts, one kind each. They are added up once sorting has put them together. */
  readonly #counts: PairSorter;

  constructor(pages: HostedPages, folder: WorkFolder, memoryBytes: number = defaultMemoryBytes) {
    this.#folder = folder;
    this.#memoryBytes = Math.min(MOST_BYTES, Math.floor(SHARE * memoryBytes));
    this.#counts = new PairSorter({ folder, memoryBytes: this.#memoryBytes, columns: 2 });
    this.#origins = new NumberedStrings(folder);
    this.#urlOf = (page) => pages.factsOf(page).url;
    this.#originOf = new Uint32Array(pages.length);
    for (let page = 0; page < pages.length; page++) {
      const origin = this.#numberOf(this.#urlOf(page));
      if (pages.isArticle(page)) this.#articles[origin]!++;
      this.#originOf[page] = origin;
    }
  }

  /** Pages that repeat each other, the representative first. */
  addCluster(pages: readonly number[]): void {
    const counts = new Map<number, number>();
    for (const page of pages) {
      const origin = this.#originOf[page]!;
      if (this.#origins.at(origin) !== '') counts.set(origin, (counts.get(origin) ?? 0) + 1);
    }
    if (counts.size < 2) return;
    const hosts = [...counts.keys()];
    const firsts = hosts.length > mostHosts ? hosts.slice(0, 1) : hosts;
    const pathsOf = new Map(hosts.map((host) => [host, new Set<string>()]));
    for (const page of pages.slice(0, mostPaths))
      pathsOf.get(this.#originOf[page]!)?.add(pathOf(this.#urlOf(page)));
    for (const [i, first] of firsts.entries()) {
      for (const second of hosts.slice(i + 1)) {
        this.#count('paired', first, second, counts.get(first)!, counts.get(second)!);
        const [fewer, more] = bySize(pathsOf.get(first)!, pathsOf.get(second)!);
        for (const path of fewer) {
          if (!more.has(path)) continue;
          this.#count('samePaths', first, second, 1, 1);
          break;
        }
      }
    }
  }

  /** A redirect or a canonical link between two URLs. */
  addLink(by: 'redirects' | 'canonicals', from: string, to: string): void {
    const [first, second] = [this.#numberOf(from), this.#numberOf(to)];
    if (first === second || this.#origins.at(first) === '' || this.#origins.at(second) === '') return;
    this.#count(by, first, second, 1, 0);
  }

  /** All pairs of hosts, those with the most pages in common first. Call it only once. */
  *result(): Generator<HostPair> {
    const sorted = new SortedLines(this.#folder, this.#memoryBytes);
    for (const pair of this.#found()) {
      // the code units in front sort the pairs; a blank comes before every character of an origin
      sorted.add(`${rankOf(pair)} ${pair.a} ${pair.b} ${JSON.stringify(pair)}`);
    }
    for (const line of sorted.finish()) yield JSON.parse(line.slice(line.indexOf('{'))) as HostPair;
  }

  *#found(): Generator<HostPair> {
    let [x, y, counts] = [-1, -1, noCounts()];
    for (const { length, a, b, overlap, values } of this.#counts.finish().blocks()) {
      for (let i = 0; i < length; i++) {
        if (a[i] !== x || b[i] !== y) {
          if (x >= 0) yield this.#pairOf(x, y, counts);
          [x, y, counts] = [a[i]!, b[i]!, noCounts()];
        }
        const sum = counts[hostCountKinds[overlap[i]!]!];
        sum[0] += values[0]![i]!;
        sum[1] += values[1]![i]!;
      }
    }
    if (x >= 0) yield this.#pairOf(x, y, counts);
  }

  #pairOf(x: number, y: number, counts: HostPairCounts): HostPair {
    const [first, second] = [x, y].map((origin) => this.#origins.at(origin)) as [string, string];
    const [ofX, ofY] = [this.#articles[x]!, this.#articles[y]!];
    if (first < second) return hostPair([first, second], [ofX, ofY], counts);
    const turned = Object.fromEntries(hostCountKinds.map((kind) => [kind, counts[kind].toReversed()]));
    return hostPair([second, first], [ofY, ofX], turned as HostPairCounts);
  }

  /** Adds to the counts of the first and of the second of two hosts. */
  #count(kind: Kind, x: number, y: number, ofX: number, ofY: number): void {
    const [ofLower, ofUpper] = x < y ? [ofX, ofY] : [ofY, ofX];
    this.#counts.add(x, y, hostCountKinds.indexOf(kind), ofLower, ofUpper);
  }

  #numberOf(url: string): number {
    const number = this.#origins.numberOf(originOf(url));
    if (number === this.#articles.length) this.#articles.push(0);
    return number;
  }
}

/**
 * The line about two origins, `a` before `b` by code units.
 *
 * @param articles number of articles of each
 */
export function hostPair(
  [a, b]: readonly [string, string],
  articles: readonly [number, number],
  { paired, samePaths, redirects, canonicals }: HostPairCounts,
): HostPair {
  const share = ofBoth([shareOf(paired[0], articles[0]), shareOf(paired[1], articles[1])]);
  const alias = aliasOf(a, b);
  return {
    format: fileFormats.hostPair,
    ...{ a, b, articles: ofBoth(articles), paired: ofBoth(paired), share },
    samePaths: samePaths[0],
    ...(alias.length > 0 && { alias }),
    mirrored: Math.max(...paired) >= MIRRORED_PAGES && Math.max(share.a, share.b) >= MIRRORED_SHARE,
    ...(redirects[0] + redirects[1] > 0 && { redirects: ofBoth(redirects) }),
    ...(canonicals[0] + canonicals[1] > 0 && { canonicals: ofBoth(canonicals) }),
  };
}

function ofBoth([a, b]: readonly [number, number]): OfBoth {
  return { a, b };
}

/** Digits that sort the pairs with the most pages in common first. */
export function rankOf({ paired }: HostPair): string {
  return (Number.MAX_SAFE_INTEGER - (paired.a + paired.b)).toString().padStart(16, '0');
}

/** Counts of zero for two hosts. */
export function noCounts(): HostPairCounts {
  return { paired: [0, 0], samePaths: [0, 0], redirects: [0, 0], canonicals: [0, 0] };
}

/** Scheme, host and port of an http(s) URL as URL parsers write them; empty for any other. */
export function originOf(url: string): string {
  const begin = /^\s*https?:[/\\]*[^/\\?#]*/i.exec(url.slice(0, LONGEST_ORIGIN + 1))?.[0] ?? '';
  if (begin === '' || begin.length > LONGEST_ORIGIN) return '';
  return parseUrl(begin)?.origin ?? '';
}

/** The part of a URL after scheme, host and port. */
export function pathOf(url: string): string {
  return url.replace(/^\s*https?:[/\\]*[^/\\?#]*/i, '').replace(/#.*$/s, '') || '/';
}

function shareOf(paired: number, articles: number): number {
  return articles === 0 ? 0 : Math.round((1000 * paired) / articles) / 1000;
}

function aliasOf(a: string, b: string): HostAlias[] {
  const [x, y] = [new URL(a), new URL(b)];
  const bare = ({ hostname }: URL): string => hostname.replace(/^www\./, '');
  if (bare(x) !== bare(y)) return [];
  return [
    ...(x.hostname === y.hostname ? [] : ['www' as const]),
    ...(x.protocol === y.protocol ? [] : ['scheme' as const]),
    ...(x.port === y.port ? [] : ['port' as const]),
  ];
}

function bySize(x: Set<string>, y: Set<string>): [Set<string>, Set<string>] {
  return x.size <= y.size ? [x, y] : [y, x];
}
