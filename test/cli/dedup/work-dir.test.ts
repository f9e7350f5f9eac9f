import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neardup } from '../run.ts';

let folder: string;
const files = ['pairs', 'clusters', 'decisions', 'removals'].map((name) => `${name}.jsonl`);
const run = (...args: string[]) => neardup(['dedup', 'in.jsonl', ...args], { cwd: folder });
const filesOf = (out: string) =>
  Promise.all(files.map((name) => readFile(join(folder, out, name), 'utf8').then((text) => [name, text])));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-work-dir-'));
  const pages = Array.from({ length: 900 }, (_, i) => {
    const words = Array.from({ length: 300 }, (_, k) => (k % 90 === 0 ? `v${i % 5}` : `w${i % 300} ${k}`));
    return `${JSON.stringify({ id: `p${i}`, url: `http://h${i % 7}.example/${i}`, text: words.join(' ') })}\n`;
  });
  await writeFile(join(folder, 'in.jsonl'), pages.join(''));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a work directory changes no file and is left empty; after a failed run it has what --resume goes on with', async () => {
  expect((await run('--out', 'whole', '--quiet')).code).toBe(0);
  const there = ['--out', 'out', '--work-dir', 'work', '--quiet'];
  // a file cannot take the place of a folder: the run fails at its end
  await mkdir(join(folder, 'out', 'pairs.jsonl'), { recursive: true });
  expect((await run(...there)).code).toBe(1);
  const [place] = readdirSync(join(folder, 'work'));
  expect(readdirSync(join(folder, 'work', place!))).toEqual(['grams.unfinished']);
  expect(existsSync(join(folder, 'out', 'grams.unfinished'))).toBe(false);
  await rmdir(join(folder, 'out', 'pairs.jsonl'));
  expect((await run(...there, '--resume')).code).toBe(0);
  expect(await filesOf('out')).toEqual(await filesOf('whole'));
  expect(readdirSync(join(folder, 'work'))).toEqual([]);
});

/** A run over a copy of the input, of that name, that failed at its end and left what it read. */
async function interrupted(name: string): Promise<{ input: string; all: string; call: string[] }> {
  const input = join(folder, `${name}.jsonl`);
  const all = await readFile(join(folder, 'in.jsonl'), 'utf8');
  await writeFile(input, all);
  const inTheWay = join(folder, name, 'pairs.jsonl');
  await mkdir(inTheWay, { recursive: true });
  const call = ['dedup', `${name}.jsonl`, '--out', name, '--quiet'];
  expect((await neardup(call, { cwd: folder })).code).toBe(1);
  await rmdir(inTheWay);
  return { input, all, call };
}

test('--resume refuses an input in which the text of a known page has become longer', async () => {
  const { input, all, call } = await interrupted('changes');
  await writeFile(input, all.replace('"text":"', '"text":"é '));
  const { code, stderr } = await neardup([...call, '--resume'], { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^neardup: --resume: expected the input of the interrupted run; got page p0 of length (\d+) where it had one of length \d+: run without/,
  );
});

test('--resume refuses an input that has become shorter than what was read of it', async () => {
  const { input, all, call } = await interrupted('shrinks');
  await writeFile(input, `${all.split('\n').slice(0, 100).join('\n')}\n`);
  const { code, stderr } = await neardup([...call, '--resume'], { cwd: folder });
  expect([code, stderr]).toEqual([
    2,
    'neardup: --resume: expected the input of the interrupted run; got 100 pages where it had 900 or more: run without --resume to start afresh\n',
  ]);
});

test('out of core the files are the same as in memory', async () => {
  const { code, stdout } = await run('--out', 'small', '--memory', '1MB', '--json', '--quiet');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ method: 'qp', pages: 900 });
  expect(await filesOf('small')).toEqual(await filesOf('whole'));
});

test.skipIf(process.platform !== 'linux')(
  'a disk that is full for the copy is named in one line, with the call that goes on',
  async () => {
    const page = { id: 'long', html: `${'<div></div>'.repeat(40_000)}<p>few words between much markup` };
    await writeFile(join(folder, 'long.jsonl'), `${JSON.stringify(page)}\n`);
    const call = `'${process.execPath}' '${resolve('dist/cli/main.js')}' dedup long.jsonl --quiet --out full --write full.jsonl`;
    const { status, stderr } = spawnSync('bash', ['-c', `ulimit -f 200; ${call}`], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(
      /^neardup: cannot write full\.jsonl: .*: make room on that disk; the pages read so far, but for the last few, are kept in full; to go on: neardup dedup long.jsonl .* --resume\n$/,
    );
    expect(status).toBe(1);
    expect(existsSync(join(folder, 'full.jsonl'))).toBe(false);
    expect(
      (
        await neardup(
          ['dedup', 'long.jsonl', '--quiet', '--out', 'full', '--write', 'full.jsonl', '--resume'],
          { cwd: folder },
        )
      ).code,
    ).toBe(0);
    expect(await readFile(join(folder, 'full.jsonl'))).toEqual(await readFile(join(folder, 'long.jsonl')));
  },
);
