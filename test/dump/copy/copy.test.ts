import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WholeFile } from '../../../plugins/dump/copy/whole-file.ts';
import {
  type ArchiveRecord,
  type CopyOptions,
  copyFormatOf,
  type Fate,
  type ManifestEntry,
  readRecords,
  writeCopy,
} from '../../../plugins/dump/index.ts';
import { zipDirectory } from '../../../plugins/dump/wacz/zip-directory.ts';
import { arcPage, filedesc } from '../arc/arc-writer.ts';
import { parquet } from '../parquet/parquet-writer.ts';
import { readAll, scratchFolder } from '../scratch.ts';
import { zip } from '../wacz/zip-writer.ts';
import { httpResponse, pageHtml, warcRecord } from '../warc/warc-writer.ts';

const { folder, write } = scratchFolder();
const at = (name: string): string => join(folder, name);
let files = 0;
const fresh = (end: string): string => at(`copy${files++}.${end}`);

/** Copies with these fates by id; all other pages are kept. */
async function copy(
  input: string | string[],
  target: string,
  fates: Record<string, Fate> = {},
  more: Partial<CopyOptions> = {},
) {
  const fateOf: CopyOptions['fateOf'] = ({ id }) => fates[id] ?? { action: 'keep' };
  const manifest: ManifestEntry[] = [];
  const onManifest: CopyOptions['onManifest'] = (entries) => void manifest.push(...entries);
  const result = await writeCopy([input].flat(), target, { fateOf, onManifest, software: 'test/1', ...more });
  return { ...result, manifest };
}

/** Records of a file but the first, which the copy begins with: type, id, and all bytes. */
async function recordsOf(path: string): Promise<ArchiveRecord[]> {
  const records: ArchiveRecord[] = [];
  const damage: string[] = [];
  for await (const record of readRecords(path, { onDamage: ({ reason }) => void damage.push(reason) }))
    records.push(record);
  expect(damage).toEqual([]);
  expect(records[0]!.type).toBe('warcinfo');
  return records.slice(1);
}
const named = (records: readonly ArchiveRecord[]): string[] =>
  records.map(({ type, headers }) => `${type} ${headers.get('warc-record-id')}`);

const response = (n: number, html: string, extra: string[] = [], fields: string[] = []): Buffer =>
  warcRecord({
    id: `urn:r:${n}`,
    url: `http://example.test/${n}`,
    block: httpResponse(html, ['Content-Type: text/html', `X-Number: ${n}`, ...fields]),
    extra,
  });
const request = (n: number): Buffer =>
  warcRecord({
    id: `urn:q:${n}`,
    type: 'request',
    contentType: 'application/http; msgtype=request',
    block: `GET /${n} HTTP/1.1\r\nHost: example.test\r\n\r\n`,
    extra: [`WARC-Concurrent-To: <urn:r:${n}>`],
  });
const metadata = (n: number): Buffer =>
  warcRecord({
    id: `urn:m:${n}`,
    type: 'metadata',
    contentType: 'application/warc-fields',
    block: `seed: ${n}\r\n`,
    extra: [`WARC-Refers-To: <urn:r:${n}>`],
  });

const html = pageHtml(1, 200);
const records = [
  warcRecord({
    id: 'urn:w',
    type: 'warcinfo',
    contentType: 'application/warc-fields',
    block: 'software: x\r\n',
  }),
  request(1),
  response(1, html),
  metadata(1),
  // exactly the payload of page 1, with a header of its own; the page names its request
  response(2, html, ['WARC-Concurrent-To: <urn:q:2>']),
  warcRecord({
    id: 'urn:q:2',
    type: 'request',
    contentType: 'application/http; msgtype=request',
    block: 'GET /2 HTTP/1.1\r\n\r\n',
  }),
  // nearly that of page 1
  request(3),
  response(3, `${html} `),
  metadata(3),
  warcRecord({
    id: 'urn:i',
    url: 'http://example.test/i.gif',
    block: httpResponse('GIF89a', ['Content-Type: image/gif']),
  }),
  response(4, pageHtml(4)),
  request(4),
];
const fates: Record<string, Fate> = {
  'urn:r:2': { action: 'drop', representative: 'urn:r:1', similarity: 1, code: 'same-grams' },
  'urn:r:3': { action: 'drop', representative: 'urn:r:1', similarity: 0.9, code: 'similar' },
  'urn:r:4': { action: 'aside', code: 'empty' },
};

