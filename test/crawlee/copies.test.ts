import { cp } from 'node:fs/promises';
import type { CheerioCrawlerOptions, CheerioCrawlingContext } from 'crawlee';
import { CheerioCrawler } from 'crawlee';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Deduper } from '../../plugins/crawl/deduper.ts';
import { Attempts } from '../../plugins/crawlee/attempts.ts';
import type { CrawlVerdict } from '../../plugins/crawlee/index.ts';
import { nearDuplicates } from '../../plugins/crawlee/index.ts';
import {
  FAR_LIMIT,
  firstLimit,
  inMemory,
  openDuplicates,
  serve,
  servePages,
  signal,
  temporaryFolder,
} from './crawls.ts';
import { page } from './pages.ts';

const pathOf = ({ request }: { request: { url: string } }) => new URL(request.url).pathname;

function crawler(options: CheerioCrawlerOptions): CheerioCrawler {
  return new CheerioCrawler(
    { useSessionPool: false, minConcurrency: 2, maxConcurrency: 2, maxRequestRetries: 0, ...options },
    inMemory(),
  );
}

/** Pages of which `/a` and those that begin with `/copy` are the same; a copy is served when `/a` is in its handler. */
async function copiesAfter(inHandler: Promise<void>): Promise<string> {
  return serve(async (request, response) => {
    if (request.url?.startsWith('/copy')) await inHandler;
    const seed = /^\/(a|copy.*)$/.test(request.url ?? '') ? 1 : 2;
    response.setHeader('content-type', 'text/html').end(page(seed));
  });
}

test('copies of a page in its handler hold no slot: those behind them are handled before it ends', async () => {
  const [started, other] = [signal(), signal()];
  const origin = await copiesAfter(started.given);
  const duplicates = await openDuplicates();
  const handled: string[] = [];
  const run = crawler({
    requestHandler: duplicates.guard(async (context) => {
      handled.push(pathOf(context));
      if (pathOf(context) === '/other') other.give();
      else {
        started.give();
        await other.given;
      }
    }),
  });
  const copies = Array.from({ length: 8 }, (_, i) => `${origin}/copy${i}`);
  const { requestsFinished } = await run.run([`${origin}/a`, ...copies, `${origin}/other`]);
  expect(handled).toEqual(['/a', '/other']);
  expect(requestsFinished).toBe(10);
  expect(duplicates.counts).toMatchObject({ unique: 2, duplicates: 8 });
  expect(duplicates.stats()).toEqual({
    pages: 10,
    unique: 2,
    exact: 8,
    near: 0,
    unchanged: 0,
    unclassifiable: {},
    provisional: 0,
    broughtBack: 0,
    saved: 0,
    conflicts: 0,
  });
});

describe('a copy that finished provisionally is handled in the same run', () => {
  /** Crawls `/a`, whose handler ends as `fail` does once its copy has finished, and `/copy`. */
  async function crawlFailing(fail: () => unknown, options: CheerioCrawlerOptions = {}) {
    const [started, finished] = [signal(), signal()];
    const origin = await copiesAfter(started.given);
    const duplicates = await openDuplicates();
    const handled: string[] = [];
    const guarded = duplicates.guard(async (context: CheerioCrawlingContext) => {
      handled.push(pathOf(context));
      if (pathOf(context) !== '/a') return;
      started.give();
      await finished.given;
      await fail();
    });
    const statistics = await crawler({
      requestHandler: async (context) => {
        await guarded(context);
        if (pathOf(context) === '/copy') finished.give();
      },
      ...options,
    }).run([`${origin}/a`, `${origin}/copy`]);
    const urls: string[] = [];
    for await (const { url, key, verdict } of duplicates.verdicts()) {
      expect(key).toBe(url);
      if (verdict === 'unique') urls.push(new URL(url).pathname);
    }
    return { handled, urls, statistics, stats: duplicates.stats() };
  }
  const fail = () => {
    throw new Error('always');
  };

  test('when the handler of its original throws, though that was the last request of the crawl', async () => {
    const { handled, urls, statistics, stats } = await crawlFailing(fail);
    expect([handled, urls]).toEqual([['/a', '/copy'], ['/copy']]);
    expect(statistics).toMatchObject({ requestsFailed: 1, requestsFinished: 2 });
    expect(stats).toMatchObject({ unique: 1, provisional: 0, broughtBack: 1 });
  });

  test('when it is timed out, though that was the last request of the crawl', async () => {
    const limit = firstLimit();
    const hang = () => {
      limit.end();
      return new Promise(() => {});
    };
    const { handled, urls } = await crawlFailing(hang, { requestHandlerTimeoutSecs: FAR_LIMIT });
    expect([handled, urls]).toEqual([['/a', '/copy'], ['/copy']]);
  });

  test('once, when its original is retried and fails again and again', async () => {
    const { handled, urls } = await crawlFailing(fail, { maxRequestRetries: 2, maxConcurrency: 2 });
    expect(handled.filter((path) => path === '/copy')).toEqual(['/copy']);
    expect(urls).toEqual(['/copy']);
  });

  test('though the crawl has reached its limit of requests, as a retry is made then', async () => {
    const { handled, urls } = await crawlFailing(fail, { maxRequestsPerCrawl: 2 });
    expect([handled, urls]).toEqual([['/a', '/copy'], ['/copy']]);
  });
});

