import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { decodeBody, parseHttpHead } from '../../../plugins/dump/archive/http.ts';

const headersOf = (coding: string, transfer = ''): Map<string, string> =>
  new Map([
    ['content-encoding', coding],
    ['transfer-encoding', transfer],
  ]);
const decode = async (stored: Buffer | string, coding: string, transfer = '', maxBytes = 10_000) => {
  const { body, isDecoded, ...rest } = await decodeBody(
    Buffer.from(stored),
    headersOf(coding, transfer),
    maxBytes,
  );
  return { text: body.toString('latin1'), ...rest };
};
/** A zstd frame of stored blocks, with its size, and without a checksum (RFC 8878, section 3.1.1). */
function zstdOf(data: Buffer | string): Buffer {
  const bytes = Buffer.from(data);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(bytes.length);
  const parts = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0]), size];
  for (let at = 0; at < bytes.length; at += 50_000) {
    const block = bytes.subarray(at, at + 50_000);
    const head = Buffer.alloc(3);
    head.writeUIntLE((block.length << 3) | (at + block.length === bytes.length ? 1 : 0), 0, 3);
    parts.push(head, block);
  }
  return Buffer.concat(parts);
}
const words = 'some words of a page, '.repeat(30);

test('a status line gives its status, 0 when it has none; what does not begin with HTTP/ is no response', () => {
  const headOf = (text: string, max = 1000) => parseHttpHead(Buffer.from(text), max);
  expect(headOf('HTTP/1.1 204 No\r\nA: b\r\n\r\nbody')).toEqual({
    status: 204,
    headers: new Map([['a', 'b']]),
    length: 25,
  });
  expect(headOf('http/2 301\n\n')).toMatchObject({ status: 301, length: 12 });
  expect(headOf('HTTP/1.1 200OK\n\n')?.status).toBe(200);
  expect(headOf('HTTP/1.1\n\n')?.status).toBe(0);
  expect(headOf('HTTP/1.1 20\n\n')?.status).toBe(0);
  expect(headOf('HTTP/1.1 2000\n\n')?.status).toBe(0);
  expect(headOf('HTTP')).toBe(undefined);
  expect(headOf('XTTP/1.1 200\n\n')).toBe(undefined);
  // a header without an end is all header, up to the limit
  expect(headOf('HTTP/1.1 200 OK\r\nA: b\r\nC')).toMatchObject({ status: 200, length: 24 });
  expect(headOf('HTTP/1.1 200 OK\r\nA: b\r\nC: d\r\n\r\nbody', 23)).toEqual({
    isLong: true,
    status: 200,
    headers: new Map([['a', 'b']]),
    length: 23,
  });
});

test('what a server sends before its response belongs to the header, and a header of such alone is the response', () => {
  const early = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n';
  const text = `${early}HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody`;
  const headers = new Map([['a', 'b']]);
  expect(parseHttpHead(Buffer.from(text), 1000)).toEqual({ status: 200, headers, length: text.length - 4 });
  expect(parseHttpHead(Buffer.from(early), 1000)).toMatchObject({ status: 103, length: early.length });
  expect(parseHttpHead(Buffer.from(text), 80)).toMatchObject({ status: 200, length: 80, isLong: true });
});

test('codings in several lines are one list', async () => {
  const head = `HTTP/1.1 200 OK\r\n${'Content-Encoding: gzip\r\n'.repeat(1e4)}`;
  const block = Buffer.from(
    'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nX: y\r\nContent-Encoding: br\r\n\r\n',
  );
  const { headers } = parseHttpHead(block, 1000)!;
  expect(headers.get('content-encoding')).toBe('gzip, br');
  const { body } = await decodeBody(brotliCompressSync(gzipSync(words)), headers, 10_000);
  expect(body.toString()).toBe(words);
  const long = parseHttpHead(Buffer.from(`${head}\r\n`), 1e6)!;
  expect(long.headers.get('content-encoding')!.length).toBeLessThan(1100);
});

