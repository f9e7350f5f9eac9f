import type { ServerResponse } from 'node:http';
import type { BasicCrawlingContext, CheerioCrawlingContext, HttpCrawlingContext } from 'crawlee';
import { BasicCrawler, CheerioCrawler, HttpCrawler } from 'crawlee';
import { describe, expect, test } from 'vitest';
import type { CrawlVerdict, NearDuplicatesOptions } from '../../plugins/crawlee/index.ts';
import { nearDuplicates } from '../../plugins/crawlee/index.ts';
import { crawl, inMemory, serve, signal, temporaryFolder } from './crawls.ts';
import { html, page, prose } from './pages.ts';

/** Crawls with an index of its own process each time, from `/`, and tells what reached the handler. */
async function crawledAgain(
  directory: string,
  origin: string,
  options: NearDuplicatesOptions = {},
): Promise<CrawlVerdict[]> {
  const duplicates = await nearDuplicates({ directory, ...options });
  const handled: CrawlVerdict[] = [];
  await crawl([`${origin}/`], {
    requestHandler: duplicates.guard(async ({ nearDuplicate, enqueueLinks }) => {
      handled.push(nearDuplicate);
      await enqueueLinks({ globs: ['**/*'] });
    }),
  });
  await duplicates.close();
  return handled;
}

/** A handler that gives a signal when it is through with a request that was made again. */
function givingAfterAgain(
  handler: (context: CheerioCrawlingContext) => Promise<void>,
  over: ReturnType<typeof signal>,
) {
  return async (context: CheerioCrawlingContext): Promise<void> => {
    await handler(context);
    if (context.request.uniqueKey !== context.request.url) over.give();
  };
}

/** A site of three pages, of which `/changes` says something else in each round. */
async function serveRounds() {
  const site = { round: 1 };
  const origin = await serve((request, response) => {
    const links = '</p><a href="/same">on</a><a href="/changes">on</a><p>';
    const text = {
      '/': prose(1, 200) + links,
      '/same': prose(2, 203),
      '/changes': [
        ...prose(3, 203)
          .split(' ')
          .slice(0, 203 - 20 * site.round),
        ...prose(3 + site.round, 20 * site.round).split(' '),
      ].join(' '),
    }[request.url ?? ''];
    response.setHeader('content-type', 'text/html').end(html(text ?? ''));
  });
  return { origin, site };
}

const told = (verdicts: readonly CrawlVerdict[]) =>
  verdicts.map(({ url, seenBefore }) => `${new URL(url).pathname} ${seenBefore}`);

describe('a page that comes again in a later crawl', () => {
  test('is told to be new, unchanged or changed, and then how similar it is to its earlier text', async () => {
    const { origin, site } = await serveRounds();
    const directory = await temporaryFolder();
    expect(told(await crawledAgain(directory, origin))).toEqual(['/ new', '/same new', '/changes new']);
    site.round = 2;
    const again = await crawledAgain(directory, origin);
    expect(told(again)).toEqual(['/ unchanged', '/same unchanged', '/changes changed']);
    // 200 word 4-grams each; 160 words are common.
    expect(again[2]?.similarityBefore).toBeGreaterThan(0.6);
    expect(again[2]?.similarityBefore).toBeLessThan(0.75);
    expect(again[0]).not.toHaveProperty('similarityBefore');
  });

  test('is passed over where it has not changed with onUnchanged skip, and its links are followed', async () => {
    const { origin, site } = await serveRounds();
    const directory = await temporaryFolder();
    const options = { onUnchanged: 'skip', enqueueLinks: { globs: ['**/*'] } } as const;
    await crawledAgain(directory, origin, options);
    site.round = 2;
    expect(told(await crawledAgain(directory, origin, options))).toEqual(['/changes changed']);
  });

  test('reaches its handler once all the same where nothing else shows how links are enqueued', async () => {
    const { origin } = await serveRounds();
    const directory = await temporaryFolder();
    await crawledAgain(directory, origin);
    expect(told(await crawledAgain(directory, origin, { onUnchanged: 'skip' }))).toEqual(['/ unchanged']);
  });
});

