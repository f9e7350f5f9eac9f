import { expect, test } from 'vitest';
import { printable, printableJson } from '../../plugins/cli/printable.ts';

const hostile = 'a\u001b[2J\r\nb\u009b31m\u202ec\u2066\u200b\u2028\u2029\u00ad\u007f\0\u{e0041}é漢😀';

test('text has no character left that is more than text, and is one line', () => {
  expect(printable(hostile)).toBe(`a�[2J��b�31m�c${'�'.repeat(8)}é漢😀`);
  expect(printable('plain, of any script: ünïcödé 漢字 مرحبا')).toBe(
    'plain, of any script: ünïcödé 漢字 مرحبا',
  );
});

test('JSON says the same to a program, and no more than text to a terminal', () => {
  const value = { [hostile]: [hostile, 1, null] };
  const json = printableJson(value);
  expect(JSON.parse(json)).toEqual(value);
  expect(json).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  expect(json).toContain('\\u009b31m\\u202ec');
  expect(json).toContain('é漢😀');
});
