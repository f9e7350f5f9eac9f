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

test('100,000 marks take no longer than some times as many letters', () => {
  const timeOf = (text: string): number => {
    const startedAt = cpuMs();
    toNfkc(text);
    return cpuMs() - startedAt;
  };
  // quadratic, the run takes some seconds: thousands of times the letters
  expect(timeOf(`x${'\u0316\u0301'.repeat(50_000)}`)).toBeLessThan(20 * timeOf('½x'.repeat(50_000)) + 500);
});
