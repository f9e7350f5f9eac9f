import { MemoryLevel } from 'memory-level';
import { expect, test } from 'vitest';
import type { Answer } from '../../../src/store/index.ts';
import { sketchSet } from '../../../src/store/layout/entries.ts';
import { completeParameters, type IndexSetting, layoutOf } from '../../../src/store/layout/parameters.ts';
import { findInMemory } from '../../../src/store/memory/find-in-memory.ts';
import { IndexMemory } from '../../../src/store/memory/index-memory.ts';
import { findSimilar } from '../../../src/store/search.ts';
import { searchPlan } from '../../../src/store/search-plan.ts';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import { versionedSets } from '../common.ts';

/** Families of versions, of which some have the very same set as others, near and far in the order. */
function crowds(): BigUint64Array[] {
  const sets = versionedSets(11, 12, 6);
  return [
    ...sets,
    ...sets.slice(0, 30),
    ...Array.from({ length: 20 }, () => sets[7]!),
    ...sets.slice(20, 50),
  ];
}

test.each<IndexSetting>(['exact', 'compact'])(
  'of crowds with the same set all pages are found, as similar and in the same order as on disk (%s)',
  async (setting) => {
    const parameters = completeParameters({ gram: 'any', threshold: 0.8, recall: 0.99, setting });
    const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
    const index = await SketchIndex.open(store, parameters);
    const grams = crowds();
    await index.addAll(grams.map((set, i) => ({ key: `${i}`, url: '', grams: set })));
    const layout = layoutOf(parameters);
    const plan = searchPlan(layout, 0.8, 0.99, 1 << 17);
    const memory = new IndexMemory(store, layout, plan, 1 << 17, () => undefined);
    memory.prepare(grams.length, grams.length);
    while (memory.tables === undefined) await new Promise((resolve) => setTimeout(resolve, 5));
    let named = 0;
    for (const [page, each] of grams.entries()) {
      const set = sketchSet(each, '', layout);
      for (const except of [undefined, page]) {
        for (const limit of [1, 3, Number.POSITIVE_INFINITY]) {
          const onDisk = await findSimilar(store, layout, plan, set, { except, limit });
          const { found, candidates } = await findInMemory(
            { store, layout, plan },
            memory,
            memory.tables.distinctSimilarTo(set, except),
            set,
            { limit, report: () => undefined },
          );
          expect(found).toEqual(onDisk.found);
          expect(candidates).toBeLessThanOrEqual(onDisk.candidates);
          named += found.length;
        }
      }
    }
    expect(named).toBeGreaterThan(2000);
    await index.close();
  },
);

test('what is asked often is answered from memory, and the answers are those of before, also after pages came and went', async () => {
  const grams = crowds();
  const parameters = { gram: 'any', threshold: 0.8, recall: 0.99 };
  const open = (pagesInMemory: number): Promise<SketchIndex> =>
    SketchIndex.open(
      new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' }),
      parameters,
      { pagesInMemory },
    );
  const [held, onDisk] = await Promise.all([open(1000), open(0)]);
  const ask = async (index: SketchIndex): Promise<(Pick<Answer, 'matches'> | string)[]> => {
    const answers: (Pick<Answer, 'matches'> | string)[] = [];
    for (const [i, set] of grams.entries()) {
      const { matches } = await index.query(set, i % 3 === 0 ? {} : { except: `${i}`, limit: i });
      answers.push({ matches });
    }
    return answers;
  };
  const half = grams.slice(0, 60).map((set, i) => ({ key: `${i}`, url: '', grams: set }));
  const rest = grams.slice(60).map((set, i) => ({ key: `${60 + i}`, url: '', grams: set }));
  for (const index of [held, onDisk]) await index.addAll(half);
  await ask(held);
  // the memory has been read by now, and is kept up
  for (const index of [held, onDisk]) {
    await index.addAll(rest);
    for (const key of ['3', '7', '65']) await index.remove(key);
  }
  const answers = await ask(held);
  expect(answers).toEqual(await ask(onDisk));
  expect(JSON.stringify(answers)).toContain('"similarity":1');
  await Promise.all([held.close(), onDisk.close()]);
});
