import { deduplicateGrams } from '../../src/deduplicate.ts';
import { type PageGrams, pageShingler } from '../../src/flow/page-grams.ts';
import { seededRandom } from '../../test/sketch/sets.ts';
import { realPageStream } from '../real-pages.ts';

/** A site as a full crawl found it. Pages are numbered in the order in which they were found. */
export interface CrawlLog {
  readonly name: string;
  readonly urls: readonly string[];
  /** For each page, the page on which the first link to it was found; itself if there was no link. */
  readonly foundOn: readonly number[];
  /** Whether those pages have the links. On a generated site they only say when a link was found. */
  readonly hasLinks: boolean;
  /** Whether a page says enough to be compared. Walls and shells do not. */
  readonly isArticle: readonly boolean[];
  /** Similar pages of each page, in both directions, by the exact join. */
  readonly similar: readonly (readonly { readonly page: number; readonly similarity: number }[])[];
}

/**
 * A data set in the order of a breadth-first crawl along its own links. The crawl starts again at each page that no
 * link leads to.
 */
export async function realCrawlLog(name: string): Promise<CrawlLog | undefined> {
  const stream = realPageStream(name);
  if (stream === undefined) return undefined;
  const shingle = pageShingler({});
  const pages: PageGrams[] = [];
  const urls: string[] = [];
  const links: string[][] = [];
  const seen = new Set<string>();
  for await (const page of stream) {
    if (page.url === '' || seen.has(page.url)) continue;
    seen.add(page.url);
    urls.push(page.url);
    links.push(linksIn(Buffer.from(page.body).toString('latin1'), page.url));
    pages.push(shingle(page));
  }
  const { order, foundOn } = breadthFirst(urls, links);
  return crawlLog(
    name,
    order.map((page) => urls[page]),
    order.map((page) => pages[page]),
    foundOn,
    true,
  );
}

/** The log of pages in the order in which they were found. */
export async function crawlLog(
  name: string,
  urls: readonly string[],
  pages: readonly PageGrams[],
  foundOn: readonly number[],
  hasLinks = false,
): Promise<CrawlLog> {
  const { pairs, similarity, decisions } = await deduplicateGrams(each(pages), { method: 'qp', threads: 2 });
  const similar = urls.map((): { page: number; similarity: number }[] => []);
  for (let i = 0; i < pairs.length; i++) {
    similar[pairs.a[i]].push({ page: pairs.b[i], similarity: similarity[i] });
    similar[pairs.b[i]].push({ page: pairs.a[i], similarity: similarity[i] });
  }
  return {
    name,
    urls,
    foundOn,
    hasLinks,
    isArticle: decisions.map(({ decision }) => decision !== 'unclassifiable'),
    similar,
  };
}

/** Most pages in flight at a time, which limits how far a page moves. */
const MOST_MOVED = 100;

/**
 * The log of another crawl of the same site, in which some pages came earlier than others, as in a concurrent crawl.
 */
export function inOtherOrder(
  { name, urls, foundOn, hasLinks, isArticle, similar }: CrawlLog,
  seed: number,
): CrawlLog {
  const random = seededRandom(seed);
  const place = urls.map((_, page) => page + MOST_MOVED * random());
  const order = [...place.keys()].sort((a, b) => place[a] - place[b]);
  const at = new Int32Array(urls.length);
  for (const [i, page] of order.entries()) at[page] = i;
  return {
    name,
    hasLinks,
    urls: order.map((page) => urls[page]),
    foundOn: order.map((page, i) => Math.min(i, at[foundOn[page]])),
    isArticle: order.map((page) => isArticle[page]),
    similar: order.map((page) =>
      similar[page].map(({ page: other, similarity }) => ({ page: at[other], similarity })),
    ),
  };
}

function linksIn(html: string, base: string): string[] {
  const links: string[] = [];
  for (const [, quoted, bare] of html.matchAll(/<a\s[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi)) {
    const link = (quoted ?? bare ?? '').replaceAll('&amp;', '&');
    if (!URL.canParse(link, base)) continue;
    const url = new URL(link, base);
    url.hash = '';
    links.push(url.href);
  }
  return links;
}

function breadthFirst(
  urls: readonly string[],
  links: readonly (readonly string[])[],
): { readonly order: number[]; readonly foundOn: number[] } {
  const pageOf = new Map(urls.map((url, page) => [url, page]));
  // a folder's page may have been stored under its file's name
  for (const [page, url] of urls.entries()) {
    const folder = url.replace(/index\.html?$/, '');
    if (!pageOf.has(folder)) pageOf.set(folder, page);
    const bare = url.replace(/(?:\/index)?\.html?$/, '');
    if (!pageOf.has(bare)) pageOf.set(bare, page);
    if (!pageOf.has(`${bare}/`)) pageOf.set(`${bare}/`, page);
  }
  const order: number[] = [];
  /** By the place in the order. */
  const foundOn: number[] = [];
  const found = new Uint8Array(urls.length);
  const seeds = urls.map((_, page) => page).sort((a, b) => depth(urls[a]) - depth(urls[b]) || a - b);
  for (const seed of seeds) {
    if (found[seed] === 1) continue;
    found[seed] = 1;
    let next = order.length;
    foundOn.push(next);
    order.push(seed);
    for (; next < order.length; next++) {
      for (const link of links[order[next]]) {
        const page = pageOf.get(link);
        if (page === undefined || found[page] === 1) continue;
        found[page] = 1;
        foundOn.push(next);
        order.push(page);
      }
    }
  }
  return { order, foundOn };
}

function depth(url: string): number {
  return url.split('/').length;
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
