import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import { often } from '../../repetition.ts';
import { collected, PARAMETERS } from '../common.ts';
import { histories, indexAfter, memory, SETTINGS, sayings, take } from '../histories.ts';

describe.each(SETTINGS)('a merge in the setting %o', (parameters) => {
  test('leaves what one index says that was fed with the pages of both', async () => {
    await fc.assert(
      fc.asyncProperty(histories, histories, async (mine, theirs) => {
        const merged = await indexAfter(mine, parameters);
        const other = await indexAfter(theirs, parameters);
        const fed = await indexAfter(mine, parameters);
        const standing = await collected(other.verdicts());
        for (const decision of standing) {
          // Every step with a set replaces the page, unless it is the same set.
          const step = theirs.findLast(({ how, key }) => how !== 'remove' && `page ${key}` === decision.key)!;
          await take(fed, { ...step, how: decision.added === true ? 'add' : 'claim' });
        }
        const before = await sayings(other);
        const { merged: count, replayed } = await merged.merge(other);
        expect(count + replayed).toBe(standing.length);
        expect(await sayings(merged)).toEqual(await sayings(fed));
        expect(await sayings(other)).toEqual(before);
        expect((await merged.verify()).damages).toEqual([]);
        const again = await merged.merge(other);
        expect(again).toEqual({ merged: 0, replayed: standing.length });
        for (const index of [merged, other, fed]) await index.close();
      }),
      { numRuns: often(60) },
    );
  });
});

test('stopped half-way and run again, a merge ends as if it had not been stopped', async () => {
  const steps = [...Array(12).keys()].map((key) => ({
    how: key % 5 === 3 ? ('add' as const) : ('claim' as const),
    key,
    set: (7 * key) % 17,
  }));
  const other = await indexAfter(steps.slice(4), PARAMETERS);
  const whole = await indexAfter(steps.slice(0, 6), PARAMETERS);
  await whole.merge(other);
  for (let stop = 0; stop < 8; stop++) {
    const index = await indexAfter(steps.slice(0, 6), PARAMETERS);
    let asked = 0;
    const signal = {
      throwIfAborted: () => {
        if (asked++ >= stop) throw new Error('stopped');
      },
      aborted: false,
    };
    await expect(index.merge(other, { signal: signal as AbortSignal })).rejects.toThrow('stopped');
    await index.merge(other);
    expect(await sayings(index)).toEqual(await sayings(whole));
    await index.close();
  }
  await whole.close();
  await other.close();
});

test('a page that is like another one and was decided not to repeat it is not taken for a copy of it by a merge', async () => {
  const other = await SketchIndex.open(memory(), PARAMETERS);
  const grams = BigUint64Array.from({ length: 50 }, (_, i) => BigInt(i));
  for (const key of ['one', 'other']) {
    const claim = await other.claim({ key, url: key, grams }, { repeats: () => false });
    await claim.commit();
  }
  const merged = await SketchIndex.open(memory(), PARAMETERS);
  expect(await merged.merge(other)).toEqual({ merged: 2, replayed: 0 });
  expect(await merged.get('other')).toMatchObject({ verdict: 'unique', alike: { key: 'one' } });
  for (const index of [merged, other]) await index.close();
});

test('an index with other parameters is refused, and the sentence says what differs', async () => {
  const index = await SketchIndex.open(memory(), PARAMETERS);
  const other = await SketchIndex.open(memory(), { ...PARAMETERS, threshold: 0.9 });
  await expect(index.merge(other)).rejects.toMatchObject({
    code: 'NEARDUP_INDEX_PARAMETERS',
    message: expect.stringContaining('threshold 0.9, now 0.8'),
  });
  await index.close();
  await other.close();
});

test('when a page was stored is kept', async () => {
  const other = await indexAfter([{ how: 'claim', key: 1, set: 0 }], PARAMETERS);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const line = (await collected(other.export()))[1];
  const index = await SketchIndex.open(memory(), PARAMETERS);
  await index.merge(other);
  const { storedAt } = JSON.parse(line).page;
  expect(JSON.parse((await collected(index.export()))[1]).page.storedAt).toBe(storedAt);
  await index.close();
  await other.close();
});
