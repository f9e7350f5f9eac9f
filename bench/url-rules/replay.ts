import { type UrlRule, UrlRules } from '../../src/url-rules/url-rules.ts';
import type { CrawlLog } from './crawl-log.ts';

/** What a crawl that asks the rules before each fetch did, beside one that fetches everything. */
export interface Replay {
  readonly pages: number;
  /** Duplicates among all pages, in a crawl that fetches everything. */
  readonly duplicates: number;
  /** Those of them that were not fetched. */
  readonly saved: number;
  /** Pages not fetched that hold something else than the page they were taken for. */
  readonly wrong: readonly WrongSkip[];
  /** Articles that no kept page is similar to: what the crawl lost. */
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

/** What an online crawl says of each page: the kept page that it repeats, itself when it is kept, -1 for what is no article. */
export function verdictsOf({ urls, isArticle, similar }: CrawlLog, fetched?: readonly number[]): Int32Array {
  const kept = new Int32Array(urls.length).fill(-1);
  for (const page of fetched ?? urls.keys()) {
    if (!isArticle[page]) continue;
    kept[page] = keptPage(page, similar[page], kept);
  }
  return kept;
}

/** The kept page most similar to one, or that itself. */
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

/** Offers the URLs of a log, in their order, to new rules, fetches what they do not drop, and what they give back. */
export function replay(log: CrawlLog): Replay {
  const { urls, isArticle, similar } = log;
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
    timed(() => rules.observe(urls[page], urls[original], original === page ? undefined : urls[original]));
  };
  for (const [page, url] of urls.entries()) {
    const decision = timed(() => rules.decide(url));
    if (decision.action === 'drop') skipped.set(page, decision.target);
    else fetch(page);
    for (let back = rules.takeBack(); back.length > 0; back = rules.takeBack()) {
      givenBack += back.length;
      for (const again of back) {
        const returned = pageOf.get(again)!;
        skipped.delete(returned);
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
