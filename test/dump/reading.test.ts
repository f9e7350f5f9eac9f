import { rmSync, truncateSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  type DamagedSpot,
  newStats,
  readBlocks,
  readJsonl,
  readPages,
  readRecords,
  readWarc,
} from '../../plugins/dump/index.ts';
import type { Page } from '../../src/index.ts';
import { arcPage, filedesc } from './arc/arc-writer.ts';
import { openBytes } from './opened.ts';
import { readAll, scratchFolder } from './scratch.ts';
import { zip } from './wacz/zip-writer.ts';
import { pageHtml, pageRecord } from './warc/warc-writer.ts';

const { write } = scratchFolder();

async function idsOf(pages: AsyncIterable<Page>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of pages) ids.push(id);
  return ids;
}

test('a file that becomes shorter while it is read is damaged where it ends, even between two lines', async () => {
  const line = `${JSON.stringify({ text: 'word '.repeat(50_000) })}\n`;
  const file = write('shorter.jsonl', line.repeat(20));
  const spots: DamagedSpot[] = [];
  let pages = 0;
  for await (const _ of readPages([file], { onDamage: (spot) => spots.push(spot) })) {
    if (++pages === 1) truncateSync(file, 12 * line.length);
  }
  expect(pages).toBe(12);
  expect(spots).toMatchObject([{ code: 'cut-off', offset: 12 * line.length }]);
});

describe('data that are read', () => {
  test('are opened when they are first asked for, and released by close', async () => {
    const seen: string[] = [];
    const { file } = openBytes(async function* () {
      try {
        seen.push('opened');
        yield { bytes: Buffer.from('x'), stored: 0 };
        yield { bytes: Buffer.from('y'), stored: 1 };
      } finally {
        seen.push('closed');
      }
    });
    await file.close();
    expect(seen).toEqual([]);
    await file.reader.fill(1);
    expect([seen, file.reader.available]).toEqual([['opened'], 1]);
    await file.close();
    expect(seen).toEqual(['opened', 'closed']);
  });

  test('count and tell every spot, but none of a member that has been named already', async () => {
    const { file, spots } = openBytes(async function* (context) {
      yield { bytes: Buffer.from('x'), stored: 0 };
      context.report({ code: 'checksum', of: 'CRC-32' }, 5);
      yield { bytes: Buffer.from('y'), stored: 5, inner: 0, gap: true, suspect: true };
    });
    file.report({ code: 'not-utf8' }, { stored: 0, line: 3 });
    file.report({ code: 'no-archives' });
    await file.reader.fill(2);
    await file.reader.nextSection();
    file.report({ code: 'not-utf8' }, file.reader.place());
    expect(spots.map(({ file: name, offset, line, code }) => ({ name, offset, line, code }))).toEqual([
      { name: 'file', offset: 0, line: 3, code: 'not-utf8' },
      { name: 'file', offset: 0, line: undefined, code: 'no-archives' },
      { name: 'file', offset: 5, line: undefined, code: 'checksum' },
    ]);
    expect(file.reading.stats.damaged).toBe(3);
  });

  test('a record that begins starts the count of what inflates anew', async () => {
    const seen: number[] = [];
    const { file } = openBytes(async function* (context) {
      context.sinceRecord += 7;
      seen.push(context.sinceRecord);
      yield { bytes: Buffer.from('x'), stored: 0 };
      seen.push(context.sinceRecord);
      yield { bytes: Buffer.from('y'), stored: 1 };
    });
    await file.reader.fill(1);
    file.recordBegins();
    await file.reader.fill(2);
    expect(seen).toEqual([7, 0]);
  });
});

describe('a file whose format the caller names', () => {
  test('is read so whatever its name and first bytes look like', async () => {
    const warc = write('x.html', Buffer.concat([Buffer.from('<html>junk\r\n'), pageRecord(1)]));
    expect(await idsOf(readWarc(warc))).toEqual(['urn:test:1']);
    const jsonl = write('x.warc', 'junk\n{"id":"a","text":"x"}\n');
    const spots: DamagedSpot[] = [];
    expect(await idsOf(readJsonl(jsonl, { onDamage: (spot) => void spots.push(spot) }))).toEqual(['a']);
    expect(spots).toMatchObject([{ code: 'not-json', line: 1 }]);
  });

  test('gives its records, of WARC and ARC alike, cut to the limit', async () => {
    for (const [bytes, types] of [
      [Buffer.concat([filedesc(), arcPage(1)]), ['filedesc', 'response']],
      [Buffer.concat([pageRecord(1), pageRecord(2)]), ['response', 'response']],
    ] as const) {
      for (const stored of [bytes, gzipSync(bytes)]) {
        const found: string[] = [];
        const seen: number[][] = [];
        const options = { limits: { maxPageBytes: 9 }, onProgress: (...n: number[]) => void seen.push(n) };
        for await (const { type, block } of readRecords(write('records.bin', stored), options)) {
          found.push(type);
          expect(block.length).toBe(9);
        }
        expect(found).toEqual(types);
        expect(seen).toEqual([[stored.length, stored.length]]);
      }
    }
  });
});

