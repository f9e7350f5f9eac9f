import type { Page } from '../../../src/index.ts';
import { placeLabel } from '../bytes/pieces.ts';
import type { DumpDamage } from '../damage.ts';
import { looksLikeHtml } from '../page-file/looks-like-html.ts';
import type { OpenData } from '../reading.ts';
import { decodeBody, parseHttpHead } from './http.ts';
import type { ArchiveRecord } from './records.ts';

/** What a page is made from: a record's block, and what its header says of it. */
interface ArchivedResource {
  readonly record: ArchiveRecord;
  /** Whether the block begins with an HTTP header: it must, it may, or it is the body. */
  readonly http: 'always' | 'maybe' | 'never';
  /** The media type that the record gives, used where there is no HTTP header. */
  readonly contentType: string | undefined;
  /** The record's own id. */
  readonly id: string | undefined;
  readonly url: string;
  readonly fetchedAt: string | undefined;
}

/**
 * The page of a record; or the reason why it is none: not HTML or plain text, or a status other than 2xx (those
 * bodies are the server's words, not the page's); or nothing, where it cannot be read, which has been named as
 * damage. A body that is not whole is named, too, and comes out as far as it goes.
 */
export async function archivedPage(
  resource: ArchivedResource,
  file: OpenData,
): Promise<Page | string | undefined> {
  const { ids, limits } = file.reading;
  const { record, http, fetchedAt } = resource;
  const { block } = record;
  // a record is one spot: what has been named says why the rest of it is not as it should be
  const report = (damage: DumpDamage): void => {
    if (record.damage === undefined) file.report(damage, record.place);
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
  const contentType = head === undefined ? resource.contentType : head.headers.get('content-type');
  if (head !== undefined && (head.status < 200 || head.status > 299)) return `HTTP status ${head.status}`;
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
  if (decoded.brokenCoding !== undefined) {
    report({ code: 'broken-body', coding: decoded.brokenCoding, ...of });
  }
  if (type === '' && !looksLikeHtml(decoded.body)) return 'no media type, and not HTML';
  const cut =
    block.length < record.blockLength ? record.blockLength - (head?.length ?? 0) : decoded.truncatedFrom;
  return {
    id: ids.take(resource.id, () => `${file.name}:${placeLabel(record.place)}`),
    url: resource.url,
    body: decoded.body,
    ...(contentType === undefined ? {} : { contentType }),
    ...(fetchedAt === undefined ? {} : { fetchedAt }),
    ...(cut === undefined ? {} : { truncatedFrom: cut }),
  };
}

/** `text/html` of `Text/HTML; charset=utf-8`; empty where the header has no media type. */
export function mediaType(contentType: string | undefined): string {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return type.includes('/') ? type : '';
}

function isPageType(type: string): boolean {
  return type === 'text/html' || type === 'application/xhtml+xml' || type === 'text/plain';
}