test('each coding is removed, several in the order opposite to the one in which they were applied', async () => {
  const gzip = gzipSync(words);
  for (const [coding, stored] of [
    ['gzip', gzip],
    ['X-GZIP', gzip],
    ['deflate', deflateSync(words)],
    ['deflate', deflateRawSync(words)],
    ['br', brotliCompressSync(words)],
    ['identity, gzip, none,', gzip],
    ['deflate, gzip', gzipSync(deflateSync(words))],
    ['gzip, br', brotliCompressSync(gzip)],
  ] as const) {
    expect([coding, await decode(stored, coding)]).toEqual([coding, { text: words }]);
  }
});

test('a coding that the bytes do not show was removed before they were stored', async () => {
  for (const coding of ['gzip', 'deflate', 'br', 'utf-8', 'none', '']) {
    expect([coding, await decode(words, coding)]).toEqual([coding, { text: words }]);
    expect(await decode('', coding)).toEqual({ text: '' });
  }
  // a byte order mark and NULs are no text in an ASCII-based encoding, and still no gzip
  const utf16 = Buffer.from('\ufeffwords', 'utf16le');
  expect(await decode(utf16, 'gzip')).toEqual({ text: utf16.toString('latin1') });
});

test('text in any encoding is kept under a label that says nothing about it, wherever its first bytes are cut', async () => {
  const texts = {
    'utf-8': 'Страница 北京 ',
    'koi8-r': 'Страница о погоде ',
    'windows-1256': 'نص عربي ',
    shift_jis: 'これは文章です。\n',
    gbk: '这是一个测试 ',
  };
  for (const [encoding, text] of Object.entries(texts)) {
    for (const repeated of [3, 400]) {
      for (const shift of ['', '-', '--']) {
        const stored = iconv.encode(shift + text.repeat(repeated), encoding);
        const kept = { text: stored.toString('latin1') };
        for (const coding of ['br', 'deflate', 'deflate, gzip', 'utf-8']) {
          expect([encoding, coding, await decode(stored, coding, '', 100_000)]).toEqual([
            encoding,
            coding,
            kept,
          ]);
        }
      }
    }
  }
});

test('a coding that nobody knows on bytes that are no text leaves them as they are', async () => {
  const noise = Buffer.from([0, 200, 3, 255, 9, 129]);
  const unknownCoding = 'x'.repeat(40);
  expect(await decode(noise, 'x'.repeat(50))).toEqual({ text: noise.toString('latin1'), unknownCoding });
  expect(await decode(noise, 'compress')).toMatchObject({ unknownCoding: 'compress' });
});

test('of more than five codings none is removed: each could inflate to the limit again', async () => {
  const gzip = (times: number): Buffer =>
    Array.from({ length: times }).reduce<Buffer>((body) => gzipSync(body), Buffer.from(words));
  const five = Array.from({ length: 5 }, () => 'gzip').join(',');
  expect(await decode(gzip(5), five)).toEqual({ text: words });
  expect(await decode(gzip(5), `identity,${five}, ,none`)).toEqual({ text: words });
  expect(await decode(gzip(6), `${five},gzip`)).toMatchObject({ unknownCoding: 'beyond the fifth' });
  expect(await decode(words, 'gzip,'.repeat(50_000))).toEqual({ text: words });
});

test('a body that breaks off comes out as far as it decodes, with the name of the coding', async () => {
  const noise = Array.from({ length: 30_000 }, (_, n) => ((n * 7919) % 100_003).toString(36)).join(' ');
  for (const [coding, packed] of [
    ['gzip', gzipSync(noise)],
    ['deflate', deflateSync(noise)],
  ] as const) {
    const broken = Buffer.from(packed);
    broken[broken.length >> 1]! ^= 0xff;
    const { text, broken: named } = await decode(broken, coding, '', 10_000_000);
    expect([named?.coding, text.length > 100, noise.startsWith(text.slice(0, 100))]).toEqual([
      coding,
      true,
      true,
    ]);
    const cut = await decode(packed.subarray(0, packed.length >> 1), coding, '', 10_000_000);
    expect([cut.broken, noise.startsWith(cut.text), cut.text.length > 100]).toEqual([
      { coding, fault: 'cut-off' },
      true,
      true,
    ]);
  }
  expect(await decode(Buffer.from('1f8bffff', 'hex'), 'gzip')).toEqual({
    text: '',
    broken: { coding: 'gzip', fault: 'undecodable' },
  });
});

