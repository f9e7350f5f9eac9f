import { checkString } from '../argument-checks.ts';

/**
 * A URL without its fragment, which names a part of a page. One that may be a route of an application (`#/…`, `#!…`) is
 * left: each such page is requested by itself. O(|url|)
 */
export function withoutFragment(url: string): string {
  checkString('withoutFragment', 'url', url);
  return url.replace(/#(?![/!]).*$/s, '');
}

/**
 * The URL that a text is, as a link on the page with the URL `base` if that is given; undefined if it is none. O(text)
 *
 * In Node 20.20, `URL.canParse` denies that a URL with a host beyond ASCII is one, as soon as the function that calls it
 * has been compiled.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
