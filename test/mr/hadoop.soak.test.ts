import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateSets } from '../../bench/generate-sets.ts';
import { neardup } from '../cli/run.ts';
import { writeFakeHadoop } from './hadoop.ts';
import { expectFilesOfDedup, writeDumps } from './pages.ts';

/** So large that jobs read what is read on the driver's machine otherwise. */
const LARGE = 1e9;
/** Some 75 stages, of some five processes each. */
const DECIDING_MS = 900_000;

let folder: string;
let sets: string[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-mr-hadoop-'));
  writeFakeHadoop(folder);
  const { offsets, values } = generateSets({ records: 200, tokens: 20, nearDuplicates: 0.5, seed: 3 });
  const lines = Array.from({ length: 200 }, (_, i) => values.subarray(offsets[i], offsets[i + 1]).join(' '));
  const path = join(folder, 'sets.txt');
  writeFileSync(path, `${lines.join('\n')}\n`);
  sets = [path];
});

afterAll(() => rmSync(folder, { recursive: true }));

/** @param times what is written counts as so many times its bytes */
function onHadoop(out: string, more: readonly string[] = [], inputs: readonly string[] = sets, times = 1) {
  const script = resolve('plugins/mr/hadoop/neardup-hadoop.sh');
  const call = ['--bundle', resolve('dist/mr.mjs'), '--streaming', 'streaming.jar', '--out', out];
  return spawnSync('sh', [script, ...call, '--parts', '2', '--node', process.execPath, ...more, ...inputs], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}`, FAKE_HADOOP_TIMES: String(times) },
  });
}

/** A program in the place of `node`, which gets the verb as its second argument. */
function program(name: string, body: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\nverb=$2\n${body}\nexec '${process.execPath}' "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

/** The part files of a result, one behind the other; there must be several. */
function gathered(folder: string): string {
  const parts = readdirSync(folder).filter((name) => name.startsWith('part-'));
  expect(parts.length).toBeGreaterThan(1);
  const texts = parts.sort().map((name) => readFileSync(join(folder, name), 'utf8'));
  for (const text of texts) expect(text).not.toBe('');
  return texts.join('');
}

const refusal =
  /^neardup: .*expected [\d.]+ MB of disk for the stages; got 0\.0 MB \(--temp\): .* in the largest group; .* of one processor$/m;

async function joined(): Promise<string> {
  const expected = join(folder, 'expected.txt');
  await neardup(['join', sets[0], '--out', expected, '--quiet']);
  return readFileSync(expected, 'utf8');
}

test('as jobs of Hadoop Streaming the stages give the pairs of join, though a process of each dies before its output and another in the middle of it', async () => {
  const flags = join(folder, 'flags');
  mkdirSync(flags);
  const dying = program(
    'dying',
    `case $verb in plan | estimate | tally) exec '${process.execPath}' "$@" ;; esac
