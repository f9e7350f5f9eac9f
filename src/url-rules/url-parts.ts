/** A URL in the parts that rules are about. The fragment is none of them. */
export interface UrlParts {
  /** As in `https://example.com:8080`. */
  readonly origin: string;
  /** The path between its slashes, as it stands: `/a/b/` is `a`, `b` and an empty one. */
  readonly segments: readonly string[];
  /** `name=value` as they stand, in their order. */
  readonly parameters: readonly string[];
}

/** Longer URLs, and those of more parts, are not learned from: what one URL costs is bounded. */
const MOST_CHARACTERS = 2048;
const MOST_SEGMENTS = 32;
const MOST_PARAMETERS = 32;

/** Takes a URL apart; undefined for what is no http(s) URL, or has more parts than rules look at. O(|url|). */
export function partsOf(url: string): UrlParts | undefined {
  if (url.length > MOST_CHARACTERS || !/^https?:/i.test(url)) return undefined;
  const parsed = parse(url);
  if (parsed === undefined) return undefined;
  const { origin, pathname, search } = parsed;
  const segments = pathname.slice(1).split('/');
  const parameters = search === '' ? [] : search.slice(1).split('&');
  if (segments.length > MOST_SEGMENTS || parameters.length > MOST_PARAMETERS) return undefined;
  return { origin, segments, parameters };
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

/** Two numbers as one hash: [0, 2⁵³). */
export function mixed53(a: number, b: number): number {
  let high = Math.imul((a / 2 ** 32) | 0, 0x9e3779b1) ^ (b | 0);
  let low = Math.imul(a | 0, 0x85ebca6b) ^ ((b / 2 ** 32) | 0);
  high = Math.imul(high ^ (high >>> 16) ^ low, 0xcc9e2d51);
  low = Math.imul(low ^ (low >>> 13) ^ high, 0x1b873593);
  high ^= low >>> 15;
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}

/** Puts a URL together again. */
export function urlOf({ origin, segments, parameters }: UrlParts): string {
  return `${origin}/${segments.join('/')}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`;
}

/** The name of a parameter `name=value`. */
export function nameOf(parameter: string): string {
  const end = parameter.indexOf('=');
  return end < 0 ? parameter : parameter.slice(0, end);
}

/** Two multiplicative 32-bit hashes over UTF-16 code units, mixed as in MurmurHash3: [0, 2⁵³). O(|text|). */
export function hash53(text: string): number {
  high = HIGH;
  low = LOW;
  hash(text);
  return hashed();
}

/** `hash53` of texts that begin alike: their beginning is gone through once, and they need not be put together. */
export class HashedStart {
  readonly #high: number;
  readonly #low: number;

  constructor(start: string) {
    high = HIGH;
    low = LOW;
    hash(start);
    this.#high = high;
    this.#low = low;
  }

  /** `hash53(start + middle + end)`. O(|middle| + |end|) */
  followedBy(middle: string, end: string): number {
    high = this.#high;
    low = this.#low;
    hash(middle);
    hash(end);
    return hashed();
  }
}

const HIGH = 0x9e3779b9 | 0;
const LOW = 0x85ebca6b | 0;
/** Of the text that is being hashed. */
let high = HIGH;
let low = LOW;

function hash(text: string): void {
  let a = high;
  let b = low;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0xcc9e2d51);
    b = Math.imul(b ^ unit, 0x1b873593);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  high = a;
  low = b;
}

function hashed(): number {
  const a = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ low;
  const b = Math.imul(low ^ (low >>> 13), 0xc2b2ae35) ^ (a >>> 16);
  return (a & 0x1fffff) * 2 ** 32 + (b >>> 0);
}

/** Whether a URL is among a share of all, the same ones in every run; each `purpose` chooses others. */
export function isChosen(url: string, share: number, purpose: string): boolean {
  return share >= 1 || hash53(purpose + url) < share * 2 ** 53;
}
