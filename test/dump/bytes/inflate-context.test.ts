import { expect, test } from 'vitest';
import { BombWatch, type InflateContext } from '../../../plugins/dump/bytes/inflate-context.ts';
import { defaultLimits } from '../../../plugins/dump/limits.ts';

function watchOf(position: number): { watch: BombWatch; context: InflateContext } {
  const context = { limits: { ...defaultLimits, maxInflatedBytes: 1000 }, sinceRecord: 0, report() {} };
  return { watch: new BombWatch(context, position), context };
}

test('a record is a bomb when it is past the limit and more than a hundred times as long as its stored bytes', () => {
  const { watch } = watchOf(50);
  watch.add(1000, 50);
  expect(watch.bombAt(51)).toBe(undefined);
  watch.add(1, 51);
  expect(watch.bombAt(60)).toEqual({ code: 'bomb', inflatedBytes: 1001, ratio: 100.1 });
});

test('at exactly a hundred times its stored bytes it is none', () => {
  const { watch } = watchOf(0);
  watch.add(2000, 0);
  expect(watch.bombAt(20)).toBe(undefined);
  expect(watch.bombAt(19)).toMatchObject({ code: 'bomb' });
});

test('once given up, counting begins anew', () => {
  const { watch, context } = watchOf(0);
  watch.add(5000, 0);
  expect(watch.bombAt(0)).toEqual({ code: 'bomb', inflatedBytes: 5000, ratio: 5000 });
  expect(context.sinceRecord).toBe(0);
  expect(watch.bombAt(0)).toBe(undefined);
});

test('a record that begins later is measured from where it begins', () => {
  const { watch, context } = watchOf(0);
  watch.add(900, 0);
  context.sinceRecord = 0;
  watch.add(1500, 1000);
  watch.add(500, 1010);
  expect(watch.bombAt(1010)).toEqual({ code: 'bomb', inflatedBytes: 2000, ratio: 200 });
});
