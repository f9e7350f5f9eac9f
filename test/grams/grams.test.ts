import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countedGramSet, gramSequence, gramSet, parseGramSpec, splitUnits } from '../../src/grams/grams.ts';

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'dé', '漢', 'x1'), { maxLength: 30 });

/** The definition: every run of q words (all of them when there are fewer), each run once. */
function naiveGrams(list: string[], q: number): Set<string> {
  if (list.length === 0) return new Set();
  if (list.length <= q) return new Set([list.join(' ')]);
  return new Set(list.slice(q - 1).map((_, i) => list.slice(i, i + q).join(' ')));
}

describe('gramSet', () => {
  test('has as many elements as there are distinct runs of q words, and all of them where there are fewer than q', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 6 }), (list, q) => {
        expect(gramSet(list.join(' '), { unit: 'word', q }).length).toBe(naiveGrams(list, q).size);
      }),
    );
  });

  test('gives two texts as many grams in common as the definition does', () => {
    fc.assert(
      fc.property(words, words, fc.integer({ min: 1, max: 4 }), (x, y, q) => {
        const grams = new Set(gramSet(y.join(' '), { unit: 'word', q }));
        const shared = [...gramSet(x.join(' '), { unit: 'word', q })].filter((gram) => grams.has(gram));
        const naive = naiveGrams(y, q);
        expect(shared.length).toBe([...naiveGrams(x, q)].filter((gram) => naive.has(gram)).length);
      }),
    );
  });

  test('is ascending and distinct, as sets and as multisets', () => {
    fc.assert(
      fc.property(words, fc.boolean(), (list, multiset) => {
        const grams = gramSet(list.join(' '), { unit: 'word', q: 2 }, multiset);
        for (let i = 1; i < grams.length; i++) expect(grams[i - 1] < grams[i]).toBe(true);
      }),
    );
  });

  test('as a multiset keeps every occurrence: texts share the smaller count of each gram', () => {
    const times = (n: number): BigUint64Array => gramSet('again '.repeat(n), { unit: 'word', q: 1 }, true);
    expect(times(5).length).toBe(5);
    const three = new Set(times(3));
    expect([...times(5)].filter((gram) => three.has(gram)).length).toBe(3);
  });

  test('of a text without words is empty, whatever the unit', () => {
    for (const unit of ['word', 'char', 'line', 'sentence'] as const) {
      expect(gramSet(' \n\t ', { unit, q: 4 }).length).toBe(0);
    }
  });

  test('does not depend on case, spacing or the form of composed letters', () => {
    expect(gramSet('Café  au\nlait, s’il vous')).toEqual(gramSet('cafe\u0301 AU LAIT s’il VOUS'));
  });

  test('keeps its hashes from version to version, since indexes on disk hold them', () => {
    expect([...gramSet('the quick brown fox jumps')].map((gram) => gram.toString(16))).toMatchInlineSnapshot(`
      [
        "68a2b1d157927055",
        "9d52cda9ad931373",
      ]
    `);
  });
});

test('gramSequence follows the text: equal grams stand at every place they occur', () => {
  const grams = gramSequence(splitUnits('a b a b a', 'word'), 2);
  expect(grams.length).toBe(4);
  expect(grams[0]).toBe(grams[2]);
  expect(grams[1]).toBe(grams[3]);
  expect(grams[0]).not.toBe(grams[1]);
});

describe('parseGramSpec', () => {
  test('reads what the command line offers', () => {
    expect(parseGramSpec('word:4')).toEqual({ unit: 'word', q: 4 });
    expect(parseGramSpec('sentence:12')).toEqual({ unit: 'sentence', q: 12 });
  });

  test('refuses anything else with a line that says what was expected', () => {
    for (const text of ['word', 'word:0', 'word:-1', 'word:1.5', 'byte:4', 'word:4 ', '', 'word:1000']) {
      expect(() => parseGramSpec(text)).toThrow(/^gram: expected word:Q/);
    }
  });
});

test('a counted gram set is the gram set, each gram with the number of times it occurs', () => {
  fc.assert(
    fc.property(words, (list) => {
      const { grams, counts } = countedGramSet(splitUnits(list.join(' '), 'word'), 1);
      expect(grams).toEqual(gramSet(list.join(' '), { unit: 'word', q: 1 }));
      const countOf = new Map([...grams].map((gram, i) => [gram, counts[i]]));
      for (const word of list) {
        const [gram] = gramSet(word, { unit: 'word', q: 1 });
        expect(countOf.get(gram)).toBe(list.filter((other) => other === word).length);
      }
    }),
  );
});
