import { expect, test } from 'vitest';
import { evaluate, evaluateSets } from '../../src/evaluate/index.ts';
import { evaluateGrams } from '../../src/flow/evaluate.ts';
import { shinglePages } from '../../src/flow/index.ts';
import { gramSet } from '../../src/grams/grams.ts';
import type { Page } from '../../src/index.ts';
import { setsOf } from '../evaluate/collections.ts';

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

const bodies = ['a b c d e f', 'a b c d e f', 'g h i j', '', 'a b c d e', 'g h i k l m n'];
const pages = bodies.map(
  (body, number): Page => ({ id: `page${number}`, url: '', body, contentType: 'text/plain' }),
);
const options = { methods: ['qp', 'exact-hash'], thresholds: [0.6] };

test('pages are compared by their gram sets, each page read is told, and the result names gram and multiset', async () => {
  const read: number[] = [];
  const { dataset, truth, rows, labels } = await evaluate(each(pages), {
    ...options,
    onRead: (count) => read.push(count),
  });
  expect(read).toEqual([1, 2, 3, 4, 5, 6]);
  expect(dataset).toEqual({
    ...{
      pages: 6,
      emptyPages: 1,
      grams: 3 + 3 + 1 + 2 + 4,
      universe: 3 + 1 + 4,
      gram: 'word:4',
      multiset: false,
    },
  });
  expect([truth, labels]).toEqual(['qp', undefined]);
  // 0 and 1 are equal; 4 has two of their three grams.
  expect(rows.map(({ variant, pairs, recall }) => [variant, pairs, recall])).toEqual([
    ['qp', 3, 1],
    ['exact-hash', 1, 1 / 3],
  ]);
  const other = await evaluate(each(pages), { ...options, gram: { unit: 'word', q: 1 }, multiset: true });
  expect(other.dataset).toMatchObject({ gram: 'word:1', multiset: true, grams: 6 + 6 + 4 + 5 + 7 });
});

test('labels are the truth: each pair once, in either order, none of a page with itself; ids of no page are counted, and named with their first pair', async () => {
  const labels = [
    ['page1', 'page0'],
    ['page0', 'page1'],
    ['page2', 'page5'],
    ['page5', 'page1'],
    ['page4', 'page4'],
    ['page0', 'nowhere'],
    ['nobody', 'page0'],
    ['nobody', 'nowhere'],
  ] as const;
  const evaluation = await evaluateGrams(shinglePages(each(pages), { frequencies: true }), {
    ...options,
    labels,
  });
  expect(evaluation.truth).toBe('labels');
  expect(evaluation.labels).toEqual({
    ...{ pairs: 3, unknownIds: 2 },
    firstUnknown: [
      { id: 'nowhere', pair: 6 },
      { id: 'nobody', pair: 7 },
    ],
  });
  const many = Array.from({ length: 9 }, (_, i) => ['page0', `none${i}`] as const);
  const named = await evaluate(each(pages), { ...options, labels: many });
  expect(named.labels).toMatchObject({ pairs: 0, unknownIds: 9 });
  expect(named.labels?.firstUnknown?.map(({ id }) => id)).toEqual([
    'none0',
    'none1',
    'none2',
    'none3',
    'none4',
  ]);
  // Of the three pairs, exact-hash names the one of equal pages.
  const [hash] = evaluation.rows.filter(({ variant }) => variant === 'exact-hash');
  expect([hash.precision, hash.recall]).toEqual([1, 1 / 3]);
});

test('a page that was not kept for want of memory is a page: its id in a label is not called unknown', async () => {
  const words = (page: number): string => Array.from({ length: 60 }, (_, i) => `w${page}x${i}`).join(' ');
  const many = Array.from({ length: 200 }, (_, page): Page => {
    return { id: `page${page}`, url: '', body: words(page), contentType: 'text/plain' };
  });
  const labels = many.map(({ id }, page) => [id, page === 7 ? 'nobody' : `page${page ^ 1}`] as const);
  const { dataset, labels: told } = await evaluate(each(many), {
    ...{ methods: ['exact-hash'], thresholds: [0.8], labels, memoryBytes: 1 << 16 },
  });
  expect(dataset.pages).toBeLessThan(100);
  expect(dataset.pagesRead).toBe(200);
  expect(told?.pairs).toBeLessThan(dataset.pages / 2);
  expect(told).toMatchObject({ unknownIds: 1, firstUnknown: [{ id: 'nobody', pair: 8 }] });
});

test('options out of range are refused before a page is read', async () => {
  let isRead = false;
  async function* noted(): AsyncGenerator<Page> {
    isRead = true;
    yield* pages;
  }
  await expect(evaluate(noted(), { thresholds: [2] })).rejects.toThrow(RangeError);
  expect(isRead).toBe(false);
});

test('gram sets alone are compared alike, under the name given to their grams', async () => {
  const sets = setsOf(bodies.map((body) => gramSet(body)));
  const { dataset, rows } = await evaluateSets(sets, { ...options, gram: 'word:4' });
  expect(dataset).toMatchObject({ pages: 6, grams: 13, gram: 'word:4', multiset: false });
  expect(rows[0].pairs).toBe(3);
  expect((await evaluateSets(sets, options)).dataset.gram).toBe('unknown');
});
