import type { Page } from '../../../src/index.ts';
import { type Place, placeLabel } from '../bytes/pieces.ts';
import type { DamageCode, DumpDamage } from '../damage.ts';
import { looksLikeHtml } from '../page-file/looks-like-html.ts';
import type { OpenData } from '../reading.ts';
import type { ArchiveRecord } from './archive-record.ts';
import { type Headers, headerUrl } from './headers.ts';
import { type DecodedBody, decodeBody, type HttpHead, parseHttpHead } from './http.ts';
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
  const { record, fetchedAt } = resource;
  const damage = new RecordDamage(record, file, resource.id);
  const head = headOf(resource, damage, limits.maxHeaderBytes);
  if (head === 'unreadable') return undefined;
  const headBytes = head?.length ?? 0;
  // of what is cut before its page begins, not even the header can be relied on
  if (damage.code === 'cut-off' && record.block.length === headBytes) return undefined;
  if (head !== undefined && (head.status < 200 || head.status > 299)) {
    noteRedirect(head, resource.url, file);
    return `HTTP status ${head.status}`;
  }
  const contentType = head === undefined ? resource.contentType : head.headers.get('content-type');
  const type = mediaType(contentType);
  if (type !== '' && !isPageType(type)) return type.slice(0, 60);
  const stored = record.block.subarray(headBytes);
  const decoded = await decodeBody(stored, head?.headers ?? new Map(), limits.maxPageBytes);
  if (decoded.unknownCoding !== undefined) {
    damage.report({ code: 'unknown-coding', coding: decoded.unknownCoding, ...damage.of });
    return undefined;
  }
  if (type === '' && !looksLikeHtml(decoded.body)) return 'no media type, and not HTML';
  const cut = cutOf(resource, head, decoded, damage);
  return {
    id: ids.take(resource.id, () => recordId(file.name, record.place)),
    url: resource.url,
    body: decoded.body,
    ...(contentType === undefined ? {} : { contentType }),
    ...(fetchedAt === undefined ? {} : { fetchedAt }),
    ...(cut === undefined ? {} : { truncatedFrom: cut }),
    ...(damage.code === undefined ? {} : { damage: damage.code }),
  };
}

/** The damage of a record. What is reported first explains the rest, but a wrong digest explains nothing. */
class RecordDamage {
  code: DamageCode | undefined;
  /** The record's own id, for what is reported. */
  readonly of: { readonly record?: string };
  readonly #record: ArchiveRecord;
  readonly #file: OpenData;

  constructor(record: ArchiveRecord, file: OpenData, id: string | undefined) {
    this.code = record.damage;
    this.of = id === undefined ? {} : { record: id };
    this.#record = record;
    this.#file = file;
  }

  report(found: DumpDamage): void {
    if (this.code !== undefined && !UNEXPLAINED.has(this.code)) return;
    this.#file.report(found, this.#record.place);
    this.code = found.code;
  }
}

/** The HTTP header of a record, if it has one. */
function headOf(
  { record: { block }, http }: ArchivedResource,
  damage: RecordDamage,
  most: number,
): HttpHead | undefined | 'unreadable' {
  const head = http === 'never' ? undefined : parseHttpHead(block, most);
  if (http === 'always' && head === undefined) {
    const isHtml = looksLikeHtml(block);
    const found = isHtml ? 'HTML' : block.length === 0 ? 'nothing' : 'something else';
    damage.report({ code: 'no-http-header', found, ...damage.of });
    if (!isHtml) return 'unreadable';
  }
  if (!head?.isLong) return head;
  damage.report({ code: 'too-long', what: 'its HTTP header', most });
  return 'unreadable';
}

function noteRedirect({ status, headers }: HttpHead, url: string, file: OpenData): void {
  const target = headerUrl(headers.get('location') ?? '');
  if (status >= 300 && status < 400 && target !== '') file.reading.onRedirect({ url, target });
}

/** Reports what a body lacks. Returns how many bytes it had at least, if it is not whole. */
function cutOf(
  { record, truncated }: ArchivedResource,
  head: HttpHead | undefined,
  decoded: DecodedBody,
  damage: RecordDamage,
): number | undefined {
  const stored = record.blockLength - (head?.length ?? 0);
  const isHeld = record.block.length === record.blockLength;
  if (truncated !== undefined) damage.report({ code: 'truncated', why: truncated, ...damage.of });
  const stated = decoded.isDecoded ? undefined : statedLength(head?.headers);
  const part = partOf(head?.status, head?.headers.get('content-range'));
  if (part !== undefined) damage.report({ code: 'partial-response', range: part.range, ...damage.of });
  if (stated !== undefined && stated > stored)
    damage.report({ code: 'short-body', stated, actual: stored, ...damage.of });
  // a long body breaks off because it is cut here
  if (decoded.broken !== undefined && (isHeld || decoded.broken.fault !== 'cut-off')) {
    damage.report({ code: 'broken-body', ...decoded.broken, ...damage.of });
  }
  if (!isHeld) return stored;
  const isCut = part !== undefined || CUT.has(damage.code) || decoded.broken?.fault === 'cut-off';
  const least = isCut ? Math.max(part?.length ?? 0, stated ?? 0, decoded.body.length + 1) : undefined;
  return decoded.truncatedFrom ?? least;
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
