import { expect, test } from 'vitest';
import { shinglePages } from '../../src/flow/shingle-pages.ts';
import { argumentError } from '../argument-error.ts';

test.each([0, 2.5])('%d threads are refused before the first page is read', async (threads) => {
  let isRead = false;
  async function* pages() {
    isRead = true;
    yield { id: 'a', url: '', body: 'some words' };
  }
  const grams = shinglePages(pages(), {}, threads);
  await expect(grams.next()).rejects.toThrow(
    argumentError('RangeError', `threads: expected 1, 2, 3 …; got ${threads}`),
  );
  expect(isRead).toBe(false);
});
