import { expect, test } from 'vitest';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { PARAMETERS } from './common.ts';
import { memory } from './histories.ts';

test('an option that is to be called is refused at once where it is no function', async () => {
  const at = memory();
  await expect(SketchIndex.open(at, PARAMETERS, { onDamage: true as never })).rejects.toThrow(
    'SketchIndex: onDamage: expected a function; got boolean',
  );
  const index = await SketchIndex.open(at, PARAMETERS);
  await expect(index.verify({ onDamage: true as never })).rejects.toThrow(
    'verify: onDamage: expected a function; got boolean',
  );
  const page = { key: 'a', url: 'a', grams: BigUint64Array.of(1n) };
  await expect(index.claim(page, { repeats: true as never })).rejects.toThrow(
    'claim: repeats: expected a function; got boolean',
  );
  await index.close();
});

test('a query takes whole limits and none, and refuses others before it searches', async () => {
  const index = await SketchIndex.open(memory(), PARAMETERS);
  const grams = BigUint64Array.from({ length: 40 }, (_, i) => BigInt(i));
  for (const key of ['a', 'b', 'c']) await index.add({ key, url: key, grams });
  const found = async (limit: number) => (await index.query(grams, { limit })).matches.length;
  expect([await found(1), await found(2), await found(Number.POSITIVE_INFINITY)]).toEqual([1, 2, 3]);
  for (const limit of [0, 1.5, Number.NaN]) {
    await expect(found(limit)).rejects.toThrow(
      `limit: expected a whole number from 1, or Infinity; got ${limit}`,
    );
  }
  await index.close();
});

test('similarPairs refuses options of other kinds, by which it would take all memory or all copies', async () => {
  const index = await SketchIndex.open(memory(), PARAMETERS);
  const paired = (options: object) => index.similarPairs(() => undefined, options);
  await expect(paired({ copies: 'one' })).rejects.toThrow('copies: expected pairs or first; got "one"');
  for (const cacheBytes of [Number.NaN, -1])
    await expect(paired({ cacheBytes })).rejects.toThrow(
      `cacheBytes: expected a number of bytes from 0; got ${cacheBytes}`,
    );
  await expect(paired({ gramSets: [] })).rejects.toThrow('similarPairs: gramSets: expected a function; got');
  expect(await paired({ copies: 'first', cacheBytes: 0 })).toEqual({ candidates: 0 });
  await index.close();
});
