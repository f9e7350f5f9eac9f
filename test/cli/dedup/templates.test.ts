import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTemplates, writingTemplates } from '../../../plugins/cli/dedup/templates.ts';
import { Template } from '../../../src/flow/index.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-templates-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** So many grams that they lie in two lines. */
const grams = BigUint64Array.from({ length: 70_000 }, (_, i) => BigInt(i) * 3n + 2n ** 60n);
const percents = Uint8Array.from(grams, (_, i) => i % 101);
const notices = Uint8Array.from(grams, (_, i) => (i > 69_000 && i % 3 === 0 ? 1 : 0));
const site = (host: string) => ({
  host,
  pages: Uint32Array.of(1, 2, 3),
  template: new Template(grams, percents, notices),
});

test('templates written site by site are read again, those of the hosts asked for', async () => {
  const directory = join(folder, 'whole');
  await writingTemplates(directory, async (onTemplate) => {
    await onTemplate?.(site('a.example'));
    await onTemplate?.(site('b.example'));
  });
  expect((await readFile(join(directory, 'templates.jsonl'), 'utf8')).trim().split('\n')).toHaveLength(4);
  const read = await readTemplates(directory, new Set(['b.example', 'c.example']));
  expect([...read.keys()]).toEqual(['b.example']);
  expect(read.get('b.example')?.grams).toEqual(grams);
  expect(read.get('b.example')?.percents).toEqual(percents);
  expect(read.get('b.example')?.notices).toEqual(notices);
});

test('a run that fails leaves no templates, and a folder without any has none', async () => {
  const directory = join(folder, 'failed');
  const failing = writingTemplates(directory, async (onTemplate) => {
    await onTemplate?.(site('a.example'));
    throw new Error('no more');
  });
  await expect(failing).rejects.toThrow('no more');
  expect(await readdir(directory)).toEqual([]);
  expect((await readTemplates(directory, new Set(['a.example']))).size).toBe(0);
});
