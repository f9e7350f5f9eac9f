import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const bundle = resolve('dist/mr.mjs');

test('a worker with an old Node is told so in one line, whatever its modules lack', () => {
  const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'18.20.8'}})`;
  const { status, stderr } = spawnSync(process.execPath, ['--import', old, bundle, 'plan'], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('neardup: mr: expected Node 20.19 or newer; got 18.20.8\n');
  expect(status).toBe(1);
  // What is imported is looked for before the first statement is run: a name that is not there ends in a stack trace.
  expect(readFileSync(bundle, 'utf8').match(/^import\b.*/gm)).toEqual([
    "import { createRequire as requireFrom } from 'node:module';",
  ]);
});

test('without a verb, and with --help, a worker prints which verbs there are, or which options one takes', () => {
  for (const args of [[], ['--help']]) {
    const { status, stdout } = spawnSync(process.execPath, [bundle, ...args], { encoding: 'utf8' });
    expect(stdout).toMatch(/^usage: neardup mr VERB/);
    expect(stdout).toContain('  collapse [FILE…]');
    expect(status).toBe(0);
  }
  const { stdout } = spawnSync(process.execPath, [bundle, 'keys', '--help'], { encoding: 'utf8' });
  expect(stdout).toMatch(/^usage: neardup mr keys \[FILE…\] \[options\]/);
});