describe('a copy of WARC files', () => {
  test.each(['warc', 'warc.gz'])(
    'into .%s has the kept records byte for byte, with what belongs to them and to no page',
    async (end) => {
      const input = write('in.warc.gz', Buffer.concat(records.map((record) => gzipSync(record))));
      const target = fresh(end);
      const result = await copy(input, target, fates);
      const written = await recordsOf(target);
      expect(named(written)).toEqual([
        'warcinfo <urn:w>',
        'request <urn:q:1>',
        'response <urn:r:1>',
        'metadata <urn:m:1>',
        'revisit <urn:r:2>',
        'request <urn:q:2>',
        'response <urn:i>',
      ]);
      const bytes = end === 'warc' ? readFileSync(target) : gunzipSync(readFileSync(target));
      for (const kept of [0, 1, 2, 3, 5, 9]) expect(bytes.includes(records[kept]!)).toBe(true);
      expect(result).toMatchObject({ kept: 1, bytes: readFileSync(target).length });
      expect(result.manifest).toEqual([
        { id: 'urn:r:2', url: 'http://example.test/2', ...fates['urn:r:2'], action: 'revisit' },
        { id: 'urn:r:3', url: 'http://example.test/3', ...fates['urn:r:3'], action: 'left-out' },
        { id: 'urn:r:4', url: 'http://example.test/4', ...fates['urn:r:4'], action: 'aside' },
      ]);
      expect(named(await recordsOf(result.aside!))).toEqual(['response <urn:r:4>', 'request <urn:q:4>']);
      // the same bytes in every run, whatever an earlier one has left
      write(`${target.slice(folder.length + 1)}.unfinished`, 'half of a copy');
      const before = readFileSync(target);
      await copy(input, target, fates);
      expect(readFileSync(target).equals(before)).toBe(true);
      expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
    },
  );

  test('makes a revisit of a response with exactly the payload of its representative, and of no other', async () => {
    const target = fresh('warc');
    await copy(write('revisit.warc', Buffer.concat(records)), target, fates);
    const revisit = (await recordsOf(target)).find(({ type }) => type === 'revisit')!;
    expect(Object.fromEntries(revisit.headers)).toMatchObject({
      'warc-profile': 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
      'warc-refers-to': '<urn:r:1>',
      'warc-refers-to-target-uri': 'http://example.test/1',
      'warc-refers-to-date': '2024-05-06T07:08:09Z',
      'warc-target-uri': 'http://example.test/2',
      'warc-concurrent-to': '<urn:q:2>',
      'warc-payload-digest': expect.stringMatching(/^sha1:[A-Z2-7]{32}$/),
      'content-type': 'application/http; msgtype=response',
    });
    expect(revisit.block.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*X-Number: 2\r\n\r\n$/s);
    // another payload, a broken one, or one that is no response of HTTP is none
    for (const [record, id] of [
      [response(5, `${html} `), 'urn:r:5'],
      [response(5, html, ['WARC-Truncated: length'], []), 'urn:r:5'],
      [warcRecord({ id: 'urn:r:5', type: 'resource', contentType: 'text/html', block: html }), 'urn:r:5'],
    ] as const) {
      const out = fresh('warc');
      const drop = { [id]: { action: 'drop', representative: 'urn:r:1' } as const };
      const input = write('none.warc', Buffer.concat([response(1, html), record]));
      const { manifest } = await copy(input, out, drop);
      expect(manifest.map(({ action }) => action)).toEqual(['left-out']);
    }
  });

  test('puts records of any length and in segments where they belong, and mends a length that is wrong', async () => {
    const long = Buffer.alloc(18 << 20, 'long ');
    const input = write(
      'odd.warc',
      Buffer.concat([
        warcRecord({ id: 'urn:long', type: 'resource', contentType: 'video/mp4', block: long }),
        warcRecord({ id: 'urn:s', block: httpResponse(html), extra: ['WARC-Segment-Number: 1'] }),
        warcRecord({ id: 'urn:wrong', block: httpResponse(pageHtml(9)), contentLength: 7 }),
        warcRecord({
          id: 'urn:s2',
          type: 'continuation',
          block: 'rest',
          extra: [
            'WARC-Segment-Number: 2',
            'WARC-Segment-Origin-ID: <urn:s>',
            'WARC-Segment-Total-Length: 1',
          ],
        }),
      ]),
    );
    for (const end of ['warc', 'warc.gz']) {
      const target = fresh(end);
      await copy(input, target);
      const all = await recordsOf(target);
      expect(named(all)).toEqual([
        'resource <urn:long>',
        'response <urn:s>',
        'response <urn:wrong>',
        'continuation <urn:s2>',
      ]);
      expect(all.map(({ blockLength }) => blockLength)[0]).toBe(long.length);
      const without = fresh(end);
      const { manifest } = await copy(input, without, {
        'urn:s': { action: 'drop', representative: 'urn:wrong' },
      });
      expect(manifest).toHaveLength(1);
      expect(named(await recordsOf(without))).toEqual(['resource <urn:long>', 'response <urn:wrong>']);
    }
  });

  test('a record that the end of its file cuts says so in the copy, and has no digest of the whole', async () => {
    for (const words of [40, 4000]) {
      const whole = response(1, pageHtml(1, words), [
        'WARC-Block-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
        ' folded',
        'WARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
        'X-Other: kept',
      ]);
      const cut = Buffer.concat([request(1), whole.subarray(0, -100)]);
      for (const [end, bytes] of [
        ['warc', cut],
        ['warc.gz', gzipSync(cut)],
      ] as const) {
        const target = fresh(end);
        // a long one lies in a file of its own
        await copy(write(`cut.${end}`, bytes), target, {}, { limits: { maxPageBytes: 5000 } });
        const [, record] = await recordsOf(target);
        const { headers, blockLength } = record!;
        expect(headers.get('warc-truncated')).toBe('unspecified');
        expect(headers.get('x-other')).toBe('kept');
        expect([headers.has('warc-block-digest'), headers.has('warc-payload-digest')]).toEqual([
          false,
          false,
        ]);
        expect(blockLength).toBe(Number(headers.get('content-length')));
        const { pages, spots } = await readAll(target);
        expect(spots.map(({ code }) => code)).toEqual(['truncated']);
        expect(pages[0]?.truncatedFrom).toBe(pages[0]!.body.length + 1);
        expect(pageHtml(1, words).startsWith(pages[0]!.body.toString())).toBe(true);
      }
    }
  });

  test('into WACZ reads as it was, by record and by page', async () => {
    const input = write(
      'in.wacz',
      zip([{ name: 'archive/a.warc.gz', bytes: Buffer.concat(records.map((record) => gzipSync(record))) }])
        .bytes,
    );
    const target = fresh('wacz');
    const result = await copy(
      [input, write('more.arc', Buffer.concat([filedesc(), arcPage(1)]))],
      target,
      fates,
    );
    const { pages, spots } = await readAll(target);
    expect(spots).toEqual([]);
    expect(pages.map(({ url }) => url)).toEqual(['http://example.test/1', 'http://example.test/1']);
    expect(pages.map(({ body }) => body.toString())).toEqual([html, pageHtml(1)]);
    expect(result.kept).toBe(2);
    const again = fresh('wacz');
    await copy(target, again);
    expect((await readAll(again)).ids).toEqual(pages.map(({ id }) => id));
  });
});

