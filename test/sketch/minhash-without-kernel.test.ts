import { afterEach, expect, test, vi } from 'vitest';
import { minHash } from '../../src/sketch/minhash.ts';
import { loadKernel } from '../../src/sketch/minhash-kernel.ts';

let failure: Error | undefined;
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return {
    ...fs,
    readFileSync(...given: Parameters<typeof fs.readFileSync>) {
      if (failure) throw failure;
      return fs.readFileSync(...given);
    },
  };
});
afterEach(() => {
  failure = undefined;
});

test('where the kernel is missing, as in a package bundled into one file, sketches are made by script, and the same', () => {
  failure = Object.assign(new Error('no such file'), { code: 'ENOENT' });
  expect(loadKernel()).toBeUndefined();
  const sketch = minHash(BigUint64Array.of(1n, 0x123456789abcdef0n, 0xffffffffffffffffn));
  expect([...sketch.subarray(0, 4), sketch[127]]).toEqual([
    -1866868004, -1308881300, -2030010150, -898211320, -1621308408,
  ]);
});

test('a kernel that cannot be read for another reason is an error', () => {
  failure = Object.assign(new Error('permission denied'), { code: 'EACCES' });
  expect(() => loadKernel()).toThrow('permission denied');
});
