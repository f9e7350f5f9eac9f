import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRecords } from '../../../plugins/dump/index.ts';
import { cpuMs } from '../../cpu-time.ts';
import { missing, realData } from '../../data.ts';
import { often } from '../../repetition.ts';
import { readAll, scratchFolder } from '../scratch.ts';
import { gzipEach, httpResponse, pageHtml } from '../warc/warc-writer.ts';
import { arcPage, arcRecord, filedesc } from './arc-writer.ts';

const { write } = scratchFolder();
let files = 0;
const arc = (...records: Array<Buffer | string>): string =>
  write(`${files++}.arc`, Buffer.concat(records.map((record) => Buffer.from(record))));
const html = '<!doctype html><title>a page</title><p>some words';
const urls = (pages: ReadonlyArray<{ url: string }>): string[] => pages.map((page) => page.url);

describe('pages of an ARC file', () => {
  test('a record gives its page with place, url, date, type and body, in versions 1 and 2', async () => {
    for (const more of [undefined, '200 a1b2 - 12345 file.arc']) {
      const version = filedesc(more === undefined ? 1 : 2);
      const record = arcRecord({
        url: 'http://example.test/a',
        block: httpResponse(html),
        ...(more === undefined ? {} : { more }),
      });
      const path = arc(version, record);
      const { pages, spots, stats } = await readAll(path);
      expect(spots).toEqual([]);
      expect(pages).toEqual([
        {
          id: `${path}:${version.length}`,
          url: 'http://example.test/a',
          body: Buffer.from(html),
          contentType: 'text/html',
          fetchedAt: '2008-04-30T20:48:25Z',
        },
      ]);
      expect(Object.fromEntries(stats.skipped)).toEqual({ 'filedesc record': 1 });
    }
  });

  test('a URL in UTF-8 comes out as its characters, one in Latin-1 as it stands', async () => {
    for (const [encoding, url] of [
      ['utf8', 'http://example.test/\u0436'],
      ['latin1', 'http://example.test/caf\xe9'],
    ] as const) {
      const record = arcRecord({ url: 'http://example.test/URL', block: httpResponse(html) });
      const at = record.indexOf('http://example.test/URL');
      const bytes = Buffer.concat([
        record.subarray(0, at),
        Buffer.from(url, encoding),
        record.subarray(at + 'http://example.test/URL'.length),
      ]);
      expect(urls((await readAll(arc(filedesc(1), bytes))).pages)).toEqual([url]);
    }
  });

  test('odd headers that crawlers wrote are understood: blanks, dates of other lengths, fields swapped or empty', async () => {
    const block = httpResponse(html);
    const odd: Array<[Parameters<typeof arcRecord>[0], string, string | undefined]> = [
      [
        { url: 'http://a.test/?x=two words 1.2.3' },
        'http://a.test/?x=two words 1.2.3',
        '2008-04-30T20:48:25Z',
      ],
      [{ middle: 'None 2016020900' }, 'http://example.test/', '2016-02-09T00:00:00Z'],
      [{ middle: '192.0.2.1 200011101120' }, 'http://example.test/', '2000-11-10T11:20:00Z'],
      [{ middle: '192.0.2.1 200009180023002953' }, 'http://example.test/', '2000-09-18T00:23:00Z'],
      [{ middle: '192.0.2.1 201512000000000' }, 'http://example.test/', undefined],
      [{ middle: '192.0.2.1 a0d1fdddf3165d0447b1f7a285c61c1c9' }, 'http://example.test/', undefined],
      [{ middle: '20031219215023 192.0.2.1' }, 'http://example.test/', '2003-12-19T21:50:23Z'],
      [{ middle: '2001:db8::7 20080430204825' }, 'http://example.test/', '2008-04-30T20:48:25Z'],
      [{ type: '' }, 'http://example.test/', '2008-04-30T20:48:25Z'],
      [{ type: 'text/html; charset=utf-8' }, 'http://example.test/', '2008-04-30T20:48:25Z'],
    ];
    for (const [fields, url, fetchedAt] of odd) {
      const { pages, spots } = await readAll(arc(filedesc(), arcRecord({ ...fields, block }), arcPage(2)));
      expect(spots).toEqual([]);
      expect(urls(pages)).toEqual([url, 'http://example.test/2']);
      expect(pages[0]?.fetchedAt).toBe(fetchedAt);
    }
  });

  test('what is no page is counted as skipped with its reason; protocols without a header give theirs', async () => {
    const { pages, stats, spots } = await readAll(
      arc(
        filedesc(),
        arcRecord({ url: 'dns:example.test', type: 'text/dns', block: 'example.test. 1 IN A 192.0.2.1' }),
        arcRecord({ block: httpResponse('gone', ['Content-Type: text/html'], '404 Not Found') }),
        arcRecord({ block: httpResponse('GIF89a', ['Content-Type: image/gif']) }),
        arcRecord({ block: 'SSH-2.0-OpenSSH_5.3p1' }),
        arcRecord({ url: 'ftp://example.test/a.txt', type: 'text/plain', block: 'plain words' }),
        arcRecord({
          url: 'ftp://example.test/b.txt',
          type: 'text/plain',
          more: '200 - - 99 test.arc',
          block: 'plain words',
        }),
      ),
    );
    expect(spots).toMatchObject([{ code: 'no-http-header' }]);
    expect(Object.fromEntries(stats.skipped)).toEqual({
      'filedesc record': 1,
      'text/dns': 1,
      'HTTP status 404': 1,
      'image/gif': 1,
    });
    expect(pages).toMatchObject([
      { url: 'ftp://example.test/a.txt', contentType: 'text/plain' },
      { url: 'ftp://example.test/b.txt', contentType: 'text/plain' },
    ]);
  });

  test('content decides: an ARC file without its first record, under any name, plain and packed', async () => {
    for (const bytes of [
      arcPage(1),
      gzipSync(arcPage(1)),
      gzipSync(Buffer.concat([filedesc(), arcPage(1)])),
    ]) {
      expect(urls((await readAll(write(`${files++}.bin`, bytes))).pages)).toEqual(['http://example.test/1']);
    }
  });
});

