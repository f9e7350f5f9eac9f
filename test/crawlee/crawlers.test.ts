import { load } from 'cheerio';
import type { BasicCrawlingContext, HttpCrawlingContext } from 'crawlee';
import { BasicCrawler, HttpCrawler, JSDOMCrawler, LinkeDOMCrawler } from 'crawlee';
import { describe, expect, test } from 'vitest';
import { Crawlers } from '../../plugins/crawlee/crawlers.ts';
import type { Crawler, CrawlVerdict, WithVerdict } from '../../plugins/crawlee/index.ts';
import { inMemory, openDuplicates, serve, servePages, signal } from './crawls.ts';
import { html, page, prose } from './pages.ts';

const options = { useSessionPool: false, maxConcurrency: 1, maxRequestRetries: 0 };

describe('crawlers over HTTP', () => {
  test('HttpCrawler: a Buffer in another charset is the same page as one in UTF-8', async () => {
    const text = `Über die Größe ${prose(5)}`;
    const origin = await serve((request, response) => {
      const latin = request.url === '/latin';
      response.setHeader('content-type', `text/html; charset=${latin ? 'iso-8859-1' : 'utf-8'}`);
      response.end(Buffer.from(html(text), latin ? 'latin1' : 'utf8'));
    });
    const duplicates = await openDuplicates();
    const crawler = new HttpCrawler(
      {
        ...options,
        requestHandler: duplicates.guard<HttpCrawlingContext>(({ body }) => void body.toString()),
      },
      inMemory(),
    );
    const { requestsFinished } = await crawler.run([`${origin}/utf8`, `${origin}/latin`]);
    expect(requestsFinished).toBe(2);
    expect((await duplicates.clusters())[0]?.members).toMatchObject([
      { url: `${origin}/latin`, similarity: 1 },
    ]);
  });

  test.each([
    ['JSDOMCrawler', JSDOMCrawler],
    ['LinkeDOMCrawler', LinkeDOMCrawler],
  ])('%s: the second of two equal pages is skipped', async (_, Crawler) => {
    const origin = await servePages({ '/a': page(1), '/copy': page(1), '/other': page(2) });
    const duplicates = await openDuplicates();
    const handled: string[] = [];
    const guarded = duplicates.guard(({ nearDuplicate }) => handled.push(nearDuplicate.url));
    const crawler = new Crawler({ ...options, requestHandler: guarded }, inMemory());
    await crawler.run([`${origin}/a`, `${origin}/copy`, `${origin}/other`]);
    expect(handled).toEqual([`${origin}/a`, `${origin}/other`]);
  });

  test('LinkeDOMCrawler: a page without <html> is compared by its whole text, not by its first element', async () => {
    const bare = (text: string) => `<!doctype html><title>A lamp</title><h1>A lamp</h1><p>${text}</p>`;
    const origin = await servePages({
      '/a': bare(prose(1)),
      '/copy': bare(prose(1)),
      '/other': bare(prose(2)),
    });
    const duplicates = await openDuplicates();
    const handled: string[] = [];
    const guarded = duplicates.guard(({ nearDuplicate: { url, code } }) =>
      handled.push(`${url.slice(origin.length)} ${code}`),
    );
    const crawler = new LinkeDOMCrawler({ ...options, requestHandler: guarded }, inMemory());
    await crawler.run(['/a', '/copy', '/other'].map((path) => origin + path));
    expect(handled).toEqual(['/a distinct', '/other distinct']);
  });

  test('JSDOMCrawler: with runScripts a page is compared as its scripts have made it', async () => {
    const made = (path: string, text: string) =>
      `<!doctype html><title>${path}</title><div id="root"></div>
      <script>document.getElementById('root').innerHTML = '<h1>A lamp</h1><p>${text}</p>';</script>`;
    const origin = await servePages({ '/a': made('a', prose(1)), '/copy': made('a', prose(1)) });
    const duplicates = await openDuplicates({ onDuplicate: 'annotate' });
    const codes: string[] = [];
    const guarded = duplicates.guard(({ nearDuplicate: { code } }) => codes.push(code));
    const crawler = new JSDOMCrawler({ ...options, runScripts: true, requestHandler: guarded }, inMemory());
    await crawler.run([`${origin}/a`, `${origin}/copy`]);
    expect(codes).toEqual(['distinct', 'same-grams']);
  });

  test('BasicCrawler: the page that it is told of is compared, and is the handler’s body', async () => {
    const origin = await servePages({ '/a': page(1), '/copy': page(1), '/other': page(2) });
    const duplicates = await openDuplicates();
    const handled: [string, string][] = [];
    const crawler = new BasicCrawler(
      {
        maxConcurrency: 1,
        useSessionPool: false,
        requestHandler: duplicates.guard(
          ({ body, nearDuplicate }) => {
            handled.push([nearDuplicate.url, body.slice(0, 15)]);
          },
          { page: async ({ sendRequest }) => (await sendRequest()).body },
        ),
      },
      inMemory(),
    );
    await crawler.run(['/a', '/copy', '/other'].map((path) => origin + path));
    expect(handled).toEqual([
      [`${origin}/a`, '<!doctype html>'],
      [`${origin}/other`, '<!doctype html>'],
    ]);
    expect(duplicates.counts).toMatchObject({ unique: 2, duplicates: 1 });
  });

  test('a text that is given for a page is compared as it stands, in place of what the crawler fetched', async () => {
    const origin = await serve((request, response) => {
      const text = prose(request.url === '/other' ? 2 : 1, 60);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ text, at: request.url }));
    });
    const duplicates = await openDuplicates();
    const handled: string[] = [];
    const crawler = new HttpCrawler(
      {
        ...options,
        requestHandler: duplicates.guard<HttpCrawlingContext>(
          ({ request, json }) => void handled.push(`${request.url.slice(origin.length)} ${json.at}`),
          { page: ({ json }) => ({ body: json.text, contentType: 'text/plain' }) },
        ),
      },
      inMemory(),
    );
    await crawler.run(['/a', '/copy', '/other'].map((path) => origin + path));
    expect(handled).toEqual(['/a /a', '/other /other']);
  });

  test('BasicCrawler: what it is told to be an error repeats nothing, and reaches the handler', async () => {
    const duplicates = await openDuplicates();
    const handled: (string | undefined)[] = [];
    const crawler = new BasicCrawler(
      {
        maxConcurrency: 1,
        requestHandler: duplicates.guard(
          async ({ nearDuplicate }) => {
            handled.push(nearDuplicate.code);
          },
          { page: () => ({ body: page(1), contentType: undefined, status: 503 }) },
        ),
      },
      inMemory(),
    );
    await crawler.run(['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b']);
    expect(handled).toEqual(['no-page-status', 'no-page-status']);
  });

  test('BasicCrawler: the handler is called, and one warning says why there is no verdict', async () => {
    const warnings: string[] = [];
    const log = { debug: () => {}, warning: (message: string) => void warnings.push(message) };
    const duplicates = await openDuplicates({ log });
    const handled: CrawlVerdict[] = [];
    const crawler = new BasicCrawler(
      {
        maxConcurrency: 1,
        useSessionPool: false,
        requestHandler: duplicates.guard<BasicCrawlingContext>(({ nearDuplicate }) =>
          handled.push(nearDuplicate),
        ),
      },
      inMemory(),
    );
    await crawler.run(['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b']);
    expect(handled.map(({ verdict }) => verdict)).toEqual(['unclassifiable', 'unclassifiable']);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(/no page to compare.*BasicCrawler fetches nothing.*127\.0\.0\.1:9\/a/);
  });
});

