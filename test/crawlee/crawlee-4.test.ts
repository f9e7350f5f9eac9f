import { describe, expect, test } from 'vitest';
import { Crawlers } from '../../plugins/crawlee/crawlers.ts';
import { factsOfResponse } from '../../plugins/crawlee/response.ts';
import { retiresBehindWall } from '../../plugins/crawlee/wall-retries.ts';
import { CrawlerOfCrawlee4 } from './crawler-of-crawlee-4.ts';
import { openDuplicates } from './crawls.ts';
import { html, page, prose } from './pages.ts';

const request = { uniqueKey: 'a', url: 'http://a.example/' };

describe('a response of fetch', () => {
  const facts = (status: number, headers: Record<string, string> = {}) =>
    factsOfResponse({ request, response: new Response(null, { status, headers }) } as never);

  test('tells an error, an unchanged page, and what to ask for it by', () => {
    expect(facts(404)).toMatchObject({ status: 404 });
    expect(facts(304, { ETag: '"1"' })).toMatchObject({ status: 304, validators: { etag: '"1"' } });
    expect(facts(200, { 'Last-Modified': 'today' })).toEqual({ validators: { lastModified: 'today' } });
  });

  test('gives the cookies that a wall set to the next attempt', () => {
    const headers = new Headers([
      ['Set-Cookie', 'seen=1; Path=/'],
      ['Set-Cookie', 'lang=en'],
    ]);
    const context = { request: { ...request, headers: undefined }, response: new Response('', { headers }) };
    retiresBehindWall(context as never);
    expect(context.request.headers).toEqual({ cookie: 'seen=1; lang=en' });
  });

  test('that a context does not give is none', () => {
    const context = {
      request,
      get response() {
        throw new Error('no page was fetched');
      },
    };
    expect(factsOfResponse(context as never)).toEqual({});
  });
});

test('the copy of a page whose handler fails is handled instead, once the crawler is attached', async () => {
  const duplicates = await openDuplicates();
  const handled: string[] = [];
  const crawler = new CrawlerOfCrawlee4({
    site: { '/original': page(1), '/copy': page(1) },
    requestHandler: duplicates.guard(async ({ request: { url } }) => {
      handled.push(new URL(url).pathname);
      if (handled.length === 1) throw new Error('the first handler fails');
    }),
  });
  await duplicates.attach(crawler);
  await crawler.run(['/original', '/copy']);
  expect(handled).toHaveLength(2);
  expect(new Set(handled).size).toBe(2);
  expect(duplicates.stats()).toMatchObject({ unique: 1, broughtBack: 1 });
});

test('a crawler that is not attached is warned of once, and each content is handled once all the same', async () => {
  const warnings: string[] = [];
  const log = { warning: (message: string) => void warnings.push(message), debug: () => {} };
  const duplicates = await openDuplicates({ log });
  const handled: string[] = [];
  const crawler = new CrawlerOfCrawlee4({
    site: { '/1': page(1), '/2': page(1), '/3': page(3) },
    requestHandler: duplicates.guard(({ request: { url } }) => void handled.push(url)),
  });
  await crawler.run(['/1', '/2', '/3']);
  expect(handled).toHaveLength(2);
  expect(warnings).toEqual([expect.stringContaining('call await duplicates.attach(crawler)')]);
});

test('a page for which a wall answers is fetched again as often as the crawler retries', async () => {
  const duplicates = await openDuplicates();
  const names = ['river', 'mountain', 'garden', 'kitchen', 'doctor', 'engine', 'planet', 'window', 'market'];
  const wall = html(prose(99, 150), 'Your consent');
  const crawler = new CrawlerOfCrawlee4({
    site: Object.fromEntries(
      names.map((name, i) => [
        `/${name}`,
        (headers: Headers) => {
          const isLetIn = i >= 5 || headers.has('cookie');
          return new Response(isLetIn ? html(prose(i), name) : wall, { headers: { 'Set-Cookie': 'ok=1' } });
        },
      ]),
    ),
    requestHandler: duplicates.guard(() => {}),
    maxRequestRetries: 2,
  });
  await duplicates.attach(crawler);
  await crawler.run(names.map((name) => `/${name}`));
  expect(duplicates.counts.unique).toBeGreaterThanOrEqual(names.length);
  expect(crawler.fetched.length).toBeGreaterThan(names.length);
});

