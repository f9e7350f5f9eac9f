import { existsSync, readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StoredList, StoredMap, WorkFolder } from '../../src/flow/index.ts';
import { often } from '../repetition.ts';

test('a stored map knows what a map knows, however few entries wait in memory, and leaves nothing behind', async () => {
  const key = fc.constantFrom('', 'a', 'b', 'c', 'é', 'a b');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(key, fc.string())), fc.nat(4), async (entries, mostWaiting) => {
      const folder = new WorkFolder();
      const stored = new StoredMap(folder, 'map', mostWaiting);
      try {
        const known = new Map<string, string>();
        for (const [name, value] of entries) {
          await stored.put(`key ${name}`, value);
          known.set(`key ${name}`, value);
        }
        const names = ['key c', 'key ', 'key a', 'other', 'key b', 'key a b', 'key é', 'key a'];
        expect(await stored.getMany(names)).toEqual(names.map((name) => known.get(name)));
        await stored.close();
        expect(readdirSync(folder.directory)).toEqual([]);
      } finally {
        folder.close();
      }
    }),
    { numRuns: often(100) },
  );
});

test('a stored list gives what was put into it, in its order, as often as asked for', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), (values) => {
      const folder = new WorkFolder();
      try {
        const list = new StoredList<unknown>(folder);
        for (const value of values) list.push(value);
        expect(list.length).toBe(values.length);
        for (let round = 0; round < 2; round++) {
          expect([...list]).toEqual(JSON.parse(JSON.stringify(values)));
        }
        const { directory } = folder;
        list.close();
        expect(existsSync(directory) ? readdirSync(directory) : []).toEqual([]);
      } finally {
        folder.close();
      }
    }),
  );
});
