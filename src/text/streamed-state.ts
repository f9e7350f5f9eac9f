import { parsedJson } from './parsed-json.ts';

/** A part of a stream: a value, with the number of its row if it has one, or text as it stands. */
type StreamPart = { readonly value: unknown; readonly row?: string | undefined } | { readonly text: string };

/** What precedes the JSON in a line of a stream: the number of its row, and the row's kind. */
const beforeValue = /([0-9A-Za-z]{0,16}):?[A-Z]{0,2}(?=[[{"])/y;
/** The start of a row of text, with the length of the text in bytes of UTF-8. */
const textRow = /[0-9a-f]{1,8}:T([0-9a-f]{1,8}),/y;

/**
 * The parts of data that a server streamed to a script (React's flight data, turbo-stream). Each is a line of JSON,
 * with or without the number of its row before it, or a text with its length. A stream may also be one JSON value.
 * Yields nothing if the stream does not begin with such a row. O(stream).
 */
export function* streamParts(stream: string): Generator<StreamPart> {
  const whole = /^[[{]/.test(stream) ? parsedJson(stream) : undefined;
  if (whole !== undefined) {
    yield { value: whole };
    return;
  }
  for (let at = 0; at < stream.length; ) {
    textRow.lastIndex = at;
    const bytes = textRow.exec(stream)?.[1];
    if (bytes !== undefined) {
      const start = textRow.lastIndex;
      at = afterBytes(stream, start, Number.parseInt(bytes, 16));
      yield { text: stream.slice(start, at) };
      continue;
    }
    const lineFeed = stream.indexOf('\n', at);
    const end = lineFeed < 0 ? stream.length : lineFeed;
    beforeValue.lastIndex = at;
    const row = beforeValue.exec(stream)?.[1];
    const value = row === undefined ? undefined : parsedJson(stream.slice(beforeValue.lastIndex, end));
    if (value !== undefined) yield row === '' ? { value } : { value, row };
    else if (at === 0) return;
    at = end + 1;
  }
}

/** The place behind so many bytes of UTF-8, or the end of the stream. */
function afterBytes(stream: string, start: number, bytes: number): number {
  let at = start;
  for (let left = bytes; left > 0 && at < stream.length; at++) {
    const unit = stream.charCodeAt(at);
    // two surrogates are four bytes
    left -= unit < 0x80 ? 1 : unit < 0x800 || (unit & 0xf800) === 0xd800 ? 2 : 3;
  }
  return at;
}

/** Numbers of the rows that a value of React's flight data, or one in its list, stands for. */
export function rowsNamedBy(value: unknown): string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((each) =>
    typeof each === 'string' ? (/^\$L?([0-9a-f]{1,8})$/.exec(each)?.[1] ?? []) : [],
  );
}

/** The text of an element of React's flight data if it is the main heading, `["$", "h1", key, {children}]`; else ''. */
export function headingIn(element: readonly unknown[]): string {
  const [marker, tag, , props] = element;
  if (marker !== '$' || tag !== 'h1' || typeof props !== 'object' || props === null) return '';
  const { children } = props as { readonly children?: unknown };
  const parts: readonly unknown[] = Array.isArray(children) ? children : [children];
  return parts.filter((part) => typeof part === 'string').join('');
}
