import { expect, test } from 'vitest';
import { inMegabytes, inSeconds, inThousands, many } from '../../plugins/cli/numbers.ts';

test('counts have their thousands apart, and their noun in the number that fits', () => {
  expect([0, 999, 12_345].map(inThousands)).toEqual(['0', '999', '12,345']);
  expect([0, 1, 2, 12_345].map((count) => many(count, 'page'))).toEqual([
    '0 pages',
    '1 page',
    '2 pages',
    '12,345 pages',
  ]);
});

test('times are in seconds, sizes in millions of bytes with a decimal where they are small', () => {
  expect([inSeconds(1234), inSeconds(1234, 2), inSeconds(40)]).toEqual(['1.2 s', '1.23 s', '0.0 s']);
  expect([40_000, 9_900_000, 10_000_000, 1_234_567_890].map(inMegabytes)).toEqual([
    '0.0 MB',
    '9.9 MB',
    '10 MB',
    '1235 MB',
  ]);
});
