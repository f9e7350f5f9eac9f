import { isUtf8 } from 'node:buffer';
import type { Page } from '../../../src/index.ts';
import type { ByteReader } from '../bytes/byte-reader.ts';
import { LF } from '../bytes/line-ends.ts';
import type { DumpDamage } from '../damage.ts';
import type { OpenData } from '../reading.ts';
import { recordPage } from '../record-page.ts';
import { isNestedTooDeeply } from './nesting.ts';

/**
 * The pages of one JSONL file: an object a line with `html` or `text` (or the field the user named), and
 * optionally `id`, `url` and `date` or `fetchedAt`.
 *
 * A line that is no such object is named as damaged, by its number and its offset in the decompressed data, and
 * passed over; so is one longer than `limits.maxLineBytes`, without being held. A line that is not valid UTF-8 is
 * named too, but its page comes out, with U+FFFD for what is invalid.
 */
export async function* jsonlPages(file: OpenData): AsyncGenerator<Page> {
  const { reader } = file;
  const { maxLineBytes } = file.reading.limits;
  let line = 0;
  do {
    let first = true;
    for (;;) {
      const blank = skipBlankLines(reader);
      line += blank;
      if (blank > 0) first = false;
      file.recordBegins();
      const position = reader.position;
      const found = await measureLine(reader, maxLineBytes);
      if (found === undefined) break;
      line++;
      const place = { stored: position, line };
      if (found.length > maxLineBytes) {
        await skipLine(reader);
        file.report({ code: 'too-long', what: 'the line', most: maxLineBytes }, place);
        continue;
      }
      const bytes = reader.buffer.subarray(reader.start, reader.start + found.length);
      const atGap = (first && reader.afterGap) || (!found.ended && reader.gapAhead);
      first = false;
      const page = toPage(bytes, line, position === 0, file);
      if (page !== undefined && !('code' in page)) {
        const isSound = isUtf8(bytes);
        if (!isSound) file.report({ code: 'not-utf8' }, place);
        file.reading.onLine?.(bytes);
        yield isSound ? page : { ...page, damage: 'not-utf8' };
      } else if (page !== undefined && !atGap) {
        // a line that damage has cut belongs to the damage that has been named already
        file.report(page, place);
      }
      reader.skip(found.length + (found.ended ? 1 : 0));
    }
  } while (await reader.nextSection());
}

/** The page of a line, or what is wrong with the line; nothing for a blank one. */
function toPage(
  bytes: Buffer,
  line: number,
  isFirst: boolean,
  { name, reading }: OpenData,
): Page | DumpDamage | undefined {
  const text = bytes.toString('utf8', isFirst && bytes.indexOf('\ufeff') === 0 ? 3 : 0);
  // what is thrown costs more than a short line, of which there may be many
  if (!/^[ \t\r]*\{/.test(text)) {
    return text.trim() === '' ? undefined : { code: 'not-json', what: 'line' };
  }
  if (isNestedTooDeeply(text)) return { code: 'not-json', what: 'line', detail: 'nested too deeply' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { code: 'not-json', what: 'line', detail: (error as Error).message };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { code: 'not-json', what: 'line' };
  }
  const record = value as Record<string, unknown>;
  const page = recordPage(record, reading, () => `${name}:${line}`);
  return page ?? { code: 'no-text', field: reading.field, found: fieldsOf(record) };
}

/** Passes over the empty lines at hand, of which compressed data can hold billions; returns how many. */
function skipBlankLines(reader: ByteReader): number {
  let at = reader.start;
  while (at < reader.end && reader.buffer[at] === LF) at++;
  const count = at - reader.start;
  if (count > 0) reader.skip(count);
  return count;
}

/** Length of the line at the window's start, or some length above `limit`; `undefined` at the section's end. */
async function measureLine(
  reader: ByteReader,
  limit: number,
): Promise<{ length: number; ended: boolean } | undefined> {
  let searched = 0;
  for (;;) {
    const at = reader.buffer.indexOf(LF, reader.start + searched);
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
    const at = reader.buffer.indexOf(LF, reader.start);
    if (at >= 0 && at < reader.end) {
      reader.skip(at + 1 - reader.start);
      return;
    }
    reader.skip(reader.available);
    if (!(await reader.fill(1))) return;
  }
}

/** The names of a record's fields, with their types. */
function fieldsOf(record: Record<string, unknown>): string[] {
  return Object.entries(record).map(([name, value]) => `${name} (${value === null ? 'null' : typeof value})`);
}
