import { decodedPath, longestUrl } from './decoded-path.ts';

/** Shorter paths, such as `/a`, occur in texts for other reasons. */
const shortestPath = 4;

/**
 * A text without the page's own URL, host and path, which servers and registrars put into what they show in place of
 * a page; undefined if the text contains none of them. O(text + url).
 */
export function withoutOwnAddress(text: string, url: string): string | undefined {
  // all but the host have a slash, and most names of pages have none
  if (!text.includes('/') && url.includes('/')) {
    const host = hostIn(url);
    if (host === '' || !text.includes(host)) return undefined;
  }
  // a page's names are passed after its text, with the same URL
  if (latest.url !== url) latest = addressOf(url);
  if (!latest.shortest.some((address) => text.includes(address))) return undefined;
  let rest = text;
  for (const address of longestFirst(latest)) rest = rest.replaceAll(address, ' ');
  return rest === text ? undefined : rest;
}

function hostIn(url: string): string {
  return /^\w+:\/\/([^/?#]*)/.exec(url.slice(0, longestUrl))?.[1] ?? '';
}

interface Address {
  readonly url: string;
  readonly host: string;
  /** Its path, unchanged and decoded; none if it is short. */
  readonly paths: readonly string[];
  /** The paths without slashes at their ends. */
  readonly trimmed: readonly string[];
  /** Every form of the address contains one of these, so that most texts are searched for these alone. */
  readonly shortest: readonly string[];
}

let latest: Address = { url: '', host: '', paths: [], trimmed: [], shortest: [] };

function addressOf(url: string): Address {
  const [, host = '', path = ''] = /^\w+:\/\/([^/?#]*)([^?#]*)/.exec(url.slice(0, longestUrl)) ?? [];
  const paths = path.length < shortestPath ? [] : [...new Set([path, decodedPath(path)])];
  const trimmed = paths.map((each) => each.replace(/^\/|\/$/g, ''));
  const ofPath = paths.map((each, i) => (trimmed[i].includes('/') ? trimmed[i] : each));
  // its host, or else its path, is in the URL
  const shortest = host !== '' ? [host, ...ofPath] : paths.length > 0 ? ofPath : [url];
  return { url, host, paths, trimmed, shortest };
}

/** All forms of a page's address, the longest first. */
function longestFirst({ url, host, paths, trimmed }: Address): Set<string> {
  const withSlash = trimmed.filter((each) => each.includes('/'));
  const all = [url, ...paths.map((each) => host + each), ...paths, ...withSlash, host];
  return new Set(all.filter((each) => each !== ''));
}
