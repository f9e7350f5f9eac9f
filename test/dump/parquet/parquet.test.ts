import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../cpu-time.ts';
import { often } from '../../repetition.ts';
import { readAll, scratchFolder } from '../scratch.ts';
import { pageHtml } from '../warc/warc-writer.ts';
import { type Cell, i32, page, parquet, struct, type TableOptions, varint } from './parquet-writer.ts';

const { write } = scratchFolder();
const codecs = ['none', 'snappy', 'gzip', 'brotli'] as const;

describe('pages of a Parquet file', () => {
  test('a row gives its page with id, url, date and text; without an id it is FILE:ROW over all row groups', async () => {
    const row = (fields: Record<string, Cell>) => ({
      id: null,
      url: null,
      date: null,
      html: null,
      ...fields,
    });
    const { bytes } = parquet([
      [row({ id: 'a', url: 'http://example.test/', date: new Date('2024-05-06T07:08:09Z'), html: '<p>x' })],
      [row({ html: '<p>y' }), row({}), row({ html: '', id: 'a' })],
    ]);
    const path = write('fields.parquet', bytes);
    const { pages, spots, stats } = await readAll(path);
    expect(spots).toEqual([]);
    const contentType = 'text/html; charset=utf-8';
    const fetchedAt = '2024-05-06T07:08:09.000Z';
    expect(pages).toEqual([
      { id: 'a', url: 'http://example.test/', body: '<p>x', contentType, fetchedAt },
      { id: `${path}:2`, url: '', body: '<p>y', contentType },
      { id: `${path}:4`, url: '', body: '', contentType },
    ]);
    expect(Object.fromEntries(stats.skipped)).toEqual({ 'row without html': 1 });
  });

  test('whole numbers are ids, text stands in where html is null, and --field names any column', async () => {
    const rows = [
      { id: 7, html: null, text: 'plain', body: '<p>b' },
      { id: 9007199254740991, html: '<p>h', text: 'plain', body: 'words' },
    ];
    const path = write('columns.parquet', parquet([rows]).bytes);
    const { pages } = await readAll(path);
    expect(pages.map(({ id, body, contentType }) => [id, body, contentType])).toEqual([
      ['7', 'plain', 'text/plain; charset=utf-8'],
      ['9007199254740991', '<p>h', 'text/html; charset=utf-8'],
    ]);
    const named = await readAll(path, { field: 'body' });
    expect(named.pages.map(({ body, contentType }) => [body, contentType])).toEqual([
      ['<p>b', 'text/html; charset=utf-8'],
      ['words', 'text/plain; charset=utf-8'],
    ]);
    const sets = parquet([[{ content: 'words', url: 'http://example.test/', timestamp: '2024-05-06' }]]);
    expect((await readAll(write('set.parquet', sets.bytes))).pages).toMatchObject([
      { body: 'words', url: 'http://example.test/', fetchedAt: '2024-05-06' },
    ]);
    const ofStruct = [
      {
        text: 'words',
        'metadata.url': 'http://example.test/',
        'metadata.date': '2024-05-06',
        'metadata.id': 'm',
      },
      { text: 'more', 'metadata.url': null, 'metadata.date': null, 'metadata.id': null },
    ];
    const inStruct = write('struct.parquet', parquet([ofStruct]).bytes);
    expect((await readAll(inStruct)).pages).toMatchObject([
      { id: `${inStruct}:1`, body: 'words', url: 'http://example.test/', fetchedAt: '2024-05-06' },
      { id: `${inStruct}:2`, body: 'more', url: '' },
    ]);
    const missing = await readAll(path, { field: 'markdown' });
    expect(missing.spots).toMatchObject([
      { reason: 'expected a column "markdown" of plain values, found id, html, text, body' },
    ]);
  });

  test('any texts and nulls come out as they went in, in every encoding, page version and compression', async () => {
    const cell = fc.option(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('same', '')), {
      freq: 4,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 3 }),
        fc.record({
          codec: fc.constantFrom(...codecs),
          dictionary: fc.boolean(),
          version2: fc.boolean(),
          rowsPerPage: fc.integer({ min: 1, max: 50 }),
        }),
        async (groups, options) => {
          fc.pre(groups.flat().some((text) => text !== null));
          const rows = groups.map((texts) => texts.map((text) => ({ text })));
          const { pages, spots } = await readAll(write('any.parquet', parquet(rows, options).bytes));
          // a byte order mark is no part of a text
          const expected = groups
            .flat()
            .flatMap((text) => (text === null ? [] : [text.replace(/^\ufeff/, '')]));
          expect({ spots, texts: pages.map((found) => found.body) }).toEqual({ spots: [], texts: expected });
        },
      ),
      { numRuns: often(150) },
    );
    const required = parquet([[{ text: 'a' }, { text: 'b' }]], { required: true });
    expect((await readAll(write('required.parquet', required.bytes))).pages.length).toBe(2);
  });

  test('a file of another writer comes out whole: delta encodings, zstd, version 2, checksums, two row groups', async () => {
    const path = write('pyarrow.parquet', Buffer.from(ofPyarrow.join(''), 'base64'));
    const { pages, spots } = await readAll(path);
    expect(spots).toEqual([]);
    expect(pages).toEqual(
      [0, 1, 2, 3, 4].map((n) => ({
        id: `${n}`,
        url: `http://example.test/pages/${n}`,
        body: n === 2 ? 'page 2 of a few' : `<p>page ${n} of a few`,
        contentType: n === 2 ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
        fetchedAt: `2024-05-0${n + 1}T00:00:00.000Z`,
      })),
    );
  });

  test('a page over the limit is cut, and progress reaches the size of the file', async () => {
    const { bytes } = parquet([[{ text: 'x'.repeat(900), other: 'y'.repeat(9000) }]]);
    const seen: number[][] = [];
    const { pages } = await readAll(write('long.parquet', bytes), {
      limits: { maxPageBytes: 500 },
      onProgress: (...n) => seen.push(n),
    });
    expect(pages).toMatchObject([{ body: 'x'.repeat(500), truncatedFrom: 900 }]);
    expect(seen.at(-1)).toEqual([bytes.length, bytes.length]);
  });
});

