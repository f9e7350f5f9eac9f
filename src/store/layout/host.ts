import { hash64 } from '../../grams/hash.ts';
import { parseUrl } from '../../url-rules/parse-url.ts';

/**
 * Which pages a query compares with, by host; the default is first. Studies find shingles and SimHash poor within one
 * site, whose pages share their template, and good across sites (Henzinger, SIGIR 2006).
 */
export const scopes = ['both', 'same-host', 'cross-host'] as const;

/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number];

/** Longest scheme, user and host of a URL: host names have at most 253 characters, and parsing longer ones is slow. */
const LONGEST_ORIGIN = 1024;

/** Host name of a URL, in lower case and without the port; empty if there is none or the URL is invalid. */
export function hostOf(url: string): string {
  return siteOf(url).host;
}

/** 32-bit hash of a URL's host: equal for equal hosts, and for others with probability 2⁻³². */
export function hostHash(url: string): number {
  return siteOf(url).hash;
}

/** Origin and host of the last URL asked about: pages come site by site, and parsing takes microseconds. */
let last = { origin: '', host: '', hash: hashOf('') };

function siteOf(url: string): typeof last {
  const origin = originOf(url);
  if (origin !== last.origin) {
    const host = parseUrl(origin)?.hostname ?? '';
    last = { origin, host, hash: hashOf(host) };
  }
  return last;
}

/** Scheme, user, host and port of a URL; empty if it has none, or if they are too long. */
function originOf(url: string): string {
  const origin = /^\s*[a-z][a-z\d+.-]*:[/\\]*[^/\\?#]*/i.exec(url.slice(0, LONGEST_ORIGIN + 1))?.[0] ?? '';
  return origin.length > LONGEST_ORIGIN ? '' : origin;
}

function hashOf(host: string): number {
  return Number(BigInt.asUintN(32, hash64(new TextEncoder().encode(host))));
}
