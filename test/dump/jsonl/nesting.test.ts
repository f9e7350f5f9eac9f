import { expect, test } from 'vitest';
import { isNestedTooDeeply } from '../../../plugins/dump/jsonl/nesting.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('a record is nested too deeply beyond 2¹⁷ levels, those of the record among them', () => {
  expect(isNestedTooDeeply(`{"x":${nested(2 ** 17 - 1)}}`)).toBe(false);
  expect(isNestedTooDeeply(`{"x":${nested(2 ** 17)}}`)).toBe(true);
  expect(isNestedTooDeeply(`{"x":[${`${nested(100_000)},`.repeat(3)}0]}`)).toBe(false);
  expect(isNestedTooDeeply('['.repeat(200_000))).toBe(true);
});

test('objects count as lists do, and blanks between brackets change nothing', () => {
  const nestedIn = (open: string, close: string, levels: number): string =>
    `${open.repeat(levels)}1${close.repeat(levels)}`;
  for (const [open, close] of [
    ['{"":', '}'],
    ['[ ', ']'],
    ['[{"a":', '}]'],
    ['[[[[[[[ ', ']]]]]]]'],
  ] as const) {
    const perTime = open.replace(/[^[{]/g, '').length;
    const levels = Math.floor(2 ** 17 / perTime);
    expect(isNestedTooDeeply(nestedIn(open, close, levels))).toBe(false);
    expect(isNestedTooDeeply(nestedIn(open, close, levels + 1))).toBe(true);
  }
});

test('brackets in a string are text, whatever is escaped in it', () => {
  const text = '['.repeat(200_000);
  for (const string of [text, `"${text}`, `\\\\" \\${text}`, `${text}\\`]) {
    const json = JSON.stringify({ text: string, next: 1 });
    expect(isNestedTooDeeply(json)).toBe(false);
    expect(isNestedTooDeeply(`${json.slice(0, -1)},"x":${nested(2 ** 17)}}`)).toBe(true);
  }
  expect(isNestedTooDeeply(`{"text":"${text}`)).toBe(false);
});