describe('files that hold nothing or are not read', () => {
  test('an empty dump is named, an empty list of lines or page is sound', async () => {
    for (const name of ['e.warc', 'e.arc.gz', 'e.wacz', 'e.parquet']) {
      const path = write(name, '');
      const { pages, spots, stats } = await readAll(path);
      expect({ pages, spots }).toEqual({
        pages: [],
        spots: [{ file: path, offset: 0, code: 'empty', reason: 'the file is empty' }],
      });
      expect(stats.damaged).toBe(1);
    }
    const { pages, spots } = await readAll([write('e.jsonl', ''), write('e.html', '')]);
    expect([pages.length, spots]).toEqual([1, []]);
  });

  test('an empty file that is named and shows no format has no page, as an empty pipe has', async () => {
    for (const name of ['empty', 'empty.dump', 'empty.gz'])
      expect(await readAll(write(name, '')), name).toMatchObject({ pages: [], spots: [] });
    const other = readAll(write('other.dump', 'no page'));
    await expect(other).rejects.toMatchObject({ code: 'NEARDUP_INPUT_UNKNOWN' });
  });

  test('a compressed WACZ is refused, and in a folder named: it is read at any place', async () => {
    const bytes = gzipSync(zip([{ name: 'archive/a.warc', bytes: pageRecord(1) }]).bytes);
    const path = write('packed.wacz.gz', bytes);
    await expect(readAll(path)).rejects.toMatchObject({
      code: 'NEARDUP_INPUT_UNSUPPORTED',
      file: path,
      reason: 'a compressed WACZ file is not read: decompress it first',
    });
  });
});

describe('pages that are files', () => {
  test('are HTML or, by their name, plain text, cut to the limit', async () => {
    const html = pageHtml(1);
    const paths = ['p.html', 'p.txt', 'p.md', 'p.xhtml'].map((name) => write(name, html));
    const { pages } = await readAll(paths);
    expect(pages.map(({ id, url, contentType }) => [id, url, contentType])).toEqual(
      paths.map((path, n) => [path, '', n === 1 || n === 2 ? 'text/plain' : 'text/html']),
    );
    expect(pages[0]?.body.toString()).toBe(html);
    expect(pages[0]).not.toHaveProperty('truncatedFrom');
    const cut = await readAll(paths[0]!, { limits: { maxPageBytes: html.length - 1 } });
    expect(cut.pages).toMatchObject([{ truncatedFrom: html.length }]);
    expect(cut.pages[0]?.body.toString()).toBe(html.slice(0, -1));
    const exact = await readAll(paths[0]!, { limits: { maxPageBytes: html.length } });
    expect(exact.pages[0]).not.toHaveProperty('truncatedFrom');
    const packed = await readAll(write('p.txt.gz', gzipSync(html)), { limits: { maxPageBytes: 10 } });
    expect(packed.pages).toMatchObject([{ contentType: 'text/plain', body: { length: 10 } }]);
    expect(packed.pages[0]?.truncatedFrom).toBeGreaterThanOrEqual(html.length);
  });
});

test('a file that the system stops reading costs the pages that it has left, and none of the other files', async () => {
  for (const read of [readPages, readBlocks]) {
    const files = ['a', 'b', 'c'].map((name) =>
      write(`${name}.jsonl`, `{"id":"${name}","text":"one page"}\n`),
    );
    const spots: DamagedSpot[] = [];
    const stats = newStats();
    const ids: string[] = [];
    for await (const each of read(files, { onDamage: (spot) => spots.push(spot), stats })) {
      if (each === 'after blocks') continue;
      const pages = 'id' in each ? [each] : each.pages(each.bytes ?? new Uint8Array());
      for await (const { id } of pages) ids.push(id);
      rmSync(files[1]!, { force: true });
    }
    expect(ids).toEqual(['a', 'c']);
    expect(spots).toMatchObject([
      { file: files[1], offset: 0, code: 'unreadable', reason: 'no such file or folder' },
    ]);
    expect(stats.damaged).toBe(1);
  }
});

test('a file that the system stops reading is an error where the caller wants to read it again', async () => {
  for (const read of [readPages, readBlocks]) {
    const files = ['a', 'b'].map((name) => write(`${name}.jsonl`, `{"id":"${name}","text":"one page"}\n`));
    const reading = async () => {
      for await (const _ of read(files, { throwUnreadable: true })) rmSync(files[1]!, { force: true });
    };
    await expect(reading()).rejects.toMatchObject({
      code: 'NEARDUP_INPUT_UNREADABLE',
      message: `${files[1]}: no such file or folder`,
      cause: { code: 'ENOENT' },
    });
  }
});
