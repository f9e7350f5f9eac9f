import type { Page } from '../../../src/index.ts';
import { archivedPage, mediaType } from '../archive/archived-page.ts';
import { type ArchiveRecord, archiveRecords } from '../archive/records.ts';
import type { OpenData } from '../reading.ts';
import { countSkipped } from '../stats.ts';
import { warcSyntax } from './warc-syntax.ts';

/** Record types that may hold a page. Of others only the header is read. */
const PAGE_TYPES = new Set(['response', 'resource', 'conversion']);

/**
 * The pages of one WARC or WET file.
 *
 * A page is HTML or plain text from a `response` with status 2xx, a `resource` or a `conversion` record. All else is
 * counted as skipped with its reason: redirects and errors, `revisit` records, other media types, `continuation`
 * records of segmented ones (the first segment comes out, cut).
 */
export async function* warcPages(file: OpenData): AsyncGenerator<Page> {
  const { limits, stats } = file.reading;
  const keep = (type: string): number =>
    PAGE_TYPES.has(type) ? limits.maxPageBytes + limits.maxHeaderBytes : 0;
  for await (const record of archiveRecords(file, warcSyntax, keep)) {
    const page = PAGE_TYPES.has(record.type)
      ? await toPage(record, file)
      : `${record.type.slice(0, 40)} record`;
    if (typeof page === 'string') countSkipped(stats, page);
    else if (page !== undefined) yield page;
  }
}

async function toPage(record: ArchiveRecord, file: OpenData): Promise<Page | string | undefined> {
  const { headers, type } = record;
  const contentType = headers.get('content-type');
  const media = mediaType(contentType);
  const isHttp = type === 'response' && (media === 'application/http' || media === '');
  return await archivedPage(
    {
      record,
      // without a media type, a response may still be one that HTTP does not know of
      http: !isHttp ? 'never' : media === '' ? 'maybe' : 'always',
      contentType: isHttp ? undefined : contentType,
      id: headers.get('warc-record-id')?.replace(/^<(.*)>$/, '$1') || undefined,
      url: (headers.get('warc-target-uri') ?? '').replace(/^<(.*)>$/, '$1'),
      fetchedAt: headers.get('warc-date'),
    },
    file,
  );
}
