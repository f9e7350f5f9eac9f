import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { neardup } from '../cli/run.ts';
import { missing, realData } from '../data.ts';
import { expectSameFiles, resultFiles, writeDumps } from './pages.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-mr-slow-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const otherOptions = [
  ['--site-model', 'off', '--keep', 'longest', '--cluster', 'components', '--threshold', '0.5'],
  ['--similarity', 'cosine', '--identity', 'off', '--keep', 'shortest-url', '--gram', 'char:5'],
];

test.each(otherOptions)(
  'decisions of dumps are those of neardup dedup with its options, too: %s %s …',
  async (...options) => {
    await expectSameFiles(writeDumps(folder), folder, options, 3);
  },
);

test('decisions by stages are those of neardup dedup, whatever the number of partitions, and so are those of each input', async () => {
  const inputs = writeDumps(folder);
  const [one, three, whole] = ['one', 'three', 'whole'].map((place) => join(folder, place));
  for (const [out, parts] of [
    [one, '1'],
    [three, '3'],
  ]) {
    const call = [
      'mr',
      'run',
      '--local',
      ...inputs,
      '--decide',
      'stages',
      '--out',
      out,
      '--shards',
      '--quiet',
    ];
    const { code, stderr } = await neardup([...call, '--parts', parts, '--temp', '1GB']);
    expect(code, stderr).toBe(0);
  }
  expect((await neardup(['dedup', ...inputs, '--out', whole, '--quiet'])).code).toBe(0);
  const textOf = (place: string, file: string): string => readFileSync(join(place, file), 'utf8');
  for (const name of resultFiles) {
    const file = `${name}.jsonl`;
    for (const place of [one, three]) expect(textOf(place, file) === textOf(whole, file), file).toBe(true);
  }
  const shards = ['00000', '00001'].map((shard) => textOf(one, join('shards', `${shard}.jsonl`)));
  expect(shards.map((text) => text.split('\n').length - 1)).toEqual([24, 24]);
  expect(shards.join('')).toBe(textOf(whole, 'decisions.jsonl'));
});

test.each(otherOptions)(
  'all files of neardup dedup are made by stages, too, and audit proves their removals: %s %s …',
  async (...options) => {
    const inputs = writeDumps(folder);
    await expectSameFiles(inputs, folder, options, 2, 0, ['--decide', 'stages']);
    const audited = await neardup(['audit', join(folder, 'mr'), '--json']);
    expect(audited.code, audited.stderr).toBe(0);
    const { removals, proven } = JSON.parse(audited.stdout);
    expect(proven).toBe(removals);
    expect(removals).toBeGreaterThan(10);
    expect((await neardup(['report', join(folder, 'mr'), '--quiet'])).code).toBe(0);
  },
);

const name = 'text-reuters21578/docs.jsonl.gz';
const reason = missing(name);
test.skipIf(reason)(`so are those of Reuters${reason ? ` (skipped: ${reason})` : ''}`, async () => {
  const lines = await expectSameFiles([realData(name)!], folder, [], 2);
  expect(lines.decisions).toBe(21_578);
});
