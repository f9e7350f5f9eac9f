import { expect, test } from 'vitest';
import { SketchIndex } from '../../src/index.ts';
import { type BinaryStore, scanEntries } from '../../src/store/disk/binary-store.ts';
import { sketchGrams, sketchSet, withStored } from '../../src/store/layout/entries.ts';
import { tableRange } from '../../src/store/layout/keys.ts';
import { completeParameters, layoutOf } from '../../src/store/layout/parameters.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { PARAMETERS } from './common.ts';
import { memory } from './histories.ts';

const random = seededRandom(5);

test.each(['exact', 'compact'] as const)(
  'sketches that were made in another thread are those that the index makes itself (%s)',
  async (setting) => {
    const layout = layoutOf(completeParameters({ ...PARAMETERS, setting }));
    const grams = randomSet(random, 300);
    const url = 'https://a.example/1';
    expect(sketchSet(grams, url, layout, sketchGrams(grams))).toEqual(sketchSet(grams, url, layout));
    // a message makes plain bytes of a Buffer
    const sent = structuredClone(sketchGrams(grams));
    const index = await SketchIndex.open(memory(), { ...PARAMETERS, setting });
    const first = await index.claim({ key: 'a', url, grams, sketches: sent });
    await first.commit();
    expect((await index.claim({ key: 'b', url, grams })).verdict).toBe('duplicate');
    await index.close();
  },
);

test('a set that comes as it is stored is stored byte for byte as one that does not, in intents too', async () => {
  const stores = [memory(), memory()];
  for (const [i, store] of stores.entries()) {
    const index = await SketchIndex.open(store, PARAMETERS);
    for (const key of ['a', 'b']) {
      const grams = randomSet(seededRandom(key.charCodeAt(0)), 300);
      // as a message brings it
      const page = i === 0 ? { grams } : structuredClone(withStored(grams));
      const claim = await index.claim(
        { key, url: 'https://a.example/1', ...page },
        { provisional: { request: 'r' } },
      );
      if (key === 'a') await claim.commit();
    }
    expect((await index.verify()).damages).toEqual([]);
    await index.close();
  }
  const [plain, given] = await Promise.all(stores.map((store) => gramSetsIn(store)));
  expect(plain).toHaveLength(2);
  expect(given).toEqual(plain);
});

/** Values of gram sets and intents, in hexadecimal digits. */
async function gramSetsIn(store: BinaryStore): Promise<string[]> {
  const found: string[] = [];
  for (const table of ['gramSets', 'intents'] as const) {
    for await (const entries of scanEntries(store, tableRange(table))) {
      for (const [, value] of entries) found.push(value.toString('hex'));
    }
  }
  return found;
}
