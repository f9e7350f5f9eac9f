import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Finished, neardupProcess } from './run.ts';

let folder: string;
let finished: Finished;
let decisions: Map<string, { decision: string; reason: string; representative?: string }>;

/** A WARC response whose body is coded as `coding` says. */
function response(id: string, body: Buffer, coding = 'identity'): Buffer {
  const http = Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: ${coding}\r\n\r\n`),
    body,
  ]);
  const head =
    `WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <${id}>\r\nWARC-Target-URI: http://x.example/\r\n` +
    `Content-Type: application/http; msgtype=response\r\nContent-Length: ${http.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), http, Buffer.from('\r\n\r\n')]);
}

const bomb = gzipSync(Buffer.concat([Buffer.from('<p>bomb</p>'), Buffer.alloc(200e6)]), { level: 1 });
const sound = Buffer.from('<p>a sound page that comes behind the bomb and must be read</p>');

/** Each hostile page with the id of its decision. */
const pages: Record<string, { file: string; content: string | Buffer }> = {
  nested: { file: 'nested.html', content: `${'<div>'.repeat(1e5)}text below a hundred thousand tags` },
  'nested and closed': {
    file: 'closed.html',
    content: `${'<div>'.repeat(1e5)}text below a hundred thousand tags${'</div>'.repeat(1e5)}`,
  },
  large: { file: 'large.html', content: Buffer.alloc(100e6, '<p>a page of a hundred million bytes</p>\n') },
  NULs: { file: 'nul.html', content: '<p>nul\0s in the\0 text \0 of a page\0</p>' },
  'invalid UTF-8': {
    file: 'invalid.html',
    content: Buffer.from('<p>bytes \xff\xfe\x80 that are no \xc3( UTF-8</p>', 'latin1'),
  },
  empty: { file: 'empty.html', content: '' },
  'three words': { file: 'three.html', content: '<p>three little words' },
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-hostile-'));
  for (const { file, content } of Object.values(pages)) await writeFile(join(folder, file), content);
  await writeFile(
    join(folder, 'surrogates.jsonl'),
    '{"id": "lone", "text": "lone \\ud800 surrogates \\udfff in a text"}\n',
  );
  const bombs = [gzipSync(response('coded-bomb', bomb, 'gzip')), gzipSync(response('sound', sound))];
  await writeFile(join(folder, 'bomb.warc.gz'), Buffer.concat(bombs));
  finished = await neardupProcess(['dedup', '.', '--out', 'out', '--json', '--quiet'], { cwd: folder });
  const lines = (await readFile(join(folder, 'out', 'decisions.jsonl'), 'utf8')).split('\n').filter(Boolean);
  decisions = new Map(lines.map((line) => JSON.parse(line)).map((decision) => [decision.id, decision]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a run over hostile pages ends well, in bounded memory, with a verdict on every page', () => {
  expect([0, 3]).toContain(finished.code);
  const summary = JSON.parse(finished.stdout);
  expect(decisions.size).toBe(summary.pages);
  expect(summary.pages).toBe(Object.keys(pages).length + 3);
  expect(summary.peakMemoryBytes).toBeLessThan(700e6);
});

test.each(Object.entries(pages).filter(([name]) => name !== 'empty' && name !== 'nested'))(
  'a page with %s is kept',
  (_, { file }) => {
    expect(decisions.get(file)).toMatchObject({ decision: 'keep' });
  },
);

test('tags that are never closed and tags that are give the same text', () => {
  const either = [decisions.get('nested.html'), decisions.get('closed.html')];
  expect(either.map((decision) => decision?.decision).sort()).toEqual(['drop', 'keep']);
});

test('an empty page is unclassifiable, and a page that was cut says so', () => {
  expect(decisions.get('empty.html')).toMatchObject({ decision: 'unclassifiable', reason: 'no text' });
  expect(decisions.get('large.html')?.reason).toMatch(/read up to 16777216 of 100000000 bytes/);
});

test('lone surrogates in a dump reach a verdict', () => {
  expect(decisions.get('lone')).toMatchObject({ decision: 'keep' });
});

test('a gzip bomb is read up to the limit, and the page behind it comes out', () => {
  expect(decisions.get('coded-bomb')?.reason).toMatch(/read up to 16777216/);
  expect(decisions.get('sound')).toMatchObject({ decision: 'keep' });
});
