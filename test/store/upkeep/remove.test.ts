import { expect, test } from 'vitest';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import { checkCondition, pagesToRemove } from '../../../src/store/upkeep/remove.ts';
import { collected, PARAMETERS } from '../common.ts';
import { memory } from '../histories.ts';

test('pages to remove come 256 at a time, in the order of their commits', async () => {
  const store = memory();
  const index = await SketchIndex.open(store, PARAMETERS);
  const numbers = [...Array(520).keys()];
  await index.addAll(
    numbers.map((i) => ({ key: `${i}`, url: '', grams: BigUint64Array.of(BigInt(i)), at: '2020' })),
    { searchable: false },
  );
  const blocks = await collected(pagesToRemove(store, { before: new Date('2021') }));
  expect(blocks.map((block) => block.length)).toEqual([256, 256, 8]);
  expect(blocks.flat()).toEqual(numbers);
  expect(await collected(pagesToRemove(store, { keyPrefix: '51' }))).toEqual([
    [51, 510, 511, 512, 513, 514, 515, 516, 517, 518, 519],
  ]);
  expect(await collected(pagesToRemove(store, { keyPrefix: 'x' }))).toEqual([]);
  await index.close();
});

test('a condition is one of three, and nothing else', () => {
  for (const good of [{ keyPrefix: '' }, { host: 'a' }, { before: new Date(0) }]) checkCondition(good);
  checkCondition({ keyPrefix: 'a', host: undefined } as never);
  for (const [bad, got] of [
    [{}, 'nothing'],
    [{ keyPrefix: 'a', host: 'b' }, 'keyPrefix "a", host "b"'],
    [{ before: '2020' }, 'before "2020"'],
    [{ before: new Date('?') }, 'before object'],
    [{ host: 5 }, 'host 5'],
    [{ url: 'a' }, 'url "a"'],
  ] as const) {
    const message = `expected one of keyPrefix (a string), host (a string) and before (a valid Date); got ${got}`;
    expect(() => checkCondition(bad as never)).toThrow(message);
  }
});
