import { describe, expect, test } from 'vitest';
import type { Piece } from '../../../plugins/dump/bytes/pieces.ts';
import { PageIds } from '../../../plugins/dump/ids.ts';
import { jsonlPages } from '../../../plugins/dump/jsonl/jsonl.ts';
import type { Limits } from '../../../plugins/dump/limits.ts';
import { recordPage } from '../../../plugins/dump/record-page.ts';
import { openBytes, piecesOf } from '../opened.ts';

async function read(pieces: AsyncIterable<Piece>, limits: Partial<Limits> = {}) {
  const { file, spots } = openBytes(() => pieces, limits);
  const pages: Array<[string, unknown]> = [];
  for await (const { id, body } of jsonlPages(file)) pages.push([id, body]);
  return { pages, spots: spots.map(({ code, line, offset }) => ({ code, line, offset })) };
}

describe('lines of JSONL', () => {
  test('are the same whatever pieces their bytes come in', async () => {
    const lines = ['\ufeff{"text":"a"}', '', '{"text":"b', `{"text":"${'c'.repeat(50)}"}`, '{"text":"d"}'];
    const bytes = Buffer.from(lines.join('\n'));
    const offset = (line: number): number => Buffer.byteLength(lines.slice(0, line - 1).join('\n')) + 1;
    for (const size of [1, 2, 3, 7, 20, bytes.length]) {
      expect({ size, ...(await read(piecesOf(bytes, size), { maxLineBytes: 40 })) }).toEqual({
        size,
        pages: [
          ['file:1', 'a'],
          ['file:5', 'd'],
        ],
        spots: [
          { code: 'not-json', line: 3, offset: offset(3) },
          { code: 'too-long', line: 4, offset: offset(4) },
        ],
      });
    }
  });

  test('may be as long as the limit, and not a byte longer, with a line end or at the end of the file', async () => {
    const line = '{"text":"abc"}';
    for (const end of ['', '\n', '\n{"text":"next"}']) {
      for (const size of [3, 1000]) {
        const bytes = Buffer.from(line + end);
        const fits = await read(piecesOf(bytes, size), { maxLineBytes: line.length + 4 });
        expect([fits.pages[0], fits.spots]).toEqual([['file:1', 'abc'], []]);
        const long = await read(piecesOf(bytes, size), { maxLineBytes: line.length - 1 });
        expect(long.spots[0]).toEqual({ code: 'too-long', line: 1, offset: 0 });
        const exact = await read(piecesOf(bytes, size), { maxLineBytes: line.length });
        expect(exact.pages[0]).toEqual(['file:1', 'abc']);
      }
    }
  });

  test('a byte order mark counts at the beginning of the file only', async () => {
    const bytes = Buffer.from('{"text":"a"}\n\ufeff{"text":"b"}\n');
    expect(await read(piecesOf(bytes))).toEqual({
      pages: [['file:1', 'a']],
      spots: [{ code: 'not-json', line: 2, offset: 13 }],
    });
  });

  test('that a gap has cut are not named, those between are, and whole ones come out on both sides', async () => {
    const pieces = (async function* (): AsyncGenerator<Piece> {
      yield { bytes: Buffer.from('{"text":"a"}\nbroken\n{"text":"cu'), stored: 0, inner: 0 };
      yield { bytes: Buffer.alloc(0), stored: 9, inner: 0, gap: true };
      yield { bytes: Buffer.from('t"}\nbroken\n{"text":"b"}\n'), stored: 9, inner: 0 };
      yield { bytes: Buffer.alloc(0), stored: 20, inner: 0, gap: true };
      yield { bytes: Buffer.from('{"text":"c"}'), stored: 20, inner: 0 };
    })();
    const { pages, spots } = await read(pieces);
    expect(pages.map(([, body]) => body)).toEqual(['a', 'b', 'c']);
    expect(spots).toEqual([
      { code: 'not-json', line: 2, offset: 13 },
      { code: 'not-json', line: 5, offset: 35 },
    ]);
  });

  test('that are no object, or lack their text, are told apart by code', async () => {
    const lines = ['[1]', 'null', '"x"', '7', '{"n":1}', '{"text":7}', 'x'];
    const { spots } = await read(piecesOf(Buffer.from(lines.join('\n'))));
    expect(spots.map(({ code }) => code)).toEqual([
      ...Array.from({ length: 4 }, () => 'not-json'),
      'no-text',
      'no-text',
      'not-json',
    ]);
  });

  test('that are not valid UTF-8 are named and their pages come out', async () => {
    const bytes = Buffer.from('{"text":"\xff"}\n{"text":"b"}', 'latin1');
    const { pages, spots } = await read(piecesOf(bytes));
    expect(pages.map(([, body]) => body)).toEqual(['\ufffd', 'b']);
    expect(spots).toEqual([{ code: 'not-utf8', line: 1, offset: 0 }]);
  });
});

describe('the page of a record', () => {
  const { file } = openBytes(() => piecesOf(Buffer.alloc(0)), { maxPageBytes: 5 });
  const pageOf = (record: Record<string, unknown>, field?: string) =>
    recordPage(record, { ...file.reading, field, ids: new PageIds() }, () => 'place');

  test('is its html, or its text where that is no text, and no inherited field', () => {
    expect(pageOf({ html: 'h', text: 't' })).toMatchObject({
      body: 'h',
      contentType: 'text/html; charset=utf-8',
    });
    expect(pageOf({ html: 1, text: 't' })).toMatchObject({
      body: 't',
      contentType: 'text/plain; charset=utf-8',
    });
    expect(pageOf({ html: null, text: null })).toBe(undefined);
    expect(pageOf({}, 'toString')).toBe(undefined);
    expect(pageOf(Object.create({ body: 'x' }), 'body')).toBe(undefined);
  });

  test('from a field that the caller named is HTML when it begins like a document', () => {
    const html = ['<p>x', ' \n<!doctype html>', '<!-- c -->'];
    const plain = ['x <p>', '<1', '< p>', ''];
    const types = (texts: string[]) =>
      texts.map((body) => pageOf({ body }, 'body')?.contentType?.slice(0, 9));
    expect([...new Set(types(html))]).toEqual(['text/html']);
    expect([...new Set(types(plain))]).toEqual(['text/plai']);
    expect(pageOf({ text: '<p>x' }, 'text')?.contentType).toBe('text/plain; charset=utf-8');
    expect(pageOf({ html: 'x' }, 'html')?.contentType).toBe('text/html; charset=utf-8');
  });

  test('has the facts of its record: whole numbers as text, empty ones as none, date before fetchedAt', () => {
    expect(pageOf({ text: '', id: 7, url: 'u', date: 'd', fetchedAt: 'f' })).toEqual({
      id: '7',
      url: 'u',
      body: '',
      contentType: 'text/plain; charset=utf-8',
      fetchedAt: 'd',
    });
    expect(pageOf({ text: '', id: '', url: null, date: '', fetchedAt: 'f' })).toMatchObject({
      id: 'place',
      url: '',
      fetchedAt: 'f',
    });
    expect(pageOf({ text: '', id: true })).not.toHaveProperty('fetchedAt');
  });

  test('is cut where it is longer than a page may be', () => {
    expect(pageOf({ text: '12345' })).not.toHaveProperty('truncatedFrom');
    expect(pageOf({ text: '123456' })).toMatchObject({ body: '12345', truncatedFrom: 6 });
  });
});
