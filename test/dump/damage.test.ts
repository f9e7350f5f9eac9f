import { expect, test } from 'vitest';
import { type DumpDamage, damagedSpot, reasonOf } from '../../plugins/dump/damage.ts';
import { oneLine } from '../../plugins/dump/one-line.ts';

const cases: ReadonlyArray<[DumpDamage, string]> = [
  [{ code: 'empty' }, 'the file is empty'],
  [{ code: 'empty', expected: 'a JSON object' }, 'expected a JSON object, the file is empty'],
  [{ code: 'unreadable' }, 'the file cannot be read'],
  [{ code: 'unreadable', systemCode: 'ENOENT', detail: 'x' }, 'no such file or folder'],
  [
    { code: 'unreadable', systemCode: 'ENOENT', detail: "open 'a\ufffd.html'" },
    'no file can be opened by this name, which is not valid UTF-8: rename it',
  ],
  [{ code: 'unreadable', systemCode: 'EACCES', detail: 'x' }, 'no permission to read it'],
  [{ code: 'unreadable', systemCode: 'EIO', detail: 'EIO: i/o error' }, 'cannot be read (EIO: i/o error)'],
  [
    { code: 'unsupported', feature: 'zip' },
    'a ZIP file that is no WACZ is not supported; unzip it and give the folder',
  ],
  [
    { code: 'unsupported', feature: 'bzip2' },
    'bzip2 is not supported; decompress it, or pack it with gzip or zstd',
  ],
  [
    { code: 'unsupported', feature: 'compressed', value: 'WACZ' },
    'a compressed WACZ file is not read: decompress it first',
  ],
  [
    { code: 'unsupported', feature: 'zip-method', value: 93 },
    'expected a stored or deflated file, found ZIP compression method 93',
  ],
  [
    { code: 'unsupported', feature: 'zstd-dictionary' },
    'its zstd frames need a dictionary that it does not begin with: decompress it with zstd -D first',
  ],
  [
    { code: 'unsupported', feature: 'zstd-dictionary', value: 8192 },
    'its zstd frames need the dictionary that it begins with, which is damaged or not supported: ' +
      'tail -c +9 FILE | head -c 8192 | zstdcat >dict && zstdcat -D dict FILE >FILE.warc',
  ],
  [
    { code: 'unsupported', feature: 'zstd-window', value: 2 ** 31, most: 2 ** 27 },
    'the zstd frame asks for a window of 2147483648 bytes; at most 134217728 are supported',
  ],
  [
    { code: 'unexpected-bytes', expected: 'WARC record', bytes: 12 },
    'expected a WARC record, found 12 bytes of something else',
  ],
  [
    { code: 'unexpected-bytes', expected: 'ARC record', bytes: 1 },
    'expected an ARC record, found 1 byte of something else',
  ],
  [
    { code: 'unexpected-bytes', expected: 'zstd frame', passedOver: 3 },
    'expected a zstd frame; 3 bytes passed over',
  ],
  [{ code: 'cut-off', inside: 'a record’s header' }, 'the file ends inside a record’s header'],
  [
    { code: 'cut-off', inside: 'a gzip member', after: 0 },
    'the file ends inside a gzip member, after 0 bytes of its data',
  ],
  [
    { code: 'cut-off', inside: 'a record', after: 3, of: 10 },
    'the file ends inside a record, after 3 of 10 bytes',
  ],
  [
    { code: 'cut-off', lacks: 'end', unit: 'gzip member', unitBytes: 40, toEnd: true },
    'damaged gzip member (40 bytes, up to the end of the file): its compressed data do not end',
  ],
  [
    { code: 'cut-off', lacks: 'checksum', unit: 'gzip member', unitBytes: 40, toEnd: false },
    'damaged gzip member (40 bytes): the file ends before its checksum',
  ],
  [
    { code: 'cut-off', missingRows: 7, column: 'html' },
    'column "html": it ends 7 rows before its row group does',
  ],
  [
    { code: 'undecodable', detail: 'invalid distance', unit: 'gzip member', dataBytes: 5 },
    'damaged gzip member: invalid distance after 5 bytes of its data',
  ],
  [
    { code: 'undecodable', detail: 'a block', unit: 'zstd frame', doubtfulBytes: 5, passedOver: 6 },
    'damaged zstd frame: a block; some of its 5 bytes of data may be wrong; 6 bytes passed over',
  ],
  [
    { code: 'undecodable', detail: 'too short', inDictionary: true, column: 'text', rows: 9 },
    'column "text": 9 rows: its dictionary cannot be decoded (too short)',
  ],
  [{ code: 'checksum', of: 'length' }, 'its length does not match its data'],
  [
    { code: 'checksum', of: 'CRC-32', kept: 'the ZIP directory' },
    'the CRC-32 in the ZIP directory does not match the data of this file',
  ],
  [
    { code: 'bomb', inflatedBytes: 600, ratio: 812.6 },
    'decompression bomb: one record inflates to over 600 bytes, 813 times its compressed size; given up',
  ],
  [
    { code: 'outside', target: '/a\nb' },
    'the link leads out of the folder, to /a b, and is not followed: name what it leads to as an input',
  ],
  [{ code: 'too-long', what: 'the line', most: 10 }, 'the line is longer than 10 bytes'],
  [
    { code: 'no-length', field: 'Content-Length', found: 'many' },
    'expected a Content-Length in the record\'s header, found "many"',
  ],
  [
    { code: 'no-length', field: 'Archive-length' },
    "expected an Archive-length in the record's header, found none",
  ],
  [
    { code: 'wrong-length', field: 'Content-Length', stated: 5 },
    'the record says Content-Length 5, but no record follows there',
  ],
  [
    { code: 'wrong-length', field: 'Content-Length', stated: 5, actual: 0 },
    'the record says Content-Length 5, but the next one begins after 0 bytes',
  ],
  [
    { code: 'wrong-length', field: 'Content-Length', stated: 5, actual: 0, leftOut: true },
    'the record says Content-Length 5, but the next one begins at once; left out',
  ],
  [
    { code: 'wrong-length', field: 'Content-Length', stated: 5, actual: 3, leftOut: true },
    'the record says Content-Length 5, but the next one begins after 3 bytes; left out',
  ],
  [{ code: 'false-claim', detail: 'a page of 9 rows' }, 'a page of 9 rows'],
  [{ code: 'broken-body', record: 'urn:1', coding: 'chunked' }, 'record urn:1: its chunked body breaks off'],
  [
    { code: 'broken-body', record: 'urn:1', coding: 'gzip' },
    'record urn:1: its gzip body does not decode to its end',
  ],
  [{ code: 'no-http-header', found: 'nothing' }, 'the record: expected an HTTP header, found nothing'],
  [
    { code: 'no-http-header', found: 'HTML', record: 'urn:1' },
    'record urn:1: expected an HTTP header, found HTML, which is read as it stands',
  ],
  [
    { code: 'unknown-coding', coding: 'lzw', record: 'urn:1' },
    'record urn:1: its content coding, lzw, is not known: the page is left out',
  ],
  [
    { code: 'broken-body', coding: 'gzip', fault: 'cut-off', record: 'urn:1' },
    'record urn:1: its gzip body ends early',
  ],
  [
    { code: 'broken-body', coding: 'br', fault: 'junk' },
    'the record: its br body is followed by something else',
  ],
  [
    { code: 'broken-body', coding: 'gzip', fault: 'checksum' },
    'the record: its gzip body is not what its checksum was made of',
  ],
  [
    { code: 'short-body', record: 'urn:1', stated: 9, actual: 5 },
    'record urn:1: its HTTP header says Content-Length 9, but its body has 5 bytes',
  ],
  [{ code: 'truncated', why: 'time' }, 'the record: cut when it was written (WARC-Truncated: time)'],
  [
    { code: 'partial-response', record: 'urn:1', range: 'bytes 0-4/9' },
    'record urn:1: the server sent a part of it (HTTP status 206, Content-Range: bytes 0-4/9)',
  ],
  [
    { code: 'digest', of: 'payload', algorithm: 'sha1' },
    'the record: the sha1 of its payload is not the one in its header',
  ],
  [
    { code: 'not-a-digest', of: 'block', found: 'x\ny' },
    'the record: expected a digest of its block, found "x y"',
  ],
  [{ code: 'missing-segments', found: 2 }, 'the record: 2 of its segments found, not the last one'],
  [{ code: 'missing-segments', found: 2, next: 4 }, 'the record: 2 of its segments found, then number 4'],
  [{ code: 'not-utf8' }, 'the line is not valid UTF-8'],
  [{ code: 'not-json', what: 'line' }, 'expected a JSON object'],
  [{ code: 'not-json', what: 'line', detail: 'a\nb' }, 'the line is not JSON: a b'],
  [{ code: 'not-json', what: 'item' }, 'expected a JSON object: the item is torn or no JSON'],
  [
    { code: 'no-text', field: undefined, found: ['title (string)', 'n (number)'] },
    'expected text in "html" or "text" (--field names another), found title (string), n (number)',
  ],
  [{ code: 'no-text', field: 'body', found: [] }, 'expected text in "body", found no fields'],
  [
    { code: 'no-column', field: 'body', found: ['id', 'url'] },
    'expected a column "body" of plain values, found id, url',
  ],
  [
    { code: 'no-directory', directory: 'ZIP directory', detail: 'gone', foundFiles: 2 },
    'the ZIP directory cannot be read (gone); without it, 2 files were found',
  ],
  [
    { code: 'no-directory', directory: 'footer of this Parquet file', detail: 'gone' },
    'the footer of this Parquet file cannot be read: gone',
  ],
  [{ code: 'no-archives' }, 'expected WARC files in this WACZ, found none'],
];