const count = 24;
const records = Array.from({ length: count }, (_, n) => (n === 0 ? filedesc() : arcPage(n, 20 + 9 * n)));
const urlsOf = (keep: (n: number) => boolean): string[] =>
  records.flatMap((_, n) => (n > 0 && keep(n) ? [`http://example.test/${n}`] : []));

describe('damaged ARC files', () => {
  const sound = gzipEach(records);
  const memberOf = (offset: number): number => sound.offsets.findLastIndex((begin) => begin <= offset);
  const everywhere = fc.nat(sound.bytes.length - 1);

  test('one gzip member per record: bits flipped anywhere lose that record only, and name it by its offset', async () => {
    await fc.assert(
      fc.asyncProperty(everywhere, fc.integer({ min: 1, max: 255 }), async (offset, mask) => {
        const bytes = Buffer.from(sound.bytes);
        bytes[offset]! ^= mask;
        const hit = memberOf(offset);
        const { pages, spots } = await readAll(write('flipped.arc.gz', bytes));
        if (spots.length === 0) expect(urls(pages)).toEqual(urlsOf(() => true));
        else {
          // to a decoder that runs to the end of the file, the last member looks cut
          expect(urls(pages.filter(({ damage }) => damage !== 'cut-off'))).toEqual(urlsOf((n) => n !== hit));
          expect(spots).toMatchObject([{ offset: sound.offsets[hit] }]);
        }
      }),
      // in the example the data of the last member go on, behind its record, with letters and digits
      { numRuns: often(120), examples: [[11243, 34]] },
    );
  });

  test('one gzip member per record: cut off anywhere gives every record before the cut, and names the cut one', async () => {
    await fc.assert(
      fc.asyncProperty(everywhere, async (cut) => {
        fc.pre(!sound.offsets.includes(cut));
        const hit = memberOf(cut);
        const { pages, spots } = await readAll(write('cut.arc.gz', sound.bytes.subarray(0, cut)));
        const whole = pages.filter(({ truncatedFrom }) => truncatedFrom === undefined);
        expect(urls(whole)).toEqual(urlsOf((n) => n < hit));
        expect(urls(pages)).toEqual(urlsOf((n) => n < hit || (n === hit && pages.length > whole.length)));
        expect(spots).toMatchObject([{ offset: sound.offsets[hit] }]);
      }),
      { numRuns: often(80) },
    );
  });

  test('compressed as one and cut off gives every record that was complete before the cut', async () => {
    const whole = gzipSync(Buffer.concat(records));
    let last = 0;
    for (let cut = 40; cut < whole.length; cut += 401) {
      const { pages, spots } = await readAll(write('whole.arc.gz', whole.subarray(0, cut)));
      expect(urls(pages)).toEqual(urlsOf((n) => n <= pages.length));
      expect(spots).toMatchObject([{ offset: 0 }]);
      expect(pages.length).toBeGreaterThanOrEqual(last);
      last = pages.length;
    }
    expect(last).toBeGreaterThan(count - 5);
  });

  test('a length that is too long, too short, negative or no number is named, and nothing after it is lost', async () => {
    const block = httpResponse(html);
    for (const length of [block.length + 100, block.length - 9, 10 ** 12, '-1']) {
      const bad = arcRecord({ url: 'http://bad.test/', block, length });
      const { pages, spots } = await readAll(arc(filedesc(), bad, arcPage(2), arcPage(3)));
      expect(urls(pages).slice(-2)).toEqual(['http://example.test/2', 'http://example.test/3']);
      expect(spots).toMatchObject([
        { offset: filedesc().length, reason: expect.stringContaining(`${length}`) },
      ]);
      const mended = pages.find((page) => page.url === 'http://bad.test/');
      if (typeof length === 'number' && length < 10 ** 12) expect(mended?.body.toString()).toBe(html);
    }
  });

  test('a header whose block is missing does not take the record that follows it for its block', async () => {
    for (const length of [700, 10 ** 9]) {
      const bare = arcRecord({ url: 'http://bad.test/', length }).subarray(0, -1);
      const { pages, spots } = await readAll(arc(filedesc(), bare, arcPage(2), arcPage(3)));
      expect(urls(pages)).toEqual(['http://example.test/2', 'http://example.test/3']);
      expect(spots).toMatchObject([
        { offset: filedesc().length, reason: expect.stringContaining(`Archive-length ${length}`) },
      ]);
    }
  });

  test('plain and cut off, or with junk between records, names the place and gives all that is there', async () => {
    const [a, b] = [arcPage(1), arcPage(2)];
    const cut = await readAll(arc(filedesc(), a, b.subarray(0, b.length - 60)));
    expect(urls(cut.pages)).toEqual(['http://example.test/1', 'http://example.test/2']);
    expect(cut.pages.map(({ damage }) => damage)).toEqual([undefined, 'cut-off']);
    expect(cut.spots).toMatchObject([{ offset: filedesc().length + a.length }]);
    const junk = 'some junk\nthat is: no record 12\n';
    const { pages, spots } = await readAll(arc(filedesc(), a, junk, b));
    expect(pages.map((page) => page.body.toString())).toEqual([pageHtml(1), pageHtml(2)]);
    expect(spots).toMatchObject([{ offset: filedesc().length + a.length }]);
  });

  test('a line that never ends, and a file of lines that nearly are headers, are read in linear time', async () => {
    const near = `http://x.test/ ${'1.2.3.4 20080430204825 '.repeat(600)}x\n`;
    const start = cpuMs();
    const { pages, spots } = await readAll(
      arc(filedesc(), `http://x.test/${'x'.repeat(3_000_000)}`, near.repeat(300), arcPage(2)),
    );
    expect(cpuMs() - start).toBeLessThan(5000);
    expect(urls(pages)).toEqual(['http://example.test/2']);
    expect(spots.length).toBe(1);
    const long = `http://x.test/ ${'1.2.3.4 20080430204825 '.repeat(600)}\n`;
    const claims = await readAll(arc(filedesc(), long.repeat(300), arcPage(2)));
    expect(cpuMs() - start).toBeLessThan(10_000);
    expect(urls(claims.pages)).toEqual(['http://example.test/2']);
    expect(claims.spots.length).toBe(300);
  });
});

