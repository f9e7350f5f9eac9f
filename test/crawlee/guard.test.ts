import type { CheerioCrawlingContext } from 'crawlee';
import { CheerioCrawler, createCheerioRouter } from 'crawlee';
import { describe, expect, test } from 'vitest';
import type { CrawlVerdict } from '../../plugins/crawlee/index.ts';
import { verdictOf } from '../../plugins/crawlee/index.ts';
import {
  crawl,
  FAR_LIMIT,
  firstLimit,
  inMemory,
  openDuplicates,
  serve,
  servePages,
  signal,
} from './crawls.ts';
import { html, page, prose } from './pages.ts';

const paths = (verdicts: readonly CrawlVerdict[]) => verdicts.map(({ url }) => new URL(url).pathname);

describe('a page that repeats one already seen', () => {
  const pages = { '/first': page(1), '/other': page(2), '/copy': page(1) };

  test('is not handed to the handler, and its request counts as finished', async () => {
    const origin = await servePages(pages);
    const duplicates = await openDuplicates();
    const handled: CrawlVerdict[] = [];
    const { requestsFinished, requestsFailed } = await crawl(
      [`${origin}/first`, `${origin}/other`, `${origin}/copy`],
      {
        requestHandler: duplicates.guard(({ nearDuplicate }) => handled.push(nearDuplicate)),
      },
    );
    expect(paths(handled)).toEqual(['/first', '/other']);
    expect(handled.every(({ verdict, replayed }) => verdict === 'unique' && !replayed)).toBe(true);
    expect([requestsFinished, requestsFailed]).toEqual([3, 0]);
    expect(duplicates.counts).toMatchObject({ unique: 2, duplicates: 1, unclassifiable: 0 });
  });

  test('reaches the handler with the page it repeats, the similarity and the reason under annotate', async () => {
    const origin = await servePages(pages);
    const duplicates = await openDuplicates({ onDuplicate: 'annotate' });
    const handled: CrawlVerdict[] = [];
    await crawl([`${origin}/first`, `${origin}/copy`], {
      requestHandler: duplicates.guard(({ nearDuplicate }) => handled.push(nearDuplicate)),
    });
    expect(handled[1]).toEqual({
      verdict: 'duplicate',
      key: `${origin}/copy`,
      url: `${origin}/copy`,
      of: { key: `${origin}/first`, url: `${origin}/first` },
      similarity: 1,
      overlap: 117,
      size: 117,
      replayed: false,
      seenBefore: 'new',
      code: 'same-grams',
      reason: `has the same 117 word 4-grams as ${origin}/first (Jaccard 1 ≥ 0.8)`,
    });
  });

  test('is given to the function that onDuplicate names, in place of the handler', async () => {
    const origin = await servePages(pages);
    const told: CrawlVerdict[] = [];
    const handled: string[] = [];
    const duplicates = await openDuplicates({
      onDuplicate: (context: CheerioCrawlingContext, verdict) => {
        expect(verdictOf(context)).toBe(verdict);
        expect(context.$('p').text()).toContain(prose(1).slice(0, 40));
        told.push(verdict);
      },
    });
    await crawl([`${origin}/first`, `${origin}/copy`], {
      requestHandler: duplicates.guard(({ request }) => handled.push(request.url)),
    });
    expect(paths(told)).toEqual(['/copy']);
    expect(handled).toEqual([`${origin}/first`]);
  });

  test('is told from one below the threshold by exact similarity', async () => {
    const words = prose(7, 203).split(' ');
    const changed = (at: number[]) => words.map((word, i) => (at.includes(i) ? 'changed' : word)).join(' ');
    // 200 4-grams; a changed word in the middle changes 4 of them: 180/220 = 0.818, then 176/224 = 0.786.
    const near = changed([20, 60, 100, 140, 180]);
    const far = changed([20, 50, 80, 110, 140, 170]);
    const origin = await servePages({ '/a': html(words.join(' ')), '/near': html(near), '/far': html(far) });
    const duplicates = await openDuplicates({ onDuplicate: 'annotate' });
    const verdicts = new Map<string, CrawlVerdict>();
    await crawl([`${origin}/a`, `${origin}/near`, `${origin}/far`], {
      requestHandler: duplicates.guard(({ nearDuplicate }) => {
        verdicts.set(new URL(nearDuplicate.url).pathname, nearDuplicate);
      }),
    });
    expect(verdicts.get('/near')).toMatchObject({
      verdict: 'duplicate',
      overlap: 180,
      similarity: 180 / 220,
    });
    expect(verdicts.get('/near')?.reason).toBe(
      `shares 180 of 220 word 4-grams with ${origin}/a (Jaccard 0.818 ≥ 0.8)`,
    );
    expect(verdicts.get('/far')?.verdict).toBe('unique');
  });
});

