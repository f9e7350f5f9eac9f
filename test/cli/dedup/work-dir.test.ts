import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neardup } from '../run.ts';

let folder: string;
const files = ['pairs', 'clusters', 'decisions', 'removals'].map((name) => `${name}.jsonl`);
const run = (...args: string[]) => neardup(['dedup', 'in.jsonl', ...args], { cwd: folder });
const filesOf = (out: string) =>
  Promise.all(files.map((name) => readFile(join(folder, out, name), 'utf8').then((text) => [name, text])));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-work-dir-'));
  const pages = Array.from({ length: 900 }, (_, i) => {
    const words = Array.from({ length: 300 }, (_, k) => (k % 90 === 0 ? `v${i % 5}` : `w${i % 300} ${k}`));
    return `${JSON.stringify({ id: `p${i}`, url: `http://h${i % 7}.example/${i}`, text: words.join(' ') })}\n`;
  });
  await writeFile(join(folder, 'in.jsonl'), pages.join(''));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a work directory changes no file and is left empty; after a failed run it has what --resume goes on with', async () => {
  expect((await run('--out', 'whole', '--quiet')).code).toBe(0);
  const there = ['--out', 'out', '--work-dir', 'work', '--quiet'];
  // a file cannot take the place of a folder: the run fails at its end
  await mkdir(join(folder, 'out', 'pairs.jsonl'), { recursive: true });
  expect((await run(...there)).code).toBe(1);
  const [place] = readdirSync(join(folder, 'work'));
  expect(readdirSync(join(folder, 'work', place!))).toEqual(['grams.unfinished']);
  expect(existsSync(join(folder, 'out', 'grams.unfinished'))).toBe(false);
  await rmdir(join(folder, 'out', 'pairs.jsonl'));
  expect((await run(...there, '--resume')).code).toBe(0);
  expect(await filesOf('out')).toEqual(await filesOf('whole'));
  expect(readdirSync(join(folder, 'work'))).toEqual([]);
});

test('out of core the files are the same as in memory', async () => {
  const { code, stdout } = await run('--out', 'small', '--memory', '1MB', '--json', '--quiet');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ method: 'qp', pages: 900 });
  expect(await filesOf('small')).toEqual(await filesOf('whole'));
});

test('after the first hundredth of the input a run says what it will take', async () => {
  const { stderr } = await run('--threads', '1');
  expect(stderr).toMatch(
    /expected: about [\d,]+ pages; reading \d+ s; in memory [\d.,]+ MB for pages, of [\d,]+ MB; on disk [\d.,]+ MB in .*, where [\d,]+ MB are free\n/,
  );
  expect(stderr.match(/expected: about/g)).toHaveLength(1);
});
