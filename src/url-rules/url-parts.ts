import { parseUrl } from './parse-url.ts';

/** A URL split into the parts that rules are about. The fragment is left out. */
export interface UrlParts {
  /** For example `https://example.com:8080`. */
  readonly origin: string;
  /** The path split at slashes, without tokens, otherwise unchanged: `/a/b/` gives `a`, `b` and an empty segment. */
  readonly segments: readonly string[];
  /**
   * `name=value`, unchanged and in the order of the URL; `;name=value` for those at the end of the path; `;~2=token` for a token that
   * is the third segment.
   */
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
  const whole = pathname.slice(1).split('/');
  const query = search === '' ? [] : search.slice(1).split('&');
  // could not be told from a parameter of the path
  if (query.some(isOfPath)) return undefined;
  const ofPath = takePathParameters(whole);
  if (ofPath.some(isToken)) return { origin, segments: whole, parameters: [...ofPath, ...query] };
  const { segments, tokens } = takeTokens(whole);
  return { origin, segments, parameters: [...tokens, ...ofPath, ...query] };
}

/** What marks a parameter made of a token. */
const TOKEN = ';~';
/** A segment that may be a token, such as `8f3a9b12c4` or `S-8f3a9b12c4`, `(S(8f3a9b12c4))` or a UUID. */
const LIKE_TOKEN = /^[a-z(]{0,8}[-_.(]?(?:[\da-z]{8,64}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\)*$/i;
/** Most tokens of a path that count as such. */
const MOST_TOKENS = 2;

/**
 * Takes out the segments that no person has named: session ids, tracking codes, ids of pages. They are like the values of parameters,
 * and so counted as such. A path is left with at least one other segment.
 */
function takeTokens(whole: readonly string[]): { segments: string[]; tokens: string[] } {
  const tokens: string[] = [];
  const segments = whole.filter((segment, place) => {
    if (tokens.length === MOST_TOKENS || !isGenerated(segment)) return true;
    tokens.push(`${TOKEN}${place}=${segment}`);
    return false;
  });
  // another segment would get the tokens' place at the end, and what it has of parameters would be the URL's
  const isClear =
    segments.some((segment) => segment !== '') && !segments.some((segment) => segment.includes(';'));
  return isClear ? { segments, tokens } : { segments: [...whole], tokens: [] };
}

/** Whether a segment looks like chosen at random: digits and letters take turns in it, less often if all are hexadecimal. */
function isGenerated(segment: string): boolean {
  if (!LIKE_TOKEN.test(segment)) return false;
  const token = /[\da-z]+(?:-[\da-f]+)*\)*$/i.exec(segment)![0];
  const turns = token.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0;
  return turns >= (/^[\da-f-]+$/i.test(token) ? 2 : 4);
}

function isToken(parameter: string): boolean {
  return parameter.startsWith(TOKEN);
}

/** The address of a page that {@link urlOf} names: its tokens where they stood. */
export function addressOf(url: string): string {
  if (!url.includes(TOKEN)) return url;
  const parts = splitUrl(url);
  if (parts === undefined) return url;
  const segments = [...parts.segments];
  for (const token of parts.parameters.filter(isToken)) {
    const [, place, segment] = /^;~(\d+)=(.*)$/s.exec(token) ?? [];
    if (place !== undefined) segments.splice(Number(place), 0, segment);
  }
  return urlOf({ ...parts, segments, parameters: withoutTokens(parts.parameters) });
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

/** The URL from its parts, with tokens at the end of its path. */
export function urlOf({ origin, segments, parameters }: UrlParts): string {
  return `${origin}/${segments.join('/')}${writtenParameters(parameters)}`;
}

/** Parameters as a URL has them behind its path. */
export function writtenParameters(parameters: readonly string[]): string {
  const query = parameters.filter((parameter) => !isOfPath(parameter));
  return parameters.filter(isOfPath).join('') + (query.length === 0 ? '' : `?${query.join('&')}`);
}

/** The parameters that are not tokens of the path. */
export function withoutTokens(parameters: readonly string[]): readonly string[] {
  return parameters.some(isToken) ? parameters.filter((each) => !isToken(each)) : parameters;
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