describe('reserve, commit, release', () => {
  test('hands exactly one of 24 equal pages that arrive at once to the handler', async () => {
    const origin = await serve((_, response) => {
      setTimeout(() => response.setHeader('content-type', 'text/html').end(page(1)), 50);
    });
    const duplicates = await openDuplicates();
    const handled: string[] = [];
    const { requestsFinished } = await crawl(
      Array.from({ length: 24 }, (_, i) => `${origin}/${i}`),
      {
        minConcurrency: 24,
        maxConcurrency: 24,
        requestHandler: duplicates.guard(async ({ request }) => {
          handled.push(request.url);
          await new Promise((later) => setTimeout(later, 200));
        }),
      },
    );
    expect(handled).toHaveLength(1);
    expect(requestsFinished).toBe(24);
    expect(duplicates.counts).toMatchObject({ unique: 1, duplicates: 23 });
  });

  test('does not take the retry of a page for a duplicate of its own first attempt', async () => {
    const origin = await servePages({ '/a': page(1) });
    const duplicates = await openDuplicates();
    const seen: CrawlVerdict[] = [];
    const { requestsFinished } = await crawl([`${origin}/a`], {
      requestHandler: duplicates.guard(({ nearDuplicate }) => {
        seen.push(nearDuplicate);
        if (seen.length === 1) throw new Error('the first attempt fails');
      }),
    });
    expect(requestsFinished).toBe(1);
    expect(seen.map(({ verdict, replayed }) => [verdict, replayed])).toEqual([
      ['unique', false],
      ['unique', false],
    ]);
    expect(duplicates.counts).toMatchObject({ unique: 1, duplicates: 0 });
  });

  test('takes a second request for one address, under a key of its own, for a copy and not for a retry', async () => {
    const origin = await servePages({ '/a': page(1) });
    const duplicates = await openDuplicates({ onDuplicate: 'annotate' });
    const seen: string[] = [];
    const crawler = new CheerioCrawler(
      {
        useSessionPool: false,
        maxConcurrency: 1,
        requestHandler: duplicates.guard(({ nearDuplicate }) => seen.push(nearDuplicate.verdict)),
      },
      inMemory(),
    );
    await crawler.run([`${origin}/a`, { url: `${origin}/a`, uniqueKey: 'again' }]);
    expect(seen).toEqual(['unique', 'duplicate']);
  });

  test('forgets a page whose handler fails for good, so that the next copy is handled', async () => {
    const origin = await servePages({ '/a': page(1), '/copy': page(1) });
    const duplicates = await openDuplicates();
    const handled: string[] = [];
    const { requestsFailed } = await crawl([`${origin}/a`, `${origin}/copy`], {
      maxRequestRetries: 0,
      requestHandler: duplicates.guard(({ request }) => {
        if (request.url.endsWith('/a')) throw new Error('always');
        handled.push(request.url);
      }),
    });
    expect(requestsFailed).toBe(1);
    expect(handled).toEqual([`${origin}/copy`]);
    expect(duplicates.counts).toMatchObject({ unique: 1, duplicates: 0 });
  });

  test('does not commit a handler that finishes after Crawlee timed it out', async () => {
    const [started, failed] = [signal(), signal()];
    const origin = await serve(async (request, response) => {
      // The copy comes while the first one is in its handler.
      if (request.url === '/copy') await started.given;
      response.setHeader('content-type', 'text/html').end(page(1));
    });
    const duplicates = await openDuplicates();
    const guarded = duplicates.guard(async ({ request }: CheerioCrawlingContext) => {
      if (!request.url.endsWith('/slow')) return;
      started.give();
      await failed.given;
    });
    let lateRun: Promise<unknown> = Promise.resolve();
    const limit = firstLimit();
    const { requestsFailed } = await crawl([`${origin}/slow`, `${origin}/copy`], {
      maxRequestRetries: 0,
      maxConcurrency: 2,
      minConcurrency: 2,
      requestHandlerTimeoutSecs: FAR_LIMIT,
      requestHandler: async (context) => {
        const run = guarded(context);
        if (context.request.url.endsWith('/slow')) lateRun = run;
        await run;
        if (context.request.url.endsWith('/copy')) limit.end();
      },
      failedRequestHandler: () => failed.give(),
    });
    // It finishes only now that Crawlee has given it up, and the guard has seen it finish.
    await lateRun;
    expect(requestsFailed).toBeGreaterThan(0);
    const decided: string[] = [];
    for await (const { url } of duplicates.verdicts()) decided.push(new URL(url).pathname);
    expect(decided).not.toContain('/slow');
  });

  test('lets go of a page whose handler hangs for good, so that its copies are handled', async () => {
    const origin = await servePages({ '/hangs': page(1), '/copy': page(1) });
    const duplicates = await openDuplicates();
    const handled: string[] = [];
    const limit = firstLimit();
    await crawl([`${origin}/hangs`, `${origin}/copy`], {
      maxRequestRetries: 0,
      requestHandlerTimeoutSecs: FAR_LIMIT,
      requestHandler: duplicates.guard(async ({ request }) => {
        handled.push(new URL(request.url).pathname);
        if (!request.url.endsWith('/hangs')) return;
        limit.end();
        await new Promise(() => {});
      }),
    });
    expect(handled).toEqual(['/hangs', '/copy']);
    expect(duplicates.counts).toMatchObject({ unique: 1, duplicates: 0 });
  });
});

