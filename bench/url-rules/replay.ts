import type { UrlRule } from '../../src/url-rules/known-rules.ts';
import { UrlRules } from '../../src/url-rules/url-rules.ts';
import type { CrawlLog } from './crawl-log.ts';

/** The result of a crawl that asks the rules before each fetch, compared with one that fetches everything. */
export interface Replay {
  readonly pages: number;
  /** Duplicates among all pages, in a crawl that fetches everything. */
  readonly duplicates: number;
  /** Number of these duplicates that were not fetched. */
  readonly saved: number;
  /** Pages not fetched whose content differs from that of the page they were taken for. */
  readonly wrong: readonly WrongSkip[];
  /** Articles that are not similar to any kept page: the crawl lost them. */
  readonly lost: readonly number[];
  /** URLs given back when a rule was turned off. */
  readonly givenBack: number;
  readonly rules: readonly UrlRule[];
  readonly microsecondsPerUrl: number;
}

interface WrongSkip {
  readonly url: string;
  readonly target: string | undefined;
  readonly isLost: boolean;
}

/**
 * The verdicts of an online crawl: for each page the kept page that it repeats, itself if it is kept, -1 if it is no
 * article.
 */
export function verdictsOf({ urls, isArticle, similar }: CrawlLog, fetched?: readonly number[]): Int32Array {
  const kept = new Int32Array(urls.length).fill(-1);
  for (const page of fetched ?? urls.keys()) {
    if (!isArticle[page]) continue;
    kept[page] = keptPage(page, similar[page], kept);
  }
  return kept;
}

/** The kept page most similar to a page, or the page itself. */
function keptPage(page: number, similar: CrawlLog['similar'][number], kept: Int32Array): number {
  let best = page;
  let most = 0;
  for (const { page: other, similarity } of similar) {
    if (kept[other] === other && similarity > most) {
      best = other;
      most = similarity;
    }
  }
  return best;
}

/** When the rules are asked: before a page is fetched, or already when a link to it is found. */
export type AskedWhen = 'fetched' | 'found';

/**
 * Offers the URLs of a log, in order, to new rules. Fetches those that they do not drop, and those that they give
 * back.
 */
export function replay(log: CrawlLog, asked: AskedWhen = 'fetched'): Replay {
  const { urls, isArticle, similar, foundOn, hasLinks } = log;
  const rules = new UrlRules();
  const pageOf = new Map(urls.map((url, page) => [url, page]));
  const kept = new Int32Array(urls.length).fill(-1);
  const skipped = new Map<number, string | undefined>();
  let givenBack = 0;
  let milliseconds = 0;
  const timed = <T>(work: () => T): T => {
    const startedAt = performance.now();
    const value = work();
    milliseconds += performance.now() - startedAt;
    return value;
  };
  const fetch = (page: number): void => {
    if (!isArticle[page]) return;
    const original = keptPage(page, similar[page], kept);
    kept[page] = original;
    const repeats = original === page ? undefined : urls[original];
    const linkedFrom = !hasLinks || foundOn[page] === page ? undefined : urls[foundOn[page]];
    timed(() => rules.observe(urls[page], urls[original], repeats, undefined, linkedFrom));
  };
  const ask = (page: number): void => {
    const decision = timed(() => rules.decide(urls[page]));
    if (decision.action === 'drop') skipped.set(page, decision.target);
  };
  let nextFound = 0;
  const returnedEarly = new Set<number>();
  for (const page of urls.keys()) {
    if (asked === 'fetched') ask(page);
    // links are found in the order of the pages that contain them
    else if (foundOn[page] === page) nextFound = Math.max(nextFound, page + 1);
    if (!skipped.has(page) && !returnedEarly.has(page)) fetch(page);
    for (; asked === 'found' && nextFound < urls.length && foundOn[nextFound] <= page; nextFound++) {
      if (foundOn[nextFound] !== nextFound) ask(nextFound);
    }
    for (let back = rules.takeBack(); back.length > 0; back = rules.takeBack()) {
      givenBack += back.length;
      for (const again of back) {
        const returned = pageOf.get(again)!;
        skipped.delete(returned);
        if (returned > page) returnedEarly.add(returned);
        fetch(returned);
      }
    }
  }
  const full = verdictsOf(log);
  const isLost = (page: number): boolean =>
    isArticle[page] && !similar[page].some(({ page: other }) => kept[other] === other);
  const wrong: WrongSkip[] = [];
  for (const [page, target] of skipped) {
    const reached = target === undefined ? undefined : pageOf.get(target);
    const content = reached === undefined ? -1 : kept[reached];
    const isRight = target === undefined ? !isLost(page) : similarTo(similar[page], content);
    if (isArticle[page] && !isRight) wrong.push({ url: urls[page], target, isLost: isLost(page) });
  }
  const isDuplicate = (page: number): boolean => full[page] !== -1 && full[page] !== page;
  return {
    pages: urls.length,
    duplicates: urls.filter((_, page) => isDuplicate(page)).length,
    saved: [...skipped.keys()].filter(isDuplicate).length,
    wrong,
    lost: [...skipped.keys()].filter(isLost),
    givenBack,
    rules: rules.rules(),
    microsecondsPerUrl: (1000 * milliseconds) / urls.length,
  };
}

function similarTo(similar: CrawlLog['similar'][number], other: number): boolean {
  return similar.some(({ page }) => page === other);
}