mkdir '${flags}'/$verb-before 2>/dev/null && exit 9
if mkdir '${flags}'/$verb-partly 2>/dev/null; then '${process.execPath}' "$@" | head -c 2000; exit 9; fi`,
  );
  const out = join(folder, 'out');
  const { status, stderr } = onHadoop(out, ['--node', dying], sets, LARGE);
  expect(status, stderr).toBe(0);
  expect(gathered(join(out, 'pairs'))).toBe(await joined());
  expect(readdirSync(flags)).toEqual(
    expect.arrayContaining(['sets-partly', 'candidates-partly', 'pairs-before', 'trailers-partly']),
  );

  // What is finished is not done again.
  rmSync(join(out, 'pairs'), { recursive: true });
  expect(stderr).toMatch(/^expected: \d[\d,]* postings \(all pairs\)/m);
  const again = onHadoop(out, ['--node', dying]);
  expect(again.stderr.match(/: of the earlier run/g)).toHaveLength(10);
  expect(gathered(join(out, 'pairs'))).toBe(await joined());
});

test.each(['representative', 'components'])(
  'as jobs of Hadoop Streaming the stages give the clusters of mr run, of an input by its path from here: %s',
  async (policy) => {
    const call = ['--threshold', '0.5', '--clusters', '--cluster', policy];
    const out = join(folder, `clusters-${policy}`);
    const { status, stderr } = onHadoop(out, call, [basename(sets[0])]);
    expect(status, stderr).toBe(0);
    const expected = join(folder, `expected-${policy}`);
    await neardup(['mr', 'run', '--local', '--sets', sets[0], ...call, '--out', expected, '--quiet']);
    const clusters = readFileSync(join(expected, 'clusters.txt'), 'utf8');
    expect(clusters.split('\n').length).toBeGreaterThan(50);
    expect(gathered(join(out, 'clusters'))).toBe(clusters);
  },
);

test(
  'as jobs of Hadoop Streaming the stages decide about dumps, and mr decide makes the files of dedup of them',
  async () => {
    const dumps = writeDumps(folder);
    const out = join(folder, 'pages');
    const deciding = ['--keep', 'longest', '--gram', 'word:3'];
    const { status, stderr } = onHadoop(out, ['--pages', '--parts', '1', ...deciding], dumps);
    expect(status, stderr).toBe(0);
    const [, told] = /neardup mr decide STAGES (.*)/.exec(stderr) ?? [];
    const decided = join(folder, 'decided');
    const call = [
      'mr',
      'decide',
      join(out, 'stages'),
      ...told.replace('RESULT', decided).split(' '),
      '--quiet',
    ];
    const finished = await neardup(call);
    expect(finished.code, finished.stderr).toBe(0);
    await expectFilesOfDedup(dumps, decided, folder, deciding);
  },
  DECIDING_MS,
);

test('an input that is given twice, or lies in another one, is refused before any job', () => {
  for (const inputs of [
    [sets[0], 'other.txt', sets[0]],
    [sets[0], folder],
  ]) {
    const { status, stderr } = onHadoop(join(folder, 'twice'), [], inputs);
    expect(status).toBe(1);
    expect(stderr).toBe(
      `neardup: expected each input once; got ${sets[0]} again, or in a folder that is an input\n`,
    );
  }
});

test('a join is told what it is expected to take before it begins, and refused where that does not fit', () => {
  const out = join(folder, 'refused-out');
  const { status, stderr } = onHadoop(out, ['--temp', '10KB']);
  expect(status).toBe(1);
  expect(stderr).toMatch(refusal);
  expect(readdirSync(join(out, 'stages'))).not.toContain('collapse');
});

test('paths of the bundle, of inputs and of the result may have blanks, and what an earlier call has left unfinished goes', () => {
  const place = join(folder, 'with blanks');
  const out = join(place, 'the result');
  const stray = join(out, 'stages', 'collapse');
  mkdirSync(stray, { recursive: true });
  const [bundle, input] = ['mr of neardup.mjs', 'some sets.txt'].map((name) => join(place, name));
  copyFileSync(resolve('dist/mr.mjs'), bundle);
  copyFileSync(sets[0], input);
  const { status, stderr } = onHadoop(out, ['--bundle', bundle, '--temp', '10KB'], [input]);
  expect(status).toBe(1);
  expect(stderr).toMatch(refusal);
  expect(existsSync(stray)).toBe(false);
});

test('a process that reads nothing and ends well, as Hadoop would take for a success, ends the run with its stage', () => {
  const idle = program('idle', `[ $verb = sample ] && { exec '${process.execPath}' "$@" < /dev/null; }`);
  const { status, stderr } = onHadoop(join(folder, 'idle-out'), ['--node', idle]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/neardup: mr tally: expected the \d+ lines .* processes have read 0/);
  expect(stderr).toMatch(/neardup: stage sample has not done all of its work/);
});

test('where what a stage has written cannot be read on the machine of the driver, the run ends with that stage', () => {
  const unreadable = program('unreadable', '[ $verb = trailers ] && exit 7');
  const { status, stderr } = onHadoop(join(folder, 'unread-out'), ['--node', unreadable]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^neardup: stage sets: cannot read what it has written$/m);
});

test('a process that prints the result only in part ends the run', () => {
  const partial = program(
    'partial',
    `[ $verb = pairs ] && { '${process.execPath}' "$@" | head -n 3; exit 0; }`,
  );
  const out = join(folder, 'cut-out');
  const { status, stderr } = onHadoop(out, ['--node', partial]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/neardup: stage pairs: expected \d+ lines; its processes have written [36]$/m);
  expect(existsSync(join(out, 'pairs'))).toBe(false);
});

test('what Hadoop cannot mend ends the run with the stage, and what its process has said', () => {
  const dead = program('dead', '[ $verb = keys ] && { echo "neardup: mr: out of luck" >&2; exit 7; }');
  const out = join(folder, 'dead-out');
  const { status, stderr } = onHadoop(out, ['--node', dead]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/out of luck/);
  expect(stderr).toMatch(/neardup: stage keys: its job has failed/);
  expect(existsSync(join(out, 'pairs'))).toBe(false);
});
