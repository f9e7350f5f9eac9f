import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

test('a program that ends a pool whose worker has just answered goes on behind it', () => {
  const built = (file: string): string => pathToFileURL(resolve('dist/src/flow', file)).href;
  const program = `
    import { ShinglePool } from '${built('shingle-pool.js')}';
    const pool = new ShinglePool(new URL('${built('shingle-worker.js')}'), 1, {});
    pool.shingle([]).catch(() => {});
    // the answer waits until the worker is being ended
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
    await pool.close();
    console.log('gone on');
  `;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
    // what vitest sets for its own threads keeps the program alive
    env: {},
  });
  expect([status, stdout]).toEqual([0, 'gone on\n']);
});