describe('a copy whose original', () => {
  /** Crawls `/a` and its copies twice in the given order; in the second round `/a` answers as `later` does. */
  async function handledAgain(
    order: readonly string[],
    later: (response: ServerResponse) => unknown,
    options: NearDuplicatesOptions,
  ): Promise<readonly string[]> {
    const site = { round: 1 };
    const origin = await serve((request, response) => {
      response.setHeader('content-type', 'text/html');
      if (site.round === 2 && request.url === '/a') later(response);
      else response.end(page(request.url === '/new' ? 3 : 1));
    });
    const directory = await temporaryFolder();
    const handled: string[] = [];
    const crawled = async (paths: readonly string[]) => {
      const duplicates = await nearDuplicates({ directory, links: 'drop', ...options });
      await crawl(
        paths.map((path) => ({ url: origin + path, enqueueStrategy: 'same-hostname' })),
        {
          requestHandler: duplicates.guard(({ request, nearDuplicate: { code } }) => {
            if (code !== 'no-page-status') handled.push(`${site.round} ${new URL(request.url).pathname}`);
          }),
        },
      );
      await duplicates.close();
    };
    await crawled(['/a', '/copy', '/print']);
    site.round = 2;
    await crawled(order);
    expect(handled.shift()).toBe('1 /a');
    return handled;
  }
  const gone = (response: ServerResponse) => response.writeHead(410).end('<p>gone');
  const goneAsData = (response: ServerResponse) =>
    response.writeHead(410, { 'content-type': 'application/json' }).end('{}');
  const goneWithoutType = (response: ServerResponse) => {
    response.removeHeader('content-type');
    response.writeHead(410).end();
  };
  const changed = (response: ServerResponse) => response.end(page(2));
  const file = (response: ServerResponse) =>
    response.setHeader('content-type', 'application/pdf').end('%PDF');
  const elsewhere = (response: ServerResponse) => {
    const port = response.req.headers.host?.split(':')[1];
    response.writeHead(302, { location: `http://localhost:${port}/other` }).end();
  };

  test.each([
    ['is gone is handled in its place', ['/a', '/copy', '/print'], gone, ['2 /copy']],
    ['is found to be gone after it is handled in its place', ['/copy', '/print', '/a'], gone, ['2 /copy']],
    [
      'is gone, as an answer says that is no page, is handled in its place',
      ['/copy', '/a'],
      goneAsData,
      ['2 /copy'],
    ],
    [
      'is gone, as an answer says that the crawler refuses, is handled in its place',
      ['/copy', '/a'],
      goneWithoutType,
      ['2 /copy'],
    ],
    // a page that comes first attaches the crawler
    ['is a file now is handled in its place', ['/new', '/a', '/copy'], file, ['2 /new', '2 /copy']],
    ['is found later to be a file is handled in its place', ['/copy', '/print', '/a'], file, ['2 /copy']],
    [
      'is redirected to another host now is handled in its place',
      ['/new', '/a', '/copy'],
      elsewhere,
      ['2 /new', '2 /copy'],
    ],
    [
      'is found later to be redirected to another host is handled in its place',
      ['/copy', '/print', '/a'],
      elsewhere,
      ['2 /copy'],
    ],
    ['is found to be gone after it was first met, is handled in its place', ['/met', '/a'], gone, ['2 /met']],
    [
      'is found to say something else after it was first met, is handled too',
      ['/met', '/a'],
      changed,
      ['2 /a', '2 /met'],
    ],
    ['says something else now is handled too', ['/a', '/copy', '/print'], changed, ['2 /a', '2 /copy']],
    [
      'is found later to say something else is handled too',
      ['/copy', '/print', '/a'],
      changed,
      ['2 /a', '2 /copy'],
    ],
  ] as const)('%s', async (_, order, later, expected) => {
    for (const onUnchanged of ['handle', 'skip'] as const)
      expect(await handledAgain(order, later, { onUnchanged })).toEqual(expected);
  });

  test('is as it was is passed over as before', async () => {
    const same = (response: ServerResponse) => response.end(page(1));
    expect(await handledAgain(['/copy', '/print', '/a'], same, { onUnchanged: 'skip' })).toEqual([]);
  });
});

test('a page that was fetched again in a crawl is so once more in that crawl if the page that it then repeated fails', async () => {
  const [fetchedAgain, started] = [signal(), signal()];
  let [round, fetches] = [1, 0];
  const origin = await serve(async ({ url }, response) => {
    if (url === '/copy' && ++fetches === 3) {
      fetchedAgain.give();
      await started.given;
    }
    if (url === '/new') await fetchedAgain.given;
    response.setHeader('content-type', 'text/html').end(page(url === '/a' ? round : 1));
  });
  const directory = await temporaryFolder();
  const handled: string[] = [];
  for (const paths of [
    ['/a', '/copy'],
    ['/copy', '/a', '/new'],
  ]) {
    const duplicates = await nearDuplicates({ directory, links: 'drop' });
    await crawl(
      paths.map((path) => origin + path),
      {
        ...{ minConcurrency: round, maxConcurrency: round, maxRequestRetries: 0 },
        requestHandler: duplicates.guard(async ({ request }) => {
          const path = new URL(request.url).pathname;
          handled.push(path);
          if (path !== '/new') return;
          started.give();
          await expect.poll(() => duplicates.stats().provisional).toBe(1);
          throw new Error('fails');
        }),
      },
    );
    expect(duplicates.stats().provisional).toBe(0);
    await duplicates.close();
    round++;
  }
  expect(handled).toEqual(['/a', '/a', '/new', '/copy']);
});

