import { parseUrl } from '../../src/flow/index.ts';
import type { ReportedCluster } from './report.ts';

/** A way in which the URLs of some dropped pages differ from those of the pages that they repeat. */
interface UrlPattern {
  /** For example `https://a.example/doc/4.0/…`: `…` stands for the part that both URLs have, `*` for any name. */
  readonly dropped: string;
  readonly kept: string;
  readonly pages: number;
  /** The first pair of URLs with this pattern. */
  readonly example: readonly [dropped: string, kept: string];
}

/** Most parts of a path that are compared. Longer paths are cut, which limits the cost of a URL. */
const MOST_PARTS = 24;

/**
 * The patterns by which pages of copies repeat others, each with its number of pages, most first. Pages without a
 * URL, or with one without a path (`urn:isbn:1`), and pages with the URL of the kept page, even with its parameters in another
 * order, have none. O(pages).
 */
export function urlPatterns(clusters: readonly ReportedCluster[]): UrlPattern[] {
  const found = new Map<string, { -readonly [Member in keyof UrlPattern]: UrlPattern[Member] }>();
  for (const { kind = 'copies', representative, members } of clusters) {
    if (kind !== 'copies') continue;
    for (const { page } of members) {
      const [dropped, kept] = patternOf(page.url, representative.url) ?? [];
      if (dropped === undefined || kept === undefined) continue;
      const key = `${dropped}\n${kept}`;
      const known = found.get(key);
      if (known === undefined) {
        found.set(key, { dropped, kept, pages: 1, example: [page.url, representative.url] });
      } else known.pages++;
    }
  }
  return [...found.values()].sort((a, b) => b.pages - a.pages || (a.dropped < b.dropped ? -1 : 1));
}

/** The parts of a URL: scheme and host, the names of its path, its parameters with their values. */
interface UrlParts {
  readonly origin: string;
  readonly path: readonly string[];
  readonly query: ReadonlyMap<string, string>;
}

function patternOf(dropped: string, kept: string): readonly [dropped: string, kept: string] | undefined {
  const [a, b] = [partsOf(dropped), partsOf(kept)];
  if (a === undefined || b === undefined || dropped === kept) return undefined;
  const [pathA, pathB] = pathPatterns(a.path, b.path);
  const [queryA, queryB] = [queryPattern(a.query, b.query), queryPattern(b.query, a.query)];
  const patterns = [`${a.origin}/${pathA}${queryA}`, `${b.origin}/${pathB}${queryB}`] as const;
  // only the order of the parameters differs, or the fragment
  return patterns[0] === patterns[1] && pathA + queryA === '…' ? undefined : patterns;
}

/**
 * Replaces the names with which both paths begin or end by `…`. Names that differ stay, except the last name of a path,
 * which belongs to one page.
 */
function pathPatterns(a: readonly string[], b: readonly string[]): readonly [string, string] {
  const shorter = Math.min(a.length, b.length);
  let begin = 0;
  while (begin < shorter && a[begin] === b[begin]) begin++;
  if (begin === a.length && begin === b.length) return ['…', '…'];
  let end = 0;
  while (end < shorter - begin && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const pattern = (path: readonly string[]): string => {
    const differing = path.slice(begin, path.length - end);
    const shown =
      end > 0 ? [...differing, '…'] : [...differing.slice(0, -1), ...(differing.length > 0 ? ['*'] : [])];
    // the common beginning says where on the site the pages are, unless only the last names of the paths differ
    return [...(end > 0 || begin < 2 ? a.slice(0, begin) : [...a.slice(0, 1), '…']), ...shown].join('/');
  };
  return [pattern(a), pattern(b)];
}

/** The parameters whose values differ in the other URL. */
function queryPattern(own: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string {
  const differing = [...own]
    .filter(([name, value]) => other.get(name) !== value)
    .map(([name]) => `${name}=*`);
  return differing.length === 0 ? '' : `?${differing.sort().join('&')}`;
}

function partsOf(url: string): UrlParts | undefined {
  const parsed = parseUrl(url);
  // what follows the scheme of `urn:isbn:1` is not divided into names
  if (!parsed?.pathname.startsWith('/')) return undefined;
  const { origin, protocol, host, pathname, searchParams } = parsed;
  return {
    origin: origin === 'null' ? `${protocol}//${host}` : origin,
    path: pathname.slice(1).split('/', MOST_PARTS),
    query: new Map([...searchParams].slice(0, MOST_PARTS)),
  };
}
