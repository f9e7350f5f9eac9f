import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../../plugins/dump/index.ts';
import { readAll, scratchFolder } from '../scratch.ts';
import {
  gzipEach,
  httpResponse,
  pageHtml,
  pageRecord,
  type RecordToWrite,
  warcRecord,
} from './warc-writer.ts';

const { write } = scratchFolder();
let files = 0;
const warc = (...records: Array<Buffer | string>): string =>
  write(`${files++}.warc`, Buffer.concat(records.map((record) => Buffer.from(record))));
const one = async (record: RecordToWrite) => await readAll(warc(warcRecord(record)));
const html = '<!doctype html><title>a page</title><p>some words';

describe('pages of a WARC file', () => {
  test('a response record gives its page with id, url, date, type and body', async () => {
    const { pages, spots } = await one({
      id: 'urn:uuid:7',
      url: '<http://example.test/a>',
      block: httpResponse(html),
    });
    expect(spots).toEqual([]);
    expect(pages).toEqual([
      {
        id: 'urn:uuid:7',
        url: 'http://example.test/a',
        body: Buffer.from(html),
        contentType: 'text/html',
        fetchedAt: '2024-05-06T07:08:09Z',
      },
    ]);
  });

  test.each(['0.17', '0.18', '1.0', '1.1'])(
    'WARC/%s is read, with CR LF, LF alone and CR CR LF',
    async (version) => {
      for (const eol of ['\r\n', '\n', '\r\r\n']) {
        const record = (n: number) => warcRecord({ version, eol, id: `${n}`, block: httpResponse(html) });
        const { ids, spots } = await readAll(warc(record(1), record(2), record(3)));
        expect({ ids, spots }).toEqual({ ids: ['1', '2', '3'], spots: [] });
      }
    },
  );

  test('header names in any case and continued lines are understood', async () => {
    const block = `HTTP/1.1 200\nCONTENT-type: text/html;\n  charset=utf-8\nTransfer-ENCODING: Chunked\n\n5\nhello\n0\n\n`;
    const { pages } = await one({ block });
    expect(pages[0]).toMatchObject({ contentType: 'text/html; charset=utf-8', body: Buffer.from('hello') });
  });

  test('a byte order mark before the first record is no damage, plain or compressed', async () => {
    const mark = Buffer.from('\ufeff');
    const plain = warc(mark, pageRecord(1), pageRecord(2));
    const zipped = write(
      'mark.warc.gz',
      gzipEach([Buffer.concat([mark, pageRecord(1)]), pageRecord(2)]).bytes,
    );
    for (const path of [plain, zipped]) {
      const { ids, spots } = await readAll(path);
      expect([ids, spots]).toEqual([['urn:test:1', 'urn:test:2'], []]);
    }
  });

  test('what is no page is counted as skipped with its reason', async () => {
    const { pages, stats } = await readAll(
      warc(
        warcRecord({ type: 'revisit', block: httpResponse('') }),
        warcRecord({ type: 'warcinfo', contentType: 'application/warc-fields', block: 'software: x\r\n' }),
        warcRecord({ type: 'continuation', block: 'rest' }),
        warcRecord({ block: httpResponse('gone', ['Content-Type: text/html'], '404 Not Found') }),
        warcRecord({ block: httpResponse('', ['Location: /'], '302 Found') }),
        warcRecord({ block: httpResponse('GIF89a', ['Content-Type: image/gif']) }),
        warcRecord({ block: httpResponse('words', []) }),
        warcRecord({ type: 'response', contentType: 'text/dns', block: 'example.test. 1 IN A 192.0.2.1' }),
      ),
    );
    expect(pages).toEqual([]);
    expect(Object.fromEntries(stats.skipped)).toEqual({
      'revisit record': 1,
      'warcinfo record': 1,
      'continuation record': 1,
      'HTTP status 404': 1,
      'HTTP status 302': 1,
      'image/gif': 1,
      'no media type, and not HTML': 1,
      'text/dns': 1,
    });
    expect(stats.damaged).toBe(0);
  });

  test('a record of page type that cannot be read is damage with its reason; HTML without a header comes out', async () => {
    const limits = { maxHeaderBytes: 4096 };
    const { pages, stats, spots } = await readAll(
      warc(
        warcRecord({ id: 'a', block: 'no header' }),
        warcRecord({ id: 'b', block: '' }),
        warcRecord({ id: 'c', block: html }),
        warcRecord({
          id: 'd',
          block: httpResponse(Buffer.alloc(999, 0xee), ['Content-Type: text/html', 'Content-Encoding: lzw']),
        }),
        warcRecord({
          id: 'e',
          block: httpResponse(html, ['Content-Type: text/html', `X: ${'x'.repeat(5000)}`]),
        }),
        warcRecord({ id: 'f', block: httpResponse(html) }),
      ),
      { limits },
    );
    expect(pages.map(({ id, body }) => [id, body.toString()])).toEqual([
      ['c', html],
      ['f', html],
    ]);
    expect(spots.map(({ code, reason }) => [code, reason])).toEqual([
      ['no-http-header', 'record a: expected an HTTP header, found something else'],
      ['no-http-header', 'record b: expected an HTTP header, found nothing'],
      ['no-http-header', 'record c: expected an HTTP header, found HTML, which is read as it stands'],
      ['unknown-coding', 'record d: its content coding, lzw, is not known: the page is left out'],
      ['too-long', 'its HTTP header is longer than 4096 bytes'],
    ]);
    expect(stats.damaged).toBe(5);
    expect(stats.skipped.size).toBe(0);
  });

  test('a type that is not written by the rules, or says that none is known, costs no page', async () => {
    const page = async (type: string): Promise<number> =>
      (await one({ block: httpResponse(html, [`Content-Type: ${type}`]) })).pages.length;
    for (const type of [
      'text/html charset=utf-8',
      'text/html,text/html',
      'text/html, charset=utf-8',
      'text/html:charset=utf-8',
      'TEXT/HTML\\; charset=utf-8',
      '"text/html; charset=utf-8"',
      'html',
      '*/*',
      'unknown/unknown',
      'application/unknown',
    ]) {
      expect([type, await page(type)]).toEqual([type, 1]);
    }
    for (const type of [
      'text/html+xml',
      'text/htmlx charset=utf-8',
      'application/json, text/html',
      'text/*',
    ]) {
      expect([type, await page(type)]).toEqual([type, 0]);
    }
  });

  test('URLs in a header are UTF-8, or Latin-1 if they are not', async () => {
    const urls = [
      'http://münchen.test/Zürich',
      '<http://a.test/北京>',
      Buffer.from('http://a.test/Z\xfcrich', 'latin1'),
    ];
    const records = urls.map((url, n) => {
      const [before, behind] = warcRecord({ id: `${n}`, url: 'URL', block: httpResponse(html) })
        .toString()
        .split('URL');
      return Buffer.concat([Buffer.from(before!), Buffer.from(url), Buffer.from(behind!)]);
    });
    const redirects: string[] = [];
    const moved = warcRecord({ block: httpResponse('', ['Location: /Zürich'], '301 Moved') });
    const { pages } = await readAll(warc(...records, moved), {
      onRedirect: ({ target }) => void redirects.push(target),
    });
    expect(pages.map(({ url }) => url)).toEqual([
      'http://münchen.test/Zürich',
      'http://a.test/北京',
      'http://a.test/Zürich',
    ]);
    expect(redirects).toEqual(['/Zürich']);
  });

  test('text that a crawler stored about the crawl, or beside a page, is no page; HTML and conversions are', async () => {
    const stored = (id: string, url: string, contentType = 'text/plain', type = 'resource') =>
      warcRecord({ id, url, type, contentType, block: contentType === 'text/html' ? html : 'some words' });
    const { ids, stats } = await readAll(
      warc(
        stored('log of Wget', '<metadata://gnu.org/software/wget/warc/wget.log>'),
        stored('log of wpull', 'urn:X-wpull:log'),
        stored('text of a page', 'urn:text:https://example.test/'),
        stored('a', 'urn:text:https://example.test/', 'text/html'),
        stored('b', 'urn:text:https://example.test/', 'text/plain', 'conversion'),
        stored('c', 'http://example.test/urn:text:x.txt'),
        stored('d', 'urn:isbn:0000000000'),
      ),
    );
    expect(ids).toEqual(['a', 'b', 'c', 'd']);
    expect(stats.skipped).toEqual(new Map([['resource about the crawl', 3]]));
  });

  test('resource and conversion records and untyped HTML are pages', async () => {
    const { pages } = await readAll(
      warc(
        warcRecord({ id: 'a', type: 'resource', contentType: 'text/html', block: html }),
        warcRecord({ id: 'b', type: 'conversion', contentType: 'text/plain', block: 'plain words' }),
        warcRecord({ id: 'c', block: httpResponse(html, []) }),
      ),
    );
    expect(pages.map((page) => [page.id, page.contentType, page.body.toString()])).toEqual([
      ['a', 'text/html', html],
      ['b', 'text/plain', 'plain words'],
      ['c', undefined, html],
    ]);
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
  ] as const)(
    'a %s body is decoded, whether or not it was stored decoded already',
    async (coding, encode) => {
      const headers = ['Content-Type: text/html', `Content-Encoding: ${coding}`];
      for (const body of [encode(html), Buffer.from(html)]) {
        const { pages, spots } = await one({ block: httpResponse(body, headers) });
        expect(spots).toEqual([]);
        expect(pages[0]?.body.toString()).toBe(html);
      }
    },
  );

  test('a chunked gzip body is joined and decoded, and a body that only claims to be chunked is kept', async () => {
    const zipped = gzipSync(html);
    const chunks = [zipped.subarray(0, 10), zipped.subarray(10)].flatMap((part) => [
      Buffer.from(`${part.length.toString(16).toUpperCase()};x=y\r\n`),
      part,
      Buffer.from('\r\n'),
    ]);
    const headers = ['Content-Type: text/html', 'transfer-encoding: CHUNKED', 'Content-Encoding: gzip'];
    const chunked = await one({
      block: httpResponse(Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]), headers),
    });
    expect(chunked.pages[0]?.body.toString()).toBe(html);
    const plain = await one({ block: httpResponse(html, headers) });
    expect(plain.pages[0]?.body.toString()).toBe(html);
    expect(chunked.spots.concat(plain.spots)).toEqual([]);
  });

  test.each(['gzip', 'br', 'deflate', 'zstd', 'x-unknown'])(
    'a UTF-16 body that was stored decoded is kept, though its header says %s',
    async (coding) => {
      const western = Buffer.from(html, 'utf16le');
      const chinese = Buffer.from(`\ufeff<p>${'\u4e2d\u6587\u7f51\u9875'.repeat(40)}`, 'utf16le');
      for (const body of [western, Buffer.from(western).swap16(), chinese, Buffer.from(chinese).swap16()]) {
        const headers = ['Content-Type: text/html', `Content-Encoding: ${coding}`];
        const { pages, spots } = await one({ block: httpResponse(body, headers) });
        expect([pages[0]?.body, spots]).toEqual([body, []]);
      }
    },
  );

  test('a body whose coding breaks off comes out as far as it goes and is named', async () => {
    const zipped = gzipSync(pageHtml(1, 5000));
    zipped[zipped.length >> 1]! ^= 0xff;
    const { pages, spots } = await one({
      block: httpResponse(zipped, ['Content-Type: text/html', 'Content-Encoding: gzip']),
    });
    expect(pages[0]?.body.length).toBeGreaterThan(0);
    expect(spots).toMatchObject([{ offset: 0, reason: expect.stringContaining('gzip body') }]);
  });

  test('a repeated or missing WARC-Record-ID gives FILE:OFFSET, so that ids are unique over all inputs', async () => {
    const record = warcRecord({ id: 'same', block: httpResponse(html) });
    const noId = warcRecord({ id: null, block: httpResponse(html) });
    const a = warc(record, record, noId);
    const b = write('same.warc.gz', gzipSync(Buffer.concat([record, noId])));
    const { ids } = await readAll([a, b]);
    expect(ids).toEqual([
      'same',
      `${a}:${record.length}`,
      `${a}:${2 * record.length}`,
      `${b}:0`,
      `${b}:0+${record.length}`,
    ]);
    expect((await readAll([a, b])).ids).toEqual(ids);
  });

  test('a body over the limit is cut and says how long it was', async () => {
    const path = warc(pageRecord(1, 1000), pageRecord(2, 5));
    const { pages, spots } = await readAll(path, { limits: { maxPageBytes: 500 } });
    expect(spots).toEqual([]);
    expect(pages.map((page) => [page.body.length, page.truncatedFrom])).toEqual([
      [500, pageHtml(1, 1000).length],
      [pageHtml(2, 5).length, undefined],
    ]);
  });
});

