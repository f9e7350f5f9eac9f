import type { RecordSyntax } from '../archive/record-syntax.ts';
import { LF } from '../bytes/line-ends.ts';

/** A header is one line; a longer line is not a header. */
const MAX_LINE_BYTES = 16 * 1024;

const ADDRESS = String.raw`(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{0,4}:[0-9a-f:.]{1,45}|None|-)`;
const DATE = '[0-9a-f]{8,40}[a-z]{0,8}';
/** URLs may hold blanks, and some writers put the date before the address. */
const FRONT = new RegExp(
  `^([a-z][a-z0-9+.-]{1,30}:[^\\n]*?) (?:(${ADDRESS}) (${DATE})|(${DATE}) (${ADDRESS}))(?= )`,
  'i',
);
const TAIL = / (-?\d{1,15})[ \r]*$/;
/** What version 2 has behind the content type: result code, checksum, location, offset, file name. */
const VERSION_TWO = /^(.*?) (?:\d{1,3}|-) \S+ \S+ \d+ \S+$/;

/**
 * Records of ARC, versions 1 and 2 (Burner and Kahle 1996): one line with URL, IP address, date, content type
 * and length, in version 2 with more between the last two; then the block and a line end.
 */
export const arcSyntax: RecordSyntax = {
  name: 'ARC',
  lengthField: 'Archive-length',
  singleFields: [],
  lookBytes: MAX_LINE_BYTES,
  blankLineEnds: false,
  begins(bytes, start, end) {
    const lineEnd = bytes.indexOf(LF, start);
    return lineEnd >= 0 && lineEnd < end && isHeader(bytes.toString('latin1', start, lineEnd));
  },
  // a scheme, or what there is of one
  couldBegin: (bytes) => /^[a-z][a-z0-9+.-]{0,11}(?::|$)/i.test(bytes.toString('latin1', 0, 13)),
  nextPossible(bytes, from, end) {
    for (let at = bytes.indexOf(LF, from); at >= 0 && at + 1 < end; at = bytes.indexOf(LF, at + 1)) {
      const first = bytes[at + 1]! | 32;
      if (first >= 97 && first <= 122) return at + 1;
    }
    return -1;
  },
  headLength(bytes, start, end) {
    const lineEnd = bytes.indexOf(LF, start);
    return lineEnd >= 0 && lineEnd < end ? lineEnd + 1 - start : -1;
  },
  parse(bytes, start, length) {
    const line = bytes.toString('latin1', start, start + length).trimEnd();
    const [head = '', url = '', ip, fetched, fetchedFirst, ipSecond] = FRONT.exec(line) ?? [];
    const between = line.slice(head.length, TAIL.exec(line)?.index).trim();
    const headers = new Map([
      ['url', url],
      ['ip-address', ip ?? ipSecond ?? ''],
      ['archive-date', fetched ?? fetchedFirst ?? ''],
      ['content-type', VERSION_TWO.exec(between)?.[1] ?? between],
      ['archive-length', TAIL.exec(line)?.[1] ?? ''],
    ]);
    return { type: url.startsWith('filedesc:') ? 'filedesc' : 'response', headers };
  },
};

/** Whether bytes begin with a record of ARC. */
export function beginsLikeArc(bytes: Buffer): boolean {
  return arcSyntax.begins(bytes, 0, Math.min(bytes.length, MAX_LINE_BYTES));
}

/** The tail is looked at first: it is short, and a line that lacks it is not searched for the rest. */
function isHeader(line: string): boolean {
  return TAIL.test(line.slice(-24)) && FRONT.test(line);
}
