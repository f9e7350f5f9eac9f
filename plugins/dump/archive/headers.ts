import { isUtf8 } from 'node:buffer';
import { CR, LF } from '../bytes/line-ends.ts';

/**
 * Named fields of a WARC or HTTP header, byte for byte as Latin-1; names in lower case, of repeated ones the first. Codings are a list,
 * of which each line may have a part (RFC 9110, section 5.3).
 */
export type Headers = ReadonlyMap<string, string>;

const LISTS: ReadonlySet<string> = new Set(['content-encoding', 'transfer-encoding']);
/** Characters of a list of codings, to which no further line is added: thousands of lines take no longer than others. */
const MOST_OF_LIST = 1000;

/** The header of a record or an HTTP message. */
interface Head {
  /** The line before the fields: `WARC/1.0`, `HTTP/1.1 200 OK`. */
  readonly startLine: string;
  readonly headers: Headers;
  /** Bytes up to and with the blank line that ends the header. */
  readonly length: number;
}

/**
 * Length of a header, its blank line included; -1 when `bytes[start, end)` holds no blank line. Lines end in LF
 * after any number of CR: both alone and both twice are found in archives. `O(end - start)`.
 */
export function headLength(bytes: Buffer, start: number, end: number): number {
  for (let at = bytes.indexOf(LF, start); at >= 0 && at < end; at = bytes.indexOf(LF, at + 1)) {
    let next = at + 1;
    while (next < end && bytes[next] === CR) next++;
    if (next < end && bytes[next] === LF) return next + 1 - start;
  }
  return -1;
}

/**
 * Start line and fields of the header in `bytes[start, start + length)` as `headLength` measures it.
 * Continued lines (RFC 2616, section 2.2) are joined by a blank; lines without a colon are passed over. O(length).
 */
export function parseHead(bytes: Buffer, start: number, length: number): Head {
  const lines = linesOf(bytes.toString('latin1', start, start + length));
  const headers = new Map<string, string>();
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i]!;
    const colon = line.indexOf(':');
    if (colon < 1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    const known = headers.get(name);
    if (known === undefined) headers.set(name, value);
    else if (LISTS.has(name) && known.length < MOST_OF_LIST) headers.set(name, `${known}, ${value}`);
  }
  return { startLine: lines[0] ?? '', headers, length };
}

/** A URL in a header: UTF-8 (ISO 28500, section 4; servers send it too), or Latin-1 if it is not. */
export function headerUrl(value: string): string {
  if (!/[\x80-\xff]/.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : value;
}

/**
 * The lines of a header as they stand, without the line feeds and carriage returns that end them. O(text): a pattern that ends lines
 * takes n² for n CRs without LF.
 */
export function* storedLines(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const at = text.indexOf('\n', start);
    let lineEnd = at < 0 ? text.length : at;
    while (lineEnd > start && text.charCodeAt(lineEnd - 1) === CR) lineEnd--;
    yield text.slice(start, lineEnd);
    start = at < 0 ? text.length : at + 1;
  }
}

/** The lines of a header, continued ones joined. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  /** The line at hand, and those that continue it. */
  let parts: string[] = [];
  const end = (): void => {
    if (parts.length > 0) lines.push(parts.join(' '));
    parts = [];
  };
  for (const line of storedLines(text)) {
    const continued = line.startsWith(' ') || line.startsWith('\t') ? line.trimStart() : '';
    if (continued === '') end();
    parts.push(continued === '' || parts.length === 0 ? line : continued);
  }
  end();
  return lines;
}
