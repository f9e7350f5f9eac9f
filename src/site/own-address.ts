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
  // all but the host have a slash, and most names of pages have none
  if (!text.includes('/') && url.includes('/')) {
    const host = hostIn(url);
    if (host === '' || !text.includes(host)) return undefined;
  }
  // a page's names are asked about after its text
  if (latest.url !== url) latest = { url, ...addressesOf(url) };
  const { addresses, shortest } = latest;
  if (!shortest.some((address) => text.includes(address))) return undefined;
  let rest = text;
  for (const address of addresses) rest = rest.replaceAll(address, ' ');
  return rest === text ? undefined : rest;
}

function hostIn(url: string): string {
  return /^\w+:\/\/([^/?#]*)/.exec(url.slice(0, longestAddress))?.[1] ?? '';
}

interface Addresses {
  /** What a page may call its address, the longest first. */
  readonly addresses: readonly string[];
  /** Each of the longer ones has one of these in it, so that these alone are looked for in most texts. */
  readonly shortest: readonly string[];
}

let latest: Addresses & { readonly url: string } = { url: '', addresses: [], shortest: [] };

function addressesOf(url: string): Addresses {
  const [, host = '', path = ''] = /^\w+:\/\/([^/?#]*)([^?#]*)/.exec(url.slice(0, longestAddress)) ?? [];
  const written = path.length < shortestPath ? [] : [path, decodedPath(path)];
  const trimmed = written.map((each) => each.replace(/^\/|\/$/g, '')).filter((each) => each.includes('/'));
  const all = [url, ...written.map((each) => host + each), ...written, ...trimmed, host];
  const addresses = [...new Set(all.filter((each) => each !== ''))];
  const shortest = addresses.filter(
    (each) => !addresses.some((other) => other !== each && each.includes(other)),
  );
  return { addresses, shortest };
}
