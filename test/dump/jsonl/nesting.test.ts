import { expect, test } from 'vitest';
import { isNestedTooDeeply } from '../../../plugins/dump/jsonl/nesting.ts';

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const isTooDeep = (json: string) => isNestedTooDeeply(Buffer.from(json));

test('a record is nested too deeply beyond 2¹⁷ levels, those of the record among them', () => {
  expect(isTooDeep(`{"x":${nested(2 ** 17 - 1)}}`)).toBe(false);
  expect(isTooDeep(`{"x":${nested(2 ** 17)}}`)).toBe(true);
  expect(isTooDeep(`{"x":[${`${nested(100_000)},`.repeat(3)}0]}`)).toBe(false);
  expect(isTooDeep('['.repeat(200_000))).toBe(true);
});

test('brackets in a string are text, whatever is escaped in it', () => {
  const text = '['.repeat(200_000);
  for (const string of [text, `"${text}`, `\\\\" \\${text}`, `${text}\\`]) {
    const json = JSON.stringify({ text: string, next: 1 });
    expect(isTooDeep(json)).toBe(false);
    expect(isTooDeep(`${json.slice(0, -1)},"x":${nested(2 ** 17)}}`)).toBe(true);
  }
  expect(isTooDeep(`{"text":"${text}`)).toBe(false);
});
