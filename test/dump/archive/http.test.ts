import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeBody, parseHttpHead } from '../../../plugins/dump/archive/http.ts';

const headersOf = (coding: string, transfer = ''): Map<string, string> =>
  new Map([
    ['content-encoding', coding],
    ['transfer-encoding', transfer],
  ]);
const decode = async (stored: Buffer | string, coding: string, transfer = '', maxBytes = 10_000) => {
  const { body, ...rest } = await decodeBody(Buffer.from(stored), headersOf(coding, transfer), maxBytes);
  return { text: body.toString('latin1'), ...rest };
};
const words = 'some words of a page, '.repeat(30);

test('a status line gives its status, 0 when it has none; what does not begin with HTTP/ is no response', () => {
  const headOf = (text: string, max = 1000) => parseHttpHead(Buffer.from(text), max);
  expect(headOf('HTTP/1.1 204 No\r\nA: b\r\n\r\nbody')).toEqual({
    status: 204,
    headers: new Map([['a', 'b']]),
    length: 25,
  });
  expect(headOf('http/2 301\n\n')).toMatchObject({ status: 301, length: 12 });
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
    const { text, brokenCoding } = await decode(broken, coding, '', 10_000_000);
    expect([brokenCoding, text.length > 100, noise.startsWith(text.slice(0, 100))]).toEqual([
      coding,
      true,
      true,
    ]);
    // one that was cut off is no broken one: many archives cut long bodies
    const cut = await decode(packed.subarray(0, packed.length >> 1), coding, '', 10_000_000);
    expect([cut.brokenCoding, noise.startsWith(cut.text), cut.text.length > 100]).toEqual([
      undefined,
      true,
      true,
    ]);
  }
  expect(await decode(Buffer.from('1f8bffff', 'hex'), 'gzip')).toEqual({ text: '', brokenCoding: 'gzip' });
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
  const brokenCoding = 'chunked';
  const cases: Array<[string, string]> = [
    ['3\r\nabc\r\n9\r\nde', 'abcde'],
    ['3\r\nabc\r\nzz\r\nde', 'abc'],
    ['3\r\nabc\r\n1\r\nde\r\n0\r\n', 'abcd'],
    ['5\r\nabc', 'abc'],
    ['3\r\nabc\r\n2', 'abc'],
  ];
  for (const [stored, text] of cases) {
    expect([stored, await decode(stored, '', 'chunked')]).toEqual([stored, { text, brokenCoding }]);
  }
});
