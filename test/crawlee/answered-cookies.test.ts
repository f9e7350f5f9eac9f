import { expect, test } from 'vitest';
import { cookiesOfNextHop } from '../../plugins/crawlee/answered-cookies.ts';

test('a later value of a cookie takes the place of an earlier one, and what is no cookie is left out', () => {
  expect(cookiesOfNextHop('', ['a=1; Path=/; HttpOnly', 'b=x=y', '=c', 'nothing', ''])).toBe('a=1; b=x=y');
  expect(cookiesOfNextHop('a=1; b=2', ['a=3'])).toBe('a=3; b=2');
});

test('cookies beyond four kilobytes are left out, whatever a server sets', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => `c${i}=${'x'.repeat(90)}`);
  const header = cookiesOfNextHop('a=1', [`long=${'y'.repeat(5000)}`, ...many]);
  expect(header.startsWith('a=1; c0=')).toBe(true);
  expect(header.length).toBeLessThanOrEqual(4096);
});
