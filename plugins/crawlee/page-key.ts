import type { CrawlRequest } from './context.ts';

/** Whose page it is: its crawler's name, empty for one that has none, and its request's own unique key. */
interface PageKey {
  readonly crawler: string;
  readonly uniqueKey: string;
}

const NUL = '\0';

/** The unique key of a request that was brought back says how often, and which key it had. */
const BROUGHT_BACK = /^near-duplicates\/\d+\//;

/** The key of a page in the index: `UNIQUE-KEY`, and `CRAWLER NUL UNIQUE-KEY` where the crawler has a name. */
export function indexKey({ crawler, uniqueKey }: PageKey): string {
  return crawler === '' && !uniqueKey.includes(NUL) ? uniqueKey : crawler + NUL + uniqueKey;
}

/** What {@link indexKey} made a key of. */
export function pageKeyOf(key: string): PageKey {
  const end = key.indexOf(NUL);
  return end < 0
    ? { crawler: '', uniqueKey: key }
    : { crawler: key.slice(0, end), uniqueKey: key.slice(end + 1) };
}

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
