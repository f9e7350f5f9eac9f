import { expect, test } from 'vitest';
import { Namesakes } from '../../src/site/namesakes.ts';
import { wordsOf } from '../../src/site/url-words.ts';

function gramsOf(...all: number[]): BigUint64Array {
  return BigUint64Array.from(all, BigInt).sort();
}

const page = (key: string, grams: BigUint64Array) => ({
  ...{ key, words: key, folders: '', of: wordsOf.page, id: '', grams },
  ...{ url: `https://a.example/t/${key}`, named: 0, isNamedByUrl: false, isNamed: false, beside: 0 },
});

test('a page is of one message with those of its name that share half of what most have, and with no others', () => {
  const names = new Namesakes();
  const message = [1, 2, 3, 4];
  expect(names.add('a', 'no', page('1', gramsOf(...message, 10))).alike).toEqual([]);
  names.add('a', 'no', page('2', gramsOf(...message, 11)));
  names.add('b', 'no', page('3', gramsOf(...message, 12)));
  names.add('a', 'yes', page('4', gramsOf(...message, 13)));
  names.add('a', 'no', page('5', gramsOf(20, 21, 22, 23)));
  const { alike } = names.add('a', 'no', page('6', gramsOf(...message, 14, 15, 16, 17)));
  expect(alike.map(({ key }) => key)).toEqual(['1', '2', '6']);
  expect(names.add('a', 'no', page('7', gramsOf(...message, 30, 31, 32, 33, 34))).alike).toEqual([]);
});

test('a page that comes again stands for its earlier text no more', () => {
  const names = new Namesakes();
  for (const key of ['1', '2', '3']) names.add('a', 'no', page(key, gramsOf(1, 2)));
  expect(names.add('a', 'no', page('2', gramsOf(5, 6))).alike).toEqual([]);
  expect(names.add('a', 'no', page('4', gramsOf(1, 2))).alike.map(({ key }) => key)).toEqual(['1', '3', '4']);
});

test('pages that had the message count when later ones have taken their places, as far as they say no more', () => {
  const names = new Namesakes((_, grams) => grams.filter((gram) => !isTemplate(gram)));
  const keysOf = (pages: readonly { readonly key: string }[]) => pages.map(({ key }) => Number(key));
  for (let key = 1; key < 20; key++) {
    // the sixth says more than the message has, the seventh something else
    const own = key === 6 ? from(500, 11) : [];
    names.add('a', 'no', key === 7 ? page('7', gramsOf(...from(700, 30))) : beside(key, own));
  }
  const { alike, brief } = names.add('a', 'no', beside(20));
  expect(keysOf(alike)).toEqual(from(1, 20).filter((key) => key !== 7));
  expect(keysOf(brief)).toEqual(from(1, 20).filter((key) => key !== 6 && key !== 7));
  // they are told once, and forgotten one by one
  names.forget('a', 'no', '1');
  names.addWall('a', 'no', brief, true);
  expect(keysOf(names.add('a', 'no', beside(21)).alike)).toEqual([]);
  for (let key = 22; key < 32; key++) names.add('a', 'no', beside(key));
  names.forget('a', 'no', '21');
  expect(keysOf(names.add('a', 'no', beside(22)).alike)).toEqual([...from(23, 9), 22]);
  for (let key = 32; key < 200; key++) names.add('a', 'no', beside(key));
  expect(names.add('a', 'no', beside(200)).alike).toHaveLength(64);
});

test('a wall is known by what its pages have in common, on its host and under its names', () => {
  const names = new Namesakes();
  names.add('a', 'no', page('1', gramsOf(1, 2, 3, 10)));
  const { alike } = names.add('a', 'no', page('2', gramsOf(1, 2, 3, 11)));
  expect(names.isWall('a', 'no', gramsOf(1, 2, 3))).toBe(false);
  names.addWall('a', 'no', alike);
  expect(names.isWall('a', 'no', gramsOf(1, 2, 3, 12))).toBe(true);
  expect(names.isWall('a', 'no', gramsOf(12, 13, 14))).toBe(false);
  expect(names.isWall('b', 'no', gramsOf(1, 2, 3))).toBe(false);
  expect(names.isWall('a', 'yes', gramsOf(1, 2, 3))).toBe(false);
  // its pages are spoken of
  expect(names.add('a', 'no', page('3', gramsOf(1, 2, 3))).alike).toEqual([]);
});

/** So many grams from one on. */
const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i);
/** Of a message of ten grams, beside a list of its own that is template. */
const beside = (key: number, own: readonly number[] = []) =>
  page(`${key}`, gramsOf(...from(0, 10), ...own, ...from(1000 * key, 100)));
const isTemplate = (gram: bigint): boolean => gram >= 1000n;

test('pages are held against each other beside the template of their site as far as it is known by then', () => {
  let isKnown = false;
  const names = new Namesakes((_, grams) => (isKnown ? grams.filter((gram) => !isTemplate(gram)) : grams));
  for (const key of [1, 2]) expect(names.add('a', 'no', beside(key)).alike).toEqual([]);
  isKnown = true;
  const told = names.add('a', 'no', beside(3));
  expect(told.alike.map(({ key }) => key)).toEqual(['1', '2', '3']);
  expect(told.brief).toEqual(told.alike);
  // two thirds of what it has, and less
  expect(names.add('a', 'no', beside(5, from(500, 5))).brief).toHaveLength(4);
  const longer = names.add('a', 'no', beside(4, from(500, 6)));
  expect(longer.alike).toHaveLength(5);
  expect(longer.brief).toEqual([]);
});

test('of a wall of brief pages are those that say hardly more', () => {
  const names = new Namesakes((_, grams) => grams.filter((gram) => !isTemplate(gram)));
  names.add('a', 'no', beside(1));
  const { brief } = names.add('a', 'no', beside(2));
  names.addWall('a', 'no', brief, true);
  expect(names.isWall('a', 'no', beside(3).grams)).toBe(true);
  expect(names.isWall('a', 'no', beside(4, from(500, 6)).grams)).toBe(false);
});

test('pages of one name are counted at the patterns of their URLs, also those that are kept no more, but for those of a wall', () => {
  const names = new Namesakes();
  for (let key = 1; key < 12; key++) names.add('a', 'no', beside(key));
  const { before, shared } = names.add('a', 'no', beside(12));
  expect([before, shared].map((at) => at.map(({ pages, unlike }) => [pages, unlike]))).toEqual([
    [[11, 11]],
    [[12, 12]],
  ]);
  expect(names.addWall('a', 'no', [])).toEqual(shared);
  expect(names.add('a', 'no', beside(13)).before).toEqual([]);
});

test('what is kept of short pages has a bound: the names that were met longest ago are forgotten', () => {
  const names = new Namesakes();
  const grams = (name: number) => BigUint64Array.from({ length: 600 }, (_, i) => BigInt(1000 * name + i));
  for (let name = 0; name < 2000; name++) {
    names.add('a', `${name}`, page('1', grams(name)));
    if (name % 100 > 0) continue;
    // a name that is met now and then is kept
    const { alike } = names.add('a', '0', page(`again ${name}`, grams(0)));
    expect(alike).toHaveLength(2 + name / 100);
  }
  expect(names.add('a', '1', page('2', grams(1))).alike).toEqual([]);
  expect(names.add('a', '1999', page('2', grams(1999))).alike).toHaveLength(2);
});
