import { expect, test } from 'vitest';
import { PageKernel, type PageKernelExports } from '../../src/text/page-kernel.ts';
import { wasm } from '../../src/text/words.wasm.ts';

const megabyte = 2 ** 20;

function words(onNew?: () => void): PageKernel<PageKernelExports> {
  return new PageKernel(wasm, { text: { entryOf: () => 1, makeEntries: () => {} } }, onNew);
}

test('ordinary pages share one memory, which grows to what the largest needs', () => {
  let instances = 0;
  const kernel = words(() => instances++);
  const { memory, freeAt } = kernel.reserve(megabyte);
  expect(kernel.reserve(3 * megabyte).memory).toBe(memory);
  expect(memory.buffer.byteLength).toBeGreaterThanOrEqual(freeAt.value + 3 * megabyte);
  expect(kernel.reserve(megabyte).memory).toBe(memory);
  expect(instances).toBe(1);
});

test('memory for a large page is given back at the next ordinary one, which finds it prepared as the first did', () => {
  let instances = 0;
  const kernel = words(() => instances++);
  expect(kernel.reserve(300 * megabyte).memory.buffer.byteLength).toBeGreaterThan(300 * megabyte);
  expect(kernel.reserve(megabyte).memory.buffer.byteLength).toBeLessThan(8 * megabyte);
  expect(instances).toBe(2);
});

test('a text that WebAssembly has no memory for is refused with a line that says so', () => {
  expect(() => words().reserve(2 ** 32)).toThrow(
    /^text: expected one that takes at most \d+ bytes of memory/,
  );
});
