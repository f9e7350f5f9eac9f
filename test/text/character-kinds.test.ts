import fc from 'fast-check';
import { expect, test } from 'vitest';
import { characterKinds, hasWords, kindAt } from '../../src/text/character-kinds.ts';
import { hasMatches } from '../../src/text/has-matches.ts';
import { unspaced } from '../../src/text/unspaced.ts';

const { letter, number, mark, space } = characterKinds;

test('words are runs of letters and digits with their marks, in scripts without spaces three letters each', () => {
  for (const [text, words] of [
    ['A day, 2 nights – so', 5],
    ['中中中', 1],
    ['中中中中', 2],
    ['中中、中中', 2],
    ['中a中', 3],
    ['html文書の中', 3],
    ['국제화 활동', 2],
    // marks belong to their letters
    ['हिन्दी में', 2],
    ['ม่พบ', 1],
    ['ไม่พบ', 2],
    ['/ – …', 0],
  ] as const) {
    expect([hasWords(text, words), hasWords(text, words + 1)], text).toEqual([true, false]);
  }
});

test('words are counted as an expression finds them without marks, characters of two units as well', () => {
  /** Letters and digits of several scripts, marks, spaces, characters of two units, and lone surrogates. */
  const units = fc.constantFrom(
    ...'aZ9 \t\n\u00a0\u2028.-é中かก้x\u0301½\ufeff',
    '𝒳',
    '𐌰',
    '😀',
    '\ud800',
    '\udc00',
  );
  const texts = fc.array(units, { maxLength: 24 }).map((each) => each.join(''));
  const character = '[\\p{L}\\p{N}]';
  const word = new RegExp(`(?:(?=${character})${unspaced}){1,3}|(?:(?!${unspaced})${character})+`, 'gu');
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 6 }), (text, wanted) => {
      expect(hasWords(text, wanted)).toBe(hasMatches(text.replace(/\p{M}/gu, ''), word, wanted));
    }),
  );
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
