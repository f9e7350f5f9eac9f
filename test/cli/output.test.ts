import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { start } from './run.ts';

const FULL = '/dev/full';

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
