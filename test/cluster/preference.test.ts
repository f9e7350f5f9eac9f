import { expect, test } from 'vitest';
import { preferenceOrder } from '../../src/cluster/preference.ts';

const facts = [
  { url: 'https://a.example/long/path', fetchedAt: '2024-01-01T00:00:00Z', textLength: 10 },
  { url: '', fetchedAt: '', textLength: 30 },
  { url: 'https://a.example/', fetchedAt: '2025-06-01', textLength: 10 },
  { url: 'https://b.example/', fetchedAt: 'not a date', textLength: 20 },
];

function pagesWith(known: readonly number[], cut: readonly number[] = []) {
  return {
    length: facts.length,
    factsOf: (page: number) => ({ ...facts[page]!, truncatedFrom: cut.includes(page) ? 1e6 : 0 }),
    isCut: (page: number) => cut.includes(page),
    isKnown: (page: number) => known.includes(page),
  };
}

const pages = pagesWith([]);

test('each policy puts its best page first; ties and pages that do not say go by input order', () => {
  expect([...preferenceOrder(pages, 'first')]).toEqual([0, 1, 2, 3]);
  expect([...preferenceOrder(pages, 'longest')]).toEqual([1, 3, 0, 2]);
  expect([...preferenceOrder(pages, 'newest')]).toEqual([2, 0, 1, 3]);
  expect([...preferenceOrder(pages, 'shortest-url')]).toEqual([2, 3, 0, 1]);
});

test('what is known comes before what is not, by each policy', () => {
  expect([...preferenceOrder(pagesWith([2, 3]), 'first')]).toEqual([2, 3, 0, 1]);
  expect([...preferenceOrder(pagesWith([0, 3]), 'longest')]).toEqual([3, 0, 1, 2]);
});

test('what was cut comes behind all that is whole, by each policy, and in front of it only where it is known', () => {
  expect([...preferenceOrder(pagesWith([], [0, 2]), 'first')]).toEqual([1, 3, 0, 2]);
  expect([...preferenceOrder(pagesWith([], [1, 3]), 'longest')]).toEqual([0, 2, 1, 3]);
  // of a page that does not say when it was fetched nothing is missing
  expect([...preferenceOrder(pagesWith([], [0, 2]), 'newest')]).toEqual([1, 3, 0, 2]);
  expect([...preferenceOrder(pagesWith([], [0, 2]), 'shortest-url')]).toEqual([3, 1, 0, 2]);
  expect([...preferenceOrder(pagesWith([2], [2]), 'first')]).toEqual([2, 0, 1, 3]);
});

test('the newest page is the same in every time zone, also where dates do not name theirs', () => {
  const zoneBefore = process.env.TZ;
  const dated = ['2021-03-14T02:30:00', '2021-03-14T03:00:00Z'].map((fetchedAt) => ({
    ...facts[0]!,
    fetchedAt,
  }));
  try {
    for (const zone of ['UTC', 'America/New_York']) {
      process.env.TZ = zone;
      const given = {
        ...pages,
        length: 2,
        factsOf: (page: number) => ({ ...dated[page]!, truncatedFrom: 0 }),
      };
      expect([zone, ...preferenceOrder(given, 'newest')]).toEqual([zone, 1, 0]);
    }
  } finally {
    if (zoneBefore === undefined) delete process.env.TZ;
    else process.env.TZ = zoneBefore;
  }
});
