import { isUtf8 } from 'node:buffer';
import type { Page } from '../../src/index.ts';
import type { ByteReader } from './bytes.ts';
import type { OpenFile } from './open-file.ts';

const lf = 10;

/**
 * The pages of one JSONL file: an object a line with `html` or `text` (or the field the user named), and
 * optionally `id`, `url` and `date` or `fetchedAt`.
 *
 * A line that is no such object is named as damaged, by its number and its offset in the decompressed data, and
 * passed over; so is one longer than `limits.maxLineBytes`, without being held. A line that is not valid UTF-8 is
 * named too, but its page comes out, with U+FFFD for what is invalid.
 */
export async function* jsonlPages(file: OpenFile): AsyncGenerator<Page> {
  const { reader } = file;
  let line = 0;
  do {
    let first = true;
    for (;;) {
      file.recordBegins();
      const position = reader.position;
      const found = await measureLine(reader, file.limits.maxLineBytes);
      if (found === undefined) break;
      line++;
      const place = { stored: position };
      if (found.length > file.limits.maxLineBytes) {
        await skipLine(reader);
        file.damage(place, `the line is longer than ${file.limits.maxLineBytes} bytes`, line);
        continue;
      }
      const bytes = reader.buffer.subarray(reader.start, reader.start + found.length);
      const atGap = (first && reader.afterGap) || (!found.ended && reader.gapAhead);
      first = false;
      const page = toPage(bytes, line, position === 0, file);
      if (typeof page === 'object') {
        if (!isUtf8(bytes)) file.damage(place, 'the line is not valid UTF-8', line);
        yield page;
      } else if (page !== '' && !atGap) {
        // a line that damage has cut belongs to the damage that has been named already
        file.damage(place, page, line);
      }
      reader.skip(found.length + (found.ended ? 1 : 0));
    }
  } while (await reader.nextSection());
}

/** The page of a line, the reason why it has none, or '' for a blank line. */
function toPage(bytes: Buffer, line: number, isFirst: boolean, file: OpenFile): Page | string {
  const text = bytes.toString('utf8', isFirst && bytes.indexOf('\ufeff') === 0 ? 3 : 0);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return text.trim() === '' ? '' : `the line is not JSON: ${shortened((error as Error).message)}`;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'expected a JSON object';
  const record = value as Record<string, unknown>;
  const field = file.field ?? (typeof record.html === 'string' ? 'html' : 'text');
  const content = Object.hasOwn(record, field) ? record[field] : undefined;
  if (typeof content !== 'string') {
    const wanted = file.field === undefined ? '"html" or "text"' : `"${file.field}"`;
    return `expected text in ${wanted}, found ${shortened(fieldsOf(record))}`;
  }
  const { maxPageBytes } = file.limits;
  const fetchedAt = stringOf(record, 'date') ?? stringOf(record, 'fetchedAt');
  return {
    id: file.ids.take(stringOf(record, 'id'), () => `${file.name}:${line}`),
    url: stringOf(record, 'url') ?? '',
    body: content.length > maxPageBytes ? content.slice(0, maxPageBytes) : content,
    contentType: isHtmlField(field, content) ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
    ...(fetchedAt === undefined ? {} : { fetchedAt }),
    ...(content.length > maxPageBytes ? { truncatedFrom: content.length } : {}),
  };
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

function shortened(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}

/** Length of the line at the window's start, or some length above `limit`; `undefined` at the section's end. */
async function measureLine(
  reader: ByteReader,
  limit: number,
): Promise<{ length: number; ended: boolean } | undefined> {
  let searched = 0;
  for (;;) {
    const at = reader.buffer.indexOf(lf, reader.start + searched);
    if (at >= 0 && at < reader.end) return { length: at - reader.start, ended: true };
    searched = reader.available;
    if (searched > limit) return { length: searched, ended: false };
    // doubling keeps the copying of a long line linear
    if (
      !(await reader.fill(Math.max(1, Math.min(2 * searched, limit + 1)))) &&
      reader.available === searched
    ) {
      return searched === 0 ? undefined : { length: searched, ended: false };
    }
  }
}

async function skipLine(reader: ByteReader): Promise<void> {
  for (;;) {
    const at = reader.buffer.indexOf(lf, reader.start);
    if (at >= 0 && at < reader.end) {
      reader.skip(at + 1 - reader.start);
      return;
    }
    reader.skip(reader.available);
    if (!(await reader.fill(1))) return;
  }
}
