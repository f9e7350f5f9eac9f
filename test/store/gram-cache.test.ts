import { MemoryLevel } from 'memory-level';
import { expect, test } from 'vitest';
import { gramsKey } from '../../src/store/layout/keys.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { PARAMETERS } from './common.ts';

const SET_BYTES = 8 * 60;

test('pairing holds no more gram sets than its budget has room for, and reads those again that it let go', async () => {
  const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
  const index = await SketchIndex.open(store, PARAMETERS);
  // Ten texts in eight versions, each like most of the others: a page is in many pairs.
  const random = seededRandom(3);
  const sets = Array.from({ length: 10 }, () => randomSet(random, 60)).flatMap((text) =>
    Array.from({ length: 8 }, (_, version) =>
      BigUint64Array.from([...text.subarray(version), ...randomSet(random, version)]).sort(),
    ),
  );
  await index.addAll(sets.map((grams, i) => ({ key: `${i}`, url: '', grams })));

  const table = (gramsKey(0) as unknown as Buffer)[0];
  /** How many gram sets each read asked for. */
  const reads: number[] = [];
  const getMany = store.getMany.bind(store) as (keys: Buffer[], ...options: unknown[]) => Promise<never>;
  store.getMany = (keys: Buffer[], ...options: unknown[]) => {
    const count = keys.filter((key) => key[0] === table).length;
    if (count > 0) reads.push(count);
    return getMany(keys, ...options);
  };
  async function pairs(cacheBytes: number): Promise<{ found: string[]; most: number; sum: number }> {
    reads.length = 0;
    const found: string[] = [];
    await index.similarPairs((x, y) => void found.push(`${x} ${y}`), { cacheBytes });
    return { found: found.sort(), most: Math.max(...reads), sum: reads.reduce((a, b) => a + b) };
  }

  const all = await pairs(1 << 20);
  expect(all.found.length).toBeGreaterThan(100);
  // With room for all of them each is read once.
  expect(all.sum).toBeLessThanOrEqual(sets.length);
  for (const room of [10, 7]) {
    const some = await pairs(room * SET_BYTES);
    expect(some.found).toEqual(all.found);
    expect(some.most).toBeLessThanOrEqual(room);
    expect(some.sum).toBeGreaterThan(all.sum);
  }
  // A pair is always held, whatever the budget.
  const least = await pairs(1);
  expect(least.found).toEqual(all.found);
  expect(least.most).toBe(2);
  await index.close();
});
