import type { Page } from '../../src/index.ts';
import { placeLabel } from './bytes.ts';
import { countSkipped } from './damage.ts';
import { decodeBody, parseHttpHead } from './http.ts';
import type { OpenFile } from './open-file.ts';
import { looksLikeHtml } from './sniff.ts';
import { type WarcRecord, warcRecords } from './warc-records.ts';

/** Record types that may hold a page. Of others only the header is read. */
const pageTypes = new Set(['response', 'resource', 'conversion']);

/**
 * The pages of one WARC or WET file.
 *
 * A page is HTML or plain text from a `response` with status 2xx, a `resource` or a `conversion` record. All else is
 * counted as skipped with its reason: redirects and errors (their bodies are the server's words, not the
 * page's), `revisit` records, other media types, `continuation` records of segmented ones (the first segment
 * comes out, cut). A body whose codings break off is named as damaged and comes out as far as it decodes.
 */
export async function* warcPages(file: OpenFile): AsyncGenerator<Page> {
  const { limits, stats } = file;
  const keep = (type: string): number =>
    pageTypes.has(type) ? limits.maxPageBytes + limits.maxHeaderBytes : 0;
  for await (const record of warcRecords(file.reader, keep, file)) {
    const page = pageTypes.has(record.type)
      ? await toPage(record, file)
      : `${record.type.slice(0, 40)} record`;
    if (typeof page === 'string') countSkipped(stats, page);
    else yield page;
  }
}

/** The page of a record, or the reason why it has none. */
async function toPage(record: WarcRecord, file: OpenFile): Promise<Page | string> {
  const { headers, block } = record;
  const recordType = mediaType(headers.get('content-type'));
  const isHttp = record.type === 'response' && (recordType === 'application/http' || recordType === '');
  const head = isHttp ? parseHttpHead(block, file.limits.maxHeaderBytes) : undefined;
  if (isHttp && head === undefined && recordType !== '') return 'response without an HTTP header';
  const contentType =
    head === undefined
      ? isHttp
        ? undefined
        : headers.get('content-type')
      : head.headers.get('content-type');
  if (head !== undefined && (head.status < 200 || head.status > 299)) return `HTTP status ${head.status}`;
  const type = mediaType(contentType);
  if (type !== '' && !isPageType(type)) return type.slice(0, 60);
  const decoded = await decodeBody(
    block.subarray(head?.length ?? 0),
    head?.headers ?? new Map(),
    file.limits.maxPageBytes,
  );
  if (decoded.unknownCoding !== undefined) return `content coding ${decoded.unknownCoding}`;
  if (decoded.broken !== undefined)
    file.damage(record.place, `record ${bareId(headers) ?? ''}: ${decoded.broken}`);
  if (type === '' && !looksLikeHtml(decoded.body)) return 'no media type, and not HTML';
  const fetchedAt = headers.get('warc-date');
  const cut =
    block.length < record.blockLength ? record.blockLength - (head?.length ?? 0) : decoded.truncatedFrom;
  return {
    id: file.ids.take(bareId(headers), () => `${file.name}:${placeLabel(record.place)}`),
    url: (headers.get('warc-target-uri') ?? '').replace(/^<(.*)>$/, '$1'),
    body: decoded.body,
    ...(contentType === undefined ? {} : { contentType }),
    ...(fetchedAt === undefined ? {} : { fetchedAt }),
    ...(cut === undefined ? {} : { truncatedFrom: cut }),
  };
}

function bareId(headers: WarcRecord['headers']): string | undefined {
  return headers.get('warc-record-id')?.replace(/^<(.*)>$/, '$1') || undefined;
}

/** `text/html` of `Text/HTML; charset=utf-8`; empty when there is none, or nothing that could be one. */
function mediaType(contentType: string | undefined): string {
  const type = (contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  return type.includes('/') ? type : '';
}

function isPageType(type: string): boolean {
  return type === 'text/html' || type === 'application/xhtml+xml' || type === 'text/plain';
}