describe('crawlers with a browser, by contexts of the shape they give', () => {
  const request = (path: string) => ({
    uniqueKey: `http://a${path}`,
    url: `http://a${path}`,
    loadedUrl: `http://a${path}`,
    errorMessages: [] as string[],
  });
  const browserContext = (path: string, content: string) => ({
    id: path,
    request: request(path),
    page: { content: async () => content },
    parseWithCheerio: async () => load(content),
  });
  /** As AdaptivePlaywrightCrawler builds it; `page` throws without a browser. */
  const adaptiveContext = (path: string, content: string, browser: boolean) => ({
    id: path,
    request: request(path),
    addRequests: async () => {},
    get page() {
      if (!browser) throw new Error('Page object was used in HTTP-only request handler');
      return { content: async () => content };
    },
    querySelector: async (selector: string) => load(content)(selector),
    parseWithCheerio: async () => load(content),
  });

  test('PlaywrightCrawler and PuppeteerCrawler: the page is skipped when its rendered content repeats', async () => {
    const duplicates = await openDuplicates();
    const handled: string[] = [];
    const guarded = duplicates.guard<ReturnType<typeof browserContext>>(({ id }) => handled.push(id));
    await guarded(browserContext('/a', page(1)));
    await guarded(browserContext('/copy', page(1)));
    await guarded(browserContext('/other', page(2)));
    expect(handled).toEqual(['/a', '/other']);
  });

  test('AdaptivePlaywrightCrawler: a second run of one request repeats its verdict and is handled', async () => {
    const duplicates = await openDuplicates();
    const handled: [string, string, boolean][] = [];
    type Adaptive = ReturnType<typeof adaptiveContext>;
    const guarded = duplicates.guard<Adaptive>(
      ({ id, nearDuplicate: { verdict, replayed } }: Adaptive & WithVerdict) =>
        handled.push([id, verdict, replayed]),
    );
    await guarded(adaptiveContext('/a', page(1), true));
    await guarded(adaptiveContext('/a', page(1), false));
    await guarded(adaptiveContext('/copy', page(1), false));
    await guarded(adaptiveContext('/copy', page(1), true));
    expect(handled).toEqual([
      ['/a', 'unique', false],
      ['/a', 'unique', true],
    ]);
  });

  test('AdaptivePlaywrightCrawler: a page that is read with a browser and without counts once, by its last verdict', async () => {
    const duplicates = await openDuplicates();
    const guarded = duplicates.guard<ReturnType<typeof adaptiveContext>>(() => {});
    const shell = '<html><body><div id="root"></div></body></html>';
    for (const [path, first, second] of [
      ['/a', page(1), page(1)],
      ['/b', shell, page(2)],
      ['/copy', shell, page(1)],
    ]) {
      const context = adaptiveContext(path, first, false);
      await guarded(context);
      await guarded(Object.assign(adaptiveContext(path, second, true), { request: context.request }));
    }
    expect(duplicates.stats()).toMatchObject({
      ...{ pages: 3, unique: 2, exact: 1, near: 0, unchanged: 0, unclassifiable: {} },
    });
  });

  test.each(['attach', 'skipKnown'] as const)(
    'AdaptivePlaywrightCrawler: a page behind a wall is tried again after %s, and else a warning says so',
    async (attaching) => {
      const warnings: string[] = [];
      const log = { warning: (message: string) => void warnings.push(message), debug() {} };
      const duplicates = await openDuplicates({ log });
      const handled: string[] = [];
      const adaptiveRequestHandler = duplicates.guard<ReturnType<typeof adaptiveContext>>(({ id }) =>
        handled.push(id),
      );
      const queue = { fetchNextRequest: async () => null, markRequestHandled: async () => {} };
      const crawler = {
        addRequests: async () => {},
        getRequestQueue: async () => queue,
        ...{ maxRequestRetries: 1, adaptiveRequestHandler },
      };
      const consent = html(
        'We value your privacy. Accept all cookies to continue. Reject all. Manage preferences.',
      );
      await crawler.adaptiveRequestHandler(adaptiveContext('/before', consent, false));
      expect(warnings).toEqual([expect.stringMatching(/call await duplicates\.attach\(crawler\) before/)]);
      await duplicates[attaching](crawler);
      await expect(
        crawler.adaptiveRequestHandler(adaptiveContext('/walled', consent, false)),
      ).rejects.toThrow('a wall answered for http://a/walled: fetched again with another session');
      await crawler.adaptiveRequestHandler(adaptiveContext('/page', page(1), false));
      expect(handled).toEqual(['/before', '/page']);
      expect(warnings).toHaveLength(1);
    },
  );

  test('AdaptivePlaywrightCrawler: a skipped page without links does not fail, although enqueueLinks does for it', async () => {
    const duplicates = await openDuplicates({ links: 'follow' });
    const timeout = Object.assign(new Error('locator.waitFor: Timeout 5000ms exceeded.'), {
      name: 'TimeoutError',
    });
    const context = (path: string, failure?: Error) =>
      Object.assign(adaptiveContext(path, page(1), true), {
        async enqueueLinks(_options?: object) {
          if (failure !== undefined) throw failure;
        },
      });
    const guarded = duplicates.guard<ReturnType<typeof context>>(({ enqueueLinks }) => enqueueLinks());
    await guarded(context('/a'));
    await guarded(context('/copy', timeout));
    expect(duplicates.counts).toMatchObject({ unique: 1, duplicates: 1 });
    await expect(guarded(context('/other', new Error('the queue is gone')))).rejects.toThrow(
      'the queue is gone',
    );
  });

  test('AdaptivePlaywrightCrawler: a shell seen over HTTP does not decide the page that the browser renders', async () => {
    const duplicates = await openDuplicates();
    const handled: [string, string][] = [];
    type Adaptive = ReturnType<typeof adaptiveContext>;
    const guarded = duplicates.guard<Adaptive>(({ id, nearDuplicate: { verdict } }: Adaptive & WithVerdict) =>
      handled.push([id, verdict]),
    );
    const shell = '<html><body><div id="root"></div></body></html>';
    await guarded(adaptiveContext('/a', page(1), true));
    await guarded(adaptiveContext('/copy', shell, false));
    await guarded(adaptiveContext('/copy', page(1), true));
    expect(handled).toEqual([
      ['/a', 'unique'],
      ['/copy', 'unclassifiable'],
    ]);
    expect(duplicates.counts).toMatchObject({ unique: 1, duplicates: 1, unclassifiable: 0 });
  });
});