const rowCount = 60;
const texts = Array.from({ length: rowCount }, (_, n) => pageHtml(n, 12));
const table = [texts.slice(0, 25), texts.slice(25)].map((group) =>
  group.map((html) => ({ id: `id-${texts.indexOf(html)}`, html })),
);

describe('damaged Parquet files', () => {
  const ways: readonly TableOptions[] = [
    { codec: 'gzip', rowsPerPage: 7 },
    { codec: 'snappy', rowsPerPage: 7, dictionary: true, version2: true },
    { rowsPerPage: 7, dictionary: true },
    { codec: 'brotli', rowsPerPage: 7, checksums: true },
    { rowsPerPage: 7, dictionary: true, version2: true, checksums: true },
  ];
  test.each(ways)(
    'bits flipped anywhere cost what comes behind in that column at most (%o)',
    async (options) => {
      const sound = parquet(table, options);
      const everywhere = fc.nat(sound.bytes.length - 1);
      await fc.assert(
        fc.asyncProperty(everywhere, fc.integer({ min: 1, max: 255 }), async (at, mask) => {
          const bytes = Buffer.from(sound.bytes);
          bytes[at]! ^= mask;
          const { pages, spots } = await readAll(write('flipped.parquet', bytes));
          const hit = sound.pages.find(({ begin, end }) => begin <= at && at < end);
          if (hit === undefined) return;
          const bodies = new Set(pages.map((found) => found.body));
          const before = texts.filter((_, n) => hit.column === 'id' || n < hit.rows[0]!);
          expect(before.filter((text) => !bodies.has(text))).toEqual([]);
          for (const spot of spots) expect(spot.offset).toBeGreaterThanOrEqual(hit.begin);
          if (options.checksums && at >= hit.end - hit.dataBytes) {
            expect(spots).toMatchObject([{ offset: hit.begin, reason: expect.stringContaining('CRC-32') }]);
            const left = texts.filter((_, n) => hit.column === 'id' || !hit.rows.includes(n));
            expect(pages.map((found) => found.body)).toEqual(left);
          }
        }),
        // of the example, where it applies, the header of the page behind the dictionary states no length
        { numRuns: often(120), examples: [[238, 2]] },
      );
    },
  );

  test('a text page that does not decode costs its rows only; a page of ids costs the ids only', async () => {
    const { bytes, pages: written } = parquet(table, { codec: 'gzip', rowsPerPage: 7 });
    for (const column of ['html', 'id']) {
      const broken = Buffer.from(bytes);
      const hit = written.find((one) => one.column === column && one.rows[0] === 7)!;
      broken[hit.end - 12]! ^= 0xff;
      const path = write('broken.parquet', broken);
      const { pages, spots } = await readAll(path);
      const expected = column === 'id' ? texts : texts.filter((_, n) => !hit.rows.includes(n));
      expect(pages.map((found) => found.body)).toEqual(expected);
      expect(spots).toMatchObject([
        { offset: hit.begin, reason: expect.stringMatching(`column "${column}": 7 rows`) },
      ]);
      if (column === 'id') expect(pages[7]?.id).toBe(`${path}:8`);
    }
  });

  test('cut off anywhere is named: without its footer nothing tells the columns apart', async () => {
    const { bytes } = parquet(table);
    for (let cut = 4; cut < bytes.length; cut += 97) {
      const { pages, spots } = await readAll(write('cut.parquet', bytes.subarray(0, cut)));
      expect(pages).toEqual([]);
      expect(spots).toMatchObject([{ offset: 0, reason: expect.stringContaining('footer') }]);
    }
  });

  test('few bytes that claim many rows, long runs or much data are refused in little time and memory', async () => {
    const rows = [{ text: 'a' }, { text: 'b' }, { text: 'a' }];
    const { bytes, pages: written } = parquet([rows], { dictionary: true });
    const { begin, end } = written[0]!;
    const levels = Buffer.concat([Buffer.from([2, 0, 0, 0]), Buffer.from([3, 7])]);
    const claim = (count: number, data: Buffer, claimedBytes?: number): Buffer => {
      const header = struct([1, i32(count)], [2, i32(8)], [3, i32(3)], [4, i32(3)]);
      const options = claimedBytes === undefined ? {} : { claimedBytes };
      return page(0, data, 0, struct([5, header]), options).bytes;
    };
    const run = (count: number): Buffer =>
      Buffer.concat([levels, Buffer.from([16]), varint(2 * count), Buffer.alloc(2)]);
    const manyNulls = Buffer.concat([Buffer.from([5, 0, 0, 0]), varint(2 * 2 ** 27), Buffer.from([0])]);
    const cases: Array<[Buffer, string]> = [
      [claim(2 ** 30, run(3)), 'it has 1073741824 rows where at most 3 are left'],
      [claim(3, run(2 ** 30)), 'repeated 1073741824 times'],
      [claim(3, manyNulls), 'repeated 134217728 times'],
      [claim(3, run(3), 2 ** 30), 'inflates to 1073741824 bytes'],
      [claim(-1, run(3)), 'it has -1 rows'],
    ];
    for (const [hostile, reason] of cases) {
      const padded = Buffer.alloc(end - begin);
      hostile.copy(padded);
      expect(hostile.length).toBeLessThanOrEqual(padded.length);
      const broken = Buffer.concat([bytes.subarray(0, begin), padded, bytes.subarray(end)]);
      const start = cpuMs();
      const memory = process.memoryUsage.rss();
      const { pages, spots } = await readAll(write('hostile.parquet', broken));
      expect(pages).toEqual([]);
      expect(spots).toMatchObject([{ reason: expect.stringContaining(reason) }]);
      expect(cpuMs() - start).toBeLessThan(2000);
      expect(process.memoryUsage.rss() - memory).toBeLessThan(100 * 2 ** 20);
    }
  });
});

