import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateSets } from '../../bench/generate-sets.ts';
import { noLines } from '../../plugins/mr/lines/trailer.ts';
import { type LocalRun, runStages } from '../../plugins/mr/local/run-stages.ts';
import { StageFiles } from '../../plugins/mr/local/stage-files.ts';
import { type Finished, neardup } from '../cli/run.ts';
import { expectFilesOfDedup, writeGiant } from './pages.ts';

let folder: string;
let sets: string;
let giant: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-mr-local-'));
  sets = join(folder, 'sets.txt');
  const { offsets, values } = generateSets({ records: 200, tokens: 20, nearDuplicates: 0.5, seed: 9 });
  const lines = Array.from({ length: 200 }, (_, i) => values.subarray(offsets[i], offsets[i + 1]).join(' '));
  writeFileSync(sets, `${[...lines, '', ...lines.slice(0, 9)].join('\n')}\n`);
  giant = writeGiant(folder);
});

afterAll(() => rmSync(folder, { recursive: true }));

function runLocal(out: string, ...more: string[]) {
  return neardup([
    'mr',
    'run',
    '--local',
    '--sets',
    sets,
    '--out',
    out,
    '--threads',
    '2',
    '--quiet',
    ...more,
  ]);
}

/** What the runs to pairs, to clusters and of a dump are called with that several tests look at. */
const calls = {
  pairs: () => ['--sets', sets, '--json'],
  clusters: () => ['--sets', sets, '--json', '--clusters', '--threshold', '0.5'],
  pages: () => [giant, '--quiet'],
};

const runs = new Map<string, Promise<Finished>>();

/** Makes one of these runs once, in a folder of that name where another run has left something, and says how it ended. */
function runOnce(to: keyof typeof calls): Promise<Finished> {
  const out = join(folder, to);
  const left = join(out, 'mr.unfinished', 'of-another');
  const start = () => {
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, 'lines'), 'left\n');
    return neardup(['mr', 'run', '--local', '--out', out, '--threads', '2', ...calls[to]()]);
  };
  const run = runs.get(to) ?? start();
  runs.set(to, run);
  return run;
}

/** Does something where there is no `sort`: a run stops behind its first stages. */
async function withoutSort<Result>(run: () => Promise<Result>): Promise<Result> {
  const path = process.env.PATH;
  process.env.PATH = folder;
  try {
    return await run();
  } finally {
    process.env.PATH = path;
  }
}

test('on one machine the stages give the file that neardup join gives, leave nothing else behind, and say what was expected of them', async () => {
  const out = join(folder, 'pairs');
  const { code, stdout } = await runOnce('pairs');
  expect(code).toBe(0);
  const expected = join(folder, 'expected.txt');
  await neardup(['join', sets, '--out', expected, '--quiet']);
  expect(readFileSync(join(out, 'pairs.txt'), 'utf8')).toBe(readFileSync(expected, 'utf8'));
  expect(readdirSync(out).sort()).toEqual(['call.json', 'pairs.txt']);
  const { stages, pairs, expected: estimates } = JSON.parse(stdout);
  expect(pairs).toBe(readFileSync(expected, 'utf8').split('\n').length - 1);
  expect(stages.map(({ name }: { name: string }) => name)).toEqual([
    ...['sets', 'collapse', 'equal', 'sample', 'heavy', 'keys', 'candidates', 'attach', 'verify'],
    ...['expand-first', 'found'],
  ]);
  const { counters } = stages.find(({ name }: { name: string }) => name === 'keys');
  expect(estimates).toHaveLength(1);
  expect(Math.abs(Math.log2(estimates[0].postings / counters.postings))).toBeLessThan(1);
});

