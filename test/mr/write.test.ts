import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neardup } from '../cli/run.ts';
import { writeDumps } from './pages.ts';

let folder: string;
let inputs: readonly string[];
let files: readonly string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-mr-write-'));
  const empty = join(folder, 'empty.jsonl');
  writeFileSync(empty, '');
  const [one, two] = writeDumps(folder);
  inputs = [one, empty, two];
  files = await copies(inputs, 'jsonl', folder);
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Decides about all inputs, and writes the copy of each: its files. */
async function copies(inputs: readonly string[], ending: string, place: string): Promise<string[]> {
  const staged = join(place, 'staged');
  const run = ['mr', 'run', '--local', ...inputs, '--out', staged, '--quiet', '--parts', '1', '--shards'];
  expect((await neardup(run)).stderr).toBe('');
  return copiesOf(inputs, ending, place);
}

async function copiesOf(inputs: readonly string[], ending: string, place: string): Promise<string[]> {
  const staged = join(place, 'staged');
  const files: string[] = [];
  for (const [i, input] of inputs.entries()) {
    const file = join(place, `kept-${i}.${ending}`);
    const decisions = join(staged, 'shards', `0000${i}.jsonl`);
    const call = ['mr', 'write', input, '--decisions', decisions, '--write', file, '--quiet'];
    const { code, stderr } = await neardup(call);
    expect(code, stderr).toBe(0);
    files.push(file);
  }
  return files;
}

const together = (files: readonly string[]): string =>
  files.map((file) => readFileSync(file, 'utf8')).join('');

test('the copies of inputs that were decided together are, one after the other, that of dedup --write, and so are their manifests', async () => {
  const whole = join(folder, 'whole.jsonl');
  expect((await neardup(['dedup', ...inputs, '--write', whole, '--quiet'])).code).toBe(0);
  expect(together(files)).toBe(readFileSync(whole, 'utf8'));
  const manifest = together(files.map((file) => `${file}.manifest.jsonl`));
  expect(manifest).toBe(readFileSync(`${whole}.manifest.jsonl`, 'utf8'));
  expect(manifest.split('\n').length).toBeGreaterThan(10);
  const shards = readdirSync(join(folder, 'staged', 'shards')).map((name) =>
    join(folder, 'staged', 'shards', name),
  );
  expect(together(shards.sort())).toBe(readFileSync(join(folder, 'staged', 'decisions.jsonl'), 'utf8'));
});

test('a damaged input is copied as far as it was read, and each spot is named and counted, with exit code 3', async () => {
  const place = join(folder, 'damaged');
  mkdirSync(place);
  const input = join(place, 'torn.jsonl');
  const page = (id: string): string =>
    `${JSON.stringify({ id, text: `the words of ${id} and of no other` })}\n`;
  writeFileSync(input, `${page('a')}{"id": "torn\n${page('b')}`);
  const decided = join(place, 'staged');
  await neardup(['mr', 'run', '--local', input, '--out', decided, '--quiet', '--shards']);
  const copy = join(place, 'kept.jsonl');
  const shard = join(decided, 'shards', '00000.jsonl');
  const call = ['mr', 'write', input, '--decisions', shard, '--write', copy];
  const printed = await neardup([...call, '--quiet']);
  expect([printed.code, printed.stdout]).toEqual([
    3,
    expect.stringMatching(/torn\.jsonl at \d+: the line is not JSON/),
  ]);
  expect(readFileSync(copy, 'utf8')).toBe(page('a') + page('b'));
  const { code, stdout } = await neardup([...call, '--json']);
  expect(code).toBe(3);
  expect(JSON.parse(stdout)).toMatchObject({ kept: 2, damaged: 1, damagedSpots: [{ file: input, line: 2 }] });
});

