import { expect, test } from 'vitest';
import { foldOf } from '../../src/text/characters.ts';
import { codeUnitEntries, longFolds } from '../../src/text/word-table.ts';
import { splitWords } from '../../src/text/words.ts';

// What the tables of the kernel have room for; a later Unicode may break it.
test('a code point above 0xffff folds to one code point', () => {
  for (let codePoint = 0x10000; codePoint < 0x110000; codePoint++) {
    const fold = foldOf(codePoint);
    if (fold.codePointAt(0)! < 0x10000 || fold.length !== 2) expect([codePoint, fold]).toBe('one code point');
  }
});

test('at most 256 code units fold to more than three bytes, and none to more than six', () => {
  // other tests may have met some
  const unmet = 6 << 2;
  for (let unit = 0; unit < 0x10000; unit++) {
    if (codeUnitEntries[unit] === unmet) splitWords(String.fromCharCode(unit));
  }
  const folds = longFolds();
  expect(folds.length).toBeGreaterThan(0);
  expect(folds.length / 8).toBeLessThanOrEqual(256);
  for (let at = 0; at < folds.length; at += 8) {
    expect(folds[at]).toBeGreaterThan(3);
    expect(folds[at]).toBeLessThanOrEqual(6);
  }
});
