import type { Page } from '../../../src/index.ts';
import type { DumpDamage } from '../damage.ts';
import type { Reading } from '../reading.ts';
import { recordPage } from '../record-page.ts';
import { isNestedTooDeeply } from './nesting.ts';
import { parseRecord } from './parse-record.ts';

/** The page of a line, or what is wrong with the line; nothing for a blank one. `name` is that of the file. */
export function pageOfLine(
  bytes: Buffer,
  line: number,
  isFirst: boolean,
  name: string,
  reading: Pick<Reading, 'field' | 'limits'> & { readonly ids: Pick<Reading['ids'], 'take'> },
): Page | DumpDamage | undefined {
  const text = (isFirst ? withoutMark(bytes) : bytes).toString();
  // what is thrown costs more than a short line, of which there may be many
  if (!/^[ \t\r]*\{/.test(text)) {
    if (text.trim() === '') return undefined;
    return { code: 'not-json', what: 'line', ...(isFirst && isUtf16(bytes) ? { detail: utf16 } : {}) };
  }
  if (isNestedTooDeeply(text)) return { code: 'not-json', what: 'line', detail: 'nested too deeply' };
  let value: unknown;
  try {
    value = parseRecord(text);
  } catch (error) {
    return { code: 'not-json', what: 'line', detail: (error as Error).message };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { code: 'not-json', what: 'line' };
  }
  const record = value as Record<string, unknown>;
  const page = recordPage(record, reading, () => lineId(name, line));
  return page ?? { code: 'no-text', field: reading.field, found: fieldsOf(record) };
}

const MARK = Buffer.from('\ufeff');

/** The first line of a file without the byte order mark of UTF-8. */
export function withoutMark(line: Buffer): Buffer {
  return line.subarray(0, MARK.length).equals(MARK) ? line.subarray(MARK.length) : line;
}

const utf16 = 'the file is UTF-16, and lines of JSON are UTF-8';

/** Whether a file begins with the byte order mark of UTF-16. */
function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

/** What the page of a line is called that has no id of its own. */
export function lineId(name: string, line: number): string {
  return `${name}:${line}`;
}

/** The names of a record's fields, with their types. */
function fieldsOf(record: Record<string, unknown>): string[] {
  return Object.entries(record).map(([name, value]) => `${name} (${value === null ? 'null' : typeof value})`);
}
