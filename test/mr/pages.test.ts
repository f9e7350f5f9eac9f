import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neardup } from '../cli/run.ts';
import { expectSameFiles, writeDumps, writeRecords } from './pages.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-mr-pages-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

test('decisions, pairs, clusters and templates of dumps are those of neardup dedup, byte for byte, also where a page has the id of an earlier one', async () => {
  const inputs = [...writeDumps(folder), writeRecords(folder)];
  const [one, two, records] = inputs;
  const lines = await expectSameFiles(inputs, folder);
  expect(lines.decisions).toBe(53);
  const decisions = readFileSync(join(folder, 'mr', 'decisions.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const ids = decisions.map((line) => (JSON.parse(line) as { id: string }).id);
  const named = [1, 14, 25, 27, 36, 45].map((page) => ids[page]);
  expect(named).toEqual(['page 1', `${one}:15`, `${two}:2`, `${two}:4`, `${two}:13`, `${two}:22`]);
  for (const name of ['pairs', 'clusters', 'templates', 'removals'])
    expect(lines[name], name).toBeGreaterThan(0);
  const audited = await neardup(['audit', join(folder, 'mr'), '--quiet']);
  expect(audited.code, audited.stderr).toBe(0);
  expect(readFileSync(join(folder, 'mr', 'templates.jsonl'), 'utf8')).toContain('"notices"');
  // persons of one name, each in a few lines above one notice, are two
  expect(readFileSync(join(folder, 'mr', 'alike.jsonl'), 'utf8')).toContain(
    `"a":"${records}:1","b":"${records}:5"`,
  );
  // similar beside the notice that one of the two has
  const pairs = readFileSync(join(folder, 'mr', 'pairs.jsonl'), 'utf8')
    .trim()
    .split('\n');
  const short = pairs.map((line) => JSON.parse(line) as { similarity: number; overlap: number });
  expect(short.some(({ similarity, overlap }) => similarity < 1 && overlap < 80 && overlap > 60)).toBe(true);
});

test('pages are named after their inputs as those were given, by a path from here or a glob too, as neardup dedup names them', async () => {
  writeDumps(folder);
  const given = ['--quiet', '--', 'on[e].jsonl', '-two.jsonl'];
  copyFileSync(join(folder, 'two.jsonl'), join(folder, '-two.jsonl'));
  const ran = await neardup(['mr', 'run', '--local', '--out', 'mr-here', ...given], { cwd: folder });
  expect(ran.code, ran.stderr).toBe(0);
  await neardup(['dedup', '--out', 'dedup-here', ...given], { cwd: folder });
  for (const file of ['decisions.jsonl', 'pairs.jsonl', 'clusters.jsonl'])
    expect(readFileSync(join(folder, 'mr-here', file), 'utf8')).toBe(
      readFileSync(join(folder, 'dedup-here', file), 'utf8'),
    );
  expect(readFileSync(join(folder, 'mr-here/decisions.jsonl'), 'utf8')).toContain('"id":"-two.jsonl:1"');
});

test('a page of which the server sent a part is dropped for a whole one behind it, as neardup dedup does, by any policy', async () => {
  const text = 'a page whose end is missing is not to stand for one that is whole, as this says '.repeat(4);
  const response = (path: string, status: string, more = '') =>
    record(
      `https://a.example/${path}`,
      `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\n${more}\r\n<p>${text}`,
    );
  const part = response('part', '206 Partial Content', 'Content-Range: bytes 0-99/9999\r\n');
  const dump = join(folder, 'part.warc');
  writeFileSync(dump, part + response('the/whole/page', '200 OK'));
  for (const keep of ['first', 'shortest-url']) {
    const place = join(folder, `part-${keep}`);
    mkdirSync(place);
    await expectSameFiles([dump], place, ['--keep', keep], 1, 3);
    const lines = readFileSync(join(place, 'mr', 'decisions.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const decisions = lines.map((line) => JSON.parse(line) as { url: string; decision: string });
    expect(decisions.map(({ url, decision }) => [url, decision])).toEqual([
      ['https://a.example/part', 'drop'],
      ['https://a.example/the/whole/page', 'keep'],
    ]);
  }
});

test('redirects, canonical links, damage and files that are no pages are told as neardup dedup tells them', async () => {
  const page = (path: string, status = '200 OK', more = '') =>
    record(
      `https://a.example/${path}`,
      `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\n${more}\r\n<link rel="canonical" href="/one"><p>${words}`,
    );
  const words =
    'some words that make a page long enough to be more than a shell of itself, which is what this says '.repeat(
      3,
    );
  const sound = join(folder, 'sound.warc');
  writeFileSync(
    sound,
    page('one') +
      page('two') +
      page('old', '301 Moved', 'Location: /one\r\n') +
      page('gone', '404 Not Found'),
  );
  const cut = join(folder, 'cut.warc');
  writeFileSync(cut, (page('three') + page('four')).slice(0, -40));
  const place = join(folder, 'told');
  mkdirSync(place);
  const lines = await expectSameFiles([sound, cut], place, [], 1, 3);
  // Of four pages, the cut one among them, three point elsewhere by their links, and one address by a redirect.
  expect(lines.declared).toBe(4);
});

/** A record of a WARC file: an answer of a server. */
function record(url: string, answer: string): string {
  const body = Buffer.byteLength(answer);
  const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:${url}>\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${body}`;
  return `${head}\r\n\r\n${answer}\r\n\r\n`;
}

test('the bundle alone, where nothing else is, reads pages as neardup does, in encodings that nothing names', async () => {
  const pages = join(folder, 'pages');
  mkdirSync(pages);
  const russian = 'Съешь ещё этих мягких французских булок, да выпей же чаю, и приходи завтра снова. '.repeat(
    9,
  );
  writeFileSync(join(pages, 'a.html'), iconv.encode(`<p>${russian}</p>`, 'windows-1251'));
  writeFileSync(join(pages, 'b.html'), `<p>${russian}</p>`);
  const alone = join(folder, 'alone');
  mkdirSync(alone);
  copyFileSync(resolve('dist/mr.mjs'), join(alone, 'mr.mjs'));
  const { stdout } = await promisify(execFile)(process.execPath, ['mr.mjs', 'grams', pages], { cwd: alone });
  expect(stdout).toBe((await neardup(['mr', 'grams', pages])).stdout);
  const tokens = stdout.split('\n').map((line) => line.split('\t')[4]);
  expect(tokens[0]).toBe(tokens[1]);
  expect(tokens[0].length).toBeGreaterThan(100);
});

test('an input that is given twice, or lies in another one, is refused: its pages would be read twice', async () => {
  const [one, two] = writeDumps(folder);
  for (const inputs of [
    [one, two, join(folder, '.', 'one.jsonl')],
    [two, folder],
  ]) {
    const { code, stderr } = await neardup([
      'mr',
      'run',
      '--local',
      ...inputs,
      '--out',
      join(folder, 'twice'),
    ]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^neardup: mr run: expected each input once; got .*, which .* is or contains\n$/);
  }
});
