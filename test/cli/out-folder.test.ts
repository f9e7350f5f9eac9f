import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { problems } from '../schemas/validator.ts';
import { neardup } from './run.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-out-folder-'));
  const pages = ['a', 'b'].map(
    (id) => `${JSON.stringify({ id, text: 'the words of two pages that are alike' })}\n`,
  );
  await writeFile(join(folder, 'one.jsonl'), pages.join(''));
  await writeFile(join(folder, 'two.jsonl'), pages[0]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (call: string) => neardup([...call.split(' '), '--quiet'], { cwd: folder });
const summary = async (out: string) => JSON.parse(await readFile(join(folder, out, 'summary.json'), 'utf8'));

test('results of other inputs or options are written over with --force only, and those of the same call at once', async () => {
  expect(await run('dedup one.jsonl --out a')).toMatchObject({ code: 0 });
  expect(await run('dedup one.jsonl --out a --threshold 0.80 --threads 1')).toMatchObject({ code: 0 });
  const other = await run('dedup two.jsonl --out a');
  expect(other).toMatchObject({ code: 2, stdout: '' });
  expect(other.stderr).toBe(
    'neardup: --out: expected a folder without results of another call; got a, which has those of neardup dedup ' +
      'one.jsonl: name another folder, or write over it with --force\n',
  );
  for (const [options, said] of [
    ['--threshold 0.9', 'with --threshold 0.8, not 0.9'],
    ['--site-model off', 'with --site-model on, not off'],
    ['--field text', 'without --field, not with --field text'],
    ['--against two.jsonl', 'without --against, not with --against two.jsonl'],
    ['--keep longest', 'with --keep first, not longest'],
  ]) {
    const refused = await run(`dedup one.jsonl --out a ${options}`);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
  }
  expect(await summary('a')).toMatchObject({ pages: 2, threshold: 0.8 });
  expect(await run('dedup two.jsonl --out a --force')).toMatchObject({ code: 0 });
  expect(await summary('a')).toMatchObject({ pages: 1 });
});

test('an input that is spelt otherwise, as with the slash that a shell adds to a folder, is the same', async () => {
  for (const input of ['./one.jsonl', './/one.jsonl', 'one.jsonl'])
    expect(await run(`dedup ${input} --out spelt`)).toMatchObject({ code: 0 });
  for (const input of ['.', './'])
    expect(await run(`dedup ${input} --out folder`)).toMatchObject({ code: 0 });
});

test('an evaluation of other thresholds, methods or drawn pages is written over with --force only', async () => {
  const measured = 'evaluate one.jsonl --methods bottom-k --out measured';
  expect(await run(measured)).toMatchObject({ code: 0 });
  for (const [call, said] of [
    ['evaluate one.jsonl --out measured', 'with --methods bottom-k, not without it'],
    [`${measured} --thresholds 0.8`, 'with --thresholds 0.95, 0.9, 0.85, 0.8, not 0.8'],
    [`${measured} --sample 1`, 'without --sample, not with --sample 1'],
  ] as const) {
    expect(await run(call)).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
  }
  expect(await run(`${measured} --thresholds 0.95,0.9,0.85,0.8`)).toMatchObject({ code: 0 });
  expect(await run(`${measured} --sample 1 --force`)).toMatchObject({ code: 0 });
});

test('an option that is left out now is named, and long inputs are cut', async () => {
  expect(await run('dedup one.jsonl --out f --field text')).toMatchObject({ code: 0 });
  const { stderr } = await run('dedup one.jsonl --out f');
  expect(stderr).toContain('which has those with --field text, not without it:');
  const long = Array.from({ length: 40 }, () => 'one.jsonl');
  expect(await run(`dedup ${long.join(' ')} --out g`)).toMatchObject({ code: 0 });
  expect((await run('dedup one.jsonl --out g')).stderr).toMatch(/dedup (one\.jsonl )+[a-z.]*…: name another/);
});

test('a folder that cannot be made is said to be none in one line, before anything is read', async () => {
  for (const [option, place, reason] of [
    ['--out', 'one.jsonl', 'a file has that name'],
    ['--out', 'one.jsonl/below', 'a part of this path is no folder'],
    ['--work-dir', 'one.jsonl', 'a file has that name'],
    // on Linux a place where no folder can be made, of which mkdir of Node with `recursive` never came back
    ...(process.platform === 'linux' ? [['--out', '/proc/neardup/out', 'no such file or folder']] : []),
  ]) {
    const { code, stderr } = await run(`dedup one.jsonl ${option} ${place}`);
    expect(stderr).toMatch(
      new RegExp(
        `^neardup: ${option}: expected a folder that files can be written to; got ${place}: name another: ${reason}.*\\n$`,
      ),
    );
    expect(code).toBe(1);
  }
});

test('of a folder whose run has not ended report, explain and audit say how it goes on', async () => {
  for (const [command, file, again] of [
    ['crawl', 'near-duplicates', 'neardup crawl one.jsonl --out begun --resume'],
    ['dedup', 'grams.unfinished', 'neardup dedup one.jsonl --out begun --resume'],
    ['mr run', 'mr.unfinished', 'neardup mr run --local one.jsonl --out begun --resume'],
  ]) {
    await rm(join(folder, 'begun'), { recursive: true, force: true });
    await mkdir(join(folder, 'begun', file), { recursive: true });
    await writeFile(join(folder, 'begun', 'call.json'), JSON.stringify({ command, inputs: ['one.jsonl'] }));
    for (const reading of ['report begun', 'explain begun a', 'audit begun'])
      expect(await run(reading)).toMatchObject({ code: 2, stderr: expect.stringContaining(again) });
    await rm(join(folder, 'begun', file), { recursive: true });
    expect((await run('report begun')).stderr).toMatch(/got neither in begun\n$/);
  }
});

test('a call that failed before it had results is no reason to refuse the next one', async () => {
  expect(await run('dedup missing.jsonl --out b')).toMatchObject({ code: 1 });
  expect(await run('dedup one.jsonl --out b')).toMatchObject({ code: 0 });
});

test.each(['dedup', 'mr run --local', 'evaluate --methods qp'])(
  'a forced call of %s that fails before it has results loses none and leaves none for its own, and one that fails later neither',
  async (command) => {
    const out = `forced-${command.split(' ')[0]}`;
    const read = (file: string) => readFile(join(folder, out, file), 'utf8').catch(() => undefined);
    const files = [
      'call.json',
      'summary.json',
      'report.json',
      'decisions.jsonl',
      'pairs.jsonl',
      'templates.jsonl',
    ];
    const all = () => Promise.all(files.map(read));
    expect(await run(`dedup one.jsonl --out ${out}`)).toMatchObject({ code: 0 });
    expect(await run(`evaluate one.jsonl --methods qp --out ${out}`)).toMatchObject({ code: 0 });
    const earlier = await all();
    const other = `${command} two.jsonl --threshold${command.startsWith('evaluate') ? 's' : ''} 0.7 --out ${out} --force`;
    expect((await run(`${other} --field missing`)).code).not.toBe(0);
    expect(await all()).toEqual(earlier);
    expect(await run(`explain ${out} b`)).toMatchObject({ code: 0 });
    expect(await run(`dedup one.jsonl --out ${out}`)).toMatchObject({ code: 0 });

    // what cannot be removed stops the writing of the first file, or of the second
    for (const file of ['decisions.jsonl', 'pairs.jsonl']) {
      await mkdir(join(folder, out, `${file}.unfinished`, 'kept'), { recursive: true });
      expect((await run(other)).code).not.toBe(0);
      const [call, summary, report] = await all();
      expect(JSON.parse(call!).inputs).toEqual(['two.jsonl']);
      const isMeasured = command.startsWith('evaluate');
      expect([summary, isMeasured || report, await read('decisions.jsonl')]).toEqual([
        undefined,
        isMeasured || undefined,
        undefined,
      ]);
      expect((await run(`explain ${out} b`)).code).not.toBe(0);
      await rm(join(folder, out, `${file}.unfinished`), { recursive: true });
      expect(await run(other)).toMatchObject({ code: 0 });
      expect(await run(`dedup one.jsonl --out ${out} --force`)).toMatchObject({ code: 0 });
    }
  },
);

test('the removals of other calls stay beside the results of a forced one', async () => {
  const kept = `{"format":"neardup-removal/1","run":"of another call"}\n`;
  expect(await run('dedup one.jsonl --out removed')).toMatchObject({ code: 0 });
  await writeFile(join(folder, 'removed', 'removals.jsonl'), kept);
  expect(await run('dedup two.jsonl --out removed --force')).toMatchObject({ code: 0 });
  expect(await readFile(join(folder, 'removed', 'removals.jsonl'), 'utf8')).toContain('of another call');
});

test('evaluate refuses the folder of another dedup, and takes that of the one it would run itself', async () => {
  await run('dedup one.jsonl --out c --threshold 0.9');
  await run('dedup one.jsonl --out d');
  const refused = await run('evaluate one.jsonl --methods qp --out c');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--threshold 0.9, not 0.8') });
  expect(await run('evaluate one.jsonl --methods qp --out d')).toMatchObject({ code: 0 });
  const others = await run('evaluate one.jsonl --methods sp --out d');
  expect(others).toMatchObject({ code: 2, stderr: expect.stringContaining('--methods qp, not sp') });
});

test('results that do not say of which call they are, or say it in a damaged file, are not written over', async () => {
  await run('dedup one.jsonl --out e');
  for (const damaged of ['{"torn', '{}', 'null', '[]']) {
    await writeFile(join(folder, 'e', 'call.json'), damaged);
    expect(await run('dedup one.jsonl --out e')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('does not say of which call (call.json)'),
    });
  }
  expect(await run('dedup one.jsonl --out e --force')).toMatchObject({ code: 0 });
});

