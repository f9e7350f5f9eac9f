import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeFakeHadoop } from './hadoop.ts';

const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;
const reason = hasPython ? '' : ' (skipped: no python3 here)';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-mr-drivers-'));
  // what the drivers need of the engines before the first stage
  const stubs = {
    'py4j/protocol.py': 'class Py4JError(Exception): pass',
    'pyspark/errors.py': 'class PySparkException(Exception): pass',
    'pyspark/sql.py': `class SparkSession:
    def __getattr__(self, name): return lambda *_: print("engine:", name) or self
SparkSession.builder = SparkSession()
SparkSession.sparkContext = SparkSession()`,
    hadoop: '#!/bin/sh\necho engine: "$@"; exit 1',
  };
  for (const name of ['py4j', 'pyspark']) mkdirSync(join(folder, name));
  for (const [name, text] of Object.entries(stubs)) writeFileSync(join(folder, name), text);
  chmodSync(join(folder, 'hadoop'), 0o755);
});

afterAll(() => rmSync(folder, { recursive: true }));

const bundle = ['--bundle', resolve('dist/mr.mjs'), '--node', process.execPath];

function onSpark(...call: string[]) {
  const driver = resolve('plugins/mr/spark/neardup_spark.py');
  const env = { ...process.env, PYTHONPATH: folder };
  return spawnSync('python3', [driver, ...bundle, '--out', folder, ...call], { encoding: 'utf8', env });
}

function onHadoop(...call: string[]) {
  const driver = resolve('plugins/mr/hadoop/neardup-hadoop.sh');
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const place = ['--streaming', 'none.jar', '--out', folder];
  return spawnSync('sh', [driver, ...bundle, ...place, ...call], { encoding: 'utf8', cwd: folder, env });
}

test.skipIf(!hasPython)(
  `the driver of Spark refuses a word for --decide that it does not know${reason}`,
  () => {
    const { status, stdout, stderr } = onSpark('--pages', '--decide', 'stage', 'dump.warc');
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/--decide: invalid choice: 'stage' \(choose from .?process.?, .?stages.?\)/);
  },
);

/** Runs a program that knows the driver of Spark as `driver`. */
function inPython(program: string, env: Readonly<Record<string, string>> = {}) {
  const path = `${folder}:${resolve('plugins/mr/spark')}`;
  const call = ['-B', '-c', `import neardup_spark as driver\n${program}`];
  return spawnSync('python3', call, {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, ...env, PYTHONPATH: path },
  });
}

test.skipIf(!hasPython)(`the driver of Spark leaves no temporary file behind${reason}`, () => {
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  const program = `import os, sys
from pyspark.sql import SparkSession
sys.argv = ["", "--bundle", ${JSON.stringify(bundle[1])}, "--out", "out", "sets.txt"]
class Rows(SparkSession):
    def collect(self): return []
SparkSession.read = Rows()
Rows.__getattr__ = lambda self, name: lambda *_: self
run = driver.Run(SparkSession(), driver.parse_arguments())
file = run.heavy({"heavy": "heavy"})[1]
print([file in names for _, _, names in os.walk(os.environ["TMPDIR"])])`;
  const { stdout, stderr } = inPython(program, { TMPDIR: temporary });
  expect(stdout, stderr).toContain('True]');
  expect(readdirSync(temporary)).toEqual([]);
});

/** The name of a run, by which it goes on with what an earlier one has finished. */
const runNames = {
  Spark: (input: string) => {
    const program = `import sys
from pyspark.sql import SparkSession
sys.argv = ["", "--bundle", ${JSON.stringify(bundle[1])}, "--out", "out", ${JSON.stringify(input)}]
print(driver.Run(SparkSession(), driver.parse_arguments()).name)`;
    return inPython(program).stdout.trim();
  },
  Hadoop: (input: string) => /told\.(\d+)/.exec(onHadoop(input).stdout)?.[1],
};

test.skipIf(!hasPython).each(Object.keys(runNames))(
  `the driver of %s does not go on with stages of an input that has changed since${reason}`,
  (driver) => {
    const nameOf = runNames[driver as keyof typeof runNames];
    const path = join(folder, 'changing.txt');
    writeFileSync(path, '1 2 3\n');
    const before = nameOf(path);
    expect(before).toMatch(/^\w+$/);
    expect(nameOf(path)).toBe(before);
    expect(nameOf('changing.txt')).toBe(before);
    writeFileSync(path, '1 2 3\n4 5 6\n');
    expect(nameOf(path)).not.toBe(before);
    // the time of a folder does not tell that a file in it has changed
    mkdirSync(join(folder, 'inputs', 'deep'), { recursive: true });
    const inner = join(folder, 'inputs', 'deep', 'one.txt');
    writeFileSync(inner, '1 2 3\n');
    const ofFolder = nameOf('inputs');
    expect(nameOf('inputs')).toBe(ofFolder);
    writeFileSync(inner, '1 2 3\n4 5 6\n');
    expect(nameOf('inputs')).not.toBe(ofFolder);
  },
);

test.skipIf(!hasPython)(`an error of Spark without words is told by its name${reason}`, () => {
  const { stdout, stderr } = inPython('print(driver.last_words(driver.PySparkException()))');
  expect(stdout, stderr).toBe('PySparkException\n');
});

const refused = [
  [['--keep', 'best'], '--keep: expected one of first, longest, newest, shortest-url; got "best"'],
  [['--cluster', 'all'], '--cluster: expected one of representative, components; got "all"'],
  [['--identity', 'yes'], '--identity: expected one of on, off; got "yes"'],
] as const;