test('a copy that is brought back while its own request still stores that it waits is handled by that request', async () => {
  const [started, waits, left] = [signal(), signal(), signal()];
  const origin = await copiesAfter(started.given);
  const duplicates = await openDuplicates();
  const { claim } = Deduper.prototype;
  const claiming = vi.spyOn(Deduper.prototype, 'claim').mockImplementation(async function (
    this: Deduper,
    ...args
  ) {
    const claimed = await claim.apply(this, args);
    if (claimed.verdict.provisional !== true) return claimed;
    const commit = async (): Promise<boolean> => {
      const isStored = await claimed.commit();
      waits.give();
      await left.given;
      return isStored;
    };
    return { ...claimed, commit };
  });
  const { leaveToOther } = Attempts.prototype;
  const leaving = vi.spyOn(Attempts.prototype, 'leaveToOther').mockImplementation(function (
    this: Attempts,
    ...args
  ) {
    const isLeft = leaveToOther.apply(this, args);
    if (isLeft) left.give();
    return isLeft;
  });
  onTestFinished(() => {
    claiming.mockRestore();
    leaving.mockRestore();
  });
  const handled: string[] = [];
  await crawler({
    requestHandler: duplicates.guard(async (context: CheerioCrawlingContext) => {
      handled.push(pathOf(context));
      if (pathOf(context) !== '/a') return;
      started.give();
      await waits.given;
      throw new Error('fails');
    }),
  }).run([`${origin}/a`, `${origin}/copy`]);
  expect([handled, duplicates.stats().provisional]).toEqual([['/a', '/copy'], 0]);
});

test.each([
  ['cannot be fetched again', 500],
  ['is redirected to another host when it is fetched again', 302],
])('a copy that %s gives way to the next one', async (_, status) => {
  const [started, finished] = [signal(), signal()];
  let fetches = 0;
  const origin = await serve(async ({ url = '', headers }, response) => {
    if (url !== '/a') await started.given;
    const isGone = url === '/copy1' && ++fetches > 1;
    const location = `http://localhost:${headers.host?.split(':')[1]}/login`;
    response
      .writeHead(isGone ? status : 200, { 'content-type': 'text/html', ...(isGone && { location }) })
      .end(page(1));
  });
  const duplicates = await openDuplicates();
  const handled: string[] = [];
  const guarded = duplicates.guard(async (context: CheerioCrawlingContext) => {
    handled.push(pathOf(context));
    if (pathOf(context) !== '/a') return;
    started.give();
    await finished.given;
    throw new Error('always');
  });
  await crawler({
    requestHandler: async (context) => {
      await guarded(context);
      if (pathOf(context) === '/copy2') finished.give();
    },
  }).run(
    ['/a', '/copy1', '/copy2'].map((path) => ({ url: origin + path, enqueueStrategy: 'same-hostname' })),
  );
  expect(handled).toEqual(['/a', '/copy2']);
  expect(duplicates.stats()).toMatchObject({ unique: 1, provisional: 0, broughtBack: 2 });
});

test('a page is brought back with its label and data, and with the key that it had', async () => {
  const [started, finished] = [signal(), signal()];
  const origin = await copiesAfter(started.given);
  const duplicates = await openDuplicates();
  const seen: unknown[] = [];
  const guarded = duplicates.guard(async (context: CheerioCrawlingContext) => {
    const { request } = context;
    const { uniqueKey, label, userData, method, crawlDepth } = request;
    if (pathOf(context) === '/a') {
      started.give();
      await finished.given;
      throw new Error('always');
    }
    seen.push({ uniqueKey, label, userData: { ...userData }, method, crawlDepth });
  });
  await crawler({
    requestHandler: async (context) => {
      await guarded(context);
      if (pathOf(context) === '/copy') finished.give();
    },
  }).run([
    `${origin}/a`,
    { url: `${origin}/copy`, uniqueKey: 'own', label: 'DETAIL', userData: { sku: 7 }, crawlDepth: 3 },
  ]);
  expect(seen).toEqual([
    {
      uniqueKey: 'near-duplicates/1/own',
      label: 'DETAIL',
      userData: { label: 'DETAIL', sku: 7, nearDuplicates: { uniqueKey: 'own', returns: 1 } },
      method: 'GET',
      crawlDepth: 3,
    },
  ]);
});