test('redirects: two addresses of one page are one page, recorded under where they led', async () => {
  const origin = await serve((request, response) => {
    if (request.url === '/short') response.writeHead(302, { location: '/a' }).end();
    else response.setHeader('content-type', 'text/html').end(page(1));
  });
  const duplicates = await openDuplicates();
  const asked: [string | undefined, string][] = [];
  await crawl([`${origin}/short`, `${origin}/a`], {
    requestHandler: duplicates.guard(({ nearDuplicate: { requestedUrl, url } }) =>
      asked.push([requestedUrl, url]),
    ),
  });
  expect(asked).toEqual([[`${origin}/short`, `${origin}/a`]]);
  const [cluster] = await duplicates.clusters();
  expect(cluster?.representative).toEqual({ key: `${origin}/short`, url: `${origin}/a` });
  expect(cluster?.members).toMatchObject([{ key: `${origin}/a`, url: `${origin}/a`, similarity: 1 }]);
});

describe('pages that say nothing', () => {
  test('always reach the handler, and never repeat each other', async () => {
    const wall = html(
      'We and our partners use cookies. Please accept all cookies to continue. Accept all. Manage preferences.',
      'Before you continue',
    );
    const gone = (path: string) =>
      html(`Page not found. Sorry, the page ${path} could not be found.`, '404 Page not found');
    const origin = await servePages({
      '/blank': '<html></html>',
      '/blank2': '<html></html>',
      '/wall': wall,
      '/wall2': wall,
      '/gone': gone('/gone'),
      '/gone2': gone('/gone'),
    });
    const duplicates = await openDuplicates();
    const handled: CrawlVerdict[] = [];
    await crawl(
      ['/blank', '/blank2', '/wall', '/wall2', '/gone', '/gone2'].map((path) => origin + path),
      { requestHandler: duplicates.guard(({ nearDuplicate }) => handled.push(nearDuplicate)) },
    );
    expect(handled.map(({ verdict }) => verdict)).toEqual(Array(6).fill('unclassifiable'));
    const reasonOf = (path: string) => handled.find(({ url }) => url === origin + path)?.reason;
    expect(reasonOf('/blank')).toMatch(/no text/);
    expect(reasonOf('/wall')).toMatch(/consent/);
    expect(reasonOf('/gone')).toMatch(/not found|404/);
    expect(duplicates.counts).toMatchObject({ unique: 0, duplicates: 0, unclassifiable: 6 });
    expect(await duplicates.clusters()).toEqual([]);
  });

  test('that are JSON reach the handler with the type as the reason, and are not recorded', async () => {
    const origin = await serve((_, response) => {
      response.setHeader('content-type', 'application/json').end('{"a": 1}');
    });
    const duplicates = await openDuplicates();
    const handled: CrawlVerdict[] = [];
    await crawl([`${origin}/a`, `${origin}/b`], {
      requestHandler: duplicates.guard(({ nearDuplicate }) => handled.push(nearDuplicate)),
    });
    expect(handled.map(({ verdict }) => verdict)).toEqual(['unclassifiable', 'unclassifiable']);
    expect(handled[0]?.reason).toBe('not a page: its content type is application/json');
    expect(duplicates.counts).toMatchObject({ unique: 0, duplicates: 0, unclassifiable: 0 });
  });
});