test('links are enqueued as the user’s own function says, in words too, and those of copies are told what was enqueued', async () => {
  const duplicates = await openDuplicates();
  const links = '<a href="/kept">1</a><a href="/skipped">2</a><a href="/changed">3</a>';
  const own = ({ url }: { url: string }) => {
    if (url.endsWith('skipped')) return 'skip';
    return url.endsWith('changed') ? { url: `${url}/again` } : 'unchanged';
  };
  const crawler = new CrawlerOfCrawlee4({
    site: {
      '/': html(`${prose(1)} ${links}`),
      '/kept': html(`${prose(1)} ${links}`),
      '/changed/again': page(3),
    },
    requestHandler: duplicates.guard(async (context) => {
      await context.enqueueLinks({ transformRequestFunction: own });
    }),
  });
  await duplicates.attach(crawler);
  await crawler.run(['/']);
  expect(crawler.fetched.sort()).toEqual(['/', '/changed/again', '/kept']);
  const transform = duplicates.transformRequest(own);
  expect(transform({ url: 'http://a.example/kept' })).toEqual({ url: 'http://a.example/kept' });
  expect(transform({ url: 'http://a.example/skipped' })).toBe(false);
});

test('requests for known pages are taken from its queue, which has other names', async () => {
  const duplicates = await openDuplicates();
  const numbers = Array.from({ length: 120 }, (_, i) => i);
  const paths = numbers.flatMap((i) => [`/${i % 5}/p${i}`, `/${i % 5}/p${i}?session=${i}x`]);
  const crawler = new CrawlerOfCrawlee4({
    site: Object.fromEntries(paths.map((path) => [path, page(Number(/p(\d+)/.exec(path)![1]))])),
    requestHandler: duplicates.guard(() => {}),
  });
  await duplicates.skipKnown(crawler);
  for (let i = 0; i < paths.length; i += 2) await crawler.run(paths.slice(i, i + 2));
  expect(duplicates.counts.unique).toBe(numbers.length);
  expect(duplicates.stats().saved).toBeGreaterThan(10);
  expect(crawler.fetched).toHaveLength(paths.length - duplicates.stats().saved);
});

test('a page is asked for by its tag before its handler, under the name of its crawler, and passed over if it has not changed', async () => {
  const duplicates = await openDuplicates({ onUnchanged: 'skip' });
  const statuses: number[] = [];
  const handled: string[] = [];
  const run = async () => {
    const crawler = new CrawlerOfCrawlee4({
      site: {
        '/': (headers) => {
          const status = headers.get('if-none-match') === '"1"' ? 304 : 200;
          statuses.push(status);
          return new Response(status === 304 ? null : page(1), { status, headers: { ETag: '"1"' } });
        },
      },
      preNavigationHook: async (context) => {
        context.request.headers = await duplicates.conditionalHeaders(context);
      },
      requestHandler: duplicates.guard(({ request: { url } }) => void handled.push(url)),
    });
    await duplicates.attach(crawler, 'shop');
    await crawler.run(['/']);
  };
  await run();
  await run();
  expect(statuses).toEqual([200, 304]);
  expect(handled).toHaveLength(1);
});

test('a page that an earlier process left is fetched under a new key if its request was handled: a queue finds it by its key', async () => {
  const url = 'http://a.example/';
  const added: string[] = [];
  const crawlers = new Crawlers();
  const crawler = {
    addRequests: async (requests: object[]) => {
      const keys = (requests as readonly { readonly uniqueKey: string }[]).map(({ uniqueKey }) => uniqueKey);
      added.push(...keys);
      const asSaid = { requestId: 'an id', wasAlreadyHandled: false };
      const addedRequests = keys.map((uniqueKey) => ({
        ...asSaid,
        uniqueKey,
        wasAlreadyPresent: uniqueKey === url,
      }));
      return { addedRequests };
    },
    getRequestQueue: async () => ({
      markRequestAsHandled: async () => {},
      getRequest: async (key: string) => (key === url ? { handledAt: 'yesterday' } : null),
    }),
  };
  await crawlers.attach(crawler, undefined, {
    onFailure: async () => {},
    onLedAway: async () => {},
    onHandled: async () => {},
    onEnd: () => {},
  });
  await crawlers.bringBack({ request: JSON.stringify({ url }), url, key: url, returns: 1, isLeft: true });
  expect(added).toEqual([url, `near-duplicates/1/${url}`]);
});

test('the statistics are told at the end of a run, although its events are not known', async () => {
  const told: unknown[] = [];
  const log = {
    warning: () => {},
    debug: () => {},
    info: (_message: string, data?: Record<string, unknown>) => void told.push(data),
  };
  const duplicates = await openDuplicates({ log });
  const crawler = new CrawlerOfCrawlee4({
    site: { '/': page(1) },
    requestHandler: duplicates.guard(() => {}),
  });
  await duplicates.attach(crawler);
  await crawler.run(['/']);
  expect(told).toEqual([expect.objectContaining({ pages: 1, unique: 1 })]);
});
