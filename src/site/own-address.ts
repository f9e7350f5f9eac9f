import { decodedPath } from './decoded-path.ts';

/** Addresses are looked for as far as this. */
const longestAddress = 2048;
/** Shorter paths, such as `/a`, stand in texts for other reasons. */
const shortestPath = 4;

/**
 * A text without the page's own URL, host and path, as servers and registrars put them into what they show in place of
 * a page; undefined where none is in it. O(text + url).
 */
export function withoutOwnAddress(text: string, url: string): string | undefined {
  const [, host = '', path = ''] = /^\w+:\/\/([^/?#]*)([^?#]*)/.exec(url.slice(0, longestAddress)) ?? [];
  // all but the host have a slash, and most names have none
  if (!text.includes('/') && (host === '' || !text.includes(host)) && url.includes('/')) return undefined;
  let rest = text;
  for (const address of addressesOf(url, host, path)) rest = rest.replaceAll(address, ' ');
  return rest === text ? undefined : rest;
}

/** What a page may call its address, the longest first. */
function addressesOf(url: string, host: string, path: string): Set<string> {
  const written = path.length < shortestPath ? [] : [path, decodedPath(path)];
  const trimmed = written.map((each) => each.replace(/^\/|\/$/g, '')).filter((each) => each.includes('/'));
  const all = [url, ...written.map((each) => host + each), ...written, ...trimmed, host];
  return new Set(all.filter((each) => each !== ''));
}
