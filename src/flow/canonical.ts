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
  const parsed = parse(url, base);
  if (parsed === undefined) return undefined;
  if (!/^https?:$/.test(parsed.protocol)) return undefined;
  if (parsed.href.includes('#')) parsed.hash = '';
  return parsed.href;
}

/** A URL, by itself where its base is none. Most are: to ask beforehand would parse each of them twice. */
function parse(url: string, base: string | undefined): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return base === undefined || URL.canParse(base) ? undefined : parse(url, undefined);
  }
}
