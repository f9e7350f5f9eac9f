import { hash64 } from '../../grams/hash.ts';

/**
 * Which pairs of pages a query is about, the default first. Studies find shingles and SimHash poor within one site, whose pages
 * share their template, and good across sites (Henzinger, SIGIR 2006).
 */
export const scopes = ['both', 'same-host', 'cross-host'] as const;

/** One of {@link scopes}. */
export type Scope = (typeof scopes)[number];

/** Scheme, user and host of a URL are no longer: names have 253 characters at most, and parsing longer ones takes long. */
const LONGEST_ORIGIN = 1024;

/** Host name of a URL, in lower case and without the port; empty where there is none, or the URL is not one that could be fetched. */
export function hostOf(url: string): string {
  return siteOf(url).host;
}

/** 32 bits of a host: equal for equal hosts, and for others with probability 2⁻³². */
export function hostHash(url: string): number {
  return siteOf(url).hash;
}

/** The beginning of the URL asked about last, with its host: pages come by sites, and parsing takes microseconds. */
let last = { origin: '', host: '', hash: hashOf('') };

function siteOf(url: string): typeof last {
  const origin = originOf(url);
  if (origin !== last.origin) {
    const host = URL.canParse(origin) ? new URL(origin).hostname : '';
    last = { origin, host, hash: hashOf(host) };
  }
  return last;
}

/** Scheme, user, host and port of a URL; empty where it has none, or they are too long. */
function originOf(url: string): string {
  const origin = /^\s*[a-z][a-z\d+.-]*:[/\\]*[^/\\?#]*/i.exec(url.slice(0, LONGEST_ORIGIN + 1))?.[0] ?? '';
  return origin.length > LONGEST_ORIGIN ? '' : origin;
}

function hashOf(host: string): number {
  return Number(BigInt.asUintN(32, hash64(new TextEncoder().encode(host))));
}
