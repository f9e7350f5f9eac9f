import {
  defaultMemoryBytes,
  fileFormats,
  NumberedStrings,
  PairSorter,
  type WorkFolder,
} from '../../../src/flow/index.ts';
import { SortedLines } from './sorted-lines.ts';

/** How two hosts are one: `www.` in front, the other scheme, another port. */
type HostAlias = 'www' | 'scheme' | 'port';

/** Numbers of two hosts. */
interface OfBoth {
  readonly a: number;
  readonly b: number;
}

/** A line of `hosts.jsonl`: two hosts, each with its scheme and port, and how far their pages are the same. */
export interface HostPair {
  readonly format: string;
  /** Before `b` by code units. */
  readonly a: string;
  readonly b: string;
  /** Pages that could be judged. */
  readonly articles: OfBoth;
  /** Those in a cluster with a page of the other. */
  readonly paired: OfBoth;
  /** The one by the other. */
  readonly share: OfBoth;
  /** Clusters in which both have a page under one path. */
  readonly samePaths: number;
  /** In which ways they are names of one host, if they are. */
  readonly alias?: readonly HostAlias[];
  /** Whether at least half of the articles of one are paired, and at least three. */
  readonly mirrored: boolean;
  /** Redirects and canonical links from `a` to `b`, and from `b` to `a`, where there are any. */
  readonly redirects?: OfBoth;
  readonly canonicals?: OfBoth;
}

/** What a summary says of `hosts.jsonl`. */
export interface HostCounts {
  readonly pairs: number;
  readonly mirrored: number;
  readonly aliases: number;
}

/** In a cluster of more hosts, each is paired with that of the representative alone: else it would cost their square. */
export const mostHosts = 16;
const MIRRORED_SHARE = 0.5;
const MIRRORED_PAGES = 3;
const LONGEST_ORIGIN = 1024;
/** Pages of a cluster whose paths are compared: those of one could be all there are. */
export const mostPaths = 1 << 16;
/** What is sorted may take so much of the memory of a run. */
const SHARE = 1 / 16;
const MOST_BYTES = 16 << 20;

/** What is counted of two hosts, each in both directions. */
export const hostCountKinds = ['paired', 'samePaths', 'redirects', 'canonicals'] as const;
type Kind = (typeof hostCountKinds)[number];
/** Of each kind, of the first and of the second. */
export type HostPairCounts = Readonly<Record<Kind, [number, number]>>;

/** Pages by number, as far as hosts go. */
interface HostedPages {
  readonly length: number;
  factsOf(page: number): { readonly url: string };
  isArticle(page: number): boolean;
}

/**
 * Gathers which hosts have pages in common. O(pages) time beside at most `MOST_HOSTS` pairs of hosts for a page. What is counted
 * is sorted on disk. Memory: 4 bytes a page, 45 a host, and a sixteenth of `memoryBytes`, 16 MB at most.
 */
export class HostPairs {
  readonly #origins: NumberedStrings;
  readonly #articles: number[] = [];
  readonly #originOf: Uint32Array;
  readonly #urlOf: (page: number) => string;
  readonly #folder: WorkFolder;
  readonly #memoryBytes: number;
  /** Counts of two hosts, of one kind each; added up when they stand together. */
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

  /** All pairs of hosts, those with the most pages in common first. To be asked for once. */
  *result(): Generator<HostPair> {
    const sorted = new SortedLines(this.#folder, this.#memoryBytes);
    for (const pair of this.#found()) {
      // code units in front of the pair, by which it is sorted: a blank stands before all that an origin may have
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

  /** Counts something of two hosts, so often of the first and so often of the second. */
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
 * What is told of two origins, the one before the other by code units.
 *
 * @param articles of each, those that could be judged
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

/** Digits in whose order those with the most pages in common come first. */
export function rankOf({ paired }: HostPair): string {
  return (Number.MAX_SAFE_INTEGER - (paired.a + paired.b)).toString().padStart(16, '0');
}

/** Nothing counted of two hosts. */
export function noCounts(): HostPairCounts {
  return { paired: [0, 0], samePaths: [0, 0], redirects: [0, 0], canonicals: [0, 0] };
}

/** Scheme, host and port of a URL of the web, as parsers write them; empty for any other. */
export function originOf(url: string): string {
  const begin = /^\s*https?:[/\\]*[^/\\?#]*/i.exec(url.slice(0, LONGEST_ORIGIN + 1))?.[0] ?? '';
  if (begin === '' || begin.length > LONGEST_ORIGIN) return '';
  return URL.canParse(begin) ? new URL(begin).origin : '';
}

/** What follows scheme, host and port. */
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