test('wrong arguments are refused at once, by words that say what was expected', async () => {
  const duplicates = await openDuplicates();
  const given = (value: unknown) => value as never;
  const handler = () => {};
  const refused: [() => unknown, RegExp][] = [
    [
      () => duplicates.guard(handler, given({ pages: () => '' })),
      /^guard: expected options among page; got pages$/,
    ],
    [() => duplicates.guard(handler, given({ page: '' })), /^guard: page: expected a function; got string$/],
    [() => duplicates.attach(given(undefined)), /^attach: expected a crawler of Crawlee, .*; got undefined$/],
    [
      () => duplicates.attach({ addRequests: async () => {} }, given(1)),
      /^attach: name: expected a string; got number$/,
    ],
    [
      () => duplicates.skipKnown(given({})),
      /^skipKnown: expected a crawler of Crawlee, with getRequestQueue; got/,
    ],
    [
      () => duplicates.transformRequest(given(undefined)),
      /^transformRequest: expected a link or a function; got/,
    ],
    [
      () => duplicates.follows('/', given(undefined)),
      /^follows: expected the verdict of the page; got undefined$/,
    ],
    [
      () => duplicates.recheck(given({ again: true })).next(),
      /^recheck: expected options among fetchAgain; got/,
    ],
    [() => duplicates.report(given(undefined)), /^report: file: expected a string; got undefined$/],
    [
      () => duplicates.report('r.html', given({ tile: '' })),
      /^report: expected options among title; got tile$/,
    ],
    [() => duplicates.saveTo(given(undefined)), /^store: expected one with getValue and setValue/],
  ];
  for (const [call, message] of refused) await expect(async () => call()).rejects.toThrow(message);
});

test.each([undefined, null, 'handler', {}])(
  'guard refuses %j, which is no handler, at once and by its name',
  async (given) => {
    const duplicates = await openDuplicates();
    expect(() => duplicates.guard(given as never)).toThrow(
      /^guard: expected a request handler or a Router; got/,
    );
  },
);

describe('with a Router', () => {
  const schema = {
    '~standard': {
      version: 1 as const,
      vendor: 'test',
      validate: (value: unknown) =>
        typeof (value as { sku?: unknown }).sku === 'string'
          ? { value: value as { sku: string } }
          : { issues: [{ message: 'sku is missing' }] },
    },
  };

  test('guard keeps the userData schemas that Crawlee looks for on the handler', async () => {
    const origin = await servePages({ '/a': page(1), '/copy': page(1) });
    const duplicates = await openDuplicates();
    const router = createCheerioRouter({ PRODUCT: schema });
    const handled: string[] = [];
    router.addHandler('PRODUCT', ({ request }) => {
      handled.push(request.userData.sku);
    });
    const crawler = new CheerioCrawler(
      { requestHandler: duplicates.guard(router), useSessionPool: false, maxConcurrency: 1 },
      inMemory(),
    );
    await expect(crawler.addRequests([{ url: `${origin}/a`, label: 'PRODUCT' }])).rejects.toThrow(
      /sku is missing/,
    );
    await crawler.run([
      { url: `${origin}/a`, label: 'PRODUCT', userData: { sku: 'one' } },
      { url: `${origin}/copy`, label: 'PRODUCT', userData: { sku: 'two' } },
    ]);
    expect(handled).toEqual(['one']);
  });

  test('middleware tells every route the verdict and skips nothing', async () => {
    const origin = await servePages({ '/a': page(1), '/copy': page(1) });
    const duplicates = await openDuplicates();
    const router = createCheerioRouter();
    router.use(duplicates.middleware);
    const seen: (CrawlVerdict | undefined)[] = [];
    router.addDefaultHandler((context) => {
      seen.push(verdictOf(context));
    });
    const { requestsFinished } = await crawl([`${origin}/a`, `${origin}/copy`], { requestHandler: router });
    expect(requestsFinished).toBe(2);
    expect(seen.map((verdict) => verdict?.verdict)).toEqual(['unique', 'duplicate']);
  });

  test('a guarded route inside a guarded router has its page judged once', async () => {
    const origin = await servePages({ '/a': page(1) });
    const duplicates = await openDuplicates();
    const router = createCheerioRouter();
    const seen: CrawlVerdict[] = [];
    router.addDefaultHandler(duplicates.guard(({ nearDuplicate }) => seen.push(nearDuplicate)));
    const { requestsFinished } = await crawl([`${origin}/a`], { requestHandler: duplicates.guard(router) });
    expect(seen).toMatchObject([{ verdict: 'unique', replayed: false }]);
    expect([requestsFinished, duplicates.counts.unique]).toEqual([1, 1]);
  });

  test('middleware inside a guarded router leaves verdict and commit to the guard', async () => {
    const origin = await servePages({ '/a': page(1) });
    const duplicates = await openDuplicates();
    const router = createCheerioRouter();
    router.use(duplicates.middleware);
    const seen: (CrawlVerdict | undefined)[] = [];
    router.addDefaultHandler((context) => {
      seen.push(verdictOf(context));
      throw new Error('always');
    });
    await crawl([`${origin}/a`], { requestHandler: duplicates.guard(router), maxRequestRetries: 0 });
    expect(seen).toMatchObject([{ verdict: 'unique', replayed: false }]);
    expect(duplicates.counts.decided).toBe(0);
  });
});

