import { describe, expect, test } from 'vitest';
import { comparePages } from '../../../src/flow/compare.ts';
import { gramSet } from '../../../src/grams/grams.ts';
import { jaccard, overlapOfSorted } from '../../../src/grams/jaccard.ts';
import { seededRandom } from '../../sketch/sets.ts';
import { log2Chance, log2Pairs, log2TrialsForHalf, log2WordsForRun, neededHits } from './cost.ts';
import { expectedHits, fewestBits, searchHits, type Variation } from './search.ts';
import { forgeWords } from './xxh64-forger.ts';
import { utf16Words, xxh64GramSet } from './xxh64-grams.ts';

const random = seededRandom(10);
const syllables = ['an', 'ber', 'co', 'den', 'el', 'fir', 'go', 'hul', 'in', 'jas', 'ko', 'lum'];
const anyWord = (): string =>
  Array.from({ length: 1 + Math.floor(4 * random()) }, () => syllables[Math.floor(12 * random())]).join('');
/** A page of 168 words: 165 word 4-grams. */
const victim = Array.from({ length: 168 }, anyWord).join(' ');

function resemblance(x: BigUint64Array, y: BigUint64Array): number {
  return jaccard(overlapOfSorted(x, y), x.length, y.length);
}

describe('solving the last lane of XXH64', () => {
  const wanted = xxh64GramSet(utf16Words(victim), 4);
  const forged = forgeWords(wanted, 4, random).join(' ');

  test('forges a page of nonsense with all the hashes that the victim had before BLAKE3', () => {
    expect(wanted.length).toBe(165);
    expect(forged.split(' ').filter((word) => victim.includes(word))).toEqual([]);
    expect(xxh64GramSet(utf16Words(forged), 4)).toEqual(wanted);
  });

  test('forges nothing of the hashes of today: the pages have no gram in common', () => {
    expect(overlapOfSorted(gramSet(forged), gramSet(victim))).toBe(0);
    const page = (body: string) => ({ id: '', url: '', body, contentType: 'text/plain' });
    expect(comparePages(page(forged), page(victim)).resemblance).toBe(0);
  });

  test('does not find texts for the hashes of today, either', () => {
    const target = gramSet(victim);
    const solved = forgeWords(target, 4, random).join(' ');
    // the solver works, whatever it is asked for
    expect(xxh64GramSet(utf16Words(solved), 4)).toEqual(target);
    expect(resemblance(gramSet(solved), target)).toBe(0);
  });
});

describe('a search for grams of the victim', () => {
  const target = gramSet(victim);
  const count = 3_000_000;

  test.each<Variation>(['random words', 'counting'])('by %s finds no more bits than chance does', (by) => {
    const shared = searchHits(target, count, by, 1);
    expect(shared[0]).toBe(count);
    for (let bits = fewestBits; bits <= 64; bits++) {
      const expected = expectedHits(target, count, bits);
      // five standard deviations of a Poisson variable, and one hit more for small ones
      expect([bits, Math.abs(shared[bits] - expected) <= 5 * Math.sqrt(expected) + 1]).toEqual([bits, true]);
    }
  });

  test('knows a hit when it meets one', () => {
    const met = gramSet('abcdefg bcdefgh cdefghi defghij');
    expect(searchHits(BigUint64Array.from([...target, ...met]).sort(), 0, 'counting', 1)[64]).toBe(0);
    const all = gramSet(`${'a'.repeat(30)}a ${'a'.repeat(30)}b ${'a'.repeat(29)}ba`, { unit: 'word', q: 1 });
    expect(searchHits(all, 20, 'counting', 0)[64]).toBe(3);
  });
});

describe('the cost of forging', () => {
  test('of a page with one gram is that of one preimage', () => {
    expect(log2Chance(1, 0.5, 60)).toBeCloseTo(-4, 1);
    expect(log2TrialsForHalf(1, 0.5)).toBeCloseTo(64 + Math.log2(Math.LN2), 3);
  });

  test('is the sum of binomial probabilities, added up term by term', () => {
    const p = -Math.expm1(-(2 ** -4));
    let chance = 0;
    for (let k = 5; k <= 10; k++) {
      let ways = 1;
      for (let i = 1; i <= k; i++) ways = (ways * (10 - k + i)) / i;
      chance += ways * p ** k * (1 - p) ** (10 - k);
    }
    expect(log2Chance(10, 0.5, 60)).toBeCloseTo(Math.log2(chance), 9);
  });

  test('keeps what the docs claim: with 2^60 trials a chance below 2^-20 from 20 grams on, at any t from 0.5', () => {
    for (let grams = 20; grams <= 2000; grams++) {
      expect(log2Chance(grams, 0.5, 60)).toBeLessThan(-20);
    }
    expect(log2Chance(20, 0.9, 60)).toBeLessThan(log2Chance(20, 0.5, 60));
  });

  test('approaches 2^64 ln 2 trials for half of many grams, whatever their number', () => {
    expect(log2TrialsForHalf(10_000, 0.5)).toBeCloseTo(64 + Math.log2(Math.LN2), 1);
  });

  test('counts words and pairs as their formulas do where these are simple', () => {
    expect(neededHits(165, 0.5)).toBe(83);
    expect(log2WordsForRun(16, 1, 0.5)).toBeCloseTo(60, 9);
    expect(log2Pairs(16, 1, 60)).toBeCloseTo(0, 9);
    expect(log2Pairs(16, 2, 60)).toBeCloseTo(-30, 9);
  });
});
