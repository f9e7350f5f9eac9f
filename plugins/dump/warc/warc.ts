import type { Page } from '../../../src/index.ts';
import type { ArchiveRecord } from '../archive/archive-record.ts';
import { archivedPage, mediaType } from '../archive/archived-page.ts';
import type { Headers } from '../archive/headers.ts';
import { archiveRecords } from '../archive/records.ts';
import type { OpenData, Reading } from '../reading.ts';
import { countSkipped } from '../stats.ts';
import type { SegmentedRecord } from './segments.ts';
import { targetUrl, warcSyntax } from './warc-syntax.ts';

/** Record types that may hold a page. Of others only the header is read. */
const PAGE_TYPES = new Set(['response', 'resource', 'conversion']);

/** Where Wget and wpull store their logs, and Browsertrix the text of each page beside it. Other URNs may name pages, as in our own copies. */
const ABOUT_THE_CRAWL = /^(?:metadata:|urn:(?:x-wpull|text):)/i;

/** A record, and the pages that came with it: its own, or that of a record whose last segment it is. */
interface WarcUnit {
  readonly record: ArchiveRecord;
  readonly pages: readonly WarcPage[];
}

/** What a record of page type gave. */
export interface WarcPage {
  /** The record, put together where it came in segments. */
  readonly of: ArchiveRecord;
  /** Absent where it was counted as skipped or named as damaged. */
  readonly page: Page | undefined;
}

/**
 * The pages of one WARC or WET file.
 *
 * A page is HTML or plain text from a `response` with status 2xx, a `resource` or a `conversion` record. All else is
 * counted as skipped with its reason: redirects and errors, `revisit` records, other media types, text that a crawler
 * stored about the crawl, `continuation` records of what is no page. A record in segments comes out where its last one lies, in this file or a later one.
 */
export async function* warcPages(file: OpenData): AsyncGenerator<Page> {
  for await (const { pages } of warcUnits(file)) {
    for (const { page } of pages) if (page !== undefined) yield page;
  }
}

/** All records of one WARC file, with the pages among them: see `warcPages`. */
export async function* warcUnits(file: OpenData): AsyncGenerator<WarcUnit> {
  const { limits, segments, stats } = file.reading;
  const keep = (type: string, headers: Headers): number =>
    PAGE_TYPES.has(type) || (type === 'continuation' && segments.awaits(headers))
      ? limits.maxPageBytes + limits.maxHeaderBytes
      : 0;
  for await (const record of archiveRecords(file, warcSyntax, keep)) {
    if (record.type === 'continuation' && segments.awaits(record.headers)) {
      const whole = await segments.add(record);
      yield { record, pages: whole === undefined ? [] : [await pageOf(whole)] };
    } else if (PAGE_TYPES.has(record.type)) {
      const { taken, left } = segments.begin(record, file);
      const pages: WarcPage[] = [];
      for (const given of left) pages.push(await pageOf(given));
      if (!taken) pages.push(await pageOf({ record, file }));
      yield { record, pages };
    } else {
      countSkipped(stats, `${record.type.slice(0, 40)} record`);
      yield { record, pages: [] };
    }
  }
}

/** The pages of records whose last segments have come in no file. */
export async function* unfinishedPages({ segments }: Pick<Reading, 'segments'>): AsyncGenerator<WarcPage> {
  for (const record of segments.rest()) yield await pageOf(record);
}

async function pageOf({ record, file }: SegmentedRecord<OpenData>): Promise<WarcPage> {
  const page = await toPage(record, file);
  if (typeof page !== 'string') return { of: record, page };
  countSkipped(file.reading.stats, page);
  return { of: record, page: undefined };
}

async function toPage(record: ArchiveRecord, file: OpenData): Promise<Page | string | undefined> {
  const { headers, type } = record;
  const contentType = headers.get('content-type');
  const media = mediaType(contentType);
  const url = targetUrl(headers);
  if (type === 'resource' && media === 'text/plain' && ABOUT_THE_CRAWL.test(url))
    return 'resource about the crawl';
  const isHttp = type === 'response' && (media === 'application/http' || media === '');
  return await archivedPage(
    {
      record,
      // without a media type, a response may still be one that HTTP does not know of
      http: !isHttp ? 'never' : media === '' ? 'maybe' : 'always',
      contentType: isHttp ? undefined : contentType,
      id: headers.get('warc-record-id')?.replace(/^<(.*)>$/, '$1') || undefined,
      url,
      fetchedAt: headers.get('warc-date'),
      truncated: headers.get('warc-truncated'),
    },
    file,
  );
}
