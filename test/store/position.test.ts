import { MemoryLevel } from 'memory-level';
import { expect, test } from 'vitest';
import { SketchIndex } from '../../src/index.ts';

test('the verdicts from a position on are those stored since the index was there, a page decided again among them', async () => {
  const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
  const index = await SketchIndex.open(store, { gram: 'word:4', threshold: 0.8, recall: 0.9 });
  const decide = async (key: string, first: number) => {
    const grams = BigUint64Array.from({ length: 30 }, (_, i) => BigInt(first + i));
    await (await index.claim({ key, url: `https://a.example/${key}`, grams })).commit();
  };
  const from = async (position?: number) => {
    const keys: string[] = [];
    for await (const { key } of index.verdicts(position)) keys.push(key);
    return keys;
  };
  for (const [i, key] of ['a', 'b', 'c'].entries()) await decide(key, 1000 * i);
  const { position } = index;
  await decide('d', 5000);
  await decide('a', 6000);
  await index.remove('b');
  expect(await from(position)).toEqual(['d', 'a']);
  expect(await from()).toEqual(['c', 'd', 'a']);
  expect(await from(index.position)).toEqual([]);
  expect([position, index.position]).toEqual([3, 5]);
  await expect(from(-1)).rejects.toThrow('verdicts: from: ');
  await index.close();
});
