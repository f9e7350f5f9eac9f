import { expect, test } from 'vitest';
import { passOverKnown } from '../../plugins/crawlee/known-requests.ts';

test('a request that is known counts as handled; one that was brought back, or is no GET, is never passed over', async () => {
  const request = (uniqueKey: string, more: object = {}) => ({
    uniqueKey,
    url: `http://a/${uniqueKey}`,
    ...more,
  });
  const waiting = [
    request('known'),
    request('near-duplicates/1/known'),
    request('posted', { method: 'POST' }),
    request('also known'),
    request('new'),
  ];
  const handled: string[] = [];
  const queue = {
    fetchNextRequest: async () => waiting.shift() ?? null,
    markRequestHandled: async ({ uniqueKey }: { readonly uniqueKey: string }) => handled.push(uniqueKey),
  };
  passOverKnown(queue, async ({ uniqueKey }) => uniqueKey !== 'new');
  const given: unknown[] = [];
  for (let next = await queue.fetchNextRequest(); next !== null; next = await queue.fetchNextRequest()) {
    given.push(next.uniqueKey);
  }
  expect(given).toEqual(['near-duplicates/1/known', 'posted', 'new']);
  expect(handled).toEqual(['known', 'also known']);
});
