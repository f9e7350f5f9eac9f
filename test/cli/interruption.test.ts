import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { typedCall } from '../../plugins/cli/interruption.ts';
import { neardup, neardupProcess, start } from './run.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-interruption-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a call is written as it would be typed', () => {
  expect(typedCall(['dedup', 'a b.warc', "it's", '--out', 'x/y'])).toBe(
    `neardup dedup 'a b.warc' 'it'\\''s' --out x/y`,
  );
});

test.skipIf(process.platform === 'win32')(
  'Ctrl-C says what a dedup keeps and how to go on; the call that it names goes on',
  async () => {
    // standard input stays open, so that the run waits for more
    const child = start(['dedup', '-', '--out', 'out'], folder);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const page = `${JSON.stringify({ id: 'a', text: 'the words of a page that is not much longer than this' })}\n`;
    const journal = join(folder, 'out', 'grams.unfinished');
    child.stdin.write(page);
    await expect.poll(() => readFile(journal).catch(() => undefined)).toBeDefined();
    child.kill('SIGINT');
    const [code] = await once(child, 'close');
    expect(code).toBe(130);
    expect(said).toContain('are kept in out; to go on: neardup dedup - --out out --resume\n');
    await writeFile(join(folder, 'again.jsonl'), page);
    const again = await neardup(['dedup', 'again.jsonl', '--out', 'out', '--force', '--quiet'], {
      cwd: folder,
    });
    expect(again).toMatchObject({ code: 0 });
  },
);

test('Ctrl-C during an audit or a copy says that nothing was proven, or nothing written', async () => {
  await writeFile(
    join(folder, 'two.jsonl'),
    '{"id":"a","text":"words of a page"}\n{"id":"b","text":"words of a page"}\n',
  );
  await neardup(['dedup', 'two.jsonl', '--out', 'audited', '--quiet'], { cwd: folder });
  const presses = join(folder, 'presses.mjs');
  await writeFile(
    presses,
    `process.on('newListener', (name) => {
      if (name === 'SIGINT') setImmediate(() => process.kill(process.pid, 'SIGINT'));
    });`,
  );
  const env = { ...process.env, NODE_OPTIONS: `--import ${pathToFileURL(presses)}` };
  const decisions = ['--decisions', 'audited/decisions.jsonl', '--write', 'copied.jsonl'];
  for (const [call, said] of [
    [['audit', 'audited'], 'an audit that is not finished has proven nothing'],
    [['mr', 'write', 'two.jsonl', ...decisions], 'a copy that is not finished is not kept'],
  ] as const) {
    const { code, stdout, stderr } = await neardupProcess(call, { cwd: folder, env });
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).toContain(`neardup: interrupted: ${said}`);
  }
});

const page = (id: number) =>
  JSON.stringify({ id, text: Array.from({ length: 3000 }, (_, k) => `w${id}x${k}`).join(' ') });
const set = (first: number) => Array.from({ length: 1000 }, (_, k) => first + 7 * k).join(' ');

test.skipIf(process.platform === 'win32').each([
  ['a run without --out that is terminated leaves no temporary folder behind', 'dedup', page, 'SIGTERM'],
  ['nor does one whose terminal is closed', 'dedup', page, 'SIGHUP'],
  ['a join from disk that is terminated leaves nothing of the sets behind', 'join', set, 'SIGTERM'],
] as const)('%s', async (_, command, line, signal) => {
  const temporary = join(folder, `temporary-${command}-${signal}`);
  await mkdir(temporary);
  const child = start([command, '-', '--memory', '1MB'], folder, { ...process.env, TMPDIR: temporary });
  child.stdin.on('error', () => {});
  for (let i = 0; i < 100; i++) child.stdin.write(`${line(i)}\n`);
  await expect.poll(() => readdir(temporary)).not.toEqual([]);
  child.kill(signal);
  expect(await once(child, 'close')).toEqual([null, signal]);
  expect(await readdir(temporary)).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'a run that waits for the reader of a pipe ends when it is terminated',
  async () => {
    await writeFile(join(folder, 'sets.txt'), '1 2 3\n1 2 3\n');
    spawnSync('mkfifo', ['unread'], { cwd: folder });
    const child = start(['join', 'sets.txt', '--out', 'unread'], folder);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'close');
    await setTimeout(1000);
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
  },
);

test.skipIf(process.platform === 'win32')('Ctrl-C ends a join whose pairs nobody reads', async () => {
  await writeFile(join(folder, 'many.txt'), '1 2 3\n'.repeat(1000));
  const child = start(['join', 'many.txt'], folder);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  // from the first bytes on, more than a pipe holds is written
  await once(child.stdout, 'readable');
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
});

test.skipIf(process.platform === 'win32').each([
  ['SIGINT', [130, null]],
  ['SIGTERM', [null, 'SIGTERM']],
] as const)(
  '%s ends the processes of a run in stages as well; Ctrl-C says how to go on',
  async (signal, ends) => {
    const out = `staged-by-${signal}`;
    // the first stage waits for whoever writes to it
    spawnSync('mkfifo', [`unwritten-${signal}`], { cwd: folder });
    const call = ['mr', 'run', '--local', '--sets', `unwritten-${signal}`, '--out', out, '--quiet'];
    const child = start(call, folder);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const stages = () =>
      spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).stdout.split(`${out}/`).length - 1;
    await expect.poll(stages, { timeout: 20_000 }).toBe(1);
    child.kill(signal);
    expect(await once(child, 'close')).toEqual(ends);
    await expect.poll(stages).toBe(0);
    const goesOn = `finished stages are kept in ${out}/mr.unfinished; to go on: neardup ${call.join(' ')} --resume\n`;
    expect(said.includes(goesOn)).toBe(signal === 'SIGINT');
  },
);

test('a command that has ended leaves Ctrl-C to whoever called it', async () => {
  const before = process.listenerCount('SIGINT');
  await writeFile(join(folder, 'in.jsonl'), '{"id":"a","text":"some words of a page"}\n');
  await neardup(['dedup', 'in.jsonl'], { cwd: folder });
  await neardup(['dedup', 'in.jsonl', '--out', 'in.jsonl'], { cwd: folder });
  await neardup(['evaluate', 'in.jsonl', '--methods', 'qp'], { cwd: folder });
  await neardup(['index', 'add', 'seen', 'in.jsonl'], { cwd: folder });
  expect(process.listenerCount('SIGINT')).toBe(before);
});