describe('broken WARC records', () => {
  test('a response with status 206 is no whole page, unless its range is all there is of it', async () => {
    const part = (id: string, ...ranges: readonly string[]) =>
      warcRecord({
        id,
        block: httpResponse(
          html,
          ['Content-Type: text/html', ...ranges.map((range) => `Content-Range: ${range}`)],
          '206 Partial Content',
        ),
      });
    const all = html.length;
    const parts = [
      part('first', `bytes 0-${all - 1}/${2 * all}`),
      part('last', `bytes ${all}-${2 * all - 1}/${2 * all}`),
      part('of unknown', `bytes 0-${all - 1}/*`),
      part('unsaid'),
    ];
    const { pages, spots } = await readAll(warc(...parts, part('whole', `bytes 0-${all - 1}/${all}`)));
    expect(pages.map(({ id, damage, truncatedFrom }) => [id, damage, truncatedFrom])).toEqual([
      ['first', 'partial-response', 2 * all],
      ['last', 'partial-response', 2 * all],
      ['of unknown', 'partial-response', all + 1],
      ['unsaid', 'partial-response', all + 1],
      ['whole', undefined, undefined],
    ]);
    expect(pages.map(({ body }) => body.toString())).toEqual(Array(5).fill(html));
    expect(spots.map(({ code }) => code)).toEqual(Array(4).fill('partial-response'));
  });

  test('a Content-Length that is too long or too short is named, the page mended, and nothing after it lost', async () => {
    const block = httpResponse(html);
    for (const contentLength of [block.length + 100, block.length + 5, block.length - 9, 10 ** 12, 100_000]) {
      const bad = warcRecord({ id: 'bad', block, contentLength });
      const { pages, ids, spots } = await readAll(warc(pageRecord(0), bad, pageRecord(2), pageRecord(3)));
      expect(ids.filter((id) => id !== 'bad')).toEqual(['urn:test:0', 'urn:test:2', 'urn:test:3']);
      expect(spots).toMatchObject([
        { offset: pageRecord(0).length, reason: expect.stringContaining(`${contentLength}`) },
      ]);
      const mended = pages.find((page) => page.id === 'bad');
      if (contentLength < 10 ** 12) expect(mended?.body.toString()).toBe(html);
    }
  });

  test('a Content-Length that is missing, negative or no number is named and the next record comes out', async () => {
    for (const contentLength of ['-5', 'many', '1e3', '']) {
      const bad = warcRecord({ id: 'bad', block: httpResponse(html), contentLength });
      const { ids, spots } = await readAll(warc(bad, pageRecord(2)));
      expect(ids).toEqual(['urn:test:2']);
      expect(spots).toMatchObject([{ offset: 0, reason: expect.stringContaining('Content-Length') }]);
    }
  });

  test('a record longer than it says ends where the next one begins, however far behind: it is read on for that', async () => {
    const long = httpResponse(`<p>${'words '.repeat(400_000)}`);
    const bad = warcRecord({ id: 'long', block: long, contentLength: 30 });
    const { pages, spots } = await readAll(warc(bad, pageRecord(2)));
    expect(pages.map(({ id, body }) => [id, body.length])).toEqual([
      ['long', 2_400_003],
      ['urn:test:2', pageHtml(2).length],
    ]);
    expect(spots).toMatchObject([
      { offset: 0, reason: expect.stringContaining(`the next one begins after ${long.length} bytes`) },
    ]);
  });

  test('junk before, between and after plain records is named where it lies, the records come out whole', async () => {
    const junk = 'some junk\r\n\r\nthat is no record\r\n';
    const [a, b] = [pageRecord(1), pageRecord(2)];
    const { pages, spots } = await readAll(warc(junk, a, junk, b, junk));
    expect(pages.map((page) => page.body.toString())).toEqual([pageHtml(1), pageHtml(2)]);
    const offsets = [0, junk.length + a.length, 2 * junk.length + a.length + b.length];
    expect(spots.map((spot) => spot.offset)).toEqual(offsets);
  });

  test('a plain file cut off inside a record gives the records before, and names the cut one', async () => {
    const [a, b] = [pageRecord(1), pageRecord(2)];
    const body = b.indexOf('<!doctype');
    for (const cut of [5, 40, body - 50, body - 1, body]) {
      const { ids, spots } = await readAll(warc(a, b.subarray(0, cut)));
      expect(ids).toEqual(['urn:test:1']);
      expect(spots.map((spot) => spot.offset)).toEqual([a.length]);
    }
  });

  test('of a page that the end of the file cuts, what is there comes out and is said to be cut', async () => {
    const [a, b] = [pageRecord(1, 400), pageRecord(2, 400)];
    const block = httpResponse(pageHtml(2, 400), ['Content-Type: text/html', 'Content-Length: 99999']);
    const long = warcRecord({ id: 'urn:test:2', url: 'http://example.test/2', block });
    for (const [record, limits, length] of [
      [b, {}, undefined],
      [long, {}, 99_999],
      [b, { maxPageBytes: 500, maxHeaderBytes: 400 }, 'stored'],
    ] as const) {
      const body = record.indexOf('<!doctype');
      const { pages, spots } = await readAll(warc(a, record.subarray(0, body + 1000)), { limits });
      const [, cut] = pages;
      const held = limits.maxPageBytes ?? 1000;
      expect(cut?.body.toString()).toBe(pageHtml(2, 400).slice(0, held));
      expect([cut?.id, cut?.damage]).toEqual(['urn:test:2', 'cut-off']);
      expect(cut?.truncatedFrom).toBe(length === 'stored' ? 1000 : (length ?? held + 1));
      expect(spots.map(({ code, offset }) => [code, offset])).toEqual([['cut-off', a.length]]);
    }
  });

  test('a header without end is named and does not grow past its limit', async () => {
    const endless = `WARC/1.0\r\nX: ${'x'.repeat(400_000)}`;
    const { ids, spots } = await readAll(warc(endless, '\r\n', pageRecord(2)));
    expect(ids).toEqual(['urn:test:2']);
    expect(spots).toMatchObject([{ offset: 0, reason: expect.stringContaining('header') }]);
  });

  test('a page that quotes a WARC record is no boundary as long as its length is right', async () => {
    const quoting = `${html}\r\n\r\n${pageRecord(9).toString()}`;
    const { pages, spots } = await readAll(warc(warcRecord({ block: httpResponse(quoting) }), pageRecord(2)));
    expect(spots).toEqual([]);
    expect(pages.map((page) => page.body.toString())).toEqual([quoting, pageHtml(2)]);
  });

  test('an empty file is named, a missing one is an InputError before any page', async () => {
    const { spots } = await readAll(warc());
    expect(spots).toMatchObject([{ offset: 0, reason: 'the file is empty' }]);
    const good = write('good.warc.gz', gzipEach([pageRecord(1)]).bytes);
    await expect(readAll([good, `${good}.missing`])).rejects.toThrow(InputError);
    await expect(readAll([good, `${good}.missing`])).rejects.toThrow('good.warc.gz.missing: no such file');
  });
});