describe('what a process left when it died comes again in the next run on the index', () => {
  /** The index as a crawl leaves it that dies while `/a` is in its handler and `/copy` has finished provisionally. */
  async function afterDeath(origin: string, started: () => void): Promise<string> {
    const finished = signal();
    const [directory, left] = [await temporaryFolder(), await temporaryFolder()];
    const duplicates = await openDuplicates({ directory });
    const guarded = duplicates.guard(async (context: CheerioCrawlingContext) => {
      if (pathOf(context) !== '/a') return;
      started();
      await finished.given;
      await cp(directory, left, { recursive: true });
    });
    await crawler({
      requestHandler: async (context) => {
        await guarded(context);
        if (pathOf(context) === '/copy') finished.give();
      },
    }).run([`${origin}/a`, `${origin}/copy`]);
    return left;
  }

  test('the page whose handler ran first, so that no content is handled under two URLs', async () => {
    const started = signal();
    const origin = await copiesAfter(started.given);
    const duplicates = await openDuplicates({ directory: await afterDeath(origin, started.give) });
    expect(duplicates.stats().provisional).toBe(1);
    const handled: string[] = [];
    const next = crawler({
      requestHandler: duplicates.guard((context) => void handled.push(pathOf(context))),
    });
    // Another copy comes before it.
    await duplicates.attach(next);
    await next.run([`${origin}/copy2`]);
    expect(handled).toEqual(['/a']);
    expect(duplicates.stats().provisional).toBe(0);
    expect(duplicates.counts).toMatchObject({ unique: 1, duplicates: 2 });
  });

  test('its copy, when the page itself cannot be had any more', async () => {
    const started = signal();
    let isGone = false;
    const origin = await serve(async (request, response) => {
      if (request.url !== '/a') await started.given;
      const status = isGone && request.url === '/a' ? 500 : 200;
      response.writeHead(status, { 'content-type': 'text/html' }).end(page(1));
    });
    const directory = await afterDeath(origin, started.give);
    isGone = true;
    const duplicates = await openDuplicates({ directory });
    const handled: string[] = [];
    const next = crawler({
      requestHandler: duplicates.guard((context) => void handled.push(pathOf(context))),
    });
    await duplicates.attach(next);
    await next.run([]);
    expect(handled).toEqual(['/copy']);
    expect(duplicates.stats().provisional).toBe(0);
  });
});

test.each(['one process', 'two processes'])(
  'a copy whose crawler has ended its run is handled by the crawler of its original when that fails: in %s',
  async (where) => {
    const origin = await servePages({ '/original': page(1), '/copy': page(1) });
    const directory = await temporaryFolder();
    const processes = where === 'one process' ? [undefined] : ['a', 'b'];
    const opened = await Promise.all(
      processes.map((process) => openDuplicates({ directory, ...(process !== undefined && { process }) })),
    );
    const [first, second] = [opened[0], opened[opened.length - 1]];
    const [begun, copied] = [signal(), signal()];
    const handled: string[] = [];
    const original = crawler({
      requestHandler: first.guard(async (context) => {
        if (pathOf(context) === '/original') {
          begun.give();
          await copied.given;
          throw new Error('always');
        }
        handled.push(pathOf(context));
      }),
    });
    await first.attach(original, 'original');
    const copy = crawler({ requestHandler: second.guard((context) => void handled.push(pathOf(context))) });
    await second.attach(copy, 'copy');
    const running = original.run([`${origin}/original`]);
    await begun.given;
    await copy.run([`${origin}/copy`]);
    copied.give();
    await running;
    expect(handled).toEqual(['/copy']);
    expect(first.stats().provisional).toBe(0);
    expect(first.counts).toMatchObject({ decided: 1, unique: 1 });
  },
);

