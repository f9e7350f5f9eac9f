import { MemoryLevel } from 'memory-level';
import { expect, test } from 'vitest';
import { hammingDistance, NEAR_BITS, simHash } from '../../src/sketch/simhash.ts';
import type { SimHashTables } from '../../src/sketch/simhash-tables.ts';
import { sketchSet } from '../../src/store/layout/entries.ts';
import { completeParameters, type IndexSetting, layoutOf } from '../../src/store/layout/parameters.ts';
import { findSimilar } from '../../src/store/search.ts';
import { searchPlan } from '../../src/store/search-plan.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

test.each<IndexSetting>(['exact', 'compact'])(
  'of a crowd of similar pages the best are found while few of the others are read (%s)',
  async (setting) => {
    const random = seededRandom(77);
    const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
    const parameters = completeParameters({ gram: 'any', threshold: 0.8, recall: 0.99, setting });
    const index = await SketchIndex.open(store, parameters);
    const text = randomSet(random, 300);
    const crowd = Array.from({ length: 1500 }, (_, i) => {
      const own = 2 + ((i * 7) % 60);
      return BigUint64Array.from([...text.subarray(own), ...randomSet(random, own)]).sort();
    });
    await index.addAll(crowd.map((grams, i) => ({ key: `${i}`, url: '', grams })));
    const layout = layoutOf(parameters);
    // As a large index is searched: deep, where pages tell by how many trees led to them.
    const plan = searchPlan(layout, 0.8, 0.99, 1e7);
    let read = 0;
    let gramSetsRead = 0;
    const getMany = store.getMany.bind(store) as (keys: Buffer[], options: object) => Promise<Buffer[]>;
    Object.assign(store, {
      getMany(keys: Buffer[], options: object) {
        read += keys.length;
        gramSetsRead += keys.filter(([letter]) => letter === 'g'.charCodeAt(0)).length;
        return getMany(keys, options);
      },
    });
    const set = sketchSet(text, '', layout);
    const all = await findSimilar(store, layout, plan, set);
    expect(all.found.length).toBeGreaterThan(700);
    const readForAll = read;
    for (const limit of [1, 5, 400]) {
      read = 0;
      gramSetsRead = 0;
      const best = await findSimilar(store, layout, plan, set, { limit });
      expect(best.found).toEqual(all.found.slice(0, limit));
      expect(best.candidates).toBe(all.candidates);
      if (limit === 400) continue;
      expect(read).toBeLessThan(readForAll / 2);
      expect(gramSetsRead).toBeLessThan(420);
    }
    await index.close();
  },
);

test.each<SimHashTables>([4, 10, 16])(
  'without any tree, %i SimHash tables lead to every page within three bits and to no other',
  async (simHashTables) => {
    const random = seededRandom(78);
    const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
    const parameters = completeParameters({ gram: 'any', threshold: 0.5, recall: 0.99, simHashTables });
    const index = await SketchIndex.open(store, parameters);
    const text = randomSet(random, 400);
    const pages = Array.from({ length: 200 }, (_, i) =>
      BigUint64Array.from([...text.subarray(i >> 2), ...randomSet(random, i >> 2)]).sort(),
    );
    await index.addAll(pages.map((grams, i) => ({ key: `${i}`, url: '', grams })));
    const layout = layoutOf(parameters);
    const plan = { ...searchPlan(layout, 0.5, 0.99, 200), trees: 0 };
    const { found } = await findSimilar(store, layout, plan, sketchSet(text, '', layout));
    const near = pages.flatMap((grams, i) =>
      hammingDistance(simHash(grams), simHash(text)) <= NEAR_BITS ? [i] : [],
    );
    expect(near.length).toBeGreaterThan(10);
    expect(near.length).toBeLessThan(150);
    expect(found.map(({ page }) => page).sort((x, y) => x - y)).toEqual(near);
    await index.close();
  },
);
