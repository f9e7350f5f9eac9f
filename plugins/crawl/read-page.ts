import {
  type CrawledGrams,
  type Naming,
  namesAt,
  namingIn,
  namingOfPage,
  type PageShingler,
  type Reason,
  reasonFor,
  webUrl,
} from '../../src/flow/index.ts';
import { type DomNode, type ShingledPage, shingleDom } from '../../src/index.ts';
import type { ClaimedPage, Validators } from '../../src/store/index.ts';
import { outlineOf } from '../../src/url-rules/index.ts';
import { partOf } from '../dump/archive/partial-response.ts';
import type { DeclaredUrls } from './conflicts.ts';
import { packedText } from './kept-text.ts';
import { hasLostLetters } from './lost-letters.ts';
import type { Comparison } from './options.ts';
import { indexKeyOf } from './page-key.ts';
import { sourcesIn, sourcesOf } from './sources.ts';
import { translationsOf } from './translations.ts';

/** Identifies a page by its URL, its key and its crawler. */
export interface PagePlace {
  /** Identifies the page; a retry has the same key. Default: the URL that was asked for. */
  readonly key?: string;
  /** Name of its crawler, if several share an index; each has its own keys. */
  readonly crawler?: string;
  /** Its URL after redirects. */
  readonly url: string;
  /** The URL that was asked for, if a redirect led elsewhere. */
  readonly requestedUrl?: string;
  /** Method of its request. Default `GET`. The answer to another one says nothing about its URL, from which no URL rule learns then. */
  readonly method?: string | undefined;
}

/** A page as a crawler fetched it: its body, or the tree parsed from it. */
export interface FetchedPage extends PagePlace {
  /** Bytes as they came (transfer and content coding removed), or decoded text. */
  readonly body?: string | Uint8Array;
  /**
   * Parsed HTML, such as cheerio's `$.root()[0]`; it is not changed. Used only if there is no body, since
   * reading a body takes a third of the time.
   */
  readonly dom?: DomNode;
  /** The Content-Type header as it came. Default `text/html`. A body of type `text/plain` is compared as it stands. */
  readonly contentType?: string;
  /** The headers ETag and Last-Modified. They are kept for `conditionalHeaders`. */
  readonly validators?: Validators;
  /**
   * Status of the response. 304, the answer to `conditionalHeaders`: the page has not changed. 206: this is a part of
   * a page, which never stands for a whole one. 400 and above: an error was sent instead of a page; it is compared
   * with nothing.
   */
  readonly status?: number | undefined;
  /** The Content-Range header: a part that covers everything counts as a whole page. */
  readonly contentRange?: string | undefined;
}

/** A page that has been read: the content to compare, or the reason why there is none. */
export interface ReadPage {
  readonly isRead: true;
  /** Its key in the index. */
  readonly key: string;
  readonly url: string;
  readonly requestedUrl?: string;
  /** Whether the page may depend on what was sent to its URL: the method of its request is not GET. */
  readonly isAnswer?: true;
  /** Missing if there is nothing to compare. */
  readonly content?: PageContent;
  /** Why there is no content. */
  readonly why?: Reason;
  /** Whether the server said that the page has not changed since it was decided. */
  readonly isNotModified?: true;
  /** Whether the server said that there is no such page (any more), or sent something else than a page. */
  readonly isGone?: true;
  /** Whether the server refuses to show what is there. */
  readonly isRefused?: true;
  /** The status by which the server blocks the crawl for now, or asks for a pause: it may send the page another time. */
  readonly putOff?: number;
  /** What the page says about URLs. */
  readonly declared?: DeclaredUrls;
  /** URL of the page that linked to it first, if it is known. */
  readonly linkedFrom?: string;
}

/** A page that can be compared. */
export interface ComparablePage extends ReadPage {
  readonly content: PageContent;
}

/** The parts of a page that are compared and kept. */
export interface PageContent extends Omit<ClaimedPage, 'key' | 'url'>, Naming {
  /** See `outlineOf`. */
  readonly outline?: number;
}

/** The grams of a page that is similar to nothing. */
const NO_GRAMS = new BigUint64Array(0);

/** Longer validators have no known use, and no page may fill the index with them. */
const LONGEST_VALIDATOR = 256;

