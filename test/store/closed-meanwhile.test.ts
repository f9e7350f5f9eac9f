import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanEntries } from '../../src/store/disk/binary-store.ts';
import { ALL_KEYS } from '../../src/store/layout/keys.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { collected, PARAMETERS } from './common.ts';
import { memory } from './histories.ts';

const closed = { code: 'NEARDUP_INDEX_CLOSED', message: 'the index was closed while it was read' };

test('what is read while the index is closed ends with the code of a closed index', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-closed-'));
  for (const name of ['verdicts', 'export'] as const) {
    const index = await SketchIndex.open(folder, PARAMETERS);
    // more than one block of decisions
    await index.addAll(
      Array.from({ length: 5000 }, (_, i) => ({ key: `${i}`, url: '', grams: BigUint64Array.of(BigInt(i)) })),
    );
    const reading = index[name]();
    await reading.next();
    if (name === 'export') await reading.next();
    await index.close();
    await expect(collected<unknown>(reading)).rejects.toMatchObject(closed);
  }
  await rm(folder, { recursive: true });
});

test('a scan that begins when the store is closed ends so, too', async () => {
  const store = memory();
  await store.open();
  await store.close();
  await expect(collected(scanEntries(store, ALL_KEYS))).rejects.toMatchObject(closed);
});