test.skipIf(missing('warc-samples'))(
  'every ARC sample has the records that a walk by their lengths counts, and only the broken ones are named',
  async () => {
    const root = realData('warc-samples')!;
    const index: Array<{ repo: string; path: string }> = JSON.parse(
      readFileSync(join(root, 'INDEX.json'), 'utf8'),
    );
    const arcs = index
      .map(({ repo, path }) => join(root, repo.replaceAll('/', '__'), path.replaceAll('/', '__')))
      .filter((path) => /\.arc(?:\.gz)?$/.test(path) && existsSync(path));
    expect(arcs.length).toBe(32);
    const named: string[] = [];
    for (const path of arcs) {
      let found = 0;
      let spots = 0;
      const options = { limits: { maxPageBytes: 20_000_000 }, onDamage: () => void spots++ };
      for await (const _ of readRecords(path, options)) found++;
      if (spots > 0) named.push(path.slice(path.lastIndexOf('__') + 2));
      else expect({ path, found }).toEqual({ path, found: countByLengths(path) });
    }
    expect(named.sort()).toEqual(['bad.arc', 'example-space-in-url.arc', 'negative_content_length.arc.gz']);
  },
);

/** The number of records when every length is right: the definition. */
function countByLengths(path: string): number {
  let bytes = readFileSync(path);
  if (bytes[0] === 0x1f) bytes = gunzipSync(bytes);
  let found = 0;
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] === 10) at++;
    else {
      const lineEnd = bytes.indexOf(10, at);
      at = lineEnd + 1 + Number(bytes.toString('latin1', at, lineEnd).split(' ').at(-1));
      found++;
    }
  }
  return found;
}
