import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countedGramSet,
  gramSequence,
  gramSet,
  gramSetOf,
  parseGramSpec,
  splitUnits,
} from '../../src/grams/grams.ts';
import { referenceBlake3 } from './reference-blake3.ts';

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
        "13fa72bfacbad399",
        "c2f418678c8b548d",
      ]
    `);
  });
});

/** Repeats are many, so that runs of equal grams of all lengths occur. */
const repeating = fc.array(fc.constantFrom('a', 'a', 'a', 'b', 'c'), { maxLength: 200 });

describe('of the sequence of a text, with q from 1 to 3,', () => {
  const q = fc.integer({ min: 1, max: 3 });

  test('gramSetOf keeps each gram once, ascending', () => {
    fc.assert(
      fc.property(repeating, q, (list, q) => {
        const sequence = gramSequence(splitUnits(list.join(' '), 'word'), q);
        const expected = BigUint64Array.from(new Set(sequence)).sort();
        expect(gramSetOf(splitUnits(list.join(' '), 'word'), q)).toEqual(expected);
      }),
    );
  });

  test('countedGramSet keeps each gram once, and tells how often it occurs', () => {
    fc.assert(
      fc.property(repeating, q, (list, q) => {
        const sequence = gramSequence(splitUnits(list.join(' '), 'word'), q);
        const { grams, counts } = countedGramSet(splitUnits(list.join(' '), 'word'), q);
        expect(grams).toEqual(BigUint64Array.from(new Set(sequence)).sort());
        grams.forEach((gram, i) => {
          expect(counts[i]).toBe(sequence.filter((other) => other === gram).length);
        });
      }),
    );
  });

  test('a multiset has, for the k-th occurrence of a gram, the hash of `#`, the gram and k', () => {
    fc.assert(
      fc.property(repeating, q, (list, q) => {
        const seen = new Map<bigint, number>();
        const tokens = Array.from(gramSequence(splitUnits(list.join(' '), 'word'), q), (gram) => {
          const k = (seen.get(gram) ?? 0) + 1;
          seen.set(gram, k);
          if (k === 1) return gram;
          const encoding = Buffer.from('#gramgramkkkk');
          encoding.writeBigUInt64LE(gram, 1);
          encoding.writeUInt32LE(k, 9);
          return Buffer.from(referenceBlake3(encoding)).readBigUInt64LE();
        });
        expect(gramSetOf(splitUnits(list.join(' '), 'word'), q, true)).toEqual(
          BigUint64Array.from(tokens).sort(),
        );
      }),
    );
  });
});

test('a page of 16 MB gives the grams of its parts, and the page after it those of its own', () => {
  const part = Array.from({ length: 100_000 }, (_, i) => `word${(i * 7919) % 100_003} `).join('');
  const large = part.repeat(17);
  expect(large.length).toBeGreaterThan(16e6);
  const inPart = gramSet(part, { unit: 'word', q: 1 });
  const inLarge = gramSet(large, { unit: 'word', q: 1 });
  expect(Buffer.compare(Buffer.from(inLarge.buffer), Buffer.from(inPart.buffer))).toBe(0);
  expect(gramSet('a small page', { unit: 'word', q: 1 }).length).toBe(3);
});

test('a q that is no whole number of at least 1 is refused', () => {
  for (const q of [0, -1, 1.5, Number.NaN]) {
    expect(() => gramSet('some words', { unit: 'word', q })).toThrow(RangeError);
  }
});

test('gramSequence follows the text: equal grams stand at every place they occur', () => {
  const grams = gramSequence(splitUnits('a b a b a', 'word'), 2);
  expect(grams.length).toBe(4);
  expect(grams[0]).toBe(grams[2]);
  expect(grams[1]).toBe(grams[3]);
  expect(grams[0]).not.toBe(grams[1]);
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
