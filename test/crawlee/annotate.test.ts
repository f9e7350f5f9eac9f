import type { CheerioCrawlerOptions, CheerioCrawlingContext } from 'crawlee';
import { CheerioCrawler } from 'crawlee';
import { expect, test } from 'vitest';
import { nearDuplicates } from '../../plugins/crawlee/index.ts';
import { inMemory, openDuplicates, serve, temporaryFolder } from './crawls.ts';
import { page } from './pages.ts';

const PAGES = 48;
const GROUPS = 12;

/** Pages in groups of copies, some behind a redirect, some that are refused or gone, some that say nothing. */
async function serveSite(): Promise<string> {
  return serve((request, response) => {
    const number = Number(request.url?.replace(/\D/g, ''));
    if (number % 11 === 3) response.writeHead(404).end('gone');
    else if (number % 11 === 5) response.writeHead(403).end('blocked');
    else if (number % 11 === 7 && request.url?.startsWith('/p')) {
      response.writeHead(302, { location: `/q${number}` }).end();
    } else {
      response.setHeader('content-type', 'text/html').end(number % 11 === 9 ? '' : page(number % GROUPS));
    }
  });
}

/** Crawls the site with a handler that fails once, or always, on some pages; says all that Crawlee counted. */
async function crawled(
  origin: string,
  concurrency: number,
  guard: (
    handler: (context: CheerioCrawlingContext) => Promise<void>,
  ) => CheerioCrawlerOptions['requestHandler'],
) {
  const calls = new Map<string, number>();
  const failures: string[] = [];
  const errors: string[] = [];
  const handler = async ({ request, enqueueLinks }: CheerioCrawlingContext) => {
    const count = (calls.get(request.uniqueKey) ?? 0) + 1;
    calls.set(request.uniqueKey, count);
    await enqueueLinks();
    const number = Number(request.url.replace(/.*\D/, ''));
    if (number % 7 === 1 || (number % 7 === 2 && count === 1)) throw new Error(`fails on ${number}`);
  };
  const crawler = new CheerioCrawler(
    {
      minConcurrency: concurrency,
      maxConcurrency: concurrency,
      maxRequestRetries: 2,
      maxSessionRotations: 1,
      errorHandler: ({ request }, { message }) => void errors.push(`${request.url} ${message}`),
      failedRequestHandler: ({ request }, { message }) => void failures.push(`${request.url} ${message}`),
      ...{ requestHandler: guard(handler)! },
    },
    inMemory(),
  );
  await crawler.run(Array.from({ length: PAGES }, (_, i) => `${origin}/p${i}`));
  const { requestsFinished, requestsFailed, requestsRetries } = crawler.stats.state;
  const sessions = crawler.sessionPool?.getState().sessions ?? [];
  const sum = (of: (session: (typeof sessions)[number]) => number) => sessions.reduce((n, s) => n + of(s), 0);
  return {
    calls: [...calls].sort(),
    failures: failures.sort(),
    errors: errors.sort(),
    statistics: { requestsFinished, requestsFailed, requestsRetries },
    histogram: crawler.stats.requestRetryHistogram,
    errorTypes: [crawler.stats.errorTracker.total, crawler.stats.errorTrackerRetry.total],
    sessions: {
      used: sum(({ usageCount }) => usageCount),
      errors: sum(({ errorScore }) => Math.ceil(errorScore)),
    },
  };
}

test.each([1, 8])(
  'under annotate handlers, retries, sessions and statistics are those without the plugin, at concurrency %i',
  async (concurrency) => {
    const origin = await serveSite();
    const plain = await crawled(origin, concurrency, (handler) => handler);
    const duplicates = await openDuplicates({ onDuplicate: 'annotate' });
    const annotated = await crawled(origin, concurrency, (handler) => duplicates.guard(handler));
    expect(annotated).toEqual(plain);
    expect(plain.statistics.requestsRetries).toBeGreaterThan(10);
    expect(plain.sessions.errors).toBeGreaterThan(0);
    const { unique, duplicates: repeated } = duplicates.counts;
    expect([unique, repeated > unique]).toEqual([GROUPS, true]);
  },
);

test('a request that has failed for good is not made by the next crawl of the index', async () => {
  const asked: string[] = [];
  const origin = await serve(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(url === '/1' ? 500 : 200, { 'content-type': 'text/html' }).end(page(1));
  });
  const directory = await temporaryFolder();
  for (const path of ['/1', '/2']) {
    const duplicates = await nearDuplicates({ directory, onDuplicate: 'annotate' });
    const crawler = new CheerioCrawler(
      { useSessionPool: false, maxRequestRetries: 1, requestHandler: duplicates.guard(() => undefined) },
      inMemory(),
    );
    await duplicates.attach(crawler);
    await crawler.run([origin + path]);
    await duplicates.close();
  }
  expect(asked).toEqual(['/1', '/1', '/2']);
});
