import {
  type CrawledGrams,
  nameWords,
  namingOf,
  type PageShingler,
  type Reason,
  reasonFor,
  webUrl,
} from '../../src/flow/index.ts';
import { type DomNode, type ShingledPage, shingleDom } from '../../src/index.ts';
import type { ClaimedPage, Validators } from '../../src/store/index.ts';
import { partOf } from '../dump/archive/partial-response.ts';
import type { DeclaredUrls } from './conflicts.ts';
import { packedText } from './kept-text.ts';
import type { Comparison } from './options.ts';
import { indexKey } from './page-key.ts';
import { translationsOf } from './translations.ts';

/** Where a page is, and whose. */
export interface PagePlace {
  /** Tells pages apart: a retry has the same one. Default: the URL that was asked for. */
  readonly key?: string;
  /** Name of its crawler, where several share an index: each has keys of its own. */
  readonly crawler?: string;
  /** Where it came from in the end, behind redirects. */
  readonly url: string;
  /** What was asked for, where a redirect led elsewhere. */
  readonly requestedUrl?: string;
}

/** A page as a crawler fetched it: its body, or the tree that was made of it. */
export interface FetchedPage extends PagePlace {
  /** Bytes as they came (transfer and content coding removed), or decoded text. */
  readonly body?: string | Uint8Array;
  /**
   * HTML that is parsed already, such as cheerio's `$.root()[0]`, not changed. Read only where there is no body: to
   * read that takes a third of the time.
   */
  readonly dom?: DomNode;
  /** The Content-Type header as it came. Default `text/html`; a body of type `text/plain` is taken as it stands. */
  readonly contentType?: string;
  /** The headers ETag and Last-Modified, kept for `conditionalHeaders`. */
  readonly validators?: Validators;
  /**
   * Status of the response: a 304, to `conditionalHeaders`, says that the page is as it was; a 206 that it is a part of one, which
   * stands for no whole one; one from 400 on that an error was sent in place of a page, which is compared with nothing.
   */
  readonly status?: number | undefined;
  /** The header Content-Range: a part that is all there is counts as whole. */
  readonly contentRange?: string | undefined;
}

/** A page that was read: what of it is compared, or why there is nothing. */
export interface ReadPage {
  readonly isRead: true;
  /** In the index. */
  readonly key: string;
  readonly url: string;
  readonly requestedUrl?: string;
  /** Missing where there is nothing to compare. */
  readonly content?: PageContent;
  /** Why there is no content. */
  readonly why?: Reason;
  /** Whether the server said that the page is as it was when it was decided. */
  readonly isNotModified?: true;
  /** What the page says of its URLs. */
  readonly declared?: DeclaredUrls;
}

/** A page that can be compared. */
export interface ComparablePage extends ReadPage {
  readonly content: PageContent;
}

/** What of a page is compared, and kept. */
export interface PageContent extends Omit<ClaimedPage, 'key' | 'url'> {
  /** Whether the page names what its URL does; undefined where that says nothing. */
  readonly isNamedByUrl?: boolean | undefined;
  /** As `PageFacts` has it. */
  readonly message?: number;
}

/** The grams of a page that is to be similar to nothing. */
const NO_GRAMS = new BigUint64Array(0);

/** Longer ones are of no use that we know of: no page is to fill the index. */
const LONGEST_VALIDATOR = 256;

const PAGE_TYPES = new Set([
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'text/xml',
  'application/xml',
]);

/** What a page may have, and of which type, where that is more than one of JavaScript's. */
const PAGE_FIELDS: readonly [name: keyof FetchedPage, type: string, isOptional: boolean][] = [
  ['url', 'string', false],
  ['key', 'string', true],
  ['crawler', 'string', true],
  ['requestedUrl', 'string', true],
  ['contentType', 'string', true],
  ['contentRange', 'string', true],
  ['status', 'number', true],
];

/** @throws TypeError naming what of a page is of another type than `FetchedPage` says */
export function checkPage(page: FetchedPage): void {
  const refused = (what: string, expected: string, got: unknown): TypeError =>
    new TypeError(`claim: ${what}: expected ${expected}; got ${got === null ? got : typeof got}`);
  if (Object(page) !== page) throw refused('page', 'an object with its url and body', page);
  for (const [name, type, isOptional] of PAGE_FIELDS) {
    const value = page[name];
    if (isOptional && value === undefined) continue;
    if (typeof value !== type) throw refused(name, `a ${type}`, value);
  }
  const { body } = page;
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array))
    throw refused('body', 'a string or bytes', body);
}