test('the index of a WACZ copy has the media type alone, however the server wrote it', async () => {
  const types = ['text/html charset=utf-8', 'Text/HTML; charset=utf-8', 'text/html,text/html', '*/*'];
  const input = types.map((type, n) =>
    warcRecord({
      id: `urn:t:${n}`,
      url: `http://example.test/${n}`,
      block: httpResponse(html, [`Content-Type: ${type}`]),
    }),
  );
  const target = fresh('wacz');
  await copy(write('types.warc', Buffer.concat(input)), target);
  // what is in the ZIP file is stored as it is
  const index = readFileSync(target, 'latin1').matchAll(/test,example\)\S* \d{14} (\{.*\})$/gm);
  expect([...index].map(([, facts]) => JSON.parse(facts!).mime)).toEqual([
    'text/html',
    'text/html',
    'text/html',
    'unk',
  ]);
});

test('a copy is not in its place without the pages that it puts aside', async () => {
  const target = fresh('jsonl');
  mkdirSync(target.replace('.jsonl', '.aside.jsonl'));
  const input = write('two.jsonl', '{"id":"a","text":"x"}\n{"id":"b","text":"y"}\n');
  await expect(copy(input, target, { b: { action: 'aside' } })).rejects.toThrow('.aside.jsonl');
  expect(existsSync(target)).toBe(false);
});

