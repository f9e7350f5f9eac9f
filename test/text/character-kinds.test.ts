import fc from 'fast-check';
import { expect, test } from 'vitest';
import { characterKinds, hasRuns, hasWords, kindAt } from '../../src/text/character-kinds.ts';
import { hasMatches } from '../../src/text/has-matches.ts';

const { letter, number, mark, space } = characterKinds;
/** Letters and digits of several scripts, marks, spaces, characters of two units, and lone surrogates. */
const units = fc.constantFrom(
  ...'aZ9 \t\n\u00a0\u2028.-é中ก้x\u0301½\ufeff',
  '𝒳',
  '𐌰',
  '😀',
  '\ud800',
  '\udc00',
);
const texts = fc.array(units, { maxLength: 24 }).map((each) => each.join(''));

test('runs of characters are counted as an expression finds them, those of two units as well', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 6 }), (text, wanted) => {
      expect(hasRuns(text, letter | number, wanted)).toBe(hasMatches(text, /[\p{L}\p{N}]+/gu, wanted));
      expect(hasRuns(text, letter | mark, wanted)).toBe(hasMatches(text, /[\p{L}\p{M}]+/gu, wanted));
      expect(hasRuns(text, space, wanted)).toBe(hasMatches(text, /\s+/gu, wanted));
    }),
  );
});

test('words are runs of letters and digits, in scripts without spaces three letters each', () => {
  for (const [text, words] of [
    ['A day, 2 nights – so', 5],
    ['中中中', 1],
    ['中中中中', 2],
    ['中中、中中', 2],
    ['中a中', 3],
    ['html文書の中', 3],
    ['국제화 활동', 2],
    ['/ – …', 0],
  ] as const) {
    expect([hasWords(text, words), hasWords(text, words + 1)], text).toEqual([true, false]);
  }
});

test('both units of a character are of its kind, and a lone surrogate is of none', () => {
  for (const place of [0, 1]) expect(kindAt('𐌰', place) & (letter | number)).toBe(letter);
  for (const [text, place] of [
    ['\ud800a', 0],
    ['a\udc00', 1],
    ['\udc00', 0],
  ] as const)
    expect(kindAt(text, place) & (letter | number | mark | space)).toBe(0);
});