/** Reads a fetched page; a large body in another thread. O(bytes). */
export async function readPage(
  page: FetchedPage,
  shingler: PageShingler,
  comparison: Comparison,
): Promise<ReadPage> {
  const { url, contentType, body, dom, status, contentRange } = page;
  if (status === 304) {
    const detail = 'its server says that it has not changed, and nothing is known of it';
    return { ...unreadPage(page, reasonFor('nothing-fetched', { detail })), isNotModified: true };
  }
  if (status !== undefined && status >= 400) return unreadPage(page, reasonFor('no-page-status', { status }));
  const why = whyNoPage(contentType);
  if (why !== undefined) return unreadPage(page, why);
  if (dom === undefined && body === undefined) {
    return unreadPage(page, reasonFor('nothing-fetched', { detail: 'it has neither a body nor a tree' }));
  }
  const { extract, gram, keepText } = comparison;
  const shingled =
    body === undefined
      ? withNaming(url, shingleDom(dom!, { extract, gram }))
      : await shingler.shingle({ id: url, url, body, contentType: contentType ?? 'text/html' });
  const { text, title, identity, kind, grams, canonical: stated, sketches } = shingled;
  const part = partOf(status, contentRange);
  const most = part === undefined ? 0 : Math.max(part.length, (body?.length ?? 0) + 1);
  const truncatedFrom = Math.max(most, shingled.truncatedFrom ?? 0);
  const validators = shortValidators(page.validators);
  const content = {
    ...(validators && { validators }),
    ...(identity !== '' && { identity }),
    ...(truncatedFrom > 0 && { truncatedFrom }),
    isNamedByUrl: shingled.isNamedByUrl,
    ...(shingled.message !== undefined && { message: shingled.message }),
    ...(keepText && { text: packedText({ title, text }) }),
    // a page without grams is unclassifiable; the note keeps what it is
    ...(kind === 'article' ? { grams, ...(sketches && { sketches }) } : { grams: NO_GRAMS, note: kind }),
  };
  const canonical = stated === '' ? undefined : webUrl(stated, url);
  const translations = translationsOf(url, page);
  const declared = {
    ...(canonical !== undefined && { canonical }),
    ...(translations.length > 0 && { translations }),
  };
  return { ...placeOf(page), content, declared };
}

function withNaming(url: string, shingled: ShingledPage): CrawledGrams {
  const { text, names } = shingled;
  return {
    ...shingled,
    identity: nameWords(names).join('\n'),
    ...namingOf(url, text, names),
  };
}

/** A page of which there is nothing to compare. */
export function unreadPage(page: PagePlace, why: Reason): ReadPage {
  return { ...placeOf(page), why };
}

/** Why what has a content type is no page; undefined where it may be one. */
export function whyNoPage(contentType: string | undefined): Reason | undefined {
  const type = contentType?.split(';', 1)[0].trim().toLowerCase() ?? '';
  return type === '' || PAGE_TYPES.has(type) ? undefined : reasonFor('no-page-type', { contentType: type });
}

/** Whether a page was read already. */
export function isRead(page: FetchedPage | ReadPage): page is ReadPage {
  return Object(page) === page && 'isRead' in page;
}

/** Whether a page can be compared. */
export function isComparable(page: ReadPage): page is ComparablePage {
  return page.content !== undefined;
}

/** A page for which a wall answered: similar to nothing, and not what it calls itself. */
export function asWall({ content, ...page }: ComparablePage): ComparablePage {
  const { identity: _, sketches: __, ...rest } = content;
  return { ...page, content: { ...rest, grams: NO_GRAMS, note: 'wall' } };
}

function placeOf({ url, requestedUrl, key = requestedUrl ?? url, crawler }: PagePlace): ReadPage {
  return {
    isRead: true,
    ...{ key: indexKey({ ...(crawler !== undefined && { crawler }), key }), url },
    ...(requestedUrl !== undefined && requestedUrl !== url && { requestedUrl }),
  };
}

function shortValidators({ etag, lastModified }: Validators = {}): Validators | undefined {
  const validators = {
    ...(isValidator(etag) && { etag }),
    ...(isValidator(lastModified) && { lastModified }),
  };
  return Object.keys(validators).length === 0 ? undefined : validators;
}

function isValidator(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_VALIDATOR;
}
