import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toNfkc } from '../../src/text/normalise.ts';
import { cpuMs } from '../cpu-time.ts';

test('texts are in NFKC, as they stand', () => {
  for (const text of [
    '',
    'ﬁne ½ Ａ',
    'e\u0301',
    '\u1112\u1161\u11ab',
    `a${'\u0301'.repeat(30)}`,
    '\ud800 x',
  ]) {
    expect(toNfkc(text)).toBe(text.normalize('NFKC'));
  }
});

test('a run of marks is cut after each 30, the same way in every text', () => {
  const marks = (count: number): string => '\u0316\u0301'.repeat(count / 2);
  const cut = toNfkc(`x${marks(100)}y`);
  expect(cut.split('\u034f').map((part) => part.length)).toEqual([31, 30, 30, 11]);
  expect(cut.startsWith(`x${marks(30)}`.normalize('NFKC'))).toBe(true);
});

test('wherever runs of marks begin, of one code unit or two, what is cut is what the definition says', () => {
  const isCut = (text: string): void => {
    const cut = text.replace(/\p{M}{30}(?=\p{M})/gu, '$&\u034f');
    expect(toNfkc(text)).toBe(cut.normalize('NFKC'));
  };
  const piece = fc.oneof(
    fc.tuple(fc.constantFrom('a', 'é', '’', '漢', '\u02ff', '\u{1d400}', '\ud800'), fc.nat(40)),
    fc.tuple(
      fc.constantFrom('\u0300', '\u0301', '\u036f', '\u{1d165}', '\u{e0100}'),
      fc.integer({ min: 28, max: 64 }),
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      isCut(pieces.map(([unit, count]) => unit.repeat(count)).join(''));
    }),
    { numRuns: 500 },
  );
  for (let mark = 0; mark < 0x10ffff; mark++) {
    const character = String.fromCodePoint(mark);
    if (/\p{M}/u.test(character)) isCut(character.repeat(31));
  }
  for (let begin = 0; begin < 70; begin++) isCut(`${'a'.repeat(begin)}${'\u0301'.repeat(31)}b`);
});

test('100,000 marks take no longer than some times as many letters', () => {
  const timeOf = (text: string): number => {
    const startedAt = cpuMs();
    toNfkc(text);
    return cpuMs() - startedAt;
  };
  // quadratic, the run takes some seconds: thousands of times the letters
  expect(timeOf(`x${'\u0316\u0301'.repeat(50_000)}`)).toBeLessThan(20 * timeOf('½x'.repeat(50_000)) + 500);
});
