import type { Page } from '../../../src/index.ts';
import type { Reading } from '../bytes/open-file.ts';

/**
 * The page of a record with named fields (a line of JSONL, an item of a dataset, a row of a table), or the reason
 * why it has none: `html` or `text` (or the field the user named), optionally `id`, `url` and `date` or
 * `fetchedAt`. `place` is its id where it has none of its own, or one that is taken.
 */
export function recordPage(
  record: Record<string, unknown>,
  reading: Pick<Reading, 'field' | 'ids' | 'limits'>,
  place: () => string,
): Page | string {
  const field = reading.field ?? (typeof record.html === 'string' ? 'html' : 'text');
  const content = Object.hasOwn(record, field) ? record[field] : undefined;
  if (typeof content !== 'string') {
    const wanted = reading.field === undefined ? '"html" or "text"' : `"${reading.field}"`;
    return `expected text in ${wanted}, found ${shortened(fieldsOf(record))}`;
  }
  const { maxPageBytes } = reading.limits;
  const fetchedAt = stringOf(record, 'date') ?? stringOf(record, 'fetchedAt');
  return {
    id: reading.ids.take(stringOf(record, 'id'), place),
    url: stringOf(record, 'url') ?? '',
    body: content.length > maxPageBytes ? content.slice(0, maxPageBytes) : content,
    contentType: isHtmlField(field, content) ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
    ...(fetchedAt === undefined ? {} : { fetchedAt }),
    ...(content.length > maxPageBytes ? { truncatedFrom: content.length } : {}),
  };
}

/** What somebody else wrote, fit for one line of a message: no control characters, not long. */
export function shortened(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}
/** `html` and `text` mean what they say; a field the user named is HTML when it begins like a document. */
function isHtmlField(field: string, content: string): boolean {
  if (field === 'text') return false;
  return field === 'html' || /^\s*<(?:!doctype|!--|[a-z])/i.test(content.slice(0, 1024));
}

function stringOf(record: Record<string, unknown>, field: string): string | undefined {
  const value = Object.hasOwn(record, field) ? record[field] : undefined;
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function fieldsOf(record: Record<string, unknown>): string {
  const names = Object.keys(record);
  if (names.length === 0) return 'no fields';
  return names.map((name) => `${name} (${record[name] === null ? 'null' : typeof record[name]})`).join(', ');
}
