import fc from 'fast-check';
import { expect, test } from 'vitest';
import { valueSetsFromIntegers } from '../../src/grams/value-sets.ts';
import {
  documentFrequencies,
  inverseDocumentWeights,
  termFrequencies,
} from '../../src/sketch/gram-weights.ts';

const values = fc.array(
  fc.nat(20).map((n) => n * (n % 3 === 0 ? 2 ** 33 : 1)),
  { maxLength: 30 },
);

test('a term frequency is how often a gram occurs', () => {
  fc.assert(
    fc.property(values, (sequence) => {
      const given = BigUint64Array.from(sequence.map(BigInt));
      const { grams, weights } = termFrequencies(given);
      const distinct = [...new Set(sequence)].sort((a, b) => a - b);
      expect([...grams]).toEqual(distinct.map(BigInt));
      expect([...weights]).toEqual(distinct.map((gram) => sequence.filter((other) => other === gram).length));
      expect([...given]).toEqual(sequence.map(BigInt));
    }),
  );
});

test('an inverse document weight is tf · ln(1 + pages / df), with df 1 for a gram that is new', () => {
  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 6 }), values, (pages, sequence) => {
      const frequencies = documentFrequencies(valueSetsFromIntegers(pages));
      expect(frequencies.pages).toBe(pages.length);
      const page = termFrequencies(BigUint64Array.from(sequence.map(BigInt)));
      const { grams, weights } = inverseDocumentWeights(page, frequencies);
      for (const [i, gram] of grams.entries()) {
        const df = pages.filter((other) => other.includes(Number(gram))).length;
        expect(weights[i]).toBeCloseTo(page.weights[i] * Math.log(1 + pages.length / Math.max(1, df)), 12);
      }
      expect(weights).toHaveLength(page.weights.length);
    }),
  );
});
