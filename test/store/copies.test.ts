import { beforeEach, describe, expect, test } from 'vitest';
import { hash64 } from '../../src/grams/hash.ts';
import { readSetTable } from '../../src/store/candidates.ts';
import { type BinaryStore, write } from '../../src/store/disk/binary-store.ts';
import { encodeGrams, encodeNumber } from '../../src/store/layout/codec.ts';
import { sketchSet } from '../../src/store/layout/entries.ts';
import { fingerprintKey, gramsKey } from '../../src/store/layout/keys.ts';
import { completeParameters, layoutOf } from '../../src/store/layout/parameters.ts';
import { findCopy, findSimilar } from '../../src/store/search.ts';
import { searchPlan } from '../../src/store/search-plan.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { setsOfOneXxh64 } from '../grams/forging/xxh64-forger.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { PARAMETERS } from './common.ts';
import { memory } from './histories.ts';

const random = seededRandom(37);
const text = randomSet(random, 60);

describe.each(['exact', 'compact'] as const)('in the %s setting', (setting) => {
  const parameters = completeParameters({ ...PARAMETERS, setting });
  const layout = layoutOf(parameters);
  const set = sketchSet(text, '', layout);
  const copy = (page: number) =>
    setting === 'exact' ? { page, size: 60, similarity: 1, overlap: 60 } : { page, size: 60, similarity: 1 };

  let store: BinaryStore;
  beforeEach(async () => {
    store = memory();
    const index = await SketchIndex.open(store, parameters);
    for (const grams of [randomSet(random, 60), text, text]) {
      await index.add({ key: `${index.counts.decided}`, url: '', grams });
    }
    await index.close();
  });

  test('the oldest page with the very same set is a copy, and without one there is none', async () => {
    expect(await findCopy(store, layout, set)).toEqual(copy(1));
    await write(store, [{ key: fingerprintKey(set.fingerprint, 1) }], false);
    expect(await findCopy(store, layout, set)).toEqual(copy(2));
    expect(await findCopy(store, layout, sketchSet(text.slice(1), '', layout))).toBeUndefined();
  });

  test('an equal fingerprint of a set of another size, or of other grams where they are kept, is no copy', async () => {
    const key = fingerprintKey(set.fingerprint, 0);
    await write(store, [{ key, value: encodeNumber(61) }], false);
    expect(await findCopy(store, layout, set)).toBeUndefined();
    await write(store, [{ key, value: encodeNumber(60) }], false);
    expect(await findCopy(store, layout, set)).toEqual(setting === 'exact' ? undefined : copy(0));
    if (setting === 'compact') return;
    // All of the set, and one gram more.
    const more = BigUint64Array.from([...text, 2n ** 64n - 1n]);
    await write(store, [{ key: gramsKey(0), value: encodeGrams(more) }], false);
    expect(await findCopy(store, layout, set)).toBeUndefined();
  });

  test('sets of one XXH64 are not the same: no copy, no replay, and apart in the table of equal sets', async () => {
    const [x, y] = setsOfOneXxh64(2, 59, random);
    expect(hash64(new Uint8Array(x.buffer))).toBe(hash64(new Uint8Array(y.buffer)));
    const fresh = memory();
    const index = await SketchIndex.open(fresh, parameters);
    await index.addIfNew({ key: 'victim', url: '', grams: x });
    expect((await index.addIfNew({ key: 'forged', url: '', grams: y })).verdict).toBe('unique');
    expect(await readSetTable(fresh, 2)).toMatchObject({ first: Uint32Array.of(0, 1) });
    expect(await index.addIfNew({ key: 'victim', url: '', grams: y })).toMatchObject({
      replayed: false,
      of: { key: 'forged' },
    });
    await index.close();
  });

  test('a search names all copies, the best of a limit, all but one, and nothing for nothing', async () => {
    const plan = searchPlan(layout, 0.8, 0.99, 3);
    const pages = async (options: object) =>
      (await findSimilar(store, layout, plan, set, options)).found.map(({ page }) => page);
    expect(await pages({})).toEqual([1, 2]);
    expect(await pages({ limit: 1 })).toEqual([1]);
    expect(await pages({ limit: 0 })).toEqual([]);
    expect(await pages({ except: 1 })).toEqual([2]);
    const none = sketchSet(new BigUint64Array(0), '', layout);
    expect(await findSimilar(store, layout, plan, none)).toEqual({ found: [], candidates: 0 });
    expect((await findSimilar(store, layout, plan, set, { except: 1 })).candidates).toBe(1);
  });
});