test('a run says what it expects, and is refused before it joins where that does not fit', async () => {
  const out = join(folder, 'refused');
  const { code, stderr } = await runLocal(out, '--temp', '80KB');
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /expected [\d.]+ MB of disk for the stages; got [\d.]+ MB \(--temp\): .*in the largest group/,
  );
  expect(existsSync(join(out, 'pairs.txt'))).toBe(false);
  // What the sample did not tell is found at the stage that would take more.
  const stage = { name: 'verify', call: [], reads: ['attach'], sorted: true };
  const files = new StageFiles(join(folder, 'stages'));
  const run = { files, mostBytes: 100, threads: 1, parts: 1 } as unknown as LocalRun;
  const written = { read: noLines(), written: noLines(), counters: {}, bytes: 60 };
  files.finished = async (name) => (name === 'attach' ? written : undefined);
  const attach = { ...stage, name: 'attach', reads: [] };
  await expect(runStages([attach, stage], [], run)).rejects.toThrow(
    'stage verify: expected at most 100 bytes of files (--temp); it would take 180',
  );
});

test('a stage that takes more disk than it may while it runs is ended, and what that was is told', async () => {
  const files = new StageFiles(join(folder, 'growing'));
  // It would wait for ever, had it room.
  const program = join(folder, 'growing.mjs');
  writeFileSync(
    program,
    `import { writeFileSync } from 'node:fs';
writeFileSync(process.argv[process.argv.indexOf('--out') + 1] + '/part-00000', 'x'.repeat(3000));
setInterval(() => {}, 1000);`,
  );
  const run: LocalRun = {
    ...{ program, run: 'r', files, parts: 1, threads: 1, memoryBytes: 2 ** 20 },
    ...{ temporary: join(folder, 'growing-temporary'), mostBytes: 2000, stop: new AbortController() },
  };
  const stage = { name: 'keys', call: [], reads: [], inputs: [sets], sorted: false };
  await expect(runStages([stage], [], run)).rejects.toThrow(
    /^stage keys: expected at most 2000 bytes of files \(--temp\); they have come to 3000 while it ran$/,
  );
  expect(await files.finished('keys')).toBeUndefined();
});

test('of a stage that nobody will read any more, tasks and joined parts are removed, and it stays finished', async () => {
  const files = new StageFiles(join(folder, 'read'));
  for (const name of ['0', '12', 'all']) {
    mkdirSync(join(files.folderOf('sets'), name), { recursive: true });
    writeFileSync(join(files.folderOf('sets'), name, 'part-00000'), 'a');
  }
  writeFileSync(join(files.folderOf('sets'), 'done.json'), '{}');
  await files.remove('sets');
  expect(readdirSync(files.folderOf('sets')).sort()).toEqual(['done.json', 'removed']);
});

test('a process that dies, before its output or in the middle of it, ends the run with its stage and its last words, and leaves no finished stage', async () => {
  const files = new StageFiles(join(folder, 'dying'));
  const stage = { name: 'sets', call: ['sets'], reads: [], inputs: [sets], sorted: false };
  const run = (program: string): LocalRun => ({
    ...{ program, run: 'r', files, temporary: folder, parts: 1, threads: 1, memoryBytes: 2 ** 20 },
    stop: new AbortController(),
  });
  const partly = `import { writeFileSync } from 'node:fs';
writeFileSync(process.argv[process.argv.indexOf('--out') + 1] + '/part-00000', 'mr1\\tab');`;
  for (const [name, before] of [
    ['before', ''],
    ['partly', partly],
  ]) {
    const program = join(folder, `${name}.mjs`);
    writeFileSync(program, `${before}\nprocess.stderr.write('out of luck'); process.exit(9);`);
    const failure = await runStages([stage], [], run(program)).catch((error: Error) => error);
    expect(failure).toMatchObject({
      message: 'stage sets, partition 0 of 1',
      cause: { message: expect.stringMatching(/ended with exit code 9: out of luck$/) },
    });
    expect(await files.finished('sets')).toBeUndefined();
  }
  // One that ends well without its output is no better.
  const program = join(folder, 'idle.mjs');
  writeFileSync(program, partly);
  await expect(runStages([stage], [], run(program))).rejects.toThrow('expected a whole trailer');
  expect(await files.finished('sets')).toBeUndefined();
  const told = await runStages([stage], ['sets'], run(resolve('dist/mr.mjs')));
  expect(told.get('sets')?.written.lines).toBe(209);
});

