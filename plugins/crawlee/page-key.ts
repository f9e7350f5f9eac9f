import type { CrawlRequest } from './context.ts';

/** The unique key of a request that was brought back says how often, and which key it had. */
const BROUGHT_BACK = /^near-duplicates\/\d+\//;

/** The unique key with which a page's request is brought back for the n-th time: Crawlee runs each key once. */
export function broughtBackKey(uniqueKey: string, n: number): string {
  return `near-duplicates/${n}/${uniqueKey}`;
}

/** Whether a request was brought back. */
export function isBroughtBack({ uniqueKey }: CrawlRequest): boolean {
  return BROUGHT_BACK.test(uniqueKey);
}

/** The unique key that a request had before it was brought back, if it was. */
export function originalKeyOf({ uniqueKey }: CrawlRequest): string {
  return uniqueKey.replace(BROUGHT_BACK, '');
}
