import { parseUrl } from '../url-rules/parse-url.ts';

/**
 * The absolute URL of the canonical link of a page at `url`, without a fragment. `undefined` if the page states none, one that is no
 * http(s) URL, or its own URL.
 */
export function canonicalOf(url: string, stated: string): string | undefined {
  if (stated === '') return undefined;
  const target = webUrl(stated, url);
  return target === undefined || target === webUrl(url) ? undefined : target;
}

/** An absolute http(s) URL as URL parsers write it, without its fragment. */
export function webUrl(url: string, base?: string): string | undefined {
  const parsed = parse(url, base);
  if (parsed === undefined) return undefined;
  if (!/^https?:$/.test(parsed.protocol)) return undefined;
  if (parsed.href.includes('#')) parsed.hash = '';
  return parsed.href;
}

/** Parses a URL, without its base if that is invalid. Checking the base first would parse most URLs twice. */
function parse(url: string, base: string | undefined): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return base === undefined || parseUrl(base) !== undefined ? undefined : parseUrl(url);
  }
}
