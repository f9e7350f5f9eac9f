import { expect, test } from 'vitest';
import { preferenceOrder } from '../../src/cluster/preference.ts';

const pages = [
  { url: 'https://a.example/long/path', fetchedAt: '2024-01-01T00:00:00Z', textLength: 10 },
  { url: '', fetchedAt: '', textLength: 30 },
  { url: 'https://a.example/', fetchedAt: '2025-06-01', textLength: 10 },
  { url: 'https://b.example/', fetchedAt: 'not a date', textLength: 20 },
];

test('each policy puts its best page first; ties and pages that do not say go by input order', () => {
  expect([...preferenceOrder(pages, 'first')]).toEqual([0, 1, 2, 3]);
  expect([...preferenceOrder(pages, 'longest')]).toEqual([1, 3, 0, 2]);
  expect([...preferenceOrder(pages, 'newest')]).toEqual([2, 0, 1, 3]);
  expect([...preferenceOrder(pages, 'shortest-url')]).toEqual([2, 3, 0, 1]);
});
