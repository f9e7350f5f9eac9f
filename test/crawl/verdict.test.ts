import { expect, test } from 'vitest';
import { verdictOn } from '../../plugins/crawl/verdict.ts';

const wordFourGrams = { unit: 'word', q: 4 } as const;
const page = { key: 'k', url: 'http://a/', size: 850, replayed: false };
const of = { key: 'o', url: 'http://a/original' };

test('a duplicate is told with the grams shared, of how many, with which page, and the bound', () => {
  const given = { ...page, verdict: 'duplicate' as const, of, overlap: 812, similarity: 812 / 873 };
  expect(verdictOn(given, 0.8, wordFourGrams).reason).toBe(
    'shares 812 of 873 word 4-grams with http://a/original (Jaccard 0.930 ≥ 0.8)',
  );
});

test('a similarity just below 1 is not told as 1', () => {
  const given = { ...page, verdict: 'duplicate' as const, of, overlap: 9999, similarity: 9999 / 10000 };
  expect(verdictOn(given, 0.8, { unit: 'char', q: 9 }).reason).toBe(
    'shares 9999 of 10000 char 9-grams with http://a/original (Jaccard 0.999 ≥ 0.8)',
  );
});

test('the number of grams of both pages is exact where the division is not', () => {
  // 48 / (48 / 59) is 58.99999999999999
  const given = { ...page, verdict: 'duplicate' as const, of, overlap: 48, similarity: 48 / 59 };
  expect(verdictOn(given, 0.8, wordFourGrams).reason).toMatch(/^shares 48 of 59 /);
});

test('a unique page has no page that it repeats, and says what was looked for', () => {
  const verdict = verdictOn({ ...page, verdict: 'unique' }, 0.9, wordFourGrams);
  expect(verdict).toEqual({
    ...page,
    verdict: 'unique',
    seenBefore: 'new',
    code: 'distinct',
    reason: 'no page decided before shares enough of its 850 word 4-grams (Jaccard ≥ 0.9)',
  });
});

test('an unclassifiable page says what it is, by the note of its verdict', () => {
  const given = { ...page, verdict: 'unclassifiable' as const, size: 0 };
  expect(verdictOn({ ...given, note: 'login-wall' }, 0.8, wordFourGrams).reason).toMatch(/^login wall/);
  expect(verdictOn(given, 0.8, wordFourGrams).reason).toMatch(/^no text/);
});
