import type { Page } from '../../../src/index.ts';
import { archivedPage } from '../archive/archived-page.ts';
import { headerUrl } from '../archive/headers.ts';
import { archiveRecords } from '../archive/records.ts';
import type { OpenData } from '../reading.ts';
import { countSkipped } from '../stats.ts';
import { arcSyntax } from './arc-syntax.ts';

/**
 * The pages of one ARC file, version 1 or 2.
 *
 * What counts as a page is what counts in WARC: HTML or plain text with status 2xx, or from a protocol that has
 * no status. The `filedesc` record that begins a file is skipped and counted. Records have no id of their own.
 */
export async function* arcPages(file: OpenData): AsyncGenerator<Page> {
  const { limits, stats } = file.reading;
  const keep = (type: string): number =>
    type === 'response' ? limits.maxPageBytes + limits.maxHeaderBytes : 0;
  for await (const record of archiveRecords(file, arcSyntax, keep)) {
    const { headers } = record;
    const url = headerUrl(headers.get('url') ?? '');
    const page =
      record.type === 'filedesc'
        ? 'filedesc record'
        : await archivedPage(
            {
              record,
              http: /^https?:/i.test(url) ? 'always' : 'never',
              contentType: headers.get('content-type'),
              id: undefined,
              url,
              fetchedAt: isoDate(headers.get('archive-date') ?? ''),
            },
            file,
          );
    if (typeof page === 'string') countSkipped(stats, page);
    else if (page !== undefined) yield page;
  }
}

/** `2008-04-30T20:48:25Z` of `20080430204825`; archives have dates of 10 to 18 digits, and some that are no dates. */
function isoDate(digits: string): string | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)?(\d\d)?(\d\d)?/.exec(digits);
  if (parts === null) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = parts;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}Z`;
  return Number.isNaN(Date.parse(iso)) ? undefined : iso;
}
