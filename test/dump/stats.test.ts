import { expect, test } from 'vitest';
import { defaultLimits, withDefaults } from '../../plugins/dump/limits.ts';
import { countSkipped, newStats } from '../../plugins/dump/stats.ts';

test('skipped things are counted by reason; from the 201st reason on, new ones count as others', () => {
  const stats = newStats();
  expect(stats).toEqual({ pages: 0, damaged: 0, skipped: new Map() });
  for (let n = 0; n < 202; n++) countSkipped(stats, `type/${n}`);
  countSkipped(stats, 'type/7');
  countSkipped(stats, 'type/201');
  expect(stats.skipped.size).toBe(201);
  expect([stats.skipped.get('type/7'), stats.skipped.get('type/199'), stats.skipped.get('type/200')]).toEqual(
    [2, 1, undefined],
  );
  expect(stats.skipped.get('other reasons')).toBe(3);
});

test('limits stand over the defaults, and one that is no positive integer is a RangeError that names it', () => {
  const MIB = 2 ** 20;
  expect(withDefaults()).toEqual(defaultLimits);
  expect(defaultLimits).toEqual({
    maxPageBytes: 16 * MIB,
    maxHeaderBytes: 2 ** 18,
    maxLineBytes: 64 * MIB,
    maxInflatedBytes: 512 * MIB,
  });
  expect(withDefaults({ maxLineBytes: 1 })).toEqual({ ...defaultLimits, maxLineBytes: 1 });
  for (const wrong of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, '9' as unknown as number]) {
    expect(() => withDefaults({ maxPageBytes: wrong })).toThrow(RangeError);
  }
  expect(() => withDefaults({ maxPageBytes: 0 })).toThrow(
    'limits.maxPageBytes: expected a positive integer of bytes; got 0',
  );
});