test('call.json keeps its schema', async () => {
  await run('dedup one.jsonl --out f');
  await run('evaluate one.jsonl --methods qp --out g');
  for (const out of ['f', 'g']) {
    const call = JSON.parse(await readFile(join(folder, out, 'call.json'), 'utf8'));
    expect(problems('call', call)).toEqual([]);
  }
});

test('--out - is standard output for what has one result, and refused with what prints there too', async () => {
  const decisions = await neardup(['dedup', 'one.jsonl', '--out', '-'], { cwd: folder });
  expect(decisions.code).toBe(0);
  const lines = decisions.stdout.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).decision)).toEqual(['keep', 'drop']);
  expect(decisions.stderr).toContain('2 pages');
  await writeFile(join(folder, 'sets'), '1,2,3\n1, 2,3\n');
  expect(await run('join sets --out -')).toMatchObject({ code: 0, stdout: '0 1 3\n' });
  await run('dedup one.jsonl --out h');
  expect((await run('report h --out -')).stdout).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
  for (const call of [
    'dedup one.jsonl --out - --json',
    'dedup one.jsonl --out - --write -',
    'dedup one.jsonl --out - --resume',
    'join sets --out - --json',
    'report h --out - --json',
    'evaluate one.jsonl --out -',
    'crawl http://127.0.0.1:1/ --out -',
  ]) {
    const { code, stdout, stderr } = await run(call);
    expect([call, code, stdout, stderr]).toEqual([call, 2, '', expect.stringMatching(/^neardup: --/)]);
  }
});