test.skipIf(!hasPython).each(refused)(
  `the driver of Spark refuses what the last stages would, before it reads pages: %j${reason}`,
  (call, said) => {
    const { status, stdout, stderr } = onSpark('--pages', ...call, 'dump.warc');
    expect([status, stderr]).toEqual([1, `neardup: ${said}\n`]);
    expect(stdout).not.toContain('parallelize');
  },
);

test.each(refused)(
  'the driver of Hadoop refuses what the last stages would, before it starts a job: %j',
  (call, said) => {
    const { status, stdout, stderr } = onHadoop('--pages', ...call, 'dump.warc');
    expect([status, stdout, stderr]).toEqual([1, '', `neardup: ${said}\n`]);
  },
);

/** The call of `mr decide` that a driver tells at its end, where all stages were finished before. */
const toldCalls = {
  Spark: (call: readonly string[]) => {
    const program = `import sys
from pyspark.sql import SparkSession
sys.argv = ["", "--bundle", ${JSON.stringify(bundle[1])}, "--out", "out", "--pages", *${JSON.stringify(call)}, "d.warc"]
run = driver.Run(SparkSession(), driver.parse_arguments())
run.plan = lambda options: []
run.source = lambda *_: run.told.update(pages={"counters": {"pages": 1}})
run.join = lambda *_: None
run.put = lambda path, text: print(path, text, sep="\\n", file=sys.stderr)
run.run_pages()`;
    return inPython(program).stderr;
  },
  Hadoop: (call: readonly string[]) => {
    const place = mkdtempSync(join(folder, 'finished-'));
    const told = ['pages', 'collapse', 'ids-1', 'large-star-1'].map((stage) => `${stage} 0:0 0 0 0 0 1 1 1`);
    writeFileSync(
      join(place, 'hadoop'),
      `#!/bin/sh\ncase $2 in -cat) echo '${told.join('\n')}' ;; -put) echo $5; cat $4 ;; esac\n`,
    );
    writeFileSync(join(place, 'node'), '#!/bin/sh\n');
    for (const name of ['hadoop', 'node']) chmodSync(join(place, name), 0o755);
    const env = { ...process.env, PATH: `${place}:${process.env.PATH}` };
    const driver = resolve('plugins/mr/hadoop/neardup-hadoop.sh');
    const ours = ['--streaming', 'none.jar', '--out', 'out', '--node', join(place, 'node'), '--pages'];
    const all = [driver, ...bundle, ...ours, '--site-model', 'off', ...call, 'd.warc'];
    const { stdout, stderr } = spawnSync('sh', all, { encoding: 'utf8', cwd: folder, env });
    return stderr + stdout;
  },
};

test.skipIf(!hasPython).each(Object.keys(toldCalls))(
  `the driver of %s tells mr decide by which method pairs were proposed, if it is not the default${reason}`,
  (driver) => {
    const toldBy = toldCalls[driver as keyof typeof toldCalls];
    for (const call of ['--method lsh --recall 0.5', '--method simhash --tables 4'])
      expect(toldBy(call.split(' '))).toMatch(new RegExp(`neardup mr decide .* ${call}( |$)`, 'm'));
    expect(toldBy([])).toMatch(/neardup mr decide /);
    expect(toldBy(['--method', 'prefix'])).not.toMatch(/--method|--recall|--tables/);
  },
);

test.skipIf(!hasPython).each(Object.keys(toldCalls))(
  `the driver of %s records the options of its stages where mr decide looks for them${reason}`,
  (driver) => {
    const toldBy = toldCalls[driver as keyof typeof toldCalls];
    const told = toldBy(['--method', 'lsh', '--recall', '0.9', '--gram', 'word:3']);
    const [, run] = /neardup mr decide .* --run (\w+)/.exec(told) ?? [];
    const [, recorded = ''] = told.split(`/stages/call.${run}\n`);
    expect(recorded).toMatch(
      /^--similarity\njaccard\n--threshold\n0\.8\n(?:.+\n)*--recall\n0\.9\n--gram\nword:3\n/,
    );
  },
);

test.skipIf(!hasPython).each(Object.keys(toldCalls))(
  `the driver of %s tells mr decide no names where there is no site model, as that would refuse them${reason}`,
  (driver) => {
    const toldBy = toldCalls[driver as keyof typeof toldCalls];
    expect(toldBy(['--site-model', 'off'])).toMatch(/neardup mr decide .* --site-model off --identity off /);
    expect(toldBy(['--site-model', 'on'])).toMatch(/neardup mr decide .* --site-model on --identity on /);
  },
);

test('the driver of Hadoop takes inputs behind -- for inputs, and ends after their stage if they have no page', () => {
  const place = join(folder, 'no-pages');
  mkdirSync(place);
  writeFileSync(join(place, '-dump.jsonl'), '{"none": 1}\n');
  writeFakeHadoop(place);
  const driver = resolve('plugins/mr/hadoop/neardup-hadoop.sh');
  const call = ['--streaming', 'none.jar', '--out', join(place, 'out'), '--pages', '--', '-dump.jsonl'];
  const env = { ...process.env, PATH: `${place}:${process.env.PATH}` };
  const { status, stderr } = spawnSync('sh', [driver, ...bundle, ...call], {
    encoding: 'utf8',
    cwd: place,
    env,
  });
  expect(stderr).toMatch(
    /^neardup: expected a page in the inputs; got none: if that may be, say --allow-empty$/m,
  );
  expect(status).toBe(1);
  expect(readdirSync(join(place, 'out', 'stages')).filter((name) => !name.startsWith('told.'))).toEqual(
    expect.not.arrayContaining(['sets']),
  );
});