test('a stage file that is cut is told with its stage and partition; with what it was made of again, the run goes on', async () => {
  const out = join(folder, 'cut');
  const stopped = await withoutSort(() => runLocal(out));
  expect(stopped.code).toBe(1);
  expect(stopped.stderr).toMatch(/stage collapse, partition 0 of 1: cannot run sort/);

  const work = join(out, 'mr.unfinished');
  const [run] = readdirSync(work).filter((name) => existsSync(join(work, name, 'sets')));
  const file = join(work, run, 'sets', '0', 'part-00000');
  const whole = readFileSync(file);
  truncateSync(file, whole.length - 7);
  const again = ['mr', 'run', '--local', '--sets', sets, '--out', out, '--resume'];
  const refused = await neardup([...again, '--threads', '2']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/stage sets: expected \d+ bytes in .*part-00000; got \d+/);
  expect(refused.stderr).not.toMatch(/has no stages/);

  // Another threshold needs other stages, which is told; those that are there stay.
  const elsewhere = await withoutSort(() => neardup([...again, '--threshold', '0.9']));
  expect(elsewhere.stderr).toMatch(
    /mr\.unfinished has no stages of a run with these inputs and options: all/,
  );
  expect(readFileSync(file)).toHaveLength(whole.length - 7);

  // As long as it was, and not the same: what reads it notices.
  const other = Buffer.from(whole);
  const lastOfLine = other.indexOf('\n') - 1;
  other[lastOfLine] ^= 1;
  writeFileSync(file, other);
  const changed = await runLocal(out, '--resume');
  expect(changed.code).toBe(1);
  expect(changed.stderr).toMatch(/stage collapse, partition 0 of 1: .*mr collapse: expected/);

  writeFileSync(file, whole);
  expect((await runLocal(out, '--resume')).code).toBe(0);
  expect(readFileSync(join(out, 'pairs.txt'), 'utf8')).toBe(
    readFileSync(join(folder, 'expected.txt'), 'utf8'),
  );
});

test('--clusters writes what stands for each record of a pair, and refuses algorithms that are compared only', async () => {
  const out = join(folder, 'clusters');
  const { code, stdout } = await runOnce('clusters');
  expect(code).toBe(0);
  expect(readdirSync(out).sort()).toEqual(['call.json', 'clusters.txt']);
  const clusters = readFileSync(join(out, 'clusters.txt'), 'utf8');
  const { members, rounds, stages } = JSON.parse(stdout);
  expect(members).toBe(clusters.split('\n').length - 1);
  expect(stages.map(({ name }: { name: string }) => name)).toContain(`large-star-${rounds}`);
  // every member is similar to what stands for it, by the overlap that join has found
  const expected = join(folder, 'joined.txt');
  await neardup(['join', sets, '--out', expected, '--quiet', '--threshold', '0.5']);
  const pairs = readFileSync(expected, 'utf8').split('\n');
  expect(pairs).toEqual(expect.arrayContaining(clusters.split('\n')));
  const inPairs = new Set(pairs.flatMap((pair) => pair.split(' ').slice(0, 2)));
  const inClusters = new Set(clusters.split('\n').flatMap((line) => line.split(' ').slice(0, 2)));
  expect(inClusters).toEqual(inPairs);

  const refused = await runLocal(out, '--clusters', '--algorithm', 'mgjoin');
  expect(refused.stderr).toMatch(/--clusters: expected no --algorithm with it/);
});

test.each(['pairs', 'clusters'] as const)(
  'a run to %s that begins anew removes what one before has left, and tells each stage once',
  async (of) => {
    const { code, stderr } = await runOnce(of);
    expect(code, stderr).toBe(0);
    expect(readdirSync(join(folder, of)).sort()).toEqual(['call.json', `${of}.txt`]);
    const told = stderr.match(/^[\w-]+(?=: [\d,]+ lines)/gm)!;
    expect(told).toEqual(expect.arrayContaining(['sets', 'collapse', 'verify']));
    expect(told).toHaveLength(new Set(told).size);
  },
);