test('pages.jsonl of a WACZ copy lists the pages of HTML that were found, each by its URL and date', async () => {
  const answers = [
    ['200 OK', 'text/html'],
    ['404 Not Found', 'text/html'],
    ['200 OK', 'image/png'],
    ['203 Changed', 'application/xhtml+xml'],
  ] as const;
  const input = answers.map(([status, type], n) =>
    warcRecord({
      id: `urn:l:${n}`,
      url: `http://example.test/${n}`,
      block: httpResponse(`<p>page ${n}`, [`Content-Type: ${type}`], status),
    }),
  );
  const target = fresh('wacz');
  await copy(write('listed.warc', Buffer.concat(input)), target);
  // what is in the ZIP file is stored as it is
  const listed = readFileSync(target, 'latin1').matchAll(/^\{"id":"[\w-]{22}",.*\}$/gm);
  const ts = '2024-05-06T07:08:09Z';
  expect([...listed].map(([line]) => JSON.parse(line)).map(({ id: _, ...page }) => page)).toEqual([
    { url: 'http://example.test/0', ts },
    { url: 'http://example.test/3', ts },
  ]);
});

test('a page that is named by its place, as another has its id, has that name in the copy, whose progress counts all bytes twice', async () => {
  const inputs = ['one.warc', 'other.warc'].map((name) => write(name, response(1, html)));
  const { ids } = await readAll(inputs);
  expect(ids).toEqual(['urn:r:1', `${at('other.warc')}:0`]);
  const target = fresh('jsonl');
  const progress: number[][] = [];
  await copy(inputs, target, {}, { onProgress: (...bytes) => void progress.push(bytes) });
  expect((await readAll(target)).ids).toEqual(ids);
  // the input is read twice
  const total = 2 * inputs.reduce((sum, path) => sum + statSync(path).size, 0);
  expect(progress.at(-1)).toEqual([total, total]);
});

test('a page that becomes a line has the id there that its fate gives it', async () => {
  const target = fresh('jsonl');
  const input = write('called.warc', Buffer.concat([response(1, html), response(2, html)]));
  await copy(input, target, { 'urn:r:2': { action: 'keep', id: 'another' } });
  expect((await readAll(target)).ids).toEqual(['urn:r:1', 'another']);
});

