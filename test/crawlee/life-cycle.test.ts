import { join } from 'node:path';
import { CheerioCrawler } from 'crawlee';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { nearDuplicates } from '../../plugins/crawlee/index.ts';
import { SketchIndex } from '../../src/store/index.ts';
import { crawl, inMemory, openDuplicates, servePages, temporaryFolder } from './crawls.ts';
import { page } from './pages.ts';

const paths = Array.from({ length: 12 }, (_, i) => `/${i}`);
const site = () => servePages(Object.fromEntries(paths.map((path, i) => [path, page(i % 8)])));

describe('close', () => {
  test('during a crawl serves all of its requests, and then closes', async () => {
    const origin = await site();
    const directory = await temporaryFolder();
    const duplicates = await nearDuplicates({ directory });
    const handled: string[] = [];
    let closed: Promise<void> | undefined;
    const { requestsFinished, requestsFailed } = await crawl(
      paths.map((path) => origin + path),
      {
        maxConcurrency: 2,
        requestHandler: duplicates.guard(({ request }) => {
          handled.push(request.url);
          closed ??= duplicates.close();
        }),
      },
    );
    expect([requestsFinished, requestsFailed, handled.length]).toEqual([12, 0, 8]);
    await closed;
    const again = await openDuplicates({ directory });
    expect(again.counts).toMatchObject({ unique: 8, duplicates: 4 });
  });

  test('waits for a handler whose crawler does not say whether it runs', async () => {
    const directory = await temporaryFolder();
    const duplicates = await nearDuplicates({ directory });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const context = { request: { uniqueKey: 'a', url: 'http://a.example/' }, body: page(1) };
    const run = duplicates.guard(() => held)(context);
    const closed = duplicates.close();
    release();
    await Promise.all([run, closed, duplicates.close()]);
    const again = await openDuplicates({ directory });
    expect(again.counts.unique).toBe(1);
  });

  // Crawlee says of such a crawler for ever that it is running.
  test.each(['attached', 'seen in an earlier run'])(
    'ends where a crawler, %s, could not begin its run',
    async (how) => {
      const origin = await site();
      const duplicates = await openDuplicates();
      const options = { useSessionPool: false, requestHandler: duplicates.guard(() => {}) };
      const crawler = new CheerioCrawler(options, inMemory());
      if (how === 'attached') await duplicates.attach(crawler);
      else await crawler.run([`${origin}/0`]);
      await expect(crawler.run(['no URL'])).rejects.toThrow();
      await duplicates.close();
    },
  );
});

test.each(['persistState', 'migrating', 'aborting'])(
  'what was committed is forced to disk when Crawlee says %s',
  async (event) => {
    const origin = await site();
    const duplicates = await openDuplicates();
    const config = inMemory();
    const crawler = new CheerioCrawler(
      { maxConcurrency: 1, useSessionPool: false, requestHandler: duplicates.guard(() => {}) },
      config,
    );
    await crawler.run([`${origin}/0`]);
    const flush = vi.spyOn(SketchIndex.prototype, 'flush');
    onTestFinished(() => flush.mockRestore());
    // Not while it runs: Crawlee pauses a crawler that is to migrate, for good.
    const events = config.getEventManager();
    events.emit(event as never, { isMigrating: false });
    await events.waitForAllListenersToComplete();
    const flushed = flush.mock.calls.length;
    expect(flushed).toBe(1);
  },
);

test('a line in Crawlee’s manner says at the end what became of the pages, once for all crawlers of a process', async () => {
  const origin = await servePages({
    '/a': page(1),
    '/copy': page(1),
    '/near': page(1).replace('</p>', ' changed.</p>'),
    '/blank': '<html></html>',
  });
  const lines: [string, object | undefined][] = [];
  const log = {
    debug() {},
    warning() {},
    info: (message: string, data?: object) => void lines.push([message, data]),
  };
  const duplicates = await openDuplicates({ log });
  const config = inMemory();
  for (const run of [
    ['/a', '/copy'],
    ['/near', '/blank'],
  ]) {
    const crawler = new CheerioCrawler(
      { maxConcurrency: 1, useSessionPool: false, requestHandler: duplicates.guard(() => {}) },
      config,
    );
    await crawler.run(run.map((path) => origin + path));
  }
  const counts = {
    ...{ pages: 4, unique: 1, exact: 1, near: 1, empty: 1, unchanged: 0 },
    ...{ provisional: 0, broughtBack: 0, saved: 0, conflicts: 0 },
  };
  expect(lines.at(-1)).toEqual(['Near-duplicate statistics:', counts]);
  expect(lines).toHaveLength(2);
  expect(duplicates.stats()).toMatchObject({ pages: 4, unclassifiable: { empty: 1 } });
});

test('another threshold on earlier verdicts is refused by words that name the folder, say what can be done, and nothing else', async () => {
  const directory = join(await temporaryFolder(), 'seen (2)');
  await (await nearDuplicates({ directory, threshold: 0.8 })).close();
  const error = await nearDuplicates({ directory, threshold: 0.9 }).catch((thrown) => thrown);
  expect(error.code).toBe('NEARDUP_INDEX_PARAMETERS');
  expect(error.message).toContain(
    `the index in ${directory}: its pages were judged with other options (threshold 0.8, now 0.9), and`,
  );
  for (const way of ['options that it was made with', '`name`', '`purge: true`']) {
    expect(error.message).toContain(way);
  }
  expect(error.stack).toBe(`IndexError: ${error.message}`);
  const again = await openDuplicates({ directory, threshold: 0.9, purge: true });
  expect(again.counts.decided).toBe(0);
});
