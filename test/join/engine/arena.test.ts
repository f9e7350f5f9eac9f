import { expect, test } from 'vitest';
import { Arena, allocateTokens, arenaOf } from '../../../src/join/engine/arena.ts';

test('allocations are whole cache lines, one after the other, from the end of the header on', () => {
  const arena = new Arena();
  const mark = arena.top;
  expect(mark % 64).toBe(0);
  expect([1, 64, 65, 0, 4].map((bytes) => arena.allocate(bytes))).toEqual(
    [0, 64, 128, 256, 256].map((offset) => mark + offset),
  );
  expect(arena.top).toBe(mark + 320);
  arena.release(mark);
  expect(arena.top).toBe(mark);
});

test.each([
  ['on this thread', (arena: Arena) => arena],
  ['on another', (arena: Arena) => new Arena(arena.memory, arena.dirtyBelow)],
])('zeros are zeros where earlier joins have left their bytes, %s', (_, seenBy) => {
  const arena = new Arena();
  const mark = arena.top;
  arena.words(arena.allocate(320), 80).fill(7);
  arena.release(mark);
  expect(arena.dirtyBelow).toBe(mark + 320);
  const seen = seenBy(arena);
  // The second of them ends behind what is dirty.
  expect([seen.allocateZeros(100), seen.allocateZeros(4000)]).toEqual([mark, mark + 128]);
  expect(arena.words(mark, 32 + 1000)).toEqual(new Uint32Array(32 + 1000));
});

test('what was released is dirty up to the highest address that was used', () => {
  const arena = new Arena();
  const mark = arena.top;
  arena.allocate(640);
  arena.release(mark);
  arena.allocate(64);
  arena.release(mark);
  expect(arena.dirtyBelow).toBe(mark + 640);
});

test('an allocation past 4 GiB is refused with what to do, one up to there is not', () => {
  const arena = new Arena();
  const { top } = arena;
  expect(() => arena.allocate(2 ** 32 - top + 1)).toThrow(
    /^join: expected to work within 4 GiB of memory; got sets and pairs that need 4294967360 bytes or more: join out of core, or raise the threshold$/,
  );
  arena.release(top);
  expect(arena.allocate(2 ** 32 - top)).toBe(top);
  expect(arena.memory.buffer.byteLength).toBe(2 ** 32);
});

test('a memory that another thread has grown is grown by what it lacks only, although this one sees it as it was', () => {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536, shared: true });
  const { top } = new Arena();
  let { buffer } = memory;
  /** As on a thread that has not heard of the growth yet. */
  const asSeen = {
    get buffer() {
      return buffer;
    },
    grow(pages: number): number {
      const before = memory.grow(pages);
      buffer = memory.buffer;
      return before;
    },
  };
  const arena = new Arena(asSeen as WebAssembly.Memory);
  new Int32Array(buffer)[0] = top / 64;
  memory.grow(9);
  arena.words(arena.allocate(5 * 65536), 4);
  expect(memory.buffer.byteLength).toBe(10 * 65536);
  arena.allocate(5 * 65536);
  expect(memory.buffer.byteLength).toBe(11 * 65536);
});

test('cancellation is seen by all threads', () => {
  const arena = new Arena();
  const other = new Arena(arena.memory);
  other.isCancelled = true;
  expect(arena.isCancelled).toBe(true);
  arena.isCancelled = false;
  expect(other.isCancelled).toBe(false);
});

test('tokens that were allocated know their arena, others have none', () => {
  const tokens = allocateTokens(100_000);
  expect(tokens).toHaveLength(100_000);
  expect(arenaOf(tokens)?.memory.buffer).toBe(tokens.buffer);
  expect(arenaOf(tokens.subarray(5))).toBe(arenaOf(tokens));
  expect(arenaOf(new Uint32Array(3))).toBeUndefined();
});
