import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gramSet } from '../../src/grams/grams.ts';
import { jaccard, overlapOfSorted } from '../../src/grams/jaccard.ts';
import { bottomK, bottomKContainment, bottomKResemblance } from '../../src/sketch/bottom-k.ts';
import { randomPair, seededRandom } from './sets.ts';

const grams = fc
  .uniqueArray(fc.bigInt({ min: 0n, max: 40n }), { maxLength: 30 })
  .map((values) => BigUint64Array.from(values.map((value) => value << ((value % 3n) * 15n))).sort())
  .map((values) => BigUint64Array.from(new Set(values)));

test('the resemblance is the shared share of the k smallest grams of the union', () => {
  fc.assert(
    fc.property(grams, grams, fc.integer({ min: 1, max: 35 }), (x, y, k) => {
      const complete = x.length <= k && y.length <= k;
      const union = BigUint64Array.from(new Set([...x, ...y])).sort();
      const drawn = [...(complete ? union : union.subarray(0, k))];
      const shared = drawn.filter((gram) => x.includes(gram) && y.includes(gram)).length;
      const { value } = bottomKResemblance(bottomK(x, k), bottomK(y, k));
      expect(value).toBe(drawn.length === 0 ? 0 : shared / drawn.length);
    }),
  );
});

test('resemblance and containment of sets with at most k grams are exact, and say so', () => {
  fc.assert(
    fc.property(grams, grams, (x, y) => {
      const sketches = [bottomK(x, 30), bottomK(y, 30)] as const;
      const overlap = overlapOfSorted(x, y);
      const resemblance = { value: jaccard(overlap, x.length, y.length), standardError: 0 };
      expect(bottomKResemblance(...sketches)).toEqual(resemblance);
      const containment = bottomKContainment(...sketches);
      expect(containment.value).toBeCloseTo(x.length === 0 ? 0 : overlap / x.length, 12);
      expect(containment.standardError).toBe(0);
    }),
  );
});

test.each([
  [500, 400],
  [100, 80],
  [500, 100],
])('estimates for sets of %i grams that share %i scatter as drawn without replacement', (size, overlap) => {
  const random = seededRandom(size + overlap);
  const k = 64;
  const union = 2 * size - overlap;
  const resemblance = overlap / union;
  const variance = (resemblance * (1 - resemblance) * (union - k)) / (k * (union - 1));
  const trials = 2000;
  let sum = 0;
  let squares = 0;
  let claimed = 0;
  for (let i = 0; i < trials; i++) {
    const [x, y] = randomPair(random, size, overlap);
    const { value, standardError } = bottomKResemblance(bottomK(x, k), bottomK(y, k));
    sum += value - resemblance;
    squares += (value - resemblance) ** 2;
    claimed += standardError ** 2;
  }
  expect(Math.abs(sum / trials)).toBeLessThan(5 * Math.sqrt(variance / trials));
  expect(Math.abs(squares / trials / variance - 1)).toBeLessThan(5 * Math.sqrt(2 / trials));
  expect(Math.abs(claimed / trials / variance - 1)).toBeLessThan(0.1);
});

test('sketches of different k compare at the smaller one', () => {
  const [x, y] = randomPair(seededRandom(9), 200, 150);
  expect(bottomKResemblance(bottomK(x, 16), bottomK(y, 99))).toEqual(
    bottomKResemblance(bottomK(x, 16), bottomK(y, 16)),
  );
  for (const bad of [0, 1.5, Number.NaN]) expect(() => bottomK(x, bad)).toThrow(RangeError);
  expect(bottomK(x)).toEqual({ k: 128, size: 200, smallest: x.slice(0, 128) });
  expect(bottomK(x, 1).smallest).toEqual(x.slice(0, 1));
});

// Two pairs of tweets with the same share of common words: the first repeats another tweet, the second does not.
const repeated = [
  'Vet, 77, Busted For Obama Death Threat | The Smoking Gun http://t.co/MrTUwxv via @',
  'Vet, 77, Busted For Obama Death Threat http://tinyurl.com/25zyxgp #tcot #tlot #sgp',
];
const different = [
  'Playing a show in Chicago, IL at 9:00 PM today at LE PASSAGE http://artistdata.com/a/32on',
  'Playing a show in Cape Girardeau, MO at 9:00 PM today at The Venue http://artistdata.com/a/32ow',
];

test('of two pairs of tweets with half of their words in common, the near-duplicate one is clearly above', () => {
  const withoutLinks = (text: string) => text.replace(/https?:\S+/g, '');
  const resemblance = (pair: string[], unit: 'word' | 'char', q: number, k: number) => {
    const [x, y] = pair.map((text) => bottomK(gramSet(withoutLinks(text), { unit, q }), k));
    return bottomKResemblance(x, y).value;
  };
  const both = (unit: 'word' | 'char', q: number, k = 128) =>
    [repeated, different].map((pair) => Number(resemblance(pair, unit, q, k).toFixed(2)));
  expect(both('word', 1)).toEqual([0.5, 0.5]);
  expect(both('char', 4)).toEqual([0.54, 0.4]);
  expect(both('char', 5)).toEqual([0.53, 0.38]);
  expect(both('word', 4)).toEqual([0.36, 0.21]);
  expect(both('word', 5)).toEqual([0.3, 0.11]);
});

test('the near-duplicate tweets stay above with their links, by runs of five words', () => {
  const [near, far] = [repeated, different].map((pair) => {
    const [x, y] = pair.map((text) => bottomK(gramSet(text, { unit: 'word', q: 5 })));
    return bottomKResemblance(x, y).value;
  });
  expect(near).toBeGreaterThan(2 * far);
});

test('the error is that of a sample from the union, whose size follows from the resemblance', () => {
  // Of the 4 smallest of the union both have 2; both sets go on.
  const x = bottomK(BigUint64Array.of(1n, 2n, 3n, 7n, 8n, 9n), 4);
  const y = bottomK(BigUint64Array.of(1n, 2n, 4n, 6n, 8n), 4);
  const { value, standardError } = bottomKResemblance(x, y);
  expect(value).toBe(0.5);
  const union = 11 / 1.5;
  const likely = 2.5 / 5;
  expect(standardError).toBeCloseTo(
    Math.sqrt(((likely * (1 - likely)) / 4) * ((union - 4) / (union - 1))),
    12,
  );
});