test('the index of a WACZ copy is written in pieces, since it can be longer than a string may be', async () => {
  const path = 'a'.repeat(1000);
  const records = Array.from({ length: 2000 }, (_, n) =>
    warcRecord({
      id: `urn:r:${n}`,
      url: `http://example.test/${n}/${path}`,
      block: httpResponse('<p>x</p>'),
    }),
  );
  const written = vi.spyOn(WholeFile.prototype, 'write');
  onTestFinished(() => written.mockRestore());
  await copy(write('many.warc', Buffer.concat(records)), fresh('wacz'));
  const longest = Math.max(...written.mock.calls.map(([{ length }]) => length));
  expect(longest).toBeGreaterThan(100_000);
  expect(longest).toBeLessThan(1_000_000);
});

test('the index of a WACZ copy waits on disk, in order, where it is long', async () => {
  const path = 'a'.repeat(1000);
  const input = Array.from({ length: 5000 }, (_, n) =>
    warcRecord({
      id: `urn:r:${n}`,
      url: `http://example.test/${(7919 * n) % 5000}/${path}`,
      block: httpResponse('<p>x</p>'),
    }),
  );
  const workDirectory = at('waiting');
  mkdirSync(workDirectory);
  let waiting: string[] = [];
  const onManifest = () => {
    waiting = readdirSync(workDirectory, { recursive: true }) as string[];
  };
  const target = fresh('wacz');
  await copy(write('long.warc', Buffer.concat(input)), target, {}, { workDirectory, onManifest });
  // the work folder and what is in it
  expect(waiting.length).toBeGreaterThan(1);
  const lines = readFileSync(target, 'latin1').match(/^test,example\)\/\d+/gm)!;
  // the first of all stands behind the header of its file
  expect(lines).toHaveLength(4999);
  expect(lines).toEqual([...lines].sort());
});

test('the index of a WACZ copy is sorted, and the bytes that a line names are the record of its URL', async () => {
  const urls = [
    'https://b.test/x',
    'http://www.A.test/y?b=2&a=1',
    'http://a.test:8080/',
    'https://a.test/Y',
    'http://sub.a.test/',
    'urn:no-host',
  ];
  const input = urls.map((url, n) =>
    warcRecord({
      id: `urn:i:${n}`,
      url,
      block: httpResponse(pageHtml(n, 50 * n), ['Content-Type: text/html']),
    }),
  );
  const target = fresh('wacz');
  await copy(write('index.warc', Buffer.concat(input)), target);
  const bytes = readFileSync(target);
  const entries = await zipDirectory(target, () => true);
  const [archive, index] = ['archive/data.warc.gz', 'indexes/index.cdx'].map((name) => {
    const { start, end } = entries.find((entry) => entry.name === name)!;
    return bytes.subarray(start, end);
  });
  const lines = index!.toString().trimEnd().split('\n');
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    'test,a)/y',
    'test,a)/y?a=1&b=2',
    'test,a,sub)/',
    'test,a:8080)/',
    'test,b)/x',
    'urn:no-host',
  ]);
  for (const line of lines) {
    const { url, status, offset, length } = JSON.parse(line.slice(line.indexOf('{')));
    expect(status).toBe('200');
    const record = gunzipSync(archive!.subarray(Number(offset), Number(offset) + Number(length))).toString();
    expect(record).toContain(`WARC-Target-URI: ${url}\r\n`);
    expect(record.match(/WARC-Record-ID/g)).toHaveLength(1);
  }
});

