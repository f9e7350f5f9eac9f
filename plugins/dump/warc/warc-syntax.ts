import { DigestCheck } from '../archive/digests.ts';
import { type Headers, headerUrl, headLength, parseHead } from '../archive/headers.ts';
import type { RecordSyntax } from '../archive/record-syntax.ts';

const MARKER = Buffer.from('WARC/');
/** A record's first line and first field name, in every version there is (0.9 to 1.1). */
const FIRST_LINE = /^WARC\/[01]\.\d{1,2}[ \t]*\r*\n[A-Za-z][\w-]*[ \t]*:/;

/** Records of WARC (ISO 28500): a version line, named fields, a blank line, the block, two line ends. */
export const warcSyntax: RecordSyntax = {
  name: 'WARC',
  lengthField: 'Content-Length',
  singleFields: ['warc-type', 'warc-record-id', 'warc-date', 'content-length'],
  lookBytes: 128,
  blankLineEnds: true,
  begins: (bytes, start, end) => FIRST_LINE.test(bytes.toString('latin1', start, end)),
  couldBegin(bytes) {
    const head = bytes.subarray(0, MARKER.length);
    return MARKER.subarray(0, head.length).equals(head);
  },
  nextPossible(bytes, from, end) {
    const at = bytes.indexOf(MARKER, from);
    return at < end ? at : -1;
  },
  headLength,
  parse(bytes, start, length) {
    const { headers } = parseHead(bytes, start, length);
    return { type: (headers.get('warc-type') ?? 'unknown').toLowerCase(), headers };
  },
  digests: ({ type, headers }, maxHeaderBytes) => DigestCheck.of(type, headers, maxHeaderBytes),
};

/** The URL of a record; empty if it has none. Some writers put it between angle brackets. */
export function targetUrl(headers: Headers): string {
  return headerUrl((headers.get('warc-target-uri') ?? '').replace(/^<(.*)>$/, '$1'));
}
