import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { readFolder, readPages } from '../../plugins/dump/index.ts';
import { argumentError } from '../argument-error.ts';
import { readAll } from './scratch.ts';
import { gzipEach, pageHtml, pageRecord } from './warc/warc-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-sources-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, bytes: Buffer | string): string => {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  return path;
};
const html = pageHtml(1);
put('site/b.html', html);
put('site/a/z.HTM', html);
put('site/a/notes.txt', 'plain words');
put('site/a/empty.html', '');
put('site/a/packed.html.gz', gzipSync(html));
put('site/crawl.warc.gz', gzipEach([pageRecord(5)]).bytes);
put('site/lines.jsonl', '{"id":"line","text":"x"}\n');
put('site/style.css', 'p { color: red }');
put('site/package.json', '{\n  "name": "x"\n}\n');
put('site/.hidden/x.html', html);
const at = (name: string) => join(folder, name);

describe('inputs', () => {
  test('a folder is read in sorted order: pages by name, dumps by content, the rest counted as skipped', async () => {
    const { ids, spots, stats, pages } = await readAll(at('site'));
    const named = (name: string) => `${at('site')}/${name}`;
    expect(ids).toEqual([
      named('a/empty.html'),
      named('a/notes.txt'),
      named('a/packed.html.gz'),
      named('a/z.HTM'),
      named('b.html'),
      'urn:test:5',
      'line',
    ]);
    expect(spots).toEqual([]);
    expect(Object.fromEntries(stats.skipped)).toEqual({ 'file .css': 1, 'file .json': 1 });
    expect(pages[1]).toMatchObject({ contentType: 'text/plain', body: Buffer.from('plain words') });
    expect(pages[2]?.body.toString()).toBe(html);
    const again: string[] = [];
    for await (const page of readFolder(`${at('site')}/`)) again.push(page.id);
    expect(again).toEqual(ids);
  });

  test('what neardup wrote or has begun to write in a folder counts as its results, whichever of the two shows it', async () => {
    put('own/decisions.jsonl', '{"format":"neardup-decisions/1"}\n{"id":"a"}\n');
    put('own/pairs.csv.unfinished', 'a,b');
    put('own/page.html', html);
    const { ids, spots, stats } = await readAll(at('own'));
    expect([ids, spots]).toEqual([[`${at('own')}/page.html`], []]);
    expect(Object.fromEntries(stats.skipped)).toEqual({ 'results of neardup': 2 });
  });

  test('globs know *, ?, **, sets and braces, and give sorted files', async () => {
    const names = async (pattern: string) =>
      (await readAll(at(pattern))).ids.map((id) => id.replace(`${folder}/`, ''));
    expect(await names('site/*.html')).toEqual(['site/b.html']);
    expect(await names('site/**/*.{html,HTM}')).toEqual(['site/a/empty.html', 'site/a/z.HTM', 'site/b.html']);
    expect(await names('site/a/[n-z]*.?[!x]?')).toEqual(
      ['site/a/notes.txt', 'site/a/z.HTM'].filter((n) => /\.H/.test(n)),
    );
    await expect(readAll(at('site/*.nothing'))).rejects.toThrow('no file matches');
  });

  test('a file named twice, by its folder or by a link, is read once', async () => {
    symlinkSync(at('site/b.html'), at('link.html'));
    const { ids } = await readAll([at('site/b.html'), at('site'), at('link.html')]);
    expect(ids.filter((id) => id.endsWith('b.html') || id.endsWith('link.html'))).toEqual([
      at('site/b.html'),
    ]);
  });

  test('relative paths give ids without the folder they are read from', async () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      expect((await readAll('./site/b.html')).ids).toEqual(['site/b.html']);
      expect((await readAll('site/*.html')).ids).toEqual(['site/b.html']);
      expect((await readAll('site')).ids[0]).toBe('site/a/empty.html');
    } finally {
      process.chdir(before);
    }
  });

  test('content decides, not the name', async () => {
    const warc = put('is-warc.html', pageRecord(7));
    const packed = put('is-gzip.warc', gzipSync(pageRecord(8)));
    const jsonl = put('is-jsonl.dat', '{"id":"j","text":"x"}\n');
    const page = put('is-html.php', html);
    expect((await readAll([warc, packed, jsonl, page])).ids).toEqual(['urn:test:7', 'urn:test:8', 'j', page]);
  });

  test('a damaged first byte does not hide what a file is', async () => {
    const { bytes, offsets } = gzipEach([pageRecord(1), pageRecord(2)]);
    bytes[0] = 0;
    const { ids, spots } = await readAll(put('first.warc.gz', bytes));
    expect(ids).toEqual(['urn:test:2']);
    expect(spots).toMatchObject([{ offset: 0, reason: expect.stringContaining(`${offsets[1]} bytes`) }]);
  });

  test('unsupported and unknown files are an InputError of one line that says what to do', async () => {
    const none = /expected WARC, ARC, WACZ, JSONL, JSON array, Parquet, HTML or text; this is none of them$/;
    const cases: Array<[string, Buffer | string, string, RegExp]> = [
      ['x.zip', 'PK\x03\x04rest', 'UNSUPPORTED', /ZIP file that is no WACZ is not supported; unzip/],
      ['x.bz2', 'BZh91AY', 'UNSUPPORTED', /bzip2 is not supported; decompress/],
      ['x.lz4', Buffer.from('04224d18', 'hex'), 'UNSUPPORTED', /lz4 is not supported; decompress/],
      ['x.xz', Buffer.from('fd377a585a00', 'hex'), 'UNSUPPORTED', /xz is not supported; decompress/],
      ['x.bin', 'whatever', 'UNKNOWN', none],
      [
        'pretty.json',
        '{\n "text": "x"\n}',
        'UNSUPPORTED',
        /expected JSON Lines or an array of objects.* jq -c /,
      ],
      ['string.json', '"x"', 'UNSUPPORTED', /expected JSON Lines or an array of objects/],
      ['a.har', '{"log":{"version":"1.2"}}\n', 'UNSUPPORTED', /HAR is not read; .* FILE >FILE.jsonl$/],
      ['b.har', '{\n "log": {', 'UNSUPPORTED', /HAR is not read; .* FILE >FILE.jsonl$/],
      [
        'x.csv',
        'url,text\n',
        'UNSUPPORTED',
        /CSV is not read; .*DictReader\(sys.stdin\)\]' <FILE >FILE.jsonl$/,
      ],
      ['x.tsv', 'url\ttext\n', 'UNSUPPORTED', /TSV is not read; .*delimiter="\\t"/],
    ];
    for (const [name, bytes, code, message] of cases) {
      const path = put(name, bytes);
      await expect(readAll([at('site/b.html'), path])).rejects.toThrow(message);
      await expect(readAll(path)).rejects.toMatchObject({
        code: `NEARDUP_INPUT_${code}`,
        file: path,
        message: expect.not.stringContaining('\n'),
      });
    }
    await expect(readPages('a.warc' as never).next()).rejects.toThrow(
      argumentError('TypeError', 'inputs: expected an array of files, folders or globs to read; got string'),
    );
    await expect(readAll([])).rejects.toMatchObject({
      code: 'NEARDUP_INPUT_NONE',
      message: expect.stringMatching(/got none$/),
    });
    for (const missing of [at('site/*.nothing'), at('no.warc')]) {
      await expect(readAll(missing)).rejects.toMatchObject({ code: 'NEARDUP_INPUT_MISSING', file: missing });
    }
    await expect(readAll([''])).rejects.toThrow('"": no such file or folder');
    const below = at('site/b.html/below.warc');
    await expect(readAll(below)).rejects.toMatchObject({
      code: 'NEARDUP_INPUT_UNREADABLE',
      file: below,
      reason: expect.stringMatching(/^cannot be read \(ENOTDIR/),
      cause: { code: 'ENOTDIR' },
    });
    await expect(readAll(at('site'), { limits: { maxPageBytes: -1 } })).rejects.toThrow(RangeError);
  });

  test('in a folder, a dump of an unsupported type is a named spot and costs the other files nothing', async () => {
    put('mixed/a.html', html);
    put('mixed/b.warc.lz4', '\x04\x22\x4d\x18rest');
    put('mixed/c.html', pageHtml(2));
    const { ids, spots, stats } = await readAll(at('mixed'));
    expect(ids).toEqual([`${at('mixed')}/a.html`, `${at('mixed')}/c.html`]);
    expect(spots).toEqual([
      {
        file: `${at('mixed')}/b.warc.lz4`,
        offset: 0,
        code: 'unsupported',
        reason: expect.stringMatching(/^lz4 is not supported/),
      },
    ]);
    expect(stats.damaged).toBe(1);
  });

  test('progress is told in stored bytes, and a signal stops the reading', async () => {
    const path = at('site/crawl.warc.gz');
    const seen: number[][] = [];
    await readAll([path, at('site/b.html')], { onProgress: (...numbers) => seen.push(numbers) });
    const total = readFileSync(path).length + html.length;
    expect(seen.at(-1)).toEqual([total, total]);
    await expect(readAll(path, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  });
});