describe('a copy of other formats', () => {
  const lines = [
    '{"id":"a",  "url":"http://example.test/a","text":"words of page a", "more": [1, 2.0]}',
    '{"id":"b","html":"<p>page b","date":"2024-05-06"}',
    '{"id":"c","text":"dropped"}',
  ];
  const input = (): string => write('in.jsonl', `${lines[0]}\r\n\n${lines[1]}\n{"torn\n${lines[2]}`);
  const drop: Record<string, Fate> = { c: { action: 'drop', representative: 'a' } };

  test('has no byte order mark before the first line of a file, as another may come before it in the copy', async () => {
    const target = fresh('jsonl');
    const marked = write('marked.jsonl', `\ufeff${lines[2]}\r\n`);
    await copy([write('first.jsonl', `${lines[0]}\n`), marked], target);
    expect(readFileSync(target, 'utf8')).toBe(`${lines[0]}\n${lines[2]}\r\n`);
  });

  test.each(['jsonl', 'jsonl.gz'])('JSONL into .%s has the kept lines byte for byte', async (end) => {
    const target = fresh(end);
    await copy(input(), target, drop);
    const bytes = end === 'jsonl' ? readFileSync(target) : gunzipSync(readFileSync(target));
    expect(bytes.toString()).toBe(`${lines[0]}\r\n${lines[1]}\n`);
  });

  test('pages of all formats come into JSONL as text, and into WARC as records with their ids', async () => {
    const rows = [{ id: 'p', url: 'http://example.test/p', html: '<p>\u00e9' }];
    const inputs = [
      input(),
      write('rows.parquet', parquet([rows]).bytes),
      write(
        'page.html',
        Buffer.from('<html><meta charset=windows-1251><p>\xcf\xf0\xe8\xe2\xe5\xf2', 'latin1'),
      ),
      write('one.warc', response(1, html)),
    ];
    const target = fresh('jsonl');
    await copy(inputs, target, drop);
    const found = readFileSync(target, 'utf8')
      .trim()
      .split('\n')
      .slice(2)
      .map((line) => JSON.parse(line));
    expect(found).toEqual([
      { id: 'p', url: 'http://example.test/p', html: '<p>\u00e9' },
      {
        id: at('page.html'),
        html: '<html><meta charset=windows-1251><p>\u041f\u0440\u0438\u0432\u0435\u0442',
      },
      { id: 'urn:r:1', url: 'http://example.test/1', date: '2024-05-06T07:08:09Z', html },
    ]);
    const archive = fresh('warc.gz');
    await copy(inputs, archive, drop);
    const written = await recordsOf(archive);
    expect(written.map(({ type, headers }) => [type, headers.get('warc-record-id')])).toEqual([
      ['resource', '<urn:x-neardup:a>'],
      ['resource', '<urn:x-neardup:b>'],
      ['resource', '<urn:x-neardup:p>'],
      ['resource', `<urn:x-neardup:${encodeURIComponent(at('page.html'))}>`],
      ['response', '<urn:r:1>'],
    ]);
    expect((await readAll(archive)).pages.map(({ body }) => body.toString())[2]).toBe('<p>\u00e9');
  });

  test('a page keeps its URL in a record, with what is beyond ASCII encoded; one without a URL is named by its id', async () => {
    const lines = ['https://m\u00fcnchen.test/Z\u00fcrich', 'https://a.test/x y', 'no URL'].map((url, id) =>
      JSON.stringify({ id: `${id}`, url, text: 'words' }),
    );
    const target = fresh('warc');
    await copy(write('urls.jsonl', lines.join('\n')), target);
    expect((await readAll(target)).pages.map(({ url }) => url)).toEqual([
      'https://xn--mnchen-3ya.test/Z%C3%BCrich',
      'https://a.test/x%20y',
      'urn:x-neardup:2',
    ]);
  });

  test('what a page says of itself begins no line of a record', async () => {
    const evil = { id: 'x\r\nWARC-Type: y', url: 'http://e.test/\r\nA: b', text: 'words', date: 'never' };
    const target = fresh('warc');
    await copy(write('evil.jsonl', JSON.stringify(evil)), target);
    const [record] = await recordsOf(target);
    expect([...record!.headers.keys()]).toEqual([
      'warc-type',
      'warc-record-id',
      'warc-target-uri',
      'warc-date',
      'warc-payload-digest',
      'content-type',
      'warc-block-digest',
      'content-length',
    ]);
  });
});

