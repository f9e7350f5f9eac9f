import type { Page } from '../../../src/index.ts';
import type { Reading } from '../reading.ts';
import { recordPage } from '../record-page.ts';
import { lineId } from './line-page.ts';

const [SPACE, QUOTE, COMMA, BACKSLASH, OPEN, CLOSE] = Buffer.from(' ",\\{}') as unknown as readonly number[];
/** Of longer lines that have more besides their body nothing is saved. */
const MOST_BESIDES = 4096;

/** Fields that a body may be in, and how each begins. */
const keys = { html: Buffer.from('"html":'), text: Buffer.from('"text":') } as const;
type Field = keyof typeof keys;

/** A line whose body is still to be read. */
export interface PlainLine {
  /** Its page, but for the body, which is empty. */
  readonly page: Page;
  readonly isHtml: boolean;
  /** Where its body begins and seems to end as a string of JSON, without the quotes, in the bytes that the line lies in. */
  readonly from: number;
  readonly to: number;
}

/**
 * The page of a line that has its body in `html` or `text` and is an object of nothing but numbers, strings and the like, without reading the body: that is
 * what stands between two quotes, and may still be no string of JSON. `undefined` of any other line, and of one whose page is to be cut.
 *
 * The line without its body is read as JSON. The key does not lie within a string of it, in which a backslash were before its second quote; and the body
 * is the value that counts if no such key, spelt otherwise or not, comes behind it. O(bytes).
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
  if (to < from || end - to > MOST_BESIDES || to - from > reading.limits.maxPageBytes) return undefined;
  const head = bytes.toString('utf8', start, from);
  // as most lines end
  const tail = end - to === 2 && bytes[to + 1] === CLOSE ? '"}' : bytes.toString('utf8', to, end);
  if (/[[{]/.test(head.slice(1)) || /[[{\\]/.test(tail) || tail.includes(`"${field}"`)) return undefined;
  let record: Record<string, unknown>;
  try {
    record = JSON.parse(head + tail) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const isHtml = field === 'html';
  if (!isHtml && typeof record.html === 'string' && reading.field === undefined) return undefined;
  const page = recordPage(record, reading, () => lineId(name, line));
  return page && { page, isHtml, from, to };
}

/** The field that the body of a line seems to be in, and where its value begins. */
function bodyOf(
  head: Buffer,
  wanted: string | undefined,
): { readonly field: Field; readonly valueAt: number } | undefined {
  const text = wanted === 'html' ? undefined : memberOf(head, 'text');
  // a body in `html` counts more, and one behind a text is not looked for in it
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
 * Where the string seems to end that a line goes on with: at the first quote before a comma, else at the last; −1 where there is none. A
 * quote for which no backslash is may still stand within: then that is no string of JSON, as its reader sees. Markup has many
 * quotes, and looking at each of them in turn took as long as reading it.
 */
function lastOfString(rest: Buffer): number {
  for (let at = rest.indexOf('",'); at >= 0; at = rest.indexOf('",', at + 1)) {
    if (!isEscaped(rest, at)) return at;
  }
  const last = rest.lastIndexOf(QUOTE);
  return last >= 0 && isEscaped(rest, last) ? -1 : last;
}

/** Whether a backslash is for what stands at a place. */
function isEscaped(bytes: Buffer, at: number): boolean {
  let before = at;
  while (before > 0 && bytes[before - 1] === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}