test('an input whose decisions are cut, or are those of another one, is not copied', async () => {
  const shard = join(folder, 'staged', 'shards', '00000.jsonl');
  const cut = join(folder, 'cut.jsonl');
  const text = readFileSync(shard, 'utf8');
  const out = join(folder, 'out.jsonl');
  const refusal = async (input: string, decisions: string): Promise<string> => {
    const { code, stderr } = await neardup(['mr', 'write', input, '--decisions', decisions, '--write', out]);
    expect(code).toBe(1);
    expect(readdirSync(folder).filter((name) => name.startsWith('out'))).toEqual([]);
    return stderr;
  };
  writeFileSync(cut, text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1));
  expect(await refusal(inputs[0], cut)).toMatch(
    /expected the input as it was when it was decided, with page none/,
  );
  writeFileSync(cut, text.slice(0, -20));
  expect(await refusal(inputs[0], cut)).toMatch(/cut\.jsonl:24: expected a line of JSON/);
  expect(await refusal(inputs[2], shard)).toMatch(/expected the input as it was when it was decided/);
  writeFileSync(cut, text + text.split('\n')[0]);
  expect(await refusal(inputs[0], cut)).toMatch(/got its end/);
});

test('a dropped response is a revisit of the kept one in its own input, and is left out where that is in another', async () => {
  const place = join(folder, 'archives');
  mkdirSync(place);
  const archives = ['one', 'two'].map((name) => join(place, `${name}.warc`));
  const page = Array.from({ length: 80 }, (_, i) => `word${i}`).join(' ');
  writeFileSync(archives[0], response('a', page) + response('b', page) + response('c', `${page} and more`));
  writeFileSync(archives[1], response('d', page));
  const [first, second] = await copies(archives, 'warc', place);
  const actions = (file: string): string[] =>
    readFileSync(`${file}.manifest.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ url, action }) => `${url} ${action}`);
  expect(actions(first)).toEqual(['https://a.example/b revisit', 'https://a.example/c left-out']);
  expect(actions(second)).toEqual(['https://a.example/d left-out']);
  expect(readFileSync(first, 'utf8')).toMatch(/WARC-Type: revisit/i);

  // The bundle alone, where nothing else is, writes the same.
  const alone = join(place, 'alone');
  mkdirSync(alone);
  copyFileSync(resolve('dist/mr.mjs'), join(alone, 'mr.mjs'));
  const shard = join(place, 'staged', 'shards', '00000.jsonl');
  const call = ['mr.mjs', 'write', archives[0], '--decisions', shard, '--write', 'kept-0.warc', '--quiet'];
  const { status, stderr } = spawnSync(process.execPath, call, { cwd: alone, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  for (const ending of ['', '.manifest.jsonl'])
    expect(readFileSync(join(alone, `kept-0.warc${ending}`), 'utf8')).toBe(
      readFileSync(`${first}${ending}`, 'utf8'),
    );
});

test('copies have the ids that pages got among all inputs, where a copy writes ids, and revisits of pages under such an id', async () => {
  const place = join(folder, 'ids');
  mkdirSync(place);
  const archives = ['one', 'two'].map((name) => join(place, `${name}.warc`));
  const page = (seed: number) => Array.from({ length: 80 }, (_, i) => `word${seed * 100 + i}`).join(' ');
  writeFileSync(archives[0], response('a', page(1)) + response('b', page(2)));
  // both have ids of the other archive, and the second has the payload of the first
  writeFileSync(archives[1], response('b', page(3)) + response('a', page(3)));
  for (const ending of ['jsonl', 'warc']) {
    const files = await (ending === 'jsonl' ? copies : copiesOf)(archives, ending, place);
    const whole = join(place, `whole.${ending}`);
    expect((await neardup(['dedup', ...archives, '--write', whole, '--quiet'])).code).toBe(0);
    const manifest = files.map((file) => `${file}.manifest.jsonl`);
    expect(together(manifest)).toBe(readFileSync(`${whole}.manifest.jsonl`, 'utf8'));
    expect(together(manifest)).toContain(`"representative":"${archives[1]}:0"`);
    if (ending === 'jsonl') {
      expect(together(files)).toBe(readFileSync(whole, 'utf8'));
      expect(together(files)).toContain(`"id":"${archives[1]}:0"`);
    } else expect(together(manifest)).toContain('"action":"revisit"');
  }
});

function response(path: string, text: string): string {
  const answer = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Words</title><p>${text}</p>`;
  const url = `https://a.example/${path}`;
  const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: ${url}\r\nWARC-Date: 2024-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:${path}>\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${Buffer.byteLength(answer)}`;
  return `${head}\r\n\r\n${answer}\r\n\r\n`;
}