test('a copy that is still in work when its original turns out to be gone is handled, though the request made for that is over before', async () => {
  const [isSkipped, isLeft] = [signal(), signal()];
  let [round, skipped] = [1, 0];
  const origin = await serve(async ({ url }, response) => {
    response.setHeader('content-type', 'text/html');
    if (round === 2 && url === '/a') {
      await isSkipped.given;
      response.statusCode = 410;
    }
    response.end(page(1));
  });
  const directory = await temporaryFolder();
  const handled: string[] = [];
  for (const paths of [['/a'], ['/met', '/a']]) {
    const duplicates = await nearDuplicates({
      ...{ directory, links: 'drop' },
      onDuplicate: async () => {
        skipped++;
        isSkipped.give();
        await isLeft.given;
      },
    });
    const guarded = duplicates.guard(({ request: { url, uniqueKey } }) => {
      handled.push(`${round} ${new URL(url).pathname} ${uniqueKey === url ? 'itself' : 'again'}`);
    });
    await crawl(
      paths.map((path) => origin + path),
      {
        ...{ minConcurrency: round, maxConcurrency: round },
        ignoreHttpErrorStatusCodes: [410],
        requestHandler: givingAfterAgain(guarded, isLeft),
      },
    );
    await duplicates.close();
    round++;
  }
  expect(handled).toEqual(['1 /a itself', '2 /a itself', '2 /met itself']);
  expect(skipped).toBe(1);
});

test('a copy is handled whose original has become a copy of a page that is still in its handler', async () => {
  const [isSkipped, started, isOver] = [signal(), signal(), signal()];
  let round = 1;
  const origin = await serve(async ({ url }, response) => {
    if (url === '/new') await isSkipped.given;
    if (round === 2 && url === '/a') await started.given;
    const text = url === '/new' || (round === 2 && url === '/a') ? 2 : 1;
    response.setHeader('content-type', 'text/html').end(page(text));
  });
  const directory = await temporaryFolder();
  const handled: string[] = [];
  for (const paths of [
    ['/a', '/copy'],
    ['/copy', '/new', '/a'],
  ]) {
    const duplicates = await nearDuplicates({ ...{ directory, links: 'drop' }, onDuplicate: isSkipped.give });
    const guarded = duplicates.guard(async ({ request: { url } }) => {
      const path = new URL(url).pathname;
      handled.push(`${round} ${path}`);
      if (path !== '/new') return;
      started.give();
      await isOver.given;
    });
    await crawl(
      paths.map((path) => origin + path),
      {
        ...{ minConcurrency: 2 * round - 1, maxConcurrency: 2 * round - 1 },
        requestHandler: givingAfterAgain(guarded, isOver),
      },
    );
    await duplicates.close();
    round++;
  }
  expect(handled).toEqual(['1 /a', '2 /new', '2 /copy']);
});

test('what the server said of a page’s version is asked along with its next request', async () => {
  const asked: (string | undefined)[][] = [];
  const long = `"${'x'.repeat(300)}"`;
  const origin = await serve((request, response) => {
    const { 'if-none-match': etag, 'if-modified-since': since } = request.headers;
    asked.push([request.url, etag, since]);
    response.setHeader('content-type', 'text/html');
    response.setHeader('etag', request.url === '/long' ? long : `"${request.url}"`);
    response.setHeader('last-modified', 'Sat, 21 Nov 2026 18:30:00 GMT');
    response.end(page(request.url === '/long' ? 1 : 2));
  });
  const directory = await temporaryFolder();
  for (const _ of [1, 2]) {
    const duplicates = await nearDuplicates({ directory });
    const crawler = new CheerioCrawler(
      {
        maxConcurrency: 1,
        useSessionPool: false,
        preNavigationHooks: [
          async (context) => {
            Object.assign((context.request.headers ??= {}), await duplicates.conditionalHeaders(context));
          },
        ],
        requestHandler: duplicates.guard((_context: CheerioCrawlingContext) => {}),
      },
      inMemory(),
    );
    await crawler.run([`${origin}/a`, `${origin}/long`]);
    await duplicates.close();
  }
  expect(asked).toEqual([
    ['/a', undefined, undefined],
    ['/long', undefined, undefined],
    ['/a', '"/a"', 'Sat, 21 Nov 2026 18:30:00 GMT'],
    // Not kept: it is too long.
    ['/long', undefined, 'Sat, 21 Nov 2026 18:30:00 GMT'],
  ]);
});

