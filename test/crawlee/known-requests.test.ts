import timers from 'node:timers/promises';
import { BasicCrawler, RequestQueue } from 'crawlee';
import { expect, onTestFinished, test, vi } from 'vitest';
import { passOverKnown, type RequestQueue as Queue } from '../../plugins/crawlee/known-requests.ts';
import { inMemory } from './crawls.ts';

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
  await passOverKnown(crawlerWith(queue), async ({ uniqueKey }) => uniqueKey !== 'new');
  const given: unknown[] = [];
  for (let next = await queue.fetchNextRequest(); next !== null; next = await queue.fetchNextRequest()) {
    given.push(next.uniqueKey);
  }
  expect(given).toEqual(['near-duplicates/1/known', 'posted', 'new']);
  expect(handled).toEqual(['known', 'also known']);
});

test('links that are in the queue take no time of a crawl that may fetch one page more', async () => {
  // Crawlee waits behind each batch, of one request each: a second where nothing else is said
  const waits: unknown[] = [];
  const sleep = vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => void waits.push(ms));
  onTestFinished(() => sleep.mockRestore());
  const queue = await RequestQueue.open(null, { config: inMemory() });
  const links = Array.from({ length: 9 }, (_, i) => ({ url: `http://a.example/${i}` }));
  await queue.addRequestsBatched(links);
  await passOverKnown(crawlerWith(queue), async () => false);
  waits.length = 0;
  await queue.addRequestsBatched(links, { maxNewRequests: 1 });
  expect(waits.splice(0)).toEqual(Array(8).fill(0));
  await queue.addRequestsBatched(links, { maxNewRequests: 1, waitBetweenBatchesMillis: 200 });
  expect(waits).toEqual(Array(8).fill(200));
});

test('known requests are passed over in every run of a crawler, although Crawlee makes a new queue for each', async () => {
  const handled: string[] = [];
  const crawler = new BasicCrawler(
    { requestHandler: async ({ request }) => void handled.push(request.url) },
    inMemory(),
  );
  await passOverKnown(crawler, async ({ url }) => url.endsWith('known'));
  for (let run = 0; run < 2; run++) await crawler.run(['http://a.example/known', 'http://a.example/new']);
  expect(handled).toEqual(['http://a.example/new', 'http://a.example/new']);
});

test('of several that know requests of one queue, the last is asked', async () => {
  const waiting = ['first', 'last'].map((uniqueKey) => ({ uniqueKey, url: `http://a/${uniqueKey}` }));
  const queue = {
    fetchNextRequest: async () => waiting.shift() ?? null,
    markRequestHandled: async () => undefined,
  };
  for (const known of ['first', 'last'])
    await passOverKnown(crawlerWith(queue), async ({ uniqueKey }) => uniqueKey === known);
  expect(await queue.fetchNextRequest()).toMatchObject({ uniqueKey: 'first' });
  expect(await queue.fetchNextRequest()).toBe(null);
});

function crawlerWith(queue: Queue) {
  return { addRequests: async () => undefined, getRequestQueue: async () => queue };
}
