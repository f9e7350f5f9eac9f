import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { neardup } from '../cli/run.ts';
import { missing, realData } from '../data.ts';
import { expectSameFiles, resultFiles, writeDumps, writeGiant } from './pages.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-mr-soak-'));
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

/** Dumps whose pages have few ids, or such as look like the places of pages. */
function dumpsOfSeed(seed: number): string[] {
  let state = seed;
  const below = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const paths = ['a', 'b', 'c'].map((name) => join(folder, `${name}-${seed}.jsonl`));
  for (const path of paths) {
    const lines = Array.from({ length: 12 }, () => {
      const ids = [undefined, `page ${below(9)}`, `page ${below(9)}`, `${paths[below(3)]}:${1 + below(12)}`];
      const base = below(8);
      const text = Array.from({ length: 60 }, (_, i) => `word${below(80) === 0 ? 'x' : ''}${100 * base + i}`);
      return JSON.stringify({
        id: ids[below(4)],
        url: `https://a.example/${below(30)}`,
        text: text.join(' '),
      });
    });
    writeFileSync(path, `${lines.join('\n')}\n`);
  }
  return paths;
}

test.each([1, 2])(
  'decisions by stages are those of neardup dedup where pages of several inputs have one id, and so are clean copies: seed %i',
  async (seed) => {
    const inputs = dumpsOfSeed(seed);
    await expectSameFiles(inputs, folder, [], 2, 0, ['--decide', 'stages', '--shards']);
    const [whole, ...parts] = ['whole', 'a', 'b', 'c'].map((name) => join(folder, `kept-${name}.jsonl`));
    expect((await neardup(['dedup', ...inputs, '--write', whole, '--quiet'])).code).toBe(0);
    for (const [i, input] of inputs.entries()) {
      const decisions = join(folder, 'mr', 'shards', `0000${i}.jsonl`);
      const call = ['mr', 'write', input, '--decisions', decisions, '--write', parts[i], '--quiet'];
      const { code, stderr } = await neardup(call);
      expect(code, stderr).toBe(0);
    }
    for (const ending of ['', '.manifest.jsonl'])
      expect(parts.map((part) => readFileSync(part + ending, 'utf8')).join('')).toBe(
        readFileSync(whole + ending, 'utf8'),
      );
  },
);

const name = 'text-reuters21578/docs.jsonl.gz';
const reason = missing(name);
test.skipIf(reason)(`so are those of Reuters${reason ? ` (skipped: ${reason})` : ''}`, async () => {
  const lines = await expectSameFiles([realData(name)!], folder, [], 2);
  expect(lines.decisions).toBe(21_578);
});

test('a cluster that is much of the input is named in the summary of stages as in that of neardup dedup', async () => {
  await expectSameFiles([writeGiant(folder)], folder, [], 1, 0, ['--decide', 'stages']);
  const { loose } = JSON.parse(readFileSync(join(folder, 'mr', 'summary.json'), 'utf8'));
  expect(loose).toMatchObject([{ why: 'giant', size: 100 }]);
});