/** Statuses by which a server says that there is no such page (any more). */
export const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Statuses of URLs that are not for readers: forms that are only sent, actions that need a login. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 405]);

const PAGE_TYPES = new Set([
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'text/xml',
  'application/xml',
]);

/** Statuses by which servers block a crawl for a while or ask for a pause, or say that what is behind them does not answer. */
const PAUSES: ReadonlySet<number> = new Set([403, 408, 429, 502, 503, 504]);

/** Reads a fetched page. A large body is read in another thread. O(bytes). */
export async function readPage(
  page: FetchedPage,
  shingler: PageShingler,
  comparison: Comparison,
): Promise<ReadPage> {
  const unread = withoutContent(page);
  if (unread !== undefined) return unread;
  const { url, contentType, body, dom, status, contentRange } = page;
  const { extract, gram, keepText } = comparison;
  const shingled =
    body === undefined
      ? withNaming(url, shingleDom(dom!, { extract, gram }))
      : await shingler.shingle({ id: url, url, body, contentType: contentType ?? 'text/html' });
  const { text, title, identity, kind, grams, canonical: stated, sketches } = shingled;
  const outline =
    text === ''
      ? undefined
      : outlineOf(page.requestedUrl ?? url, `${title} ${text}`, () =>
          body === undefined ? sourcesOf(dom!) : sourcesIn(body),
        );
  const part = partOf(status, contentRange);
  const most = part === undefined ? 0 : Math.max(part.length, (body?.length ?? 0) + 1);
  const truncatedFrom = Math.max(most, shingled.truncatedFrom ?? 0);
  const validators = shortValidators(page.validators);
  const content = {
    ...(validators && { validators }),
    ...(identity !== '' && { identity }),
    ...(truncatedFrom > 0 && { truncatedFrom }),
    ...namingIn(shingled),
    ...(outline !== undefined && { outline }),
    ...(keepText && { text: packedText({ title, text }) }),
    // a page without grams is unclassifiable; the note is the kind of page
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

/** A page whose response has nothing to compare; undefined for any other. */
function withoutContent(page: FetchedPage): ReadPage | undefined {
  const { url, contentType, body, dom, status } = page;
  if (status === 304) {
    const detail = 'its server says that it has not changed, and nothing is known of it';
    return { ...unreadPage(page, reasonFor('nothing-fetched', { detail })), isNotModified: true };
  }
  if (status !== undefined && status >= 400) {
    return {
      ...unreadPage(page, reasonFor('no-page-status', { status })),
      ...(GONE.has(status) && { isGone: true }),
      ...(REFUSALS.has(status) && { isRefused: true }),
      ...(PAUSES.has(status) && { putOff: status }),
    };
  }
  const why = whyNoPage(contentType);
  if (why !== undefined) return unreadPage(page, why);
  if (dom === undefined && body === undefined) {
    return unreadPage(page, reasonFor('nothing-fetched', { detail: 'it has neither a body nor a tree' }));
  }
  if (hasLostLetters(url, body)) return unreadPage(page, reasonFor('not-decoded', {}));
  return undefined;
}

function withNaming(url: string, shingled: ShingledPage): CrawledGrams {
  const { names, qualified } = shingled;
  return {
    ...shingled,
    identity: namesAt(url, names, qualified).join('\n'),
    ...namingOfPage(url, shingled),
  };
}

/** A page with nothing to compare. */
export function unreadPage(page: PagePlace, why: Reason): ReadPage {
  return { ...placeOf(page), why, ...(why.code === 'no-page-type' && { isGone: true }) };
}

/** Why a response of a content type is no page; undefined if it may be one. */
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

/** The page, judged as one for which a wall answered: without its grams and the identity that the wall gave. */
export function asWall({ content, ...page }: ComparablePage): ComparablePage {
  const { identity: _, sketches: __, note = 'wall', ...rest } = content;
  return { ...page, content: { ...rest, grams: NO_GRAMS, note } };
}

function placeOf(place: PagePlace): ReadPage {
  const { url, requestedUrl, method = 'GET' } = place;
  return {
    isRead: true,
    ...{ key: indexKeyOf(place), url },
    ...(requestedUrl !== undefined && requestedUrl !== url && { requestedUrl }),
    ...(method.toUpperCase() !== 'GET' && { isAnswer: true }),
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
