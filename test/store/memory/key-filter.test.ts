import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KeyFilter } from '../../../src/store/memory/key-filter.ts';

test('a key that was added is never denied, and of others hardly one is taken for such', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 3000 }), (keys) => {
      const filter = new KeyFilter();
      for (const key of keys) filter.add(key);
      expect(keys.every((key) => filter.mayHold(key))).toBe(true);
      expect(filter.size).toBeLessThanOrEqual(new Set(keys).size);
    }),
  );
  const filter = new KeyFilter();
  for (let i = 0; i < 100_000; i++) filter.add(`https://example.org/page/${i}`);
  expect(filter.size).toBeGreaterThan(99_900);
  let wrong = 0;
  for (let i = 100_000; i < 200_000; i++) if (filter.mayHold(`https://example.org/page/${i}`)) wrong++;
  // 2.3 are expected
  expect(wrong).toBeLessThan(20);
});