test('an answer that says that nothing has changed (304) counts as unchanged, and leaves verdict and cluster as they were', async () => {
  const origin = await serve((request, response) => {
    response.setHeader('etag', '"1"');
    if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
    else response.setHeader('content-type', 'text/html').end(page(request.url === '/other' ? 2 : 1));
  });
  const directory = await temporaryFolder();
  const runs: unknown[] = [];
  for (const onUnchanged of ['handle', 'skip'] as const) {
    const duplicates = await nearDuplicates({ directory, onUnchanged, links: 'drop' });
    const handled: string[] = [];
    const crawler = new HttpCrawler(
      {
        maxConcurrency: 1,
        useSessionPool: false,
        // an answer without a body has no type
        additionalMimeTypes: ['application/octet-stream'],
        preNavigationHooks: [
          async (context) => {
            Object.assign((context.request.headers ??= {}), await duplicates.conditionalHeaders(context));
          },
        ],
        requestHandler: duplicates.guard<HttpCrawlingContext>(({ request }) => {
          handled.push(new URL(request.url).pathname);
        }),
      },
      inMemory(),
    );
    await crawler.run(['/a', '/copy', '/other'].map((path) => origin + path));
    const { pages, unique, exact, unchanged } = duplicates.stats();
    runs.push([handled, { pages, unique, exact, unchanged }, (await duplicates.clusters()).length]);
    await duplicates.close();
  }
  const counts = { pages: 3, unique: 2, exact: 1 };
  expect(runs).toEqual([
    [['/a', '/other'], { ...counts, unchanged: 0 }, 1],
    [[], { ...counts, unchanged: 3 }, 1],
  ]);
});

test('of a page that BasicCrawler is given, the headers of its response are kept for the next request, and their type is its type', async () => {
  const asked: (string | undefined)[] = [];
  const text = prose(1, 200);
  const origin = await serve(({ headers }, response) => {
    asked.push(headers['if-none-match']);
    const isKnown = headers['if-none-match'] === '"one"';
    response.writeHead(isKnown ? 304 : 200, { 'content-type': 'text/plain', etag: '"one"' });
    response.end(isKnown ? undefined : `<b>${text}`);
  });
  const directory = await temporaryFolder();
  const seen: CrawlVerdict[] = [];
  for (let round = 0; round < 2; round++) {
    const duplicates = await nearDuplicates({ directory });
    const requestHandler = duplicates.guard<BasicCrawlingContext>(
      ({ nearDuplicate }) => {
        seen.push(nearDuplicate);
      },
      {
        page: async (context) => {
          const conditional = await duplicates.conditionalHeaders(context);
          const { body, statusCode, headers } = await context.sendRequest({ headers: conditional });
          return { body, status: statusCode, headers };
        },
      },
    );
    await new BasicCrawler({ requestHandler }, inMemory()).run([origin]);
    await duplicates.close();
  }
  expect(asked).toEqual([undefined, '"one"']);
  expect(seen.map(({ seenBefore }) => seenBefore)).toEqual(['new', 'unchanged']);
  // as plain text its tag is a word
  expect(seen[0]?.size).toBe(198);
});

test('pages that were not sent again (304), copies too, do not reach their handler with onUnchanged skip, and one warning says that they have no links', async () => {
  const origin = await serve((request, response) => {
    response.setHeader('etag', '"1"');
    if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
    else response.setHeader('content-type', 'text/html').end(page(1));
  });
  const directory = await temporaryFolder();
  const handled: number[] = [];
  const warnings: string[] = [];
  for (const run of [1, 2]) {
    const log = { warning: (message: string) => warnings.push(`${run}: ${message}`), debug() {} };
    const duplicates = await nearDuplicates({ directory, onUnchanged: 'skip', log });
    await crawl(run === 1 ? [`${origin}/`, `${origin}/copy`] : [`${origin}/copy`, `${origin}/`], {
      additionalMimeTypes: ['application/octet-stream'],
      preNavigationHooks: [
        async (context) => {
          Object.assign((context.request.headers ??= {}), await duplicates.conditionalHeaders(context));
        },
      ],
      requestHandler: duplicates.guard(() => handled.push(run)),
    });
    expect(duplicates.stats()).toMatchObject({ pages: 2, unique: 1, exact: 1, unchanged: 2 * (run - 1) });
    await duplicates.close();
  }
  expect(handled).toEqual([1]);
  expect(warnings).toEqual([
    `2: links of pages that their server did not send again (304) are not followed. Give the crawl all pages that it saw before, as examples/again.ts does. First seen at ${origin}/copy`,
  ]);
});
