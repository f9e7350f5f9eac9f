import { expect, test } from 'vitest';
import { takeHostsInTurn } from '../../../plugins/cli/crawl/host-turns.ts';

/** A queue of URLs like Crawlee's, and how long each host waits for its turn; 0 for those that are not named. */
function waitingQueue(urls: string[], waits: Record<string, number>) {
  const queue = {
    fetchNextRequest: async () => {
      const url = urls.shift();
      return url === undefined ? null : { url };
    },
    isEmpty: async () => urls.length === 0,
  };
  takeHostsInTurn(queue, (host) => waits[host] ?? 0);
  const fetchAll = async (): Promise<string[]> => {
    const fetched: string[] = [];
    while (!(await queue.isEmpty())) {
      const request = await queue.fetchNextRequest();
      if (request !== null) fetched.push(request.url);
    }
    return fetched;
  };
  return { queue, fetchAll };
}

test('requests to hosts with a turn come first, then that with the next turn, and none to a host for which another one waits', async () => {
  const waits: Record<string, number> = { a: Number.POSITIVE_INFINITY, b: 20, c: 10 };
  const urls = ['http://a/1', 'http://a/2', 'http://b/1', 'http://c/1', 'http://d/1'];
  const { queue, fetchAll } = waitingQueue(urls, waits);
  expect(await fetchAll()).toEqual(['http://d/1', 'http://c/1', 'http://b/1']);
  expect(await queue.isEmpty()).toBe(true);
  expect(await queue.fetchNextRequest()).toBeNull();
  waits.a = 5;
  expect(await queue.isEmpty()).toBe(false);
  expect(await fetchAll()).toEqual(['http://a/1', 'http://a/2']);
});

test('hosts with many requests set aside take turns', async () => {
  const waits: Record<string, number> = { a: Number.POSITIVE_INFINITY, b: Number.POSITIVE_INFINITY };
  const { fetchAll } = waitingQueue(['http://a/1', 'http://a/2', 'http://b/1', 'http://b/2'], waits);
  expect(await fetchAll()).toEqual([]);
  waits.a = waits.b = 0;
  expect(await fetchAll()).toEqual(['http://a/1', 'http://b/1', 'http://a/2', 'http://b/2']);
});

test('a thousand requests are set aside, and those behind them wait as they come', async () => {
  const urls = Array.from({ length: 1001 }, (_, i) => `http://a/${i}`);
  const { queue } = waitingQueue([...urls, 'http://b/1'], { a: Number.POSITIVE_INFINITY });
  expect(await queue.fetchNextRequest()).toEqual({ url: 'http://a/1000' });
  expect(await queue.fetchNextRequest()).toEqual({ url: 'http://b/1' });
});
