import { expect, test } from 'vitest';
import { headLength, parseHead } from '../../../plugins/dump/archive/headers.ts';
import { cpuMs } from '../../cpu-time.ts';

const head = (text: string): Buffer => Buffer.from(text, 'latin1');

test('a header ends with its first blank line, whatever CRs stand before the line feeds', () => {
  const cases: Array<[string, number]> = [
    ['a\r\nb: c\r\n\r\nrest', 11],
    ['a\nb: c\n\nrest', 8],
    ['a\r\r\nb\r\r\n\r\r\nrest', 11],
    ['a\n\r\nb\n\n', 4],
    ['a\r\nb\r\n', -1],
    ['a\r\n\r', -1],
    ['a', -1],
    ['', -1],
  ];
  for (const [text, length] of cases)
    expect([text, headLength(head(text), 0, text.length)]).toEqual([text, length]);
});

test('only the bytes between start and end count', () => {
  const bytes = head('x\n\na: b\n\nrest\n\n');
  expect(headLength(bytes, 3, bytes.length)).toBe(6);
  expect(headLength(bytes, 3, 9)).toBe(6);
  expect(headLength(bytes, 3, 8)).toBe(-1);
  expect(headLength(bytes, 3, 7)).toBe(-1);
});

test('fields are known by lower-case names, trimmed; of repeated ones the first counts', () => {
  const text =
    'GET / x\r\nHost: \t a.test \r\nHOST: b.test\r\nx-Y :1:2\r\nno colon\r\n: no name\r\nempty:\r\n\r\n';
  const bytes = head(`before${text}Behind: x\r\n`);
  const { startLine, headers, length } = parseHead(bytes, 6, text.length);
  expect([startLine, length]).toEqual(['GET / x', text.length]);
  expect([...headers]).toEqual([
    ['host', 'a.test'],
    ['x-y', '1:2'],
    ['empty', ''],
  ]);
});

test('a header of carriage returns alone, or of folded lines, takes linear time', () => {
  const size = 1 << 20;
  for (const text of [
    `a\r\nb: ${'\r'.repeat(size)}c\r\n\r\n`,
    `a\r\nb: 1\r\n${' \r\n'.repeat(size / 3)}\r\n`,
  ]) {
    const before = cpuMs();
    expect(parseHead(head(text), 0, text.length).headers.size).toBe(1);
    expect(cpuMs() - before).toBeLessThan(1500);
  }
});

test('a line that begins with a blank goes on with the field before, but for one of blanks alone', () => {
  const text = 'a\r\nb: 1\r\n  2\n\t3\r\n \r\nc: 4\r\n\r\n';
  expect([...parseHead(head(text), 0, text.length).headers]).toEqual([
    ['b', '1 2 3'],
    ['c', '4'],
  ]);
});
