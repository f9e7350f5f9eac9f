import type { UrlRulesOptions } from '../../src/url-rules/options.ts';
import { UrlRules } from '../../src/url-rules/url-rules.ts';

/** A page of a made-up site: pages of one content repeat each other. */
export interface SitePage {
  readonly url: string;
  readonly content: string;
}

/** What a crawl did that asked the rules before each page. */
export interface Crawled {
  readonly rules: UrlRules;
  /** Pages that were fetched, in order; those given back, too. */
  readonly fetched: string[];
  /** URLs that were dropped and not given back. */
  readonly dropped: Set<string>;
}

/** Crawls pages in their order. The first page of a content is the one that is kept. */
export function crawl(
  pages: readonly SitePage[],
  options: UrlRulesOptions = {},
  rules: UrlRules = new UrlRules(options),
): Crawled {
  const contentOf = new Map(pages.map(({ url, content }) => [url, content]));
  const kept = new Map<string, string>();
  const fetched: string[] = [];
  const dropped = new Set<string>();
  const fetch = (url: string): void => {
    fetched.push(url);
    const content = contentOf.get(url)!;
    const original = kept.get(content);
    if (original === undefined) kept.set(content, url);
    rules.observe(url, content, original);
  };
  for (const { url } of pages) {
    if (rules.decide(url).action === 'drop') dropped.add(url);
    else fetch(url);
    for (const back of rules.takeBack()) {
      dropped.delete(back);
      fetch(back);
    }
  }
  return { rules, fetched, dropped };
}

/** Products with a session in each URL, two of each product. */
export function sessions(products: number): SitePage[] {
  return Array.from({ length: products }, (_, i) =>
    [1, 2].map((k) => ({
      url: `https://a.example/${['shoes', 'hats'][i % 2]}/p${i}.html?sid=${k}x${i}`,
      content: `p${i}`,
    })),
  ).flat();
}
