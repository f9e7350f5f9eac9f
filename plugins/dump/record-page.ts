import type { Page } from '../../src/index.ts';
import type { Reading } from './reading.ts';

/**
 * Fields that hold a page; the first one with text counts. Data sets with both the HTML and the text of pages leave the HTML empty where
 * they have none. The last two are those of published data sets (RefinedWeb and OSCAR;
 * RedPajama).
 */
export const contentFields: readonly string[] = ['html', 'text', 'content', 'raw_content'];

/** Fields with facts about a page. The first one counts that is there, in the record or in an object of `factObjects`. */
export const factFields = {
  // `loadedUrl` is what Crawlee calls the URL of a page after redirects
  url: ['url', 'loadedUrl', 'warc-target-uri', 'WARC-Target-URI'],
  date: ['date', 'fetchedAt', 'timestamp', 'warc-date', 'WARC-Date'],
} as const;

/** Objects in which published data sets (Dolma, FineWeb, DCLM; RedPajama; OSCAR) and datatrove keep facts. */
export const factObjects: readonly string[] = ['metadata', 'meta', 'warc_headers'];

/**
 * The page of a record with named fields (a line of JSONL, an item of a dataset, a row of a table): one of `contentFields` (or the
 * field the user named), optionally `id` and `factFields`. `undefined` where it has no text in that field. `place` is its id where it
 * has none of its own that UTF-8 can write, or one that is taken.
 */
export function recordPage(
  record: Record<string, unknown>,
  reading: Pick<Reading, 'field' | 'limits'> & { readonly ids: Pick<Reading['ids'], 'take'> },
  place: () => string,
): Page | undefined {
  const field = reading.field ?? contentFieldOf(record);
  const content = field !== undefined && Object.hasOwn(record, field) ? record[field] : undefined;
  if (field === undefined || typeof content !== 'string') return undefined;
  const { maxPageBytes } = reading.limits;
  const fetchedAt = factOf(record, factFields.date);
  const page = {
    id: reading.ids.take(idOf(record), place),
    url: factOf(record, factFields.url) ?? '',
    body: content,
    contentType: isHtmlField(field, content) ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
    ...(fetchedAt === undefined ? {} : { fetchedAt }),
  };
  if (content.length <= maxPageBytes) return page;
  return { ...page, body: content.slice(0, maxPageBytes), truncatedFrom: content.length };
}

/** The first field with text, else the first with an empty one. */
function contentFieldOf(record: Record<string, unknown>): string | undefined {
  return (
    contentFields.find((name) => typeof record[name] === 'string' && record[name] !== '') ??
    contentFields.find((name) => typeof record[name] === 'string')
  );
}

/** The id of a record. One with half a surrogate pair, which has no UTF-8 and so could be no key of an index, is none. */
function idOf(record: Record<string, unknown>): string | undefined {
  const id = stringOf(record, 'id');
  return id !== undefined && /\p{Surrogate}/u.test(id) ? undefined : id;
}

/** `html` and `text` mean what they say; another field is HTML when it begins like a document. */
function isHtmlField(field: string, content: string): boolean {
  if (field === 'text') return false;
  return field === 'html' || /^\s*<(?:!doctype|!--|[a-z])/i.test(content.slice(0, 1024));
}

/** The first of some fields that is there, in a record or in its objects of facts. */
function factOf(record: Record<string, unknown>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const fact = stringOf(record, name);
    if (fact !== undefined) return fact;
  }
  for (const object of factObjects) {
    const facts = Object.hasOwn(record, object) ? record[object] : undefined;
    if (typeof facts !== 'object' || facts === null) continue;
    for (const name of names) {
      const fact = stringOf(facts as Record<string, unknown>, name);
      if (fact !== undefined) return fact;
    }
  }
  return undefined;
}

/** A field as text: numbers in decimals, nothing for an empty one, for other types and for inherited ones. */
export function stringOf(record: Record<string, unknown>, field: string): string | undefined {
  const value = Object.hasOwn(record, field) ? record[field] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