test('what is sound in a broken coding comes out whole: cut off, with a wrong checksum, with junk behind it', async () => {
  // long, and hard to compress
  const long = Array.from({ length: 20_000 }, (_, n) => ((n * 7919) % 100_003).toString(36)).join(' ');
  const junk = Buffer.from('junk behind it');
  const changed = (packed: Buffer, fromEnd: number): Buffer => {
    const bytes = Buffer.from(packed);
    bytes[bytes.length - fromEnd]! ^= 1;
    return bytes;
  };
  const [gzip, zlib, br, zstd] = [gzipSync(long), deflateSync(long), brotliCompressSync(long), zstdOf(long)];
  const cases: Array<[coding: string, stored: Buffer, fault: string | undefined]> = [
    ['gzip', Buffer.concat([gzip, junk]), 'junk'],
    ['gzip', Buffer.concat([gzip, Buffer.alloc(20)]), undefined],
    ['gzip', changed(gzip, 6), 'checksum'],
    ['gzip', changed(gzip, 1), 'checksum'],
    ['gzip', gzip.subarray(0, -5), 'cut-off'],
    ['gzip', gzip.subarray(0, -8), 'cut-off'],
    ['gzip', Buffer.concat([changed(gzip, 6), junk]), 'checksum'],
    ['deflate', Buffer.concat([zlib, junk]), 'junk'],
    ['deflate', changed(zlib, 1), 'checksum'],
    ['deflate', Buffer.concat([deflateRawSync(long), junk]), 'junk'],
    ['br', Buffer.concat([br, junk]), 'junk'],
    ['zstd', zstd, undefined],
    ['zstd', Buffer.concat([zstd, junk]), 'junk'],
  ];
  for (const [coding, stored, fault] of cases) {
    const { text, broken, truncatedFrom } = await decode(stored, coding, '', 10_000_000);
    expect([coding, fault, text === long, truncatedFrom]).toEqual([coding, fault, true, undefined]);
    expect(broken).toEqual(fault === undefined ? undefined : { coding, fault });
  }
  for (const [coding, packed] of [
    ['gzip', gzip],
    ['deflate', zlib],
    ['br', br],
    ['zstd', zstd],
  ] as const) {
    const { text, broken } = await decode(packed.subarray(0, packed.length - 200), coding, '', 10_000_000);
    expect(broken).toEqual({ coding, fault: 'cut-off' });
    expect(long.startsWith(text)).toBe(true);
    // zstd gives whole blocks only
    if (coding !== 'zstd') expect(text.length).toBeGreaterThan(long.length - 2000);
  }
  // of several members the sound ones come out, whichever is broken
  const members = Buffer.concat([gzipSync('one '), changed(gzipSync('two '), 6), gzipSync('three')]);
  expect(await decode(members, 'gzip')).toEqual({
    text: 'one two three',
    broken: { coding: 'gzip', fault: 'checksum' },
  });
  // beyond the 16th one there is no search for what is broken: each would be read again
  const many: Buffer[] = Array.from({ length: 20 }, (_, i) => gzipSync(`${i} `));
  many.push(changed(gzipSync('last'), 6));
  expect(await decode(Buffer.concat(many), 'gzip')).toEqual({
    text: Array.from({ length: 16 }, (_, i) => `${i} `).join(''),
    broken: { coding: 'gzip', fault: 'junk' },
  });
});

