import type { Page } from '../../src/index.ts';
import type { Reading } from './reading.ts';

/**
 * The page of a record with named fields (a line of JSONL, an item of a dataset, a row of a table): `html` or
 * `text` (or the field the user named), optionally `id`, `url` and `date` or `fetchedAt`. `undefined` where it has
 * no text in that field. `place` is its id where it has none of its own, or one that is taken.
 */
export function recordPage(
  record: Record<string, unknown>,
  reading: Pick<Reading, 'field' | 'limits'> & { readonly ids: Pick<Reading['ids'], 'take'> },
  place: () => string,
): Page | undefined {
  const field = reading.field ?? (typeof record.html === 'string' ? 'html' : 'text');
  const content = Object.hasOwn(record, field) ? record[field] : undefined;
  if (typeof content !== 'string') return undefined;
  const { maxPageBytes } = reading.limits;
  const fetchedAt = stringOf(record, 'date') ?? stringOf(record, 'fetchedAt');
  const page = {
    id: reading.ids.take(stringOf(record, 'id'), place),
    url: stringOf(record, 'url') ?? '',
    body: content,
    contentType: isHtmlField(field, content) ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
    ...(fetchedAt === undefined ? {} : { fetchedAt }),
  };
  if (content.length <= maxPageBytes) return page;
  return { ...page, body: content.slice(0, maxPageBytes), truncatedFrom: content.length };
}

/** `html` and `text` mean what they say; a field the user named is HTML when it begins like a document. */
function isHtmlField(field: string, content: string): boolean {
  if (field === 'text') return false;
  return field === 'html' || /^\s*<(?:!doctype|!--|[a-z])/i.test(content.slice(0, 1024));
}

/** A field as text: numbers in decimals, nothing for an empty one, for other types and for inherited ones. */
export function stringOf(record: Record<string, unknown>, field: string): string | undefined {
  const value = Object.hasOwn(record, field) ? record[field] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
