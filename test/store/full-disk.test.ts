import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BinaryStore } from '../../src/store/disk/binary-store.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { smallDisk } from '../small-disk.ts';
import { PARAMETERS } from './common.ts';
import { memory } from './histories.ts';

const READ_ONLY = { code: 'NEARDUP_INDEX_READ_ONLY' };
const random = seededRandom(8);

const disk = await smallDisk('2m');

async function untilFull(
  index: SketchIndex,
): Promise<{ acknowledged: string[]; failed: string; error: unknown }> {
  const acknowledged: string[] = [];
  for (let i = 0; ; i++) {
    const key = `page ${i}`;
    try {
      await index.addIfNew({ key, url: '', grams: randomSet(random, 300) });
      acknowledged.push(key);
    } catch (error) {
      return { acknowledged, failed: key, error };
    }
  }
}

async function expectWhole(
  index: SketchIndex,
  acknowledged: readonly string[],
  failed: string,
): Promise<void> {
  for (const key of acknowledged) expect(await index.get(key)).toMatchObject({ key });
  expect(await index.get(failed)).toBeUndefined();
  expect(index.counts.decided).toBe(acknowledged.length);
}

test.skipIf(!disk.isMounted)(
  'on a full disk a claim fails and is not stored; what was acknowledged is there, also after the next open',
  async () => {
    const folder = join(disk.folder, 'index');
    const index = await SketchIndex.open(folder, PARAMETERS);
    const { acknowledged, failed, error } = await untilFull(index);
    expect(String(error)).toContain('No space left');
    expect(acknowledged.length).toBeGreaterThan(100);
    await expectWhole(index, acknowledged, failed);
    disk.remount('size=20m');
    // Behind what the failed write left, a later one would be lost.
    await expect(index.add({ key: 'later', url: '', grams: randomSet(random, 50) })).rejects.toMatchObject(
      READ_ONLY,
    );
    await expect(index.remove(acknowledged[0])).rejects.toMatchObject(READ_ONLY);
    await index.close();
    const again = await SketchIndex.open(folder, PARAMETERS);
    await expectWhole(again, acknowledged, failed);
    expect((await again.verify()).damages).toEqual([]);
    await again.add({ key: 'later', url: '', grams: randomSet(random, 50) });
    await again.close();
    await (await SketchIndex.open(folder, PARAMETERS)).close();
  },
);

describe('with a store whose batch fails', () => {
  /** A store that takes `batches` batches. */
  function failingStore(batches: number): BinaryStore {
    const store = memory();
    const chained = store.batch.bind(store) as () => { write: (options: object) => Promise<void> };
    let left = batches;
    const batch = () => {
      const made = chained();
      const write = made.write.bind(made);
      made.write = (options) => (left-- > 0 ? write(options) : Promise.reject(new Error('no room')));
      return made;
    };
    return Object.assign(store, { batch });
  }

  test('the claim fails, and nothing is written any more until the next open', async () => {
    const store = failingStore(5);
    const index = await SketchIndex.open(store, PARAMETERS);
    const { acknowledged, failed, error } = await untilFull(index);
    expect(error).toMatchObject({ ...READ_ONLY, cause: { message: 'no room' } });
    expect(acknowledged).toHaveLength(4);
    await expectWhole(index, acknowledged, failed);
    await expect(index.addIfNew({ key: 'x', url: '', grams: randomSet(random, 50) })).rejects.toMatchObject({
      ...READ_ONLY,
      cause: { message: 'no room' },
    });
    expect((await index.verify()).damages).toEqual([]);
    await index.close();
  });
});
