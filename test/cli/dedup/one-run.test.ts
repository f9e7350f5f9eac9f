import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neardup, neardupProcess } from '../run.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-one-run-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.skipIf(process.platform === 'win32').each([
  ['there', []],
  ['in its part of --work-dir', ['--work-dir', 'work']],
])('a run is refused, and does no harm, while another with the same --out is at work %s', async (_, more) => {
  const out = `out${more.length}`;
  const pipe = join(folder, `pipe${more.length}`);
  spawnSync('mkfifo', [pipe]);
  const first = neardupProcess(['dedup', pipe, '--out', out, '--quiet', ...more], { cwd: folder });
  const input = await open(pipe, 'w');
  const isAtWork = (): boolean =>
    readdirSync(folder, { recursive: true }).some((name) => /running-\d+\.unfinished$/.test(String(name)));
  await expect.poll(isAtWork).toBe(true);
  await writeFile(join(folder, 'other.jsonl'), '{"text":"another page"}\n');
  const second = await neardup(['dedup', 'other.jsonl', '--out', out, '--quiet', ...more], { cwd: folder });
  expect(second.code).toBe(2);
  expect(second.stderr).toMatch(
    /^neardup: --out: expected a folder that no other run is at work in; got .*, where process \d+ is: wait for it, name another folder, or delete /,
  );
  await input.write('{"text":"the page of the first run"}\n');
  await input.close();
  expect(await first).toMatchObject({ code: 0, stderr: '' });
  expect(await readFile(join(folder, out, 'decisions.jsonl'), 'utf8')).toMatch(/^[^\n]*pipe\d:1[^\n]*\n$/);
  expect(await readFile(join(folder, out, 'call.json'), 'utf8')).toContain(pipe);
  expect(isAtWork()).toBe(false);
});

test.skipIf(process.platform === 'win32')(
  'an evaluation is refused where a run is at work, and a run where an evaluation is',
  async () => {
    const pipe = join(folder, 'evaluated');
    spawnSync('mkfifo', [pipe]);
    const first = neardupProcess(['evaluate', pipe, '--methods', 'qp', '--out', 'both', '--quiet'], {
      cwd: folder,
    });
    const input = await open(pipe, 'w');
    const isAtWork = (): boolean => readdirSync(join(folder, 'both')).some((name) => /^running-/.test(name));
    await expect.poll(isAtWork).toBe(true);
    await writeFile(join(folder, 'other.jsonl'), '{"text":"another page"}\n');
    for (const command of ['evaluate', 'dedup']) {
      const { code, stderr } = await neardup([command, 'other.jsonl', '--out', 'both', '--quiet'], {
        cwd: folder,
      });
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining('a folder that no other run is at work in; got both'),
      ]);
    }
    await input.write('{"text":"the page of the first run"}\n');
    await input.close();
    expect(await first).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(join(folder, 'both', 'call.json'), 'utf8')).toContain(pipe);
    expect(isAtWork()).toBe(false);
  },
);

test.skipIf(process.platform !== 'linux')(
  'a killed run whose parent has not asked about its end does not stop the next one',
  async () => {
    // the shell becomes a program that never asks; what ended before that, the shell may have asked about
    const ends = '(until grep -q sleep /proc/$$/comm; do :; done)';
    const parent = spawn('sh', ['-c', `${ends} & echo $!; exec sleep 60`], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      const pid = await new Promise<number>((found) => {
        parent.stdout.once('data', (text: Buffer) => found(Number(text)));
      });
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(' Z ');
      await mkdir(join(folder, 'waits'));
      await writeFile(join(folder, 'waits', `running-${pid}.unfinished`), '');
      await writeFile(join(folder, 'two.jsonl'), '{"text":"one page"}\n');
      const { code, stderr } = await neardup(['dedup', 'two.jsonl', '--out', 'waits', '--quiet'], {
        cwd: folder,
      });
      expect(code, stderr).toBe(0);
    } finally {
      parent.kill();
    }
  },
);

test('what a killed run left does not stop the next one', async () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  await mkdir(join(folder, 'killed'));
  await writeFile(join(folder, 'killed', `running-${dead}.unfinished`), '');
  await writeFile(join(folder, 'one.jsonl'), '{"text":"one page"}\n');
  const { code } = await neardup(['dedup', 'one.jsonl', '--out', 'killed', '--quiet'], { cwd: folder });
  expect(code).toBe(0);
  expect(readdirSync(join(folder, 'killed')).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
});