describe('a file of few bytes that gives far more', () => {
  const isBomb = [{ offset: 0, code: 'bomb', reason: expect.stringContaining('the file inflates to over') }];

  test('is given up once its row groups have inflated to a thousand times its size', async () => {
    const groups = Array.from({ length: 5 }, () => [{ text: 'x'.repeat(900_000) }]);
    const path = write('groups.parquet', parquet(groups, { codec: 'brotli' }).bytes);
    const limits = { maxInflatedBytes: 1_000_000 };
    const { pages, spots } = await readAll(path, { limits });
    expect([pages.length, spots]).toEqual([1, [expect.objectContaining(isBomb[0]!)]]);
    expect((await readAll(path)).pages).toHaveLength(5);
  });

  test('is given up once its dictionary has given one text to too many rows', async () => {
    const rows = Array.from({ length: 2000 }, () => ({ text: 'x'.repeat(10_000) }));
    const path = write('rows.parquet', parquet([rows], { codec: 'brotli', dictionary: true }).bytes);
    const { pages, spots } = await readAll(path, { limits: { maxInflatedBytes: 1_000_000 } });
    expect(pages).toHaveLength(99);
    expect(spots).toMatchObject(isBomb);
    expect((await readAll(path)).pages).toHaveLength(2000);
  });

  test('ends with one spot where a column beside the text makes it so, in whichever row group', async () => {
    const row = { id: 'x'.repeat(900_000), text: 'words' };
    const path = write('ids.parquet', parquet([[row], [row], [row]], { codec: 'brotli' }).bytes);
    const { pages, spots } = await readAll(path, { limits: { maxInflatedBytes: 1_000_000 } });
    expect(pages.map(({ body }) => body)).toEqual(['words', 'words']);
    expect(spots).toMatchObject([{ code: 'bomb', reason: expect.stringMatching(/^column "id": 1 rows: /) }]);
  });
});

