import type { Page } from '../../../src/index.ts';
import type { Reading } from '../reading.ts';
import { recordPage } from '../record-page.ts';
import { lineId } from './line-page.ts';

const key = Buffer.from('"text":');
const [SPACE, QUOTE, COMMA, BACKSLASH, OPEN, CLOSE] = Buffer.from(' ",\\{}') as unknown as readonly number[];
/** Of longer lines that have more besides their text nothing is saved. */
const MOST_BESIDES = 4096;

/** A line whose text is still to be read. */
export interface PlainLine {
  /** Its page, but for the body, which is empty. */
  readonly page: Page;
  /** Where its text begins and ends as a string of JSON, without the quotes, in the bytes that the line lies in. */
  readonly from: number;
  readonly to: number;
}

/**
 * The page of a line that has its text in `text` and is an object of nothing but numbers, strings and the like, without reading the text: that is what stands
 * between two quotes, and may still be no string of JSON. `undefined` of any other line, and of one whose page is to be cut.
 *
 * The line without its text is read as JSON. The key does not lie within a string of it, in which a backslash were before its second quote; and the text
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
  if (bytes[start] !== OPEN || (reading.field !== undefined && reading.field !== 'text')) return undefined;
  const keyAt = bytes.subarray(start, Math.min(end, start + MOST_BESIDES)).indexOf(key) + start;
  if (keyAt <= start) return undefined;
  const before = bytes[keyAt - 1];
  if (before !== OPEN && before !== COMMA && before !== SPACE) return undefined;
  let open = keyAt + key.length;
  while (bytes[open] === SPACE) open++;
  if (bytes[open] !== QUOTE) return undefined;
  const from = open + 1;
  const to = endOfString(bytes, from, end);
  if (to === undefined || end - to > MOST_BESIDES || to - from > reading.limits.maxPageBytes)
    return undefined;
  const head = bytes.toString('utf8', start, from);
  // as most lines end
  const tail = end - to === 2 && bytes[to + 1] === CLOSE ? '"}' : bytes.toString('utf8', to, end);
  if (/[[{]/.test(head.slice(1)) || /[[{\\]|"text"/.test(tail)) return undefined;
  let record: Record<string, unknown>;
  try {
    record = JSON.parse(head + tail) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  if (typeof record.html === 'string' && reading.field === undefined) return undefined;
  const page = recordPage(record, reading, () => lineId(name, line));
  return page && { page, from, to };
}

/** Where the string ends that begins at `from`: at the first quote that no backslash is for. */
function endOfString(bytes: Buffer, from: number, end: number): number | undefined {
  for (let at = bytes.indexOf(QUOTE, from); at >= 0 && at < end; at = bytes.indexOf(QUOTE, at + 1)) {
    let before = at;
    while (before > from && bytes[before - 1] === BACKSLASH) before--;
    if ((at - before) % 2 === 0) return at;
  }
  return undefined;
}
