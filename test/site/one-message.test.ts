import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparedToMessage, gramsOfMost, ofMessage, pagesOfOneMessage } from '../../src/site/one-message.ts';

const sets = fc.array(
  fc.uniqueArray(fc.nat(12), { maxLength: 8 }).map((all) => gramsOf(...all)),
  { minLength: 1, maxLength: 9 },
);

function gramsOf(...all: number[]): BigUint64Array {
  return BigUint64Array.from(all, BigInt).sort();
}

/** So many grams from one on. */
function from(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => first + i);
}

/** What `pagesOfOneMessage` says of pages of which each has some content and a list of its own that is template. */
function messageOf(contents: readonly (readonly number[])[]) {
  const lists = contents.map((_, page) => from(10_000 * (page + 1), 300));
  const kinds = pagesOfOneMessage(contents.length, {
    gramsOf: (page) => gramsOf(...contents[page], ...lists[page]),
    contentOf: (page) => gramsOf(...contents[page]),
  });
  const atLeast = (least: number): number[] => [...contents.keys()].filter((page) => kinds![page] >= least);
  return kinds && { pages: atLeast(ofMessage.it), brief: atLeast(ofMessage.briefly) };
}

test('the grams of most are those that more than half of the sets have', () => {
  fc.assert(
    fc.property(sets, (drawn) => {
      const all = [...new Set(drawn.flatMap((grams) => [...grams]))];
      const naive = all.filter(
        (gram) => drawn.filter((grams) => grams.includes(gram)).length > drawn.length / 2,
      );
      expect(gramsOfMost(drawn)).toEqual(BigUint64Array.from(naive).sort());
    }),
  );
});

test('one message is half of what most have, and not less', () => {
  const isOne = (page: BigUint64Array, common: BigUint64Array): boolean =>
    comparedToMessage({ grams: page, content: page }, { grams: common, content: common }) >= ofMessage.it;
  expect(isOne(gramsOf(1, 2), gramsOf(1, 2, 3, 4))).toBe(true);
  expect(isOne(gramsOf(1, 2), gramsOf(1, 2, 3, 4, 5))).toBe(false);
});

test('beside the template a third of what most have is one message, from eight grams on', () => {
  const withOwn = (own: number): number[] => [...from(0, 10), ...from(500, own)];
  expect(messageOf([withOwn(0), withOwn(0), withOwn(20)])?.pages).toEqual([0, 1, 2]);
  expect(messageOf([withOwn(0), withOwn(0), withOwn(21)])?.pages).toEqual([0, 1]);
  expect(messageOf([from(0, 8), from(0, 8)])?.pages).toEqual([0, 1]);
  expect(messageOf([from(0, 7), from(0, 7)])).toBeUndefined();
});

test('a page that is alike by its template says something of its own from eight grams outside of it on, and is of no message then', () => {
  const template = from(10_000, 300);
  const post = (own: number, page: number) => [1, 2, 3, ...from(100 * (page + 1), own)];
  const kindsOf = (own: number) =>
    pagesOfOneMessage(3, {
      gramsOf: (page) => gramsOf(...template, ...post(own, page)),
      contentOf: (page) => gramsOf(...post(own, page)),
    });
  expect(kindsOf(7)).toEqual(new Uint8Array(3).fill(ofMessage.it));
  expect(kindsOf(8)).toBeUndefined();
});

test('a name of which fewer than half of the pages have a message in common is that of no message', () => {
  const others = from(1, 3).map((i) => from(1000 * i, 10));
  const alike = [...from(0, 30), ...from(600, 2)];
  expect(messageOf([alike, alike, alike, ...others.slice(0, 2)])?.pages).toEqual([0, 1, 2]);
  // what more than half have is three grams of a signature
  const signed = [alike, ...others].map((content) => [...content, 1, 2, 3]);
  expect(messageOf(signed)).toBeUndefined();
});

test('a brief message has up to 64 grams beside the template and is half of what its pages have there', () => {
  const message = from(0, 64);
  expect(messageOf([message, message])).toEqual({ pages: [0, 1], brief: [0, 1] });
  expect(messageOf([from(0, 65), from(0, 65)])).toEqual({ pages: [0, 1], brief: [] });
  const withOwn = (own: number): number[] => [...message, ...from(500, own)];
  expect(messageOf([message, message, withOwn(64)])?.brief).toEqual([0, 1, 2]);
  expect(messageOf([message, message, withOwn(65)])).toEqual({ pages: [0, 1, 2], brief: [0, 1] });
  // most pages of the name say more
  expect(messageOf([message, message, withOwn(65), withOwn(66), withOwn(67)])?.brief).toEqual([]);
});

test('pages that are alike by their template alone are of no brief message', () => {
  const list = from(10_000, 300);
  const kinds = pagesOfOneMessage(2, {
    gramsOf: (page) => gramsOf(...list, ...from(100 * page, 7)),
    contentOf: (page) => gramsOf(...from(100 * page, 7)),
  });
  expect(kinds).toEqual(Uint8Array.of(ofMessage.it, ofMessage.it));
});
