import type { Page } from '../../../src/index.ts';
import type { Reading } from '../reading.ts';
import { recordPage } from '../record-page.ts';
import { lineId } from './line-page.ts';
import { parseRecord } from './parse-record.ts';

const [SPACE, QUOTE, COMMA, BACKSLASH, OPEN, CLOSE] = Buffer.from(' ",\\{}') as unknown as readonly number[];
/** Most bytes before and after the body. With more of them, skipping the body saves no time. */
const MOST_BESIDES = 4096;

/** Fields that may hold a body, and the bytes with which each begins. */
const keys = { html: Buffer.from('"html":'), text: Buffer.from('"text":') } as const;
type Field = keyof typeof keys;

/** A line whose body is still to be read. */
export interface PlainLine {
  /** Its page with an empty body. */
  readonly page: Page;
  readonly isHtml: boolean;
  /** Start and apparent end of its body as a JSON string, without the quotes, in the bytes that contain the line. */
  readonly from: number;
  readonly to: number;
}

/**
 * The page of a line without reading its body. The line must be an object without nested values, with its body in
 * `html` or `text`. The body is what stands between two quotes and may turn out to be no valid JSON string. `undefined`
 * for any other line, and for one whose page must be cut.
 *
 * The line without its body is parsed as JSON. The key cannot be inside a string, since there a backslash would precede
 * its second quote. The body is the value that counts, provided that the same key, in any spelling, does not follow it.
 * O(bytes).
 *
 * @param bytes valid UTF-8, the line from `start` to `end`
 */
export function plainLine(
  bytes: Buffer,
  start: number,
  end: number,
  line: number,
  name: string,
  reading: Pick<Reading, 'field' | 'limits'> & { readonly ids: Pick<Reading['ids'], 'take'> },
): PlainLine | undefined {
  if (bytes[start] !== OPEN) return undefined;
  const body = bodyOf(bytes.subarray(start, Math.min(end, start + MOST_BESIDES)), reading.field);
  if (body === undefined) return undefined;
  const { field } = body;
  let open = start + body.valueAt;
  while (bytes[open] === SPACE) open++;
  if (bytes[open] !== QUOTE) return undefined;
  const from = open + 1;
  const to = from + lastOfString(bytes.subarray(from, end));
  // another field may have the text that this one lacks
  if (to === from && reading.field === undefined) return undefined;
  if (to < from || end - to > MOST_BESIDES || to - from > reading.limits.maxPageBytes) return undefined;
  const head = bytes.toString('utf8', start, from);
  // most lines end like this
  const tail = end - to === 2 && bytes[to + 1] === CLOSE ? '"}' : bytes.toString('utf8', to, end);
  if (/[[{]/.test(head.slice(1)) || /[[{\\]/.test(tail) || tail.includes(`"${field}"`)) return undefined;
  let record: Record<string, unknown>;
  try {
    record = parseRecord(head + tail) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const isHtml = field === 'html';
  if (!isHtml && typeof record.html === 'string' && reading.field === undefined) return undefined;
  const { limits, ids } = reading;
  const page = recordPage(record, { field, limits, ids }, () => lineId(name, line));
  return page && { page, isHtml, from, to };
}

/** The field that seems to hold the body of a line, and the offset of its value. */
function bodyOf(
  head: Buffer,
  wanted: string | undefined,
): { readonly field: Field; readonly valueAt: number } | undefined {
  const text = wanted === 'html' ? undefined : memberOf(head, 'text');
  // `html` takes precedence; it is not searched for after the start of a text
  const html = wanted === 'text' ? undefined : memberOf(head.subarray(0, text?.valueAt), 'html');
  return html ?? text;
}

function memberOf(
  head: Buffer,
  field: Field,
): { readonly field: Field; readonly valueAt: number } | undefined {
  const at = head.indexOf(keys[field]);
  const before = head[at - 1];
  const isKey = before === OPEN || before === COMMA || before === SPACE;
  return isKey ? { field, valueAt: at + keys[field].length } : undefined;
}

/**
 * The apparent end of a string that begins at the start of `rest`: of its last bytes the first unescaped quote before a comma,
 * else the last quote; −1 if there is none. An unescaped quote may still be before it: then it is no JSON string, which its
 * reader notices. Markup has many quotes, and examining each of them took as long as parsing the string.
 */
function lastOfString(rest: Buffer): number {
  // an end before these is of no use
  const lastBytes = Math.max(0, rest.length - MOST_BESIDES);
  for (let at = rest.indexOf('",', lastBytes); at >= 0; at = rest.indexOf('",', at + 1)) {
    if (!isEscaped(rest, at)) return at;
  }
  const last = rest.lastIndexOf(QUOTE);
  return last >= 0 && isEscaped(rest, last) ? -1 : last;
}

/** Whether the byte at `at` is escaped by a backslash. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let before = at;
  while (before > 0 && bytes[before - 1] === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}