test('a coding without a label, against it, or twice is removed by the bytes alone', async () => {
  const [gzip, br, zstd] = [gzipSync(words), brotliCompressSync(words), zstdOf(words)];
  for (const stored of [gzip, br, zstd, gzipSync(gzip), gzipSync(br), zstdOf(gzip)]) {
    for (const label of ['', 'gzip', 'br', 'zstd', 'deflate', 'utf-8']) {
      expect([label, await decode(stored, label)]).toEqual([label, { text: words }]);
    }
  }
  expect(await decode(gzip.subarray(0, -4), '')).toEqual({
    text: words,
    broken: { coding: 'gzip', fault: 'cut-off' },
  });
  // Western text in UTF-16, noise, and what merely begins like a coding are none
  for (const kept of [
    Buffer.from('words of a page', 'utf16le'),
    Buffer.from([0, 200, 3, 255, 9, 129, 7, 2]),
    Buffer.from([0x1f, 0x8b, 8, 0xff, 0, 0, 0, 0, 0, 0, 0]),
  ]) {
    expect(await decode(kept, '')).toEqual({ text: kept.toString('latin1') });
  }
});

test('transfer codings beside chunks are removed, too', async () => {
  const packed = gzipSync(words);
  const chunked = Buffer.concat([
    Buffer.from(`${packed.length.toString(16)}\r\n`),
    packed,
    Buffer.from('\r\n0\r\n\r\n'),
  ]);
  expect(await decode(chunked, '', 'gzip, chunked')).toEqual({ text: words });
  expect(await decode(packed, '', 'gzip')).toEqual({ text: words });
  expect(await decode(words, '', 'gzip, chunked')).toEqual({ text: words });
});

test('a body over the limit is cut there, decoded or not, and says at least how long it is', async () => {
  expect(await decode('x'.repeat(11), '', '', 10)).toEqual({ text: 'x'.repeat(10), truncatedFrom: 11 });
  expect(await decode('x'.repeat(10), '', '', 10)).toEqual({ text: 'x'.repeat(10) });
  expect(await decode(gzipSync('x'.repeat(10)), 'gzip', '', 10)).toEqual({ text: 'x'.repeat(10) });
  expect(await decode(gzipSync('x'.repeat(500_000)), 'gzip', '', 10)).toEqual({
    text: 'x'.repeat(10),
    truncatedFrom: 11,
  });
});

test('chunks are joined, and what only claims to be chunked is kept as it is', async () => {
  const joined: Array<[string, string]> = [
    ['3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n', 'abcde'],
    ['3\nabc\n02 ;x=y\nde\n0\n\n', 'abcde'],
    [' A\r\n0123456789\r\n0\r\n', '0123456789'],
    ['3\r\nabc\r\n', 'abc'],
    ['3\r\nabc', 'abc'],
    ['0\r\n\r\n', ''],
    ['3\r\nabc\r\n0\r\nTrailer: x\r\n\r\n', 'abc'],
  ];
  for (const [stored, text] of joined)
    expect([stored, await decode(stored, '', 'chunked')]).toEqual([stored, { text }]);
  const kept = ['words', '3 words\r\nof a page', 'ff\r\nwords', '3\r\nabcdef\r\n', `${'1'.repeat(9)}\r\nabc`];
  for (const stored of kept) expect(await decode(stored, '', 'Chunked')).toEqual({ text: stored });
  expect(await decode('3\r\nabc\r\n0\r\n', '', 'unchunked')).toEqual({ text: '3\r\nabc\r\n0\r\n' });
  const long = `${' '.repeat(1100)}3\r\nabc\r\n0\r\n`;
  expect(await decode(long, '', 'chunked')).toEqual({ text: long });
});

test('chunks that break off give what came before, and are named', async () => {
  const broken = { coding: 'chunked', fault: 'cut-off' };
  const cases: Array<[string, string]> = [
    ['3\r\nabc\r\n9\r\nde', 'abcde'],
    ['3\r\nabc\r\nzz\r\nde', 'abc'],
    ['3\r\nabc\r\n1\r\nde\r\n0\r\n', 'abcd'],
    ['5\r\nabc', 'abc'],
    ['3\r\nabc\r\n2', 'abc'],
  ];
  for (const [stored, text] of cases) {
    expect([stored, await decode(stored, '', 'chunked')]).toEqual([stored, { text, broken }]);
  }
});
