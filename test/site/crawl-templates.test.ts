import { expect, test } from 'vitest';
import { CrawlTemplates } from '../../src/site/crawl-templates.ts';

const grams = (...ranges: readonly (readonly [number, number])[]): BigUint64Array =>
  BigUint64Array.from(
    ranges.flatMap(([from, count]) => Array.from({ length: count }, (_, i) => BigInt(from + i))),
  );

test('what eight things of a site have in common is no content from then on, and more at each doubling', () => {
  const templates = new CrawlTemplates();
  const page = grams([0, 10], [50, 5], [500, 5]);
  const add = (from: number, to: number, ...common: (readonly [number, number])[]): void => {
    for (let i = from; i < to; i++)
      templates.add('a.example', `thing ${i}`, grams(...common, [1000 + 100 * i, 20]));
  };
  add(0, 7, [0, 10]);
  expect(templates.contentOf('a.example', page)).toHaveLength(20);
  add(7, 8, [0, 10]);
  expect([...templates.contentOf('a.example', page)]).toEqual([...grams([50, 5], [500, 5])]);
  add(8, 15, [0, 10], [50, 5]);
  expect(templates.contentOf('a.example', page)).toHaveLength(10);
  add(15, 16, [0, 10], [50, 5]);
  expect([...templates.contentOf('a.example', page)]).toEqual([...grams([500, 5])]);
  expect(templates.contentOf('b.example', page)).toHaveLength(20);
});

test('versions of one thing, and pages that name none, are no evidence', () => {
  const templates = new CrawlTemplates();
  for (let i = 0; i < 40; i++)
    templates.add('a.example', i % 2 === 0 ? '' : 'one', grams([0, 10], [100 * i + 50, 5]));
  expect(templates.contentOf('a.example', grams([0, 10]))).toHaveLength(10);
});

test('gram sets of many sites are let go of, templates that were counted stay', () => {
  const templates = new CrawlTemplates();
  const large = (i: number) => grams([0, 9000], [10_000 * (i + 1), 3000]);
  for (let host = 0; host < 60; host++) {
    for (let i = 0; i < 8; i++) templates.add(`${host}.example`, `thing ${i}`, large(i));
  }
  for (const host of [0, 59])
    expect(templates.contentOf(`${host}.example`, grams([0, 9000]))).toHaveLength(0);
  // the first site begins anew: eight more of its things are not yet sixteen
  for (let i = 8; i < 16; i++) templates.add('0.example', `thing ${i}`, grams([20, 10]));
  expect(templates.contentOf('0.example', grams([0, 9000]))).toHaveLength(8990);
});