test('a run does not write over the results of other options, of dumps or of sets, unless it is told to', async () => {
  for (const [out, of, input] of [
    ['results', 'pages', [giant]],
    ['of-sets', 'pairs', ['--sets', sets]],
  ] as const) {
    const codes = [(await runOnce(of)).code];
    cpSync(join(folder, of), join(folder, out), { recursive: true });
    const call = ['mr', 'run', '--local', ...input, '--out', join(folder, out), '--quiet', '--parts', '1'];
    for (const more of ['--threshold 0.9', '--threshold 0.9 --resume', '--threshold 0.9 --force'])
      codes.push((await neardup([...call, ...more.split(' ')])).code);
    expect(codes, out).toEqual([0, 2, 2, 0]);
    // once more it is not refused, and ends where it would sort: the whole of it would take as long as the first
    const again = await withoutSort(() => neardup([...call, '--threshold', '0.9']));
    expect(again.stderr, out).toContain('cannot run sort');
    // what that one has left is no reason to write over its results with those of a third
    const third = await withoutSort(() => neardup([...call, '--threshold', '0.7', '--resume']));
    expect([third.code, third.stderr], out).toEqual([2, expect.stringContaining('--threshold 0.9, not 0.7')]);
  }
});

test('a run of sets does not write over a file that is not said to be its own', async () => {
  const out = join(folder, 'foreign');
  mkdirSync(out);
  writeFileSync(join(out, 'pairs.txt'), 'of somebody else\n');
  const { code, stderr } = await runLocal(out);
  expect(code).toBe(2);
  expect(stderr).toContain('which does not say of which call (call.json) they are');
  expect(readFileSync(join(out, 'pairs.txt'), 'utf8')).toBe('of somebody else\n');
});

test('a run is refused in a folder that another one is at work in', async () => {
  const out = join(folder, 'busy');
  mkdirSync(out);
  // the process that runs this test
  writeFileSync(join(out, `running-${process.ppid}.unfinished`), '');
  const { code, stderr } = await runLocal(out);
  expect(code).toBe(2);
  expect(stderr).toContain('expected a folder that no other run is at work in');
});

test('results of pages are not replaced by those of another method, which finds other pairs', async () => {
  const place = mkdtempSync(join(folder, 'methods-'));
  const pages = join(place, 'pages.jsonl');
  writeFileSync(pages, `${JSON.stringify({ id: 'a', text: 'a few words of a page' })}\n`);
  const out = join(place, 'out');
  const run = (...more: string[]) =>
    withoutSort(() => neardup(['mr', 'run', '--local', pages, '--out', out, '--quiet', ...more]));
  await run('--method', 'lsh', '--recall', '0.5');
  // as if it had not failed for want of sort
  renameSync(join(out, 'call.json.unfinished'), join(out, 'call.json'));
  writeFileSync(join(out, 'summary.json'), '{}');
  for (const [others, difference] of [
    [[], 'those with --recall 0.5, not without it'],
    [['--method', 'lsh'], 'those with --recall 0.5, not 0.99'],
    [['--method', 'simhash'], 'those with --recall 0.5, not without it'],
  ] as const) {
    const { code, stderr } = await run(...others);
    expect(code).toBe(2);
    expect(stderr).toContain(difference);
  }
});

test('a cluster that is much of the input is named in the summary, as by neardup dedup', async () => {
  const out = join(folder, 'pages');
  expect(await runOnce('pages')).toMatchObject({ code: 0, stderr: '' });
  await expectFilesOfDedup([giant], out, mkdtempSync(join(folder, 'giant-')));
  expect(JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')).loose).toMatchObject([
    { why: 'giant', size: 100 },
  ]);
});

test('an algorithm as published takes no method of ours, and the refusal names what was given', async () => {
  const options = ['--algorithm', 'mgjoin', '--method', 'lsh', '--recall', '0.9'];
  const { code, stderr } = await runLocal(join(folder, 'refused'), ...options);
  expect(code).toBe(2);
  expect(stderr).toContain('none of --method, --recall and --tables; got --method, --recall\n');
});
