import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { smallDisk } from '../small-disk.ts';
import { neardup, start } from './run.ts';

const FULL = '/dev/full';
const disk = await smallDisk('12k');

test.skipIf(!existsSync(FULL)).each([
  ['neardup', 'dist/cli/main.js', ['join']],
  ['the bundle for workers', 'dist/mr.mjs', ['sets']],
])('%s tells in one line why its standard output could not be written', (_, program, call) => {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-output-'));
  const full = openSync(FULL, 'w');
  try {
    const sets = join(folder, 'sets.txt');
    writeFileSync(sets, '1 2 3\n1 2 3\n');
    const { status, stderr } = spawnSync(process.execPath, [resolve(program), ...call, sets], {
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^neardup: standard output: no space is left on its disk\n$/m);
    expect(status).toBe(1);
  } finally {
    closeSync(full);
    rmSync(folder, { recursive: true });
  }
});

test.skipIf(!disk.isMounted)(
  'a file as standard output that has room for a part of what is printed is no success',
  () => {
    const output = openSync(join(disk.folder, 'completion.sh'), 'w');
    try {
      const { status, stderr } = spawnSync(
        process.execPath,
        [resolve('dist/cli/main.js'), 'completion', 'bash'],
        {
          stdio: ['ignore', output, 'pipe'],
          encoding: 'utf8',
        },
      );
      expect(stderr).toBe('neardup: standard output: no space is left on its disk\n');
      expect(status).toBe(1);
    } finally {
      closeSync(output);
    }
  },
);

test.skipIf(!existsSync(FULL))(
  'a device that takes nothing is named, and no file takes its place',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'neardup-output-'));
    try {
      writeFileSync(join(folder, 'sets.txt'), '1 2 3\n1 2 3\n');
      const joined = await neardup(['join', 'sets.txt', '--out', FULL], { cwd: folder });
      expect(joined.stderr).toBe(
        `neardup: cannot write ${FULL}: no space is left on its disk: make room on that disk\n`,
      );
      expect(joined.code).toBe(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test.skipIf(process.platform === 'win32')(
  'lists and reports go through a pipe, and the pipe stays',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'neardup-output-'));
    try {
      writeFileSync(join(folder, 'pages.jsonl'), '{"id":"a","text":"the words of a page"}\n');
      spawnSync('mkfifo', ['list', 'page'], { cwd: folder });
      const received = Promise.all(['list', 'page'].map((name) => readFile(join(folder, name), 'utf8')));
      for (const call of ['dedup pages.jsonl --out o --keep-list list', 'report o --out page'])
        expect(await neardup([...call.split(' '), '--quiet'], { cwd: folder })).toMatchObject({ code: 0 });
      const [list, page] = await received;
      expect(list).toBe('a\t\n');
      expect(page).toMatch(/^<!doctype html>/i);
      for (const name of ['list', 'page']) expect(statSync(join(folder, name)).isFIFO()).toBe(true);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

test('a run goes on when nobody reads its standard error any more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-output-'));
  try {
    const child = start(['dedup', '-', '--out', 'out'], folder);
    child.stderr.destroy();
    // the first line is damaged, which is reported at once
    child.stdin.end('{\n{"id":"a","text":"the words of a page"}\n');
    expect(await once(child, 'close')).toEqual([3, null]);
    expect(existsSync(join(folder, 'out', 'summary.json'))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
