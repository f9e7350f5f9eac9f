import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedGramSet, gramSequence, gramSet, splitUnits } from '../../src/grams/grams.ts';

test('counted grams are the gram set, each with how often it occurs', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c', 'dé'), { maxLength: 30 });
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 4 }), (list, q) => {
      const units = splitUnits(list.join(' '), 'word');
      const { grams, counts } = countedGramSet(units, q);
      expect(grams).toEqual(gramSet(list.join(' '), { unit: 'word', q }));
      const sequence = [...gramSequence(units, q)];
      expect([...counts]).toEqual(
        [...grams].map((gram) => sequence.filter((other) => other === gram).length),
      );
    }),
  );
});