const ignore = async (): Promise<void> => {};
const unheard = { onFailure: ignore, onLedAway: ignore, onHandled: ignore, onEnd: () => {} };

test('a page that is to be checked again goes to the crawler that had its name last', async () => {
  const crawlers = new Crawlers();
  const asked: string[] = [];
  const of = (name: string) => ({
    running: false,
    run: async () => undefined,
    addRequests: async () => void asked.push(name),
  });
  const [first, second] = [of('first'), of('second')];
  for (const crawler of [first, second]) {
    await crawlers.attach(crawler, 'shop', unheard);
    crawlers.nameOf(crawler);
    await crawler.run();
  }
  const url = 'http://a.example/';
  const page = { request: JSON.stringify({ url }), url, key: url, crawler: 'shop' };
  await crawlers.bringBack({ ...page, returns: 1, isRechecked: true });
  expect(asked).toEqual(['second']);
});

test('two crawlers at once cannot have one name, since each would take the other’s pages for its own; one after the other can', async () => {
  const crawlers = new Crawlers();
  const attach = (crawler: Crawler, name?: string) => crawlers.attach(crawler, name, unheard);
  const end = signal();
  const [first, second, third] = Array.from({ length: 3 }, () => ({
    running: false,
    run: () => end.given,
    addRequests: async () => ({}),
  }));
  await attach(first, 'shop');
  const refused = /^attach: expected a name of its own for each crawler; got "shop"/;
  await expect(attach(second, 'shop')).rejects.toThrow(refused);
  const ended = first.run();
  await expect(attach(second, 'shop')).rejects.toThrow(refused);
  await attach(first, 'shop');
  end.give();
  await ended;
  // a crawler that has had no page has ended, too
  await attach(second, 'shop');
  expect(crawlers.nameOf(second)).toBe('shop');
  await attach(third);
  expect(crawlers.nameOf(third)).toBe('');
});

test('pages that come back before their crawler is there are all made when it is', async () => {
  const crawlers = new Crawlers();
  const urls = ['http://a.example/1', 'http://a.example/2', 'http://a.example/3'];
  for (const url of urls) {
    const page = { request: JSON.stringify({ url }), url, key: url, crawler: 'later', returns: 1 };
    expect(await crawlers.bringBack(page)).toBe(true);
  }
  const asked: unknown[] = [];
  const crawler = { addRequests: async (requests: object[]) => void asked.push(...requests) };
  await crawlers.attach(crawler, 'later', unheard);
  expect(asked).toMatchObject(urls.map((url) => ({ url })));
});