test('every kind of damage has its own words, with what it is part of in front and what it cost behind', () => {
  expect(cases.map(([damage]) => reasonOf(damage))).toEqual(cases.map(([, reason]) => reason));
});

test('a spot carries code and place as fields; only where it lies inside a member, the reason says so', () => {
  const damage: DumpDamage = { code: 'too-long', what: 'the line', most: 10 };
  const reason = reasonOf(damage);
  expect(damagedSpot('a', damage)).toEqual({ file: 'a', offset: 0, code: 'too-long', reason });
  expect(damagedSpot('a', damage, { stored: 5, inner: 0, line: 3 })).toEqual({
    file: 'a',
    offset: 5,
    line: 3,
    code: 'too-long',
    reason,
  });
  expect(damagedSpot('a!b', damage, { stored: 5, inner: 7 }, 'b')).toEqual({
    file: 'a!b',
    entry: 'b',
    offset: 5,
    inner: 7,
    code: 'too-long',
    reason: `${reason} (7 bytes into the data of its member)`,
  });
});

test('what a file says of itself is shown on one line and not at any length', () => {
  const detail = `a\r\n\u2028b${'x'.repeat(1000)}`;
  expect(oneLine('a\r\n\u2028b\u0007')).toBe('a b ');
  expect(oneLine('abcdef', 3)).toBe('abc…');
  expect(oneLine('abc', 3)).toBe('abc');
  expect(oneLine('x'.repeat(161))).toBe(`${'x'.repeat(160)}…`);
  expect(reasonOf({ code: 'false-claim', detail })).toBe(`a b${'x'.repeat(297)}…`);
  expect(reasonOf({ code: 'not-json', what: 'line', detail })).toMatch(/^the line is not JSON: a bx{157}…$/);
});
