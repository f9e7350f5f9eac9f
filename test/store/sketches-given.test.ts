import { expect, test } from 'vitest';
import { SketchIndex } from '../../src/index.ts';
import { sketchGrams, sketchSet } from '../../src/store/layout/entries.ts';
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
