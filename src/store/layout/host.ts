import { hash64 } from '../../grams/hash.ts';

/**
 * Which pairs of pages a query is about: studies find shingles and SimHash poor within one site, whose pages
 * share their template, and good across sites (Henzinger, SIGIR 2006).
 */
export const scopes = ['both', 'same-host', 'cross-host'] as const;

/** One of {@link scopes}; `both` unless told. */
export type Scope = (typeof scopes)[number];

/** Host name of a URL, in lower case and without the port; empty where the URL is none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

/** 32 bits of a host: equal for equal hosts, and for others with probability 2⁻³². */
export function hostHash(url: string): number {
  return Number(BigInt.asUintN(32, hash64(new TextEncoder().encode(hostOf(url)))));
}
