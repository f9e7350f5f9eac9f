import { expect, test } from 'vitest';
import { CrawlTemplates } from '../../src/site/crawl-templates.ts';
import { thaiName } from './thai-names.ts';

const grams = (...ranges: readonly (readonly [number, number])[]): BigUint64Array =>
  BigUint64Array.from(
    ranges.flatMap(([from, count]) => Array.from({ length: count }, (_, i) => BigInt(from + i))),
  );

test('what eight things of a site have in common is no content from then on, and more whenever these have grown by a quarter', () => {
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
  add(8, 12, [0, 10], [50, 5]);
  expect(templates.contentOf('a.example', page)).toHaveLength(10);
  add(12, 13, [0, 10], [50, 5]);
  expect([...templates.contentOf('a.example', page)]).toEqual([...grams([500, 5])]);
  expect(templates.contentOf('b.example', page)).toHaveLength(20);
});

test('where letters count as words, what an eighth of the things of a site have in common is no content', () => {
  const templates = new CrawlTemplates();
  // the template is computed again with the 69th
  for (let i = 0; i < 69; i++) {
    const often = i < 9 ? [[20, 1]] : [];
    const rarely = i < 8 ? [[30, 1]] : [];
    templates.add(
      'a.example',
      thaiName(i),
      grams(...([...often, ...rarely, [100 * i + 50, 5]] as [number, number][])),
    );
  }
  expect([...templates.contentOf('a.example', grams([20, 1], [30, 1]))]).toEqual([30n]);
});

test('versions of one thing, and pages that name none, are no evidence', () => {
  const templates = new CrawlTemplates();
  for (let i = 0; i < 40; i++)
    templates.add('a.example', i % 2 === 0 ? '' : 'one', grams([0, 10], [100 * i + 50, 5]));
  // a template is computed, and the one thing is one of those that it is computed from
  for (let i = 0; i < 12; i++) templates.add('a.example', `thing ${i}`, grams([30, 10], [100 * i + 5000, 5]));
  expect(templates.contentOf('a.example', grams([30, 10]))).toHaveLength(0);
  expect(templates.contentOf('a.example', grams([0, 10]))).toHaveLength(10);
});

const large = (i: number) => grams([0, 9000], [10_000 * (i + 1), 3000]);

/** Tells of as many things of each of some sites. */
function many(templates: CrawlTemplates, hosts: number, things: number): void {
  for (let host = 0; host < hosts; host++) {
    for (let i = 0; i < things; i++) templates.add(`${host}.example`, `thing ${i}`, large(i));
  }
}

test('of one site no more grams are counted than there is room for', () => {
  const templates = new CrawlTemplates();
  const rest = (i: number) => [10_000 * (i + 1), 9000] as const;
  for (let i = 0; i < 8; i++) templates.add('a.example', `thing ${i}`, grams([0, 10], rest(i)));
  for (let i = 8; i < 40; i++) templates.add('a.example', `thing ${i}`, grams([20, 10], rest(i)));
  expect([...templates.contentOf('a.example', grams([0, 10], [20, 10]))]).toHaveLength(0);
  for (let i = 40; i < 80; i++) templates.add('a.example', `thing ${i}`, grams([50, 10], rest(i)));
  expect([...templates.contentOf('a.example', grams([50, 10]))]).toHaveLength(10);
});

test('grams of many sites are let go of, templates that were counted stay', () => {
  const templates = new CrawlTemplates();
  many(templates, 55, 8);
  for (const host of [0, 54])
    expect(templates.contentOf(`${host}.example`, grams([0, 9000]))).toHaveLength(0);
  // of the first site what one page has is forgotten, what more have is not
  for (let i = 8; i < 16; i++) templates.add('0.example', `thing ${i}`, grams([20, 10], [12_000, 10]));
  const page = grams([0, 9000], [12_000, 10]);
  expect([...templates.contentOf('0.example', page)]).toEqual([...grams([12_000, 10])].slice(10));
});

test('templates of more sites than there is room for are let go of, those of the sites met longest ago first', () => {
  const templates = new CrawlTemplates();
  many(templates, 60, 8);
  expect(templates.contentOf('0.example', grams([0, 9000]))).toHaveLength(9000);
  expect(templates.contentOf('59.example', grams([0, 9000]))).toHaveLength(0);
});

test('of sites met in turn what more than one page has is counted on, where all that was counted has no room', () => {
  const templates = new CrawlTemplates();
  for (let i = 0; i < 8; i++) {
    for (let host = 0; host < 300; host++) {
      const own = grams([0, 500], [10_000 * (8 * host + i + 1), 1000]);
      templates.add(`${host}.example`, `thing ${i}`, own);
    }
  }
  const known = Array.from(
    { length: 300 },
    (_, host) => templates.contentOf(`${host}.example`, grams([0, 500])).length === 0,
  );
  expect(known.filter(Boolean).length).toBeGreaterThan(250);
});
