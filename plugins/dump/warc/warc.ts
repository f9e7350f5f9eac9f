import type { Page } from '../../../src/index.ts';
import type { ArchiveRecord } from '../archive/archive-record.ts';
import { archivedPage, mediaType } from '../archive/archived-page.ts';
import type { Headers } from '../archive/headers.ts';
import { archiveRecords } from '../archive/records.ts';
import type { OpenData, Reading } from '../reading.ts';
import { countSkipped } from '../stats.ts';
import type { SegmentedRecord } from './segments.ts';
import { warcSyntax } from './warc-syntax.ts';

/** Record types that may hold a page. Of others only the header is read. */
const PAGE_TYPES = new Set(['response', 'resource', 'conversion']);

/**
 * The pages of one WARC or WET file.
 *
 * A page is HTML or plain text from a `response` with status 2xx, a `resource` or a `conversion` record. All else is
 * counted as skipped with its reason: redirects and errors, `revisit` records, other media types, `continuation` records
 * of what is no page. A record in segments comes out where its last one lies, in this file or a later one.
 */
export async function* warcPages(file: OpenData): AsyncGenerator<Page> {
  const { limits, segments, stats } = file.reading;
  const keep = (type: string, headers: Headers): number =>
    PAGE_TYPES.has(type) || (type === 'continuation' && segments.awaits(headers))
      ? limits.maxPageBytes + limits.maxHeaderBytes
      : 0;
  for await (const record of archiveRecords(file, warcSyntax, keep)) {
    if (record.type === 'continuation' && segments.awaits(record.headers)) {
      const whole = await segments.add(record);
      if (whole !== undefined) yield* pageOf(whole);
      continue;
    }
    if (!PAGE_TYPES.has(record.type)) {
      countSkipped(stats, `${record.type.slice(0, 40)} record`);
      continue;
    }
    const { taken, left } = segments.begin(record, file);
    for (const given of left) yield* pageOf(given);
    if (!taken) yield* pageOf({ record, file });
  }
}

/** The pages of records whose last segments have come in no file. */
export async function* unfinishedPages({ segments }: Pick<Reading, 'segments'>): AsyncGenerator<Page> {
  for (const record of segments.rest()) yield* pageOf(record);
}

/** The page of a record, or nothing where it is counted as skipped, or named as damaged. */
async function* pageOf({ record, file }: SegmentedRecord<OpenData>): AsyncGenerator<Page> {
  const page = await toPage(record, file);
  if (typeof page === 'string') countSkipped(file.reading.stats, page);
  else if (page !== undefined) yield page;
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
      truncated: headers.get('warc-truncated'),
    },
    file,
  );
}
