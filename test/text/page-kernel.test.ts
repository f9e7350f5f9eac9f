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

test('memory for a page of up to 64 MB is there for 64 ordinary ones, so that large pages among them need not map it anew', () => {
  let instances = 0;
  const kernel = words(() => instances++);
  const { memory } = kernel.reserve(60 * megabyte);
  for (let large = 0; large < 3; large++) {
    for (let page = 0; page < 64; page++) expect(kernel.reserve(megabyte).memory).toBe(memory);
    expect(kernel.reserve(60 * megabyte).memory).toBe(memory);
  }
  for (let page = 0; page < 64; page++) kernel.reserve(megabyte);
  expect(instances).toBe(1);
  expect(kernel.reserve(megabyte).memory.buffer.byteLength).toBeLessThan(8 * megabyte);
  expect(instances).toBe(2);
});

test('a page keeps its memory until the next one, however often it asks for more', () => {
  const kernel = words();
  kernel.reserve(60 * megabyte);
  for (let page = 0; page < 300; page++) {
    const { memory, freeAt } = kernel.reserve(megabyte);
    new Uint8Array(memory.buffer)[freeAt.value] = 7;
    const more = kernel.extend(2 * megabyte);
    expect(new Uint8Array(more.memory.buffer)[more.freeAt.value]).toBe(7);
  }
});

test('a text that WebAssembly has no memory for is refused with a line that says so', () => {
  expect(() => words().reserve(2 ** 32)).toThrow(
    /^text: expected one that takes at most \d+ bytes of memory/,
  );
});
