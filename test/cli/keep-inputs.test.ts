import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { neardup } from './run.ts';

let folder: string;
const pages = ['a', 'b']
  .map((id) => `${JSON.stringify({ id, text: 'the words of two pages that are alike' })}\n`)
  .join('');

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-keep-inputs-'));
  await mkdir(join(folder, 'sub'));
  for (const name of ['decisions.jsonl', 'pairs.jsonl', 'other.jsonl', 'sub/hosts.jsonl'])
    await writeFile(join(folder, name), pages);
  await writeFile(join(folder, 'pairs.txt'), '1 2 3\n1 2 3\n');
  await writeFile(join(folder, 'report.csv'), 'a\tb\n');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const run = (call: string) => neardup([...call.split(' '), '--quiet'], { cwd: folder });
const content = (name: string) => readFile(join(folder, name), 'utf8');

test.each([
  ['dedup decisions.jsonl --out .', 'decisions.jsonl'],
  ['dedup decisions.jsonl --out . --force', 'decisions.jsonl'],
  ['dedup other.jsonl --against pairs.jsonl --out .', 'pairs.jsonl'],
  ['dedup sub --out sub', 'sub/hosts.jsonl'],
  ['dedup *.jsonl --out .', 'decisions.jsonl'],
  ['evaluate pairs.jsonl --methods qp --out .', 'pairs.jsonl'],
  ['evaluate other.jsonl --methods qp --truth report.csv --out .', 'report.csv'],
  ['mr run --local decisions.jsonl --out .', 'decisions.jsonl'],
  ['mr run --local --sets pairs.txt --out .', 'pairs.txt'],
])('no result takes the place of an input: %s', async (call, input) => {
  const before = await content(input);
  const { code, stderr } = await run(call);
  expect(stderr).toMatch(/expected a file to write that is no input; it is .*\n$/);
  expect(code).toBe(1);
  expect(await content(input)).toBe(before);
});

test('an input is known by whatever name, and results of the same call are no inputs of the next', async () => {
  await symlink('other.jsonl', join(folder, 'alike.jsonl'));
  expect(await run('dedup other.jsonl --out .')).toMatchObject({ code: 1 });
  await mkdir(join(folder, 'texts'));
  await copyFile(join(folder, 'other.jsonl'), join(folder, 'texts', 'other.jsonl'));
  for (let time = 0; time < 2; time++) {
    expect(await run('dedup texts --out texts')).toMatchObject({ code: 0, stderr: '' });
  }
});

test('a report takes the place of nothing that it is made of', async () => {
  expect(await run('dedup other.jsonl --out r')).toMatchObject({ code: 0 });
  const before = await content('r/decisions.jsonl');
  const refused = await run('report r --out r/decisions.jsonl');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('other than decisions.jsonl') });
  expect(await content('r/decisions.jsonl')).toBe(before);
  expect(await run('evaluate other.jsonl --methods qp --out e')).toMatchObject({ code: 0 });
  expect(await run('report e --out e/report.json')).toMatchObject({ code: 2 });
  expect(await run('report e --out e/report.html')).toMatchObject({ code: 0 });
});

test('an export is not written into the index that it is of', async () => {
  expect(await run('index add seen other.jsonl')).toMatchObject({ code: 0 });
  const { code, stderr } = await run('index export seen seen/CURRENT');
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('not in the folder') });
  expect(await run('index verify seen')).toMatchObject({ code: 0 });
  expect(await run('index export seen seen.jsonl')).toMatchObject({ code: 0 });
});
