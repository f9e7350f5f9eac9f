import { execFileSync, spawnSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { missing, realData } from '../../data.ts';
import { inFull, often } from '../../repetition.ts';
import { readAll, scratchFolder } from '../scratch.ts';

const { write } = scratchFolder();
const jsonl = (...lines: unknown[]): string =>
  lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
const zstd = (bytes: Buffer | string, ...flags: string[]): Buffer =>
  execFileSync('zstd', ['-q', '-c', ...flags], { input: bytes, maxBuffer: 2 ** 28 });
const noZstd = spawnSync('zstd', ['-V']).status !== 0 && 'the zstd program is not installed';

describe('pages of a JSONL file', () => {
  test('html, text, id, url and date are taken as they are; a missing id is FILE:LINE', async () => {
    const path = write(
      'fields.jsonl',
      jsonl(
        { id: 'a', url: 'http://example.test/', html: '<p>x', date: '2024-05-06' },
        { id: 7, text: 'plain', fetchedAt: '2024-05-07' },
        { html: '' },
        { id: 'a', text: 'same id' },
      ),
    );
    const { pages, spots } = await readAll(path);
    expect(spots).toEqual([]);
    const html = 'text/html; charset=utf-8';
    const text = 'text/plain; charset=utf-8';
    expect(pages).toEqual([
      { id: 'a', url: 'http://example.test/', body: '<p>x', contentType: html, fetchedAt: '2024-05-06' },
      { id: '7', url: '', body: 'plain', contentType: text, fetchedAt: '2024-05-07' },
      { id: `${path}:3`, url: '', body: '', contentType: html },
      { id: `${path}:4`, url: '', body: 'same id', contentType: text },
    ]);
  });

  test('an id with half a surrogate pair is none, and a page keeps its own: unlike ids never become one', async () => {
    const line = (id: string): string => `{"id":"${id}","text":"a page"}\n`;
    const path = write('halves.jsonl', ['\\ud800', '\\ud801', '\ufffd', '\\ud83d\\ude00'].map(line).join(''));
    const { pages, spots } = await readAll(path);
    expect([pages.map(({ id }) => id), spots]).toEqual([[`${path}:1`, `${path}:2`, '\ufffd', '😀'], []]);
  });

  test('a whole number of any length is an id as it is written: rounded to a double, unlike ids would become one', async () => {
    const ids = ['12345678901234567890', '12345678901234567891', '-9007199254740993', '9007199254740991'];
    const lines = [
      ...ids.map((id) => `{"text":"a page","id": ${id} ,"meta":{"id":12345678901234567892}}\n`),
      `{"id":12345678901234567893,"html":"<p title='\\"id\\":12345678901234567894,'>a page"}\n`,
      `{"id":1e19,"text":"a page"}\n`,
    ];
    const long = '12345678901234567893';
    const lined = await readAll(write('long.jsonl', lines.join('')));
    expect([lined.pages.map(({ id }) => id), lined.spots]).toEqual([
      [...ids, long, '10000000000000000000'],
      [],
    ]);
    expect(lined.pages[4]!.body).toBe(`<p title='"id":12345678901234567894,'>a page`);
    const listed = await readAll(write('long.json', `[${lines.slice(0, 5).join(',')}]`));
    expect(listed.pages.map(({ id }) => id)).toEqual([...ids, long]);
  });

  test('lines of published data sets are read as they are, with the URLs and dates that these keep elsewhere', async () => {
    const url = 'https://example.test/1';
    const date = '2019-04-25T12:57:54Z';
    const lines = [
      { text: 'c4', timestamp: date, url },
      { text: 'dolma', metadata: { url, date } },
      {
        content: 'oscar',
        warc_headers: { 'warc-target-uri': url, 'warc-date': date },
        metadata: { url: null },
      },
      { text: 'dclm', metadata: { 'WARC-Target-URI': url, 'WARC-Date': date } },
      { raw_content: 'red', meta: { url, timestamp: date } },
      { content: '<p>refined', url, timestamp: date, metadata: { url: 'other', date: 'other' } },
      { text: 'first', content: 'second', url, date, timestamp: 'other' },
    ];
    const { pages, spots } = await readAll(write('sets.jsonl', jsonl(...lines)));
    expect(spots).toEqual([]);
    expect(pages.map(({ body, url, fetchedAt }) => [body, url, fetchedAt])).toEqual(
      ['c4', 'dolma', 'oscar', 'dclm', 'red', '<p>refined', 'first'].map((body) => [body, url, date]),
    );
    expect(pages.map(({ contentType }) => contentType?.startsWith('text/html'))).toEqual(
      lines.map(({ content }) => content === '<p>refined'),
    );
    const odd = [
      { text: 'a', metadata: null },
      { text: 'b', metadata: ['x'], meta: 'url', warc_headers: 5 },
    ];
    expect((await readAll(write('odd.jsonl', jsonl(...odd)))).pages.map((page) => page.url)).toEqual([
      '',
      '',
    ]);
  });

  test('of several fields that may hold a page the first one with text does, as data sets leave HTML empty that they lack', async () => {
    const lines = [
      { html: '', text: 'has no HTML' },
      { text: 'has no HTML', html: '' },
      { html: '', content: 'has no HTML' },
      { html: '<p>has', text: 'both' },
      { text: '', html: '' },
    ];
    const { pages, spots } = await readAll(write('empty-html.jsonl', jsonl(...lines)));
    expect(spots).toEqual([]);
    expect(pages.map(({ body, contentType }) => [body, contentType?.split(';')[0]])).toEqual([
      ['has no HTML', 'text/plain'],
      ['has no HTML', 'text/plain'],
      ['has no HTML', 'text/plain'],
      ['<p>has', 'text/html'],
      ['', 'text/html'],
    ]);
  });

  test('the URL of an item that was pushed with `loadedUrl` alone, as Crawlee calls it, is that', async () => {
    const loadedUrl = 'https://example.test/loaded';
    const items = [
      { loadedUrl, text: 'one' },
      { loadedUrl, url: 'https://example.test/', text: 'two' },
    ];
    const { pages } = await readAll(write('loaded.jsonl', jsonl(...items)));
    expect(pages.map(({ url }) => url)).toEqual([loadedUrl, 'https://example.test/']);
  });

  test('a byte order mark, CR LF, blank lines and a last line without an end are fine', async () => {
    const path = write('odd.jsonl', '\ufeff{"text":"one"}\r\n\r\n  \n{"text":"two"}\n\n{"text":"three"}');
    const { pages, spots, ids } = await readAll(path);
    expect(spots).toEqual([]);
    expect(pages.map((page) => page.body)).toEqual(['one', 'two', 'three']);
    expect(ids).toEqual([`${path}:1`, `${path}:4`, `${path}:6`]);
  });

  test('thousands of blank lines on end are passed over and counted, whatever their number', async () => {
    const counts = [4095, 4096, 4097, 20_001];
    const lines = counts.map((count, i) => `${'\n'.repeat(count)}{"text":"page ${i}"}\n`);
    const path = write('blank.jsonl', lines.join(''));
    const { pages, ids } = await readAll(path);
    expect(pages.map((page) => page.body)).toEqual(counts.map((_, i) => `page ${i}`));
    expect(ids).toEqual([4096, 8193, 12_291, 32_293].map((line) => `${path}:${line}`));
  });

  test('lines that are no page are named by line and offset, the others come out', async () => {
    const good = { text: 'good' };
    const lines = [
      good,
      '{"text": "cut',
      good,
      '[1]',
      '{"title":"x","n":1}',
      '{"html":null}',
      'null',
      good,
    ].map((line) => jsonl(line));
    const { pages, spots } = await readAll(write('bad.jsonl', lines.join('')));
    expect(pages.length).toBe(3);
    const offsetOf = (line: number) => lines.slice(0, line - 1).join('').length;
    expect(spots.map(({ line, offset }) => [line, offset])).toEqual(
      [2, 4, 5, 6, 7].map((line) => [line, offsetOf(line)]),
    );
    expect(spots.map((spot) => spot.reason)).toEqual([
      expect.stringContaining('not JSON'),
      'expected a JSON object',
      'expected text in "html" or "text" (--field names another), found title (string), n (number)',
      'expected text in "html" or "text" (--field names another), found html (null)',
      'expected a JSON object',
    ]);
  });

  test('a file in UTF-16 is said to be so, and a torn first line is not', async () => {
    const path = write('utf16.jsonl', Buffer.from(`\ufeff${jsonl({ text: 'one' })}`, 'utf16le'));
    const { pages, spots } = await readAll(path);
    expect(pages).toEqual([]);
    expect(spots[0]).toMatchObject({ code: 'not-json', reason: expect.stringContaining('UTF-16') });
    const torn = await readAll(write('torn-first.jsonl', `"one\n${jsonl({ text: 'one' })}`));
    expect(torn.spots.map(({ reason }) => reason)).toEqual([expect.not.stringContaining('UTF-16')]);
  });

  test('a named field is taken, of whatever name, and only when it is text', async () => {
    const lines = ['{"__proto__":"p","body":"<p>b","text":"t"}', '{"body":5}'];
    const body = await readAll(write('field.jsonl', jsonl(...lines)), { field: 'body' });
    expect(body.pages).toMatchObject([{ body: '<p>b', contentType: 'text/html; charset=utf-8' }]);
    expect(body.spots).toMatchObject([{ line: 2, reason: 'expected text in "body", found body (number)' }]);
    const inherited = await readAll(write('field.jsonl', jsonl(...lines)), { field: 'toString' });
    expect(inherited.pages).toEqual([]);
  });

  test('NULs, lone surrogates and deep nesting pass; invalid UTF-8 is named and its page comes out', async () => {
    const deep = `{"text":"deep","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const path = write(
      'hostile.jsonl',
      Buffer.concat([
        Buffer.from(jsonl({ text: 'a\0b' }, '{"text":"\\ud800x"}', deep)),
        Buffer.from('{"text":"\xff\xfe"}\n', 'latin1'),
      ]),
    );
    const { pages, spots } = await readAll(path);
    expect(pages.map((page) => page.body)).toEqual(['a\0b', '\ud800x', 'deep', '\ufffd\ufffd']);
    expect(spots).toMatchObject([{ line: 4, reason: 'the line is not valid UTF-8' }]);
  });

  test('a line over the limit is named and passed over, a long page is cut', async () => {
    const path = write(
      'long.jsonl',
      jsonl({ text: 'x'.repeat(5_000_000) }, { text: 'y'.repeat(2000) }, { text: 'z' }),
    );
    const { pages, spots } = await readAll(path, { limits: { maxLineBytes: 10_000, maxPageBytes: 1000 } });
    expect(spots).toMatchObject([{ line: 1, offset: 0 }]);
    expect(pages.map((page) => [(page.body as string).length, page.truncatedFrom])).toEqual([
      [1000, 2000],
      [1, undefined],
    ]);
  });

  test('any texts come out of plain and gzip files as they went in', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }),
        fc.boolean(),
        async (texts, packed) => {
          const lines = jsonl(...texts.map((text) => ({ text })));
          const { pages, spots } = await readAll(write('any.jsonl', packed ? gzipSync(lines) : lines));
          expect(pages.map((page) => page.body)).toEqual(texts);
          expect(spots).toEqual([]);
        },
      ),
      { numRuns: often(50) },
    );
  });
});

const texts = Array.from({ length: 400 }, (_, n) => ({
  id: `${n}`,
  text: `page ${n} ${'word '.repeat(n % 50)}${n * n}`,
}));
const idsUpTo = (end: number): string[] => texts.slice(0, end).map((line) => line.id);

describe('compressed JSONL that is broken', () => {
  test('a cut .jsonl.gz gives the lines before the cut and names the cut once', async () => {
    const bytes = gzipSync(jsonl(...texts));
    let last = 0;
    for (let cut = 30; cut < bytes.length; cut += 311) {
      const { ids, spots } = await readAll(write('cut.jsonl.gz', bytes.subarray(0, cut)));
      expect(ids).toEqual(idsUpTo(ids.length));
      expect(spots).toMatchObject([{ offset: 0, reason: expect.stringContaining('end') }]);
      expect(ids.length).toBeGreaterThanOrEqual(last);
      last = ids.length;
    }
    expect(last).toBeGreaterThan(300);
  });

  test.skipIf(noZstd)('.jsonl.zst is read over several frames, and cut or flipped it is named', async () => {
    const half = texts.length / 2;
    const first = zstd(jsonl(...texts.slice(0, half)));
    const bytes = Buffer.concat([first, zstd(jsonl(...texts.slice(half)))]);
    expect(await readAll(write('good.jsonl.zst', bytes))).toMatchObject({
      ids: idsUpTo(texts.length),
      spots: [],
    });
    const cut = await readAll(write('cut.jsonl.zst', bytes.subarray(0, first.length + 40)));
    expect(cut.ids).toEqual(idsUpTo(half));
    expect(cut.spots).toMatchObject([
      { offset: first.length, reason: expect.stringContaining('ends inside') },
    ]);
    for (let at = 6; at < first.length; at += inFull ? 41 : 211) {
      const flipped = Buffer.from(bytes);
      flipped[at]! ^= 0x20;
      const { ids, spots } = await readAll(write('flip.jsonl.zst', flipped));
      expect(spots.some((spot) => spot.line === undefined && spot.offset === 0)).toBe(true);
      expect(ids.slice(-half)).toEqual(idsUpTo(texts.length).slice(half));
    }
  });

  test.skipIf(noZstd)(
    'a line that damage has cut in two belongs to the damage, and is not named again',
    async () => {
      const long = Array.from({ length: 30_000 }, (_, n) => ({ id: `${n}`, text: `${n * n} ${n % 977}` }));
      const bytes = zstd(jsonl(...long));
      const { ids, spots } = await readAll(write('line.jsonl.zst', bytes.subarray(0, bytes.length - 100)));
      expect(ids.length).toBeGreaterThan(1000);
      expect(spots).toMatchObject([{ offset: 0, reason: expect.stringContaining('ends inside') }]);
    },
  );

  test.skipIf(noZstd)('a zstd frame that needs a dictionary is named as such', async () => {
    const dictionary = write('dictionary', zstd(jsonl(...texts)).subarray(0, 0));
    const samples = texts.map((line, n) => write(`sample-${n}`, jsonl(line)));
    execFileSync('zstd', ['-q', '-f', '--train', ...samples, '--maxdict=4096', '-o', dictionary]);
    const bytes = zstd(jsonl(...texts), '-D', dictionary);
    const { spots } = await readAll(write('dictionary.jsonl.zst', bytes));
    expect(spots).toMatchObject([{ offset: 0, reason: expect.stringContaining('dictionary') }]);
  });

  test.skipIf(missing('ota-demo'))('the real .jsonl.zst and .jsonl.gz sets come out whole', async () => {
    const zst = await readAll(realData('ota-demo/pages.jsonl.zst')!);
    expect([zst.pages.length, zst.spots]).toEqual([374, []]);
    const gz = await readAll(realData('docs-opengl/pages.jsonl.gz')!);
    expect([gz.pages.length, gz.spots]).toEqual([1502, []]);
  });
});
