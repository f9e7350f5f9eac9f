import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neardup } from '../run.ts';

let folder: string;
const line = (id: string): string =>
  `${JSON.stringify({ id, text: 'the same few words in both of these pages' })}\n`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-own-'));
  await writeFile(join(folder, 'in.jsonl'), line('a') + line('b'));
  await neardup(['dedup', 'in.jsonl', '--out', 'out', '--write', 'out/kept.jsonl'], { cwd: folder });
  await neardup(['report', 'out'], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('dedup of the folder of an earlier run reads the copy in it alone, and without one says what to do instead', async () => {
  const read = await neardup(['dedup', 'out', '--json'], { cwd: folder });
  const { pages, skipped } = JSON.parse(read.stdout);
  expect([read.code, pages, skipped]).toEqual([0, 1, { 'results of neardup': 8 }]);
  await rm(join(folder, 'out/kept.jsonl'));
  const { code, stderr } = await neardup(['dedup', 'out'], { cwd: folder });
  expect(code).toBe(1);
  expect(stderr).toContain(
    'what an earlier run wrote is no input; name the input of that run, or see it by neardup report DIR',
  );
});

test('results that are named as an input are refused by a line that says what they are', async () => {
  for (const [name, format] of [
    ['decisions.jsonl', 'neardup-decision/1'],
    ['report.html', 'report'],
  ]) {
    const { code, stderr } = await neardup(['dedup', `out/${name}`], { cwd: folder });
    expect([code, stderr]).toEqual([
      1,
      `neardup: out/${name}: expected pages; these are results of neardup (${format}): name the input of that run instead\n`,
    ]);
  }
});
