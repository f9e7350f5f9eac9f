import { expect, test } from 'vitest';
import { savedLines, saveLines } from '../../plugins/crawl/saved-index.ts';

async function* lines(count: number): AsyncGenerator<string> {
  // two of them are more than one record holds
  for (let i = 0; i < count; i++) yield `${`${i}`.repeat(3 << 20)}\n`;
}

/** A store of records that fails after so many writes, as if the process were killed. */
function storeOf(records: Map<string, unknown>, writes = Number.POSITIVE_INFINITY) {
  let left = writes;
  return {
    getValue: async (key: string) => records.get(key) ?? null,
    setValue: async (key: string, value: unknown) => {
      if (left-- === 0) throw new Error('killed');
      if (value === null) records.delete(key);
      else records.set(key, value);
    },
  };
}

async function read(records: Map<string, unknown>): Promise<number> {
  let length = 0;
  for await (const piece of (await savedLines({ store: storeOf(records) }))!) length += piece.length;
  return length;
}

test('a save that was killed leaves the one before it, and the next save leaves no part of either', async () => {
  const records = new Map<string, unknown>();
  await saveLines(lines(1), { store: storeOf(records) });
  const { length } = `${'0'.repeat(3 << 20)}\n`;
  // three of its four parts are written
  await expect(saveLines(lines(4), { store: storeOf(records, 3) })).rejects.toThrow('killed');
  expect(records.size).toBe(5);
  expect(await read(records)).toBe(length);
  await saveLines(lines(1), { store: storeOf(records) });
  expect([...records.keys()].sort()).toEqual(['NEAR-DUPLICATES', 'NEAR-DUPLICATES-2-0']);
  expect(await read(records)).toBe(length);
});

test.each(['getValue', 'setValue'] as const)('a store of records without %s is refused', async (missing) => {
  const store = { ...storeOf(new Map()), [missing]: undefined };
  await expect(saveLines(lines(1), { store: store as never })).rejects.toThrow(
    /^store: expected one with getValue and setValue, .*; got /,
  );
});
