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
import { expectFilesOfDedup, writeDumps } from './pages.ts';

const submit = process.env.SPARK_HOME ? join(process.env.SPARK_HOME, 'bin/spark-submit') : 'spark-submit';
const isThere = spawnSync(submit, ['--version'], { stdio: 'ignore' }).status === 0;
const reason = isThere ? '' : ' (skipped: no spark-submit here; pip install pyspark, or set SPARK_HOME)';

/** Twelve stages of Spark, each with processes that are tried again. */
const SPARK_MS = 1_200_000;

let folder: string;
let sets: string;
/** A copy: runs are named after what is in it, and a build in between would make another one. */
let bundle: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-mr-spark-'));
  sets = join(folder, 'sets.txt');
  bundle = join(folder, 'mr.mjs');
  copyFileSync(resolve('dist/mr.mjs'), bundle);
  const { offsets, values } = generateSets({ records: 300, tokens: 20, nearDuplicates: 0.5, seed: 4 });
  const lines = Array.from({ length: 300 }, (_, i) => values.subarray(offsets[i], offsets[i + 1]).join(' '));
  writeFileSync(sets, `${lines.join('\n')}\n`);
});

afterAll(() => rmSync(folder, { recursive: true }));

function onSpark(out: string, node: string, master = 'local[2,4]', inputs: readonly string[] = [sets]) {
  const driver = [resolve('plugins/mr/spark/neardup_spark.py'), '--bundle', bundle, '--parts', '2'];
  const conf = ['--conf', 'spark.ui.enabled=false', '--conf', `spark.local.dir=${join(folder, 'local')}`];
  return spawnSync(
    submit,
    ['--master', master, ...conf, ...driver, '--node', node, '--out', `file://${out}`, ...inputs],
    { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
}

/** A program in the place of `node`, which gets the verb as its second argument. */
function program(name: string, body: string): string {
  const path = join(folder, name);
  writeFileSync(
    path,
    `#!/bin/sh\nverb=$2\ncase $verb in plan | estimate) exec '${process.execPath}' "$@" ;; esac\n${body}\n`,
  );
  chmodSync(path, 0o755);
  return path;
}

test.skipIf(!isThere)(
  `on Spark a process of each stage dies before its output, another one in the middle of it, and the pairs are those of join${reason}`,
  async () => {
    const flags = join(folder, 'flags');
    mkdirSync(flags);
    const dying = program(
      'dying',
      `mkdir '${flags}'/$verb-before 2>/dev/null && exit 9
if mkdir '${flags}'/$verb-partly 2>/dev/null; then '${process.execPath}' "$@" | head -c 2000; exit 9; fi
exec '${process.execPath}' "$@"`,
    );
    const out = join(folder, 'out');
    const { status, stderr } = onSpark(out, dying);
    expect(status, stderr.slice(-2000)).toBe(0);
    const expected = join(folder, 'expected.txt');
    await neardup(['join', sets, '--out', expected, '--quiet']);
    const parts = readdirSync(join(out, 'pairs'))
      .filter((name) => name.startsWith('part-'))
      .sort();
    expect(parts.map((name) => readFileSync(join(out, 'pairs', name), 'utf8')).join('')).toBe(
      readFileSync(expected, 'utf8'),
    );
    expect(readdirSync(flags)).toEqual(
      expect.arrayContaining(['keys-partly', 'candidates-partly', 'verify-before']),
    );
  },
  SPARK_MS,
);

test.skipIf(!isThere)(
  `on Spark the clusters are those of mr run, of an input by its path from here${reason}`,
  async () => {
    const call = ['--threshold', '0.5', '--clusters'];
    const out = join(folder, 'clusters');
    const { status, stderr } = onSpark(out, process.execPath, 'local[2,4]', [...call, basename(sets)]);
    expect(status, stderr.slice(-2000)).toBe(0);
    const expected = join(folder, 'clusters-expected');
    await neardup(['mr', 'run', '--local', '--sets', sets, ...call, '--out', expected, '--quiet']);
    const parts = readdirSync(join(out, 'clusters')).filter((name) => name.startsWith('part-'));
    expect(
      parts
        .sort()
        .map((name) => readFileSync(join(out, 'clusters', name), 'utf8'))
        .join(''),
    ).toBe(readFileSync(join(expected, 'clusters.txt'), 'utf8'));
  },
  SPARK_MS,
);

test.skipIf(!isThere)(
  `dumps on Spark give the files of dedup by mr decide, and a stage that is finished is not done again${reason}`,
  async () => {
    const dumps = writeDumps(folder);
    const out = join(folder, 'pages-out');
    // The first call fails at its last stages, once all attempts are used up.
    const dead = program('dead-at-verify', `[ $verb = verify ] && exit 9\nexec '${process.execPath}' "$@"`);
    const first = onSpark(out, dead, 'local[2,1]', ['--pages', ...dumps]);
    expect(first.status, first.stderr.slice(-2000)).toBe(1);
    expect(first.stdout).toMatch(/neardup: stage verify: /);
    // A driver that dies while it writes what a stage has told leaves the beginning of it.
    const cut = join(out, 'stages/keys.told');
    const [kept] = readdirSync(cut).filter((name) => name.endsWith('.json'));
    rmSync(join(cut, `.${kept}.crc`));
    writeFileSync(join(cut, kept), '{"written": [1');
    const { status, stdout } = onSpark(out, process.execPath, 'local[2,4]', ['--pages', ...dumps]);
    expect(status, stdout.slice(-2000)).toBe(0);
    expect(stdout).toMatch(/^attach: of the earlier run$/m);
    expect(stdout).toMatch(/^keys: \d+ lines/m);
    const [, run] = /neardup mr decide .* --run (\w+)/.exec(stdout) ?? [];
    const decided = join(folder, 'decided');
    const call = ['mr', 'decide', join(out, 'stages'), '--run', run, '--out', decided, '--quiet'];
    const finished = await neardup(call);
    expect(finished.code, finished.stderr).toBe(0);
    await expectFilesOfDedup(dumps, decided, folder);
  },
  SPARK_MS,
);

test.skipIf(!isThere)(
  `decisions by stages on Spark are those of dedup, and so are all files that mr decide makes of them${reason}`,
  async () => {
    const dumps = writeDumps(folder);
    const out = join(folder, 'decided-by-stages');
    const keep = ['--keep', 'longest'];
    const call = ['--pages', '--decide', 'stages', ...keep, ...dumps];
    const { status, stdout, stderr } = onSpark(out, process.execPath, 'local[2,4]', call);
    expect(status, stdout.slice(-2000) + stderr.slice(-2000)).toBe(0);
    const [, told] = /neardup mr decide (.*)/.exec(stdout) ?? [];
    // another test has decided in another way in the folder itself
    const own = join(folder, 'own');
    mkdirSync(own);
    const decided = join(own, 'decided');
    const decide = ['mr', 'decide', ...told.replace('RESULT', decided).split(' '), '--quiet'];
    const finished = await neardup(decide);
    expect(finished.code, finished.stderr).toBe(0);
    await expectFilesOfDedup(dumps, decided, own, keep);
    const whole = join(own, 'dedup');
    for (const file of ['decisions', 'clusters', 'pairs', 'alike']) {
      const parts = readdirSync(join(out, file)).filter((name) => name.startsWith('part-'));
      const text = parts.sort().map((name) => readFileSync(join(out, file, name), 'utf8'));
      expect(text.join('') === readFileSync(join(whole, `${file}.jsonl`), 'utf8'), file).toBe(true);
    }
  },
  SPARK_MS,
);

test.skipIf(!isThere)(
  `on Spark an input that is given twice, or lies in another one, is refused before any stage${reason}`,
  () => {
    const { status, stdout } = onSpark(join(folder, 'twice'), process.execPath, 'local[1]', [sets, folder]);
    expect(status).not.toBe(0);
    expect(stdout).toContain(
      `neardup: expected each input once; got ${sets}, which ${folder} is or contains`,
    );
  },
  SPARK_MS,
);

test.skipIf(!isThere)(
  `on Spark a join is told what it is expected to take before it begins, and refused where that does not fit${reason}`,
  () => {
    const out = join(folder, 'refused-out');
    const { status, stdout } = onSpark(out, process.execPath, 'local[2,1]', ['--temp', '10KB', sets]);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^neardup: .*expected [\d.]+ MB of disk for the stages; got 0\.0 MB \(--temp\): .* in the largest group/m,
    );
    expect(readdirSync(join(out, 'stages'))).not.toContain('collapse');
  },
  SPARK_MS,
);

test.skipIf(!isThere)(
  `what Spark cannot mend ends the run with the stage, and what its process has said${reason}`,
  () => {
    const dead = program('dead', 'echo "neardup: mr: out of luck" >&2; exit 7');
    const out = join(folder, 'dead-out');
    // spark-submit writes what a driver says to standard output.
    const { status, stdout } = onSpark(out, dead, 'local[2,1]');
    expect(status).toBe(1);
    expect(stdout).toMatch(/neardup: stage sets: .*out of luck/);
    expect(existsSync(join(out, 'pairs'))).toBe(false);
    // A Node that cannot read the bundle shows the line where it ended first.
    const unread = program(
      'unread',
      `printf 'mr.mjs:92\\n  x?.y\\n\\nSyntaxError: Unexpected\\n' >&2; exit 1`,
    );
    expect(onSpark(out, unread, 'local[2,1]').stdout).toMatch(
      /neardup: stage sets: .*SyntaxError: Unexpected .*Node 20\.19 or newer/,
    );
    // What Spark itself cannot do stands below what its Python calls it.
    const below = join(sets, 'below');
    expect(onSpark(below, process.execPath, 'local[2,1]').stdout).toMatch(
      /^neardup: stage sets: .*not a directory/m,
    );
  },
  SPARK_MS,
);
