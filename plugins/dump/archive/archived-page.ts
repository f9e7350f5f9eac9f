import type { Page } from '../../../src/index.ts';
import { type Place, placeLabel } from '../bytes/pieces.ts';
import type { DamageCode, DumpDamage } from '../damage.ts';
import { looksLikeHtml } from '../page-file/looks-like-html.ts';
import type { OpenData } from '../reading.ts';
import type { ArchiveRecord } from './archive-record.ts';
import { type Headers, headerUrl } from './headers.ts';
import { decodeBody, parseHttpHead } from './http.ts';
import { partOf } from './partial-response.ts';

/** The input of a page: a record's block, and facts from the record's header. */
interface ArchivedResource {
  readonly record: ArchiveRecord;
  /** Whether the block begins with an HTTP header: it must, it may, or the block is the body. */
  readonly http: 'always' | 'maybe' | 'never';
  /** The media type that the record states, used if there is no HTTP header. */
  readonly contentType: string | undefined;
  /** The record's own id. */
  readonly id: string | undefined;
  readonly url: string;
  readonly fetchedAt: string | undefined;
  /** The reason that the record gives for being incomplete, if any. */
  readonly truncated?: string | undefined;
}

/**
 * The page of a record; or the reason why it is none: not HTML or plain text, or a status other than 2xx (such a body
 * is the server's message, not the page); or nothing if it cannot be read, which is reported as damage. An incomplete
 * body is reported, too, and returned as far as it goes. A requested part of a page is returned as a page that was cut.
 */
export async function archivedPage(
  resource: ArchivedResource,
  file: OpenData,
): Promise<Page | string | undefined> {
  const { ids, limits } = file.reading;
  const { record, http, fetchedAt, truncated } = resource;
  const { block } = record;
  let damage = record.damage;
  // the damage reported first explains the rest, but a wrong digest explains nothing
  const report = (found: DumpDamage): void => {
    if (damage !== undefined && !UNEXPLAINED.has(damage)) return;
    file.report(found, record.place);
    damage = found.code;
  };
  const of = resource.id === undefined ? {} : { record: resource.id };
  const head = http === 'never' ? undefined : parseHttpHead(block, limits.maxHeaderBytes);
  if (http === 'always' && head === undefined) {
    const isHtml = looksLikeHtml(block);
    const found = isHtml ? 'HTML' : block.length === 0 ? 'nothing' : 'something else';
    report({ code: 'no-http-header', found, ...of });
    if (!isHtml) return undefined;
  }
  if (head?.isLong) {
    report({ code: 'too-long', what: 'its HTTP header', most: limits.maxHeaderBytes });
    return undefined;
  }
  // of what is cut before its page begins, not even the header can be relied on
  if (damage === 'cut-off' && block.length === (head?.length ?? 0)) return undefined;
  const contentType = head === undefined ? resource.contentType : head.headers.get('content-type');
  if (head !== undefined && (head.status < 200 || head.status > 299)) {
    const target = headerUrl(head.headers.get('location') ?? '');
    if (head.status >= 300 && head.status < 400 && target !== '')
      file.reading.onRedirect({ url: resource.url, target });
    return `HTTP status ${head.status}`;
  }
  const type = mediaType(contentType);
  if (type !== '' && !isPageType(type)) return type.slice(0, 60);
  const decoded = await decodeBody(
    block.subarray(head?.length ?? 0),
    head?.headers ?? new Map(),
    limits.maxPageBytes,
  );
  if (decoded.unknownCoding !== undefined) {
    report({ code: 'unknown-coding', coding: decoded.unknownCoding, ...of });
    return undefined;
  }
  if (type === '' && !looksLikeHtml(decoded.body)) return 'no media type, and not HTML';
  const stored = record.blockLength - (head?.length ?? 0);
  const isHeld = block.length === record.blockLength;
  if (truncated !== undefined) report({ code: 'truncated', why: truncated, ...of });
  const stated = decoded.isDecoded ? undefined : statedLength(head?.headers);
  const part = partOf(head?.status, head?.headers.get('content-range'));
  if (part !== undefined) report({ code: 'partial-response', range: part.range, ...of });
  if (stated !== undefined && stated > stored) report({ code: 'short-body', stated, actual: stored, ...of });
  // a long body breaks off because it is cut here
  if (decoded.broken !== undefined && (isHeld || decoded.broken.fault !== 'cut-off')) {
    report({ code: 'broken-body', ...decoded.broken, ...of });
  }
  const isCut = part !== undefined || CUT.has(damage) || decoded.broken?.fault === 'cut-off';
  const least = isCut ? Math.max(part?.length ?? 0, stated ?? 0, decoded.body.length + 1) : undefined;
  const cut = isHeld ? (decoded.truncatedFrom ?? least) : stored;
  return {
    id: ids.take(resource.id, () => recordId(file.name, record.place)),
    url: resource.url,
    body: decoded.body,
    ...(contentType === undefined ? {} : { contentType }),
    ...(fetchedAt === undefined ? {} : { fetchedAt }),
    ...(cut === undefined ? {} : { truncatedFrom: cut }),
    ...(damage === undefined ? {} : { damage }),
  };
}

/** The id of a page whose record has none. */
export function recordId(name: string, place: Place): string {
  return `${name}:${placeLabel(place)}`;
}

/** Damage that does not say what is wrong with a record. */
const UNEXPLAINED: ReadonlySet<DamageCode> = new Set(['digest', 'not-a-digest']);

/** Damage that makes a record lack its end. */
const CUT: ReadonlySet<DamageCode | undefined> = new Set([
  'truncated',
  'short-body',
  'missing-segments',
  'cut-off',
]);

/** The Content-Length of a message, if it states the length of the stored body. */
function statedLength(headers: Headers | undefined): number | undefined {
  const length = headers?.get('content-length') ?? '';
  return /^\d{1,15}$/.test(length) && !headers!.has('transfer-encoding') ? Number(length) : undefined;
}

/** Type and subtype, of the characters that names of these may have (RFC 9110, section 5.6.2). */
const MEDIA_TYPE = /^\s*([\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+)/;
/** What servers state that know no type (WHATWG MIME Sniffing, section 7). */
const UNKNOWN_TYPES = new Set(['*/*', 'unknown/unknown', 'application/unknown']);

/**
 * `text/html` for `Text/HTML; charset=utf-8`, and for `text/html charset=utf-8` and `text/html,text/html`, which servers send
 * too; empty if the header states no media type.
 */
export function mediaType(contentType: string | undefined): string {
  const type = MEDIA_TYPE.exec(contentType ?? '')?.[1]?.toLowerCase() ?? '';
  return UNKNOWN_TYPES.has(type) ? '' : type;
}

function isPageType(type: string): boolean {
  return type === 'text/html' || type === 'application/xhtml+xml' || type === 'text/plain';
}
