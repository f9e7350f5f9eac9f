import { expect, test } from 'vitest';
import { Namesakes } from '../../src/site/namesakes.ts';

function gramsOf(...all: number[]): BigUint64Array {
  return BigUint64Array.from(all, BigInt).sort();
}

const page = (key: string, grams: BigUint64Array) => ({ key, words: key, grams });

test('a page is of one message with those of its name that share half of what most have, and with no others', () => {
  const names = new Namesakes();
  const message = [1, 2, 3, 4];
  expect(names.add('a', 'no', page('1', gramsOf(...message, 10)))).toEqual([]);
  names.add('a', 'no', page('2', gramsOf(...message, 11)));
  names.add('b', 'no', page('3', gramsOf(...message, 12)));
  names.add('a', 'yes', page('4', gramsOf(...message, 13)));
  names.add('a', 'no', page('5', gramsOf(20, 21, 22, 23)));
  const alike = names.add('a', 'no', page('6', gramsOf(...message, 14, 15, 16, 17)));
  expect(alike.map(({ key }) => key)).toEqual(['1', '2', '6']);
  expect(names.add('a', 'no', page('7', gramsOf(...message, 30, 31, 32, 33, 34)))).toEqual([]);
});

test('a page that comes again stands for its earlier text no more', () => {
  const names = new Namesakes();
  for (const key of ['1', '2', '3']) names.add('a', 'no', page(key, gramsOf(1, 2)));
  expect(names.add('a', 'no', page('2', gramsOf(5, 6)))).toEqual([]);
  expect(names.add('a', 'no', page('4', gramsOf(1, 2))).map(({ key }) => key)).toEqual(['1', '3', '4']);
});

test('a wall is known by what its pages have in common, on its host and under its names', () => {
  const names = new Namesakes();
  names.add('a', 'no', page('1', gramsOf(1, 2, 3, 10)));
  const alike = names.add('a', 'no', page('2', gramsOf(1, 2, 3, 11)));
  expect(names.isWall('a', 'no', gramsOf(1, 2, 3))).toBe(false);
  names.addWall('a', 'no', alike);
  expect(names.isWall('a', 'no', gramsOf(1, 2, 3, 12))).toBe(true);
  expect(names.isWall('a', 'no', gramsOf(12, 13, 14))).toBe(false);
  expect(names.isWall('b', 'no', gramsOf(1, 2, 3))).toBe(false);
  expect(names.isWall('a', 'yes', gramsOf(1, 2, 3))).toBe(false);
  // its pages are spoken of
  expect(names.add('a', 'no', page('3', gramsOf(1, 2, 3)))).toEqual([]);
});

test('what is kept of short pages has a bound: the names that were met longest ago are forgotten', () => {
  const names = new Namesakes();
  const grams = (name: number) => BigUint64Array.from({ length: 600 }, (_, i) => BigInt(1000 * name + i));
  for (let name = 0; name < 2000; name++) {
    names.add('a', `${name}`, page('1', grams(name)));
    names.add('a', '0', page('1', grams(0)));
  }
  expect(names.add('a', '1', page('2', grams(1)))).toEqual([]);
  expect(names.add('a', '1999', page('2', grams(1999)))).toHaveLength(2);
  expect(names.add('a', '0', page('2', grams(0)))).toHaveLength(2);
});
