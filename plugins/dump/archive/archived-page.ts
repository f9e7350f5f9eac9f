import type { Page } from '../../../src/index.ts';
import { placeLabel } from '../bytes/pieces.ts';
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
 * The page of a record, or the reason why it has none: not HTML or plain text, or a status other than 2xx
 * (those bodies are the server's words, not the page's). A body whose codings break off is named as damaged and
 * comes out as far as it decodes.
 */
export async function archivedPage(resource: ArchivedResource, file: OpenData): Promise<Page | string> {
  const { ids, limits } = file.reading;
  const { record, http, fetchedAt } = resource;
  const { block } = record;
  const head = http === 'never' ? undefined : parseHttpHead(block, limits.maxHeaderBytes);
  if (http === 'always' && head === undefined) return 'response without an HTTP header';
  const contentType = head === undefined ? resource.contentType : head.headers.get('content-type');
  if (head !== undefined && (head.status < 200 || head.status > 299)) return `HTTP status ${head.status}`;
  const type = mediaType(contentType);
  if (type !== '' && !isPageType(type)) return type.slice(0, 60);
  const decoded = await decodeBody(
    block.subarray(head?.length ?? 0),
    head?.headers ?? new Map(),
    limits.maxPageBytes,
  );
  if (decoded.unknownCoding !== undefined) return `content coding ${decoded.unknownCoding}`;
  if (decoded.brokenCoding !== undefined) {
    const of = resource.id === undefined ? {} : { record: resource.id };
    file.report({ code: 'broken-body', coding: decoded.brokenCoding, ...of }, record.place);
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
