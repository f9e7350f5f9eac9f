import type { CrawlRequest } from './context.ts';

/**
 * Prefix of the unique key of a request that was brought back. It says how often; the rest is the key that it had
 * before.
 */
const BROUGHT_BACK = /^near-duplicates\/(\d+)\//;

/**
 * The unique key under which a page's request is brought back for the n-th time. It is new, since Crawlee runs each
 * key once.
 */
export function broughtBackKey(uniqueKey: string, n: number): string {
  return `near-duplicates/${n}/${uniqueKey}`;
}

/** Whether a request was brought back. */
export function isBroughtBack({ uniqueKey }: Pick<CrawlRequest, 'uniqueKey'>): boolean {
  return BROUGHT_BACK.test(uniqueKey);
}

/** The unique key that a request had before it was brought back; its own key if it was not. */
export function originalKeyOf({ uniqueKey }: CrawlRequest): string {
  return uniqueKey.replace(BROUGHT_BACK, '');
}

/** How often a request was brought back, with this time. */
export function returnsOf({ uniqueKey }: CrawlRequest): number {
  return Number(BROUGHT_BACK.exec(uniqueKey)?.[1] ?? 0);
}
