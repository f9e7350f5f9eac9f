import { expect, test } from 'vitest';
import { didYouMean, nearestWord } from '../../plugins/cli/suggest.ts';

const commands = ['dedup', 'join', 'evaluate', 'compare', 'explain', 'audit', 'crawl', 'index', 'report'];

test('a word with one letter wrong, missing, too many or exchanged is taken for the one that was meant', () => {
  const typed = ['dedpu', 'dedip', 'dedu', 'deedup', 'jion', 'Report', 'crwal'];
  expect(typed.map((word) => nearestWord(word, commands))).toEqual([
    ...['dedup', 'dedup', 'dedup', 'dedup', 'join', 'report', 'crawl'],
  ]);
});

test('the beginning of one word alone stands for it, that of two for neither', () => {
  expect(nearestWord('eval', commands)).toBe('evaluate');
  expect(nearestWord('thresh', ['threshold', 'thresholds'])).toBe(undefined);
});

test('what is like no word is taken for none, whatever its length', () => {
  for (const typed of ['', 'x', 'frobnicate', '--', 'j', 'x'.repeat(1e6)]) {
    expect(nearestWord(typed, commands), typed.slice(0, 20)).toBe(undefined);
  }
});

test('the question names the word as it is to be written, and there is none where none is near', () => {
  expect(didYouMean('treshold', ['threshold'], (word) => `--${word}`)).toBe(' (did you mean --threshold?)');
  expect(didYouMean('frobnicate', ['threshold'])).toBe('');
});
