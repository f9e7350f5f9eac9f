import { parseUrl } from './parse-url.ts';

/** A URL split into the parts that rules are about. The fragment is left out. */
export interface UrlParts {
  /** For example `https://example.com:8080`. */
  readonly origin: string;
  /** The path split at slashes, unchanged: `/a/b/` gives `a`, `b` and an empty segment. */
  readonly segments: readonly string[];
  /** `name=value`, unchanged and in the order of the URL; `;name=value` for those at the end of the path. */
  readonly parameters: readonly string[];
}

/** Longer URLs, and those with more parts, are not learned from, so that the cost of a URL is bounded. */
const MOST_CHARACTERS = 2048;
const MOST_SEGMENTS = 32;
const MOST_PARAMETERS = 32;

/** Splits a URL; undefined if it is not an http(s) URL, or has more parts than rules look at. O(|url|) */
export function partsOf(url: string): UrlParts | undefined {
  const parts = splitUrl(url);
  return parts !== undefined && hasFewParts(parts) ? parts : undefined;
}

/** Like {@link partsOf}, for any number of parts. */
export function splitUrl(url: string): UrlParts | undefined {
  if (url.length > MOST_CHARACTERS || !/^https?:/i.test(url)) return undefined;
  const parsed = parseUrl(url);
  if (parsed === undefined) return undefined;
  const { origin, pathname, search } = parsed;
  const segments = pathname.slice(1).split('/');
  const query = search === '' ? [] : search.slice(1).split('&');
  // could not be told from a parameter of the path
  if (query.some(isOfPath)) return undefined;
  const parameters = [...takePathParameters(segments), ...query];
  return { origin, segments, parameters };
}

/** Removes the parameters from the end of a path, such as `;jsessionid=…`, and returns them. */
function takePathParameters(segments: string[]): string[] {
  const [name, ...parts] = segments.at(-1)!.split(';');
  let first = parts.length;
  while (first > 0 && parts[first - 1].indexOf('=') > 0) first--;
  segments[segments.length - 1] = [name, ...parts.slice(0, first)].join(';');
  return parts.slice(first).map((part) => `;${part}`);
}

function isOfPath(parameter: string): boolean {
  return parameter.startsWith(';');
}

/** Whether rules look at a URL. */
export function hasFewParts({ segments, parameters }: UrlParts): boolean {
  return segments.length <= MOST_SEGMENTS && parameters.length <= MOST_PARAMETERS;
}

/** A hash of two numbers: [0, 2⁵³). */
export function mixed53(a: number, b: number): number {
  let high = Math.imul((a / 2 ** 32) | 0, 0x9e3779b1) ^ (b | 0);
  let low = Math.imul(a | 0, 0x85ebca6b) ^ ((b / 2 ** 32) | 0);
  high = Math.imul(high ^ (high >>> 16) ^ low, 0xcc9e2d51);
  low = Math.imul(low ^ (low >>> 13) ^ high, 0x1b873593);
  high ^= low >>> 15;
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
}

/** The URL from its parts. */
export function urlOf({ origin, segments, parameters }: UrlParts): string {
  return `${origin}/${segments.join('/')}${writtenParameters(parameters)}`;
}

/** Parameters as a URL has them behind its path. */
export function writtenParameters(parameters: readonly string[]): string {
  const query = parameters.filter((parameter) => !isOfPath(parameter));
  return parameters.filter(isOfPath).join('') + (query.length === 0 ? '' : `?${query.join('&')}`);
}

/** The name of a parameter `name=value`. */
export function nameOf(parameter: string): string {
  const end = parameter.indexOf('=');
  return end < 0 ? parameter : parameter.slice(0, end);
}

/** Two multiplicative 32-bit hashes over UTF-16 code units, mixed as in MurmurHash3: [0, 2⁵³). O(|text|) */
export function hash53(text: string): number {
  high = HIGH;
  low = LOW;
  hash(text);
  return hashed();
}

/** `hash53` of several texts with the same beginning: hashes the beginning once, and needs no concatenation. */
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
/** State of the hash being computed. */
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

/** Whether a URL belongs to a share of all URLs. It is the same share in every run; each `purpose` has another one. */
export function isChosen(url: string, share: number, purpose: string): boolean {
  return share >= 1 || hash53(purpose + url) < share * 2 ** 53;
}
