import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { letGo } from '../../src/flow/let-go.ts';
import { collectGarbage } from '../collect-garbage.ts';

test('buffers are freed at once, without a collection', () => {
  const arrays = Array.from({ length: 8 }, () => new Uint8Array(1 << 20));
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  letGo(arrays.map(({ buffer }) => buffer));
  const freed = before - process.memoryUsage().arrayBuffers;
  expect(arrays.map(({ length }) => length)).toEqual(arrays.map(() => 0));
  expect(freed).toBe(8 << 20);
});

test('a process that has let go of some ends when it is done', () => {
  const module = join(import.meta.dirname, '../../dist/src/flow/let-go.js');
  const script = `const { letGo } = await import(${JSON.stringify(module)}); letGo([new ArrayBuffer(8)]);`;
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 200_000 });
});