test('under annotate a copy of a page in its handler is told so, and decided by itself when that fails', async () => {
  const [started, finished] = [signal(), signal()];
  const origin = await copiesAfter(started.given);
  const duplicates = await openDuplicates({ onDuplicate: 'annotate' });
  const seen: CrawlVerdict[] = [];
  const guarded = duplicates.guard(async (context: CheerioCrawlingContext) => {
    const { nearDuplicate } = context as unknown as { nearDuplicate: CrawlVerdict };
    seen.push(nearDuplicate);
    if (pathOf(context) !== '/a') return;
    started.give();
    await finished.given;
    throw new Error('always');
  });
  const statistics = await crawler({
    requestHandler: async (context) => {
      await guarded(context);
      if (pathOf(context) === '/copy') finished.give();
    },
  }).run([`${origin}/a`, `${origin}/copy`]);
  expect(seen).toMatchObject([
    { url: `${origin}/a`, verdict: 'unique' },
    { url: `${origin}/copy`, verdict: 'duplicate', provisional: true, of: { url: `${origin}/a` } },
  ]);
  expect(statistics).toMatchObject({ requestsFinished: 1, requestsFailed: 1 });
  expect(duplicates.counts).toMatchObject({ unique: 1, duplicates: 0 });
});

test('under annotate a copy whose original fails while both are in their handlers is handled once', async () => {
  const [started, copied, failed] = [signal(), signal(), signal()];
  const origin = await copiesAfter(started.given);
  const duplicates = await openDuplicates({ onDuplicate: 'annotate' });
  const handled: string[] = [];
  const guarded = duplicates.guard(async (context: CheerioCrawlingContext) => {
    handled.push(pathOf(context));
    if (pathOf(context) === '/copy') {
      copied.give();
      await failed.given;
      return;
    }
    started.give();
    await copied.given;
    throw new Error('always');
  });
  await crawler({
    requestHandler: (context) =>
      guarded(context).catch((error) => {
        failed.give();
        throw error;
      }),
  }).run([`${origin}/a`, `${origin}/copy`]);
  expect(handled).toEqual(['/a', '/copy']);
  expect(duplicates.counts).toMatchObject({ decided: 1, unique: 1 });
});

describe('two crawlers on one index', () => {
  test('with the same URLs at once handle each content once, and no request fails', async () => {
    const groups = 25;
    const paths = Array.from({ length: 50 }, (_, i) => `/${i}`);
    const origin = await servePages(
      Object.fromEntries(paths.map((path, i) => [path, page(i % groups)] as const)),
    );
    const duplicates = await openDuplicates();
    const handled: string[] = [];
    const runs = await Promise.all(
      [1, 2].map(() =>
        crawler({
          minConcurrency: 4,
          maxConcurrency: 4,
          requestHandler: duplicates.guard((context) => void handled.push(pathOf(context))),
        }).run(paths.map((path) => origin + path)),
      ),
    );
    expect(runs.map(({ requestsFailed }) => requestsFailed)).toEqual([0, 0]);
    const contents = handled.map((path) => Number(path.slice(1)) % groups);
    expect(contents.sort((a, b) => a - b)).toEqual(Array.from({ length: groups }, (_, i) => i));
    expect(duplicates.counts).toMatchObject({ unique: groups, duplicates: 100 - groups });
    const crawlers = new Set<string>();
    for await (const { crawler: name = '', key } of duplicates.verdicts()) {
      crawlers.add(name);
      expect(key).toMatch(/^http:/);
    }
    expect([...crawlers].sort()).toEqual(['', '2']);
  });

  test('that are named have their own verdicts again after a restart, whichever comes first', async () => {
    const origin = await servePages({ '/a': page(1) });
    const directory = await temporaryFolder();
    const verdicts = async (...names: string[]) => {
      const duplicates = await nearDuplicates({ directory, onDuplicate: 'annotate' });
      const seen: [string | undefined, string, boolean][] = [];
      for (const name of names) {
        const each = crawler({
          requestHandler: duplicates.guard(({ nearDuplicate: { crawler, verdict, replayed } }) => {
            seen.push([crawler, verdict, replayed]);
          }),
        });
        await duplicates.attach(each, name);
        await each.run([`${origin}/a`]);
      }
      await duplicates.close();
      return seen;
    };
    expect(await verdicts('shop', 'news')).toEqual([
      ['shop', 'unique', false],
      ['news', 'duplicate', false],
    ]);
    expect(await verdicts('news', 'shop')).toEqual([
      ['news', 'duplicate', true],
      ['shop', 'unique', true],
    ]);
  });

  test('one after the other, unnamed, are one crawler: its pages are repeats of themselves, not copies', async () => {
    const origin = await servePages({ '/a': page(1) });
    const duplicates = await openDuplicates();
    const seen: CrawlVerdict[] = [];
    for (const _ of [1, 2]) {
      await crawler({
        requestHandler: duplicates.guard(({ nearDuplicate }) => void seen.push(nearDuplicate)),
      }).run([`${origin}/a`]);
    }
    expect(seen).toMatchObject([
      { verdict: 'unique', replayed: false },
      { verdict: 'unique', replayed: true },
    ]);
  });
});