test('the tree behind $ is the same before and after the guard has read it', async () => {
  const source = page(1).replace(
    '</main>',
    '<script>var x = 1;</script><style>p { color: red }</style></main>',
  );
  const origin = await servePages({ '/a': source });
  const duplicates = await openDuplicates();
  let plain = '';
  let guarded = '';
  await crawl([`${origin}/a`], { requestHandler: ({ $ }) => void (plain = $.html()) });
  await crawl([`${origin}/a`], { requestHandler: duplicates.guard(({ $ }) => void (guarded = $.html())) });
  expect(guarded).toBe(plain);
  expect(guarded).toContain('var x = 1;');
});

describe('pages of one template', () => {
  const described = (name: string) =>
    `<!doctype html><title>${name}</title><main><h1>${name}</h1><p>${prose(7, 300)}</p><p>${name}.</p></main>`;
  const names = ['Alpha', 'Beta', 'Gamma', 'Delta'];
  const pages = Object.fromEntries(
    ['1.0', '2.0'].flatMap((version) => names.map((name) => [`/${version}/${name}`, described(name)])),
  );

  test('reach the handler when they name different things, and only once when they name the same', async () => {
    const origin = await servePages(pages);
    const duplicates = await openDuplicates();
    const handled: CrawlVerdict[] = [];
    await crawl(
      Object.keys(pages).map((path) => origin + path),
      { requestHandler: duplicates.guard(({ nearDuplicate }) => handled.push(nearDuplicate)) },
    );
    expect(paths(handled)).toEqual(['/1.0/Alpha', '/1.0/Beta', '/1.0/Gamma', '/1.0/Delta']);
    expect(handled.map(({ code }) => code)).toEqual(['distinct', ...Array(3).fill('other-subject')]);
    expect(handled[1]).toMatchObject({ verdict: 'unique', alike: { url: `${origin}/1.0/Alpha` } });
    expect(handled[1].reason).toMatch(/\/1\.0\/Alpha \(0\.9\d\d\), which is about another thing/);
    expect(duplicates.counts).toMatchObject({ unique: 4, duplicates: 4 });
  });

  test('are skipped whatever they name where siteModel is false', async () => {
    const origin = await servePages(pages);
    const duplicates = await openDuplicates({ siteModel: false });
    const handled: CrawlVerdict[] = [];
    await crawl(
      Object.keys(pages).map((path) => origin + path),
      { requestHandler: duplicates.guard(({ nearDuplicate }) => handled.push(nearDuplicate)) },
    );
    expect(paths(handled)).toEqual(['/1.0/Alpha']);
  });
});

test('a handler that another NearDuplicates guards is refused, and a page that one judges in a router and another in its route ends the crawl', async () => {
  const origin = await servePages({ '/a': page(1) });
  const [outer, inner] = [await openDuplicates(), await openDuplicates()];
  const guarded = inner.guard(() => {});
  const words = /^guard: expected pages that no other NearDuplicates judges; got /;
  expect(() => outer.guard(guarded)).toThrow(words);
  expect(inner.guard(guarded)).toBeInstanceOf(Function);

  const within = createCheerioRouter();
  within.addDefaultHandler(guarded);
  const beside = createCheerioRouter();
  beside.use(outer.middleware);
  beside.addDefaultHandler(guarded);
  const both = createCheerioRouter();
  both.use(outer.middleware);
  both.use(inner.middleware);
  both.addDefaultHandler(() => {});
  for (const requestHandler of [outer.guard(within), beside, both]) {
    const failed: string[] = [];
    const crawling = crawl([`${origin}/a`], {
      requestHandler,
      failedRequestHandler: ({ request }) => void failed.push(request.url),
    });
    await expect(crawling).rejects.toThrow(words);
    expect(failed).toEqual([]);
  }
});
