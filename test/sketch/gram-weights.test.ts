import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueSetsFromIntegers } from '../../src/grams/value-sets.ts';
import { documentFrequencies, inverseDocumentWeights } from '../../src/sketch/gram-weights.ts';

const values = fc.array(
  fc.nat(20).map((n) => n * (n % 3 === 0 ? 2 ** 33 : 1)),
  { maxLength: 30 },
);

test('an inverse document weight is tf · ln(1 + pages / df), with df 1 for a gram that is new', () => {
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 6 }), values, fc.nat(9), (pages, set, weight) => {
      const frequencies = documentFrequencies(valueSetsFromIntegers(pages));
      expect(frequencies.pages).toBe(pages.length);
      const page = {
        grams: valueSetsFromIntegers([set]).values,
        weights: Float64Array.from(new Set(set), (gram) => weight + (gram % 5)),
      };
      const { grams, weights } = inverseDocumentWeights(page, frequencies);
      for (const [i, gram] of grams.entries()) {
        const df = pages.filter((other) => other.includes(Number(gram))).length;
        expect(weights[i]).toBeCloseTo(page.weights[i] * Math.log(1 + pages.length / Math.max(1, df)), 12);
      }
      expect(weights).toHaveLength(page.weights.length);
    }),
  );
});