/** Five rows of ours, written by pyarrow. */
const ofPyarrow = [
  'UEFSMRUGFRgVGBWe676vCkwVBhUAFQYVChUEFQASHAAAAAYBgAIEAwACAAAAABUGFbYBFZQBFeDh7/0BTBUGFQAVBhUOFQQVABEcAAAA',
  'BgEotS/9IFn9AQBkA4ABBAMAAAUAAAAaAIABBAM2MwUAAABAAwBodHRwOi8vZXhhbXBsZS50ZXN0L3BhZ2VzLzAxMgIAYP4eSAIVBhUc',
  'FRwV4I+sSEwVBhUAFQYVABUEFQASHAAAAAYBhE0AAIVNAACGTQAAFQYVYBVgFZT099oJTBUGFQIVBhUMFQQVABIcAAAAAwOAAQQCJAAA',
  'AAAAPHA+cGFnZSAwIG9mIGEgZmV3PHA+cGFnZSAxIG9mIGEgZmV3FQYVogEVkAEVr4iUtgRMFQYVABUGFQ4VBBUAERwAAAAGASi1L/0g',
  'T+0BACQDgAEEAwAAAwAAAAUAgAEEAx4JAwAAACgAcGFnZSAwIG9mIGEgZmV3MTIgb2YgYSBmZXcDAFrKAjttIAkVBhUYFRgVjczqkQZM',
  'FQQVABUEFQoVBBUAEhwAAAAEAYACBAIGAgAAAAAVBhVkFWQV45f5/g9MFQQVABUEFQ4VBBUAEhwAAAAEAYABBAIANAAAAACAAQQCNjMA',
  'AAAAaHR0cDovL2V4YW1wbGUudGVzdC9wYWdlcy8zNBUGFRQVFBWb7sHmBUwVBBUAFQQVABUEFQASHAAAAAQBh00AAIhNAAAVBhVgFWAV',
  'kfmKxAZMFQQVABUEFQwVBBUAEhwAAAAEAYABBAIkAAAAAAA8cD5wYWdlIDMgb2YgYSBmZXc8cD5wYWdlIDQgb2YgYSBmZXcVBhVeFV4V',
  'xO2czQZMFQQVABUEFQ4VBBUAEhwAAAAEAYABBAIACgAAAACAAQQCHgkAAAAAcGFnZSAzIG9mIGEgZmV3NCBvZiBhIGZldxUEGWw1ABgG',
  'c2NoZW1hFQoAFQQlAhgCaWQAFQwlAhgDdXJsJQBMHAAAABUCJQIYBGRhdGUlDExsAAAAFQwlAhgEaHRtbCUATBwAAAAVDCUCGAR0ZXh0',
  'JQBMHAAAABYKGSwZXCYAHBUEGSUGChkYAmlkFQwWBhZUFlQmCEkcFQAVChUCADwpBhkmAAYAAAAmABwVDBklBg4ZGAN1cmwVDBYGFvYB',
  'FtQBJlxJHBUAFQ4VAgA8FqIBGQYZJgAGAAAAJgAcFQIZJQYAGRgEZGF0ZRUMFgYWVhZWJrACSRwVABUAFQIAPCkGGSYABgAAACYAHBUM',
  'GSUGDBkYBGh0bWwVDBYGFpwBFpwBJoYDSRwVABUMFQIAPBZIGQYZJgIEAAAAJgAcFQwZJQYOGRgEdGV4dBUMFgYW4gEW0AEmogRJHBUA',
  'FQ4VAgA8FloZBhkmAAYAAAAWngYWBiYIFuoFABlcJgAcFQQZJQYKGRgCaWQVDBYEFlQWVCbyBUkcFQAVChUCADwpBhkmAAQAAAAmABwV',
  'DBklBg4ZGAN1cmwVDBYEFqABFqABJsYGSRwVABUOFQIAPBZsGQYZJgAEAAAAJgAcFQIZJQYAGRgEZGF0ZRUMFgQWUBZQJuYHSRwVABUA',
  'FQIAPCkGGSYABAAAACYAHBUMGSUGDBkYBGh0bWwVDBYEFpwBFpwBJrYISRwVABUMFQIAPBZIGQYZJgAEAAAAJgAcFQwZJQYOGRgEdGV4',
  'dBUMFgQWmgEWmgEm0glJHBUAFQ4VAgA8FjwZBhkmAAQAAAAW+gQWBCbyBRb6BAAoIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNpb24gMjYu',
  'MC4xGVwcAAAcAAAcAAAcAAAcAAAAjQIAAFBBUjE=',
];
