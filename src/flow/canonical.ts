/**
 * The URL that a page at `url` means by its canonical link: absolute, without a fragment. `undefined` where it states
 * none, one that is no URL of the web, or its own.
 */
export function canonicalOf(url: string, stated: string): string | undefined {
  if (stated === '') return undefined;
  const target = webUrl(stated, url);
  return target === undefined || target === webUrl(url) ? undefined : target;
}

/** An absolute URL of the web as parsers write it, without its fragment. */
export function webUrl(url: string, base?: string): string | undefined {
  const against = base !== undefined && URL.canParse(base) ? base : undefined;
  if (!URL.canParse(url, against)) return undefined;
  const parsed = new URL(url, against);
  if (!/^https?:$/.test(parsed.protocol)) return undefined;
  parsed.hash = '';
  return parsed.href;
}