describe('a copy is not written', () => {
  test('over an input, however it is named, nor where the input is not as it was decided', async () => {
    const input = write('here.jsonl', '{"id":"a","text":"x"}\n');
    const before = readFileSync(input);
    for (const target of [input, join(folder, '.', 'here.jsonl')]) {
      await expect(copy(folder, target)).rejects.toThrow('expected a file to write that is no input');
    }
    const fail = () => {
      throw new Error('not as it was');
    };
    const target = fresh('jsonl');
    await expect(writeCopy([input], target, { fateOf: fail, software: 'x' })).rejects.toThrow(
      'not as it was',
    );
    expect([existsSync(target), existsSync(`${target}.unfinished`)]).toEqual([false, false]);
    expect(readFileSync(input).equals(before)).toBe(true);
  });

  test('where the disk is full before the first page, and nothing of it stays', async () => {
    const input = write('first.jsonl', '{"id":"a","text":"x"}\n');
    for (const end of ['warc', 'wacz', 'parquet']) {
      const target = fresh(end);
      const spy = vi.spyOn(WholeFile.prototype, 'write').mockRejectedValueOnce(new Error('no space left'));
      await expect(copy(input, target)).rejects.toThrow('no space left');
      spy.mockRestore();
      expect([existsSync(target), existsSync(`${target}.unfinished`)]).toEqual([false, false]);
    }
  });

  test('under a name of no known format', async () => {
    expect(
      ['a.warc', 'a.WARC.GZ', 'a.wacz', 'a.jsonl', 'b/c.jsonl.gz', 'a.jsonl.zst', 'a.parquet', '-'].map(
        copyFormatOf,
      ),
    ).toEqual(['warc', 'warc.gz', 'wacz', 'jsonl', 'jsonl.gz', 'jsonl.zst', 'parquet', 'jsonl']);
    for (const name of ['a.txt', 'warc', 'a.gz', 'a.warc.zst', 'parquet']) {
      expect(copyFormatOf(name)).toBeUndefined();
      await expect(copy(folder, at(name))).rejects.toThrow(RangeError);
    }
  });
});

/** `NEARDUP_PYTHON`, else python3, where it has the packages that read archives. */
const python = process.env.NEARDUP_PYTHON ?? 'python3';
const lacks = spawnSync(python, ['-c', 'import warcio, fastwarc, wacz']).status !== 0;

test.skipIf(lacks && `${python} lacks warcio, fastwarc or wacz (set NEARDUP_PYTHON)`)(
  'warcio, fastwarc and wacz read what was written, and find nothing wrong with it',
  async () => {
    const input = write('all.warc', Buffer.concat(records));
    const run = (...args: string[]): string => {
      const { status, stdout, stderr } = spawnSync(python, args, { encoding: 'utf8' });
      expect([status, stderr.replace(/^.*warn.*$/gim, '').trim()]).toEqual([0, '']);
      return stdout;
    };
    const types = [
      'warcinfo',
      'warcinfo',
      'request',
      'response',
      'metadata',
      'revisit',
      'request',
      'response',
    ];
    for (const end of ['warc', 'warc.gz']) {
      const target = fresh(end);
      await copy(input, target, fates);
      run('-m', 'warcio.cli', 'check', target);
      const read = `
import sys
from fastwarc.warc import ArchiveIterator
for record in ArchiveIterator(open(sys.argv[1], 'rb'), parse_http=False):
    assert 'WARC-Block-Digest' not in record.headers or record.verify_block_digest()
    print(record.headers['WARC-Type'])`;
      expect(run('-c', read, target).trim().split('\n')).toEqual(types);
    }
    const target = fresh('wacz');
    await copy(
      [input, write('p.jsonl', '{"id":"z","url":"http://example.test/z","html":"<p>z"}')],
      target,
      fates,
    );
    expect(
      run(
        '-c',
        'import sys; from wacz.main import main; sys.exit(main(sys.argv[1:]))',
        'validate',
        '-f',
        target,
      ),
    ).toContain('is valid');
  },
);
