import { parseUrl } from '../../src/flow/index.ts';

/** Identifies a page: the key that it has in its crawler, and the crawler's name if it has one. */
interface PageKey {
  readonly crawler?: string;
  readonly key: string;
}

/** What may stand for the key of a page. */
interface PlacedPage extends Partial<PageKey> {
  readonly url: string;
  /** The URL that was asked for, if a redirect led elsewhere. */
  readonly requestedUrl?: string;
}

const NUL = '\0';

/** The key of a page in the index: `KEY`, or `CRAWLER NUL KEY` if the crawler has a name. */
export function indexKey({ crawler = '', key }: PageKey): string {
  return crawler === '' && !key.includes(NUL) ? key : crawler + NUL + key;
}

/** {@link indexKey} of a page by its place. Its own key is the URL that was asked for, unless it has another one. */
export function indexKeyOf({
  url,
  requestedUrl = url,
  key = requestedUrl,
  crawler = '',
}: PlacedPage): string {
  return indexKey({ crawler, key });
}

/** Undoes {@link indexKey}. */
export function pageKeyOf(key: string): Required<PageKey> {
  const end = key.indexOf(NUL);
  return end < 0 ? { crawler: '', key } : { crawler: key.slice(0, end), key: key.slice(end + 1) };
}

/**
 * The URL that was asked for, as far as a stored page tells it: its key, if that is a URL; the page's own URL, if Crawlee makes this key
 * of that. It would be another one without the slash at its end.
 */
export function askedUrlOf({ key, url }: { readonly key: string; readonly url: string }): string {
  const asked = urlOfKey(key);
  return asked === undefined || asked === keyOfCrawlee(url) ? url : asked;
}

/** The key that Crawlee gives a GET request for a URL: without fragment, campaign and a slash at the end, with its parameters in order. */
function keyOfCrawlee(url: string): string | undefined {
  const { protocol, host, pathname, searchParams } = parseUrl(url) ?? {};
  if (searchParams === undefined || pathname === undefined) return undefined;
  for (const name of [...searchParams.keys()]) if (name.startsWith('utm_')) searchParams.delete(name);
  searchParams.sort();
  return `${protocol}//${host}${pathname.replace(/\/$/, '')}${searchParams.size > 0 ? `?${searchParams}` : ''}`;
}

/** The URL that was asked for, by the key of the page in the index; undefined if its crawler has keys of another kind. */
export function urlOfKey(indexed: string): string | undefined {
  const { key } = pageKeyOf(indexed);
  return /^https?:\/\//i.test(key) && parseUrl(key) !== undefined ? key : undefined;
}
