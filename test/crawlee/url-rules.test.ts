import type { ServerResponse } from 'node:http';
import { CheerioCrawler, type CheerioCrawlingContext, ProxyConfiguration } from 'crawlee';
import { expect, onTestFinished, test } from 'vitest';
import { type NearDuplicates, nearDuplicates } from '../../plugins/crawlee/index.ts';
import { crawl, inMemory, openDuplicates, serve, temporaryFolder } from './crawls.ts';

/** A page of words of its own, with links. */
function page(content: string, ...links: string[]): string {
  const words = Array.from({ length: 90 }, (_, i) => `${content.replace(/\W/g, '')}x${i}`).join(' ');
  return `<title>${content}</title><p>${words}</p>${links.map((link) => `<a href="${link}">.</a>`).join('')}`;
}

/** Which links are fetched as a sample depends on their host, so it is the same in every run. */
const shop = 'http://shop.example';

/** A shop: hubs that are crawled one after the other, each with links to the products of the one before under new sessions. */
async function serveShop(hubs: number, contentOf: (path: string, hub: number) => string) {
  const asked: string[] = [];
  const proxyUrl = await serve(({ url = '/' }, response) => {
    const { pathname, searchParams, search } = new URL(url);
    asked.push(`${pathname}${search}`);
    const hub = Number(/^\/hub(\d+)$/.exec(pathname)?.[1] ?? searchParams.get('sid'));
    const products = Array.from({ length: 40 }, (_, i) => `/${['a', 'b'][i % 2]}/p${i}?sid=${hub}`);
    const next = hub < hubs ? [`/hub${hub + 1}`] : [];
    response.setHeader('content-type', 'text/html');
    response.end(
      pathname.startsWith('/hub') ? page(pathname, ...products, ...next) : page(contentOf(pathname, hub)),
    );
  });
  return { proxyUrl, products: () => asked.filter((url) => url.includes('sid')) };
}

async function crawlShop(duplicates: NearDuplicates, proxyUrl: string, handled: string[] = []) {
  return crawl([`${shop}/hub1`], {
    proxyConfiguration: new ProxyConfiguration({ proxyUrls: [proxyUrl] }),
    requestHandler: duplicates.guard(async ({ request, enqueueLinks }: CheerioCrawlingContext) => {
      handled.push(`${request.label ?? ''}${new URL(request.url).pathname}`);
      await enqueueLinks({
        transformRequestFunction: duplicates.transformRequest((linked) => {
          if (linked.url.endsWith('/p0?sid=1')) return false;
          return { ...linked, label: 'product', userData: { label: 'product' } };
        }),
      });
    }),
  });
}

test('links under a new session are not enqueued once sessions were seen to make no difference, and the own function goes first', async () => {
  const { proxyUrl, products } = await serveShop(5, (path) => path);
  const duplicates = await openDuplicates({ links: 'drop' });
  const handled: string[] = [];
  await crawlShop(duplicates, proxyUrl, handled);
  // hub 1 without the one that the user's own function left out; hub 2 teaches; the rest is a sample
  expect(products().length).toBeLessThan(39 + 40 + 40);
  expect(products()).not.toContain('/a/p0?sid=1');
  expect(new Set(handled.filter((path) => path.includes('/p'))).size).toBe(40);
  expect(handled.filter((path) => path.includes('/p')).every((path) => path.startsWith('product/'))).toBe(
    true,
  );
  expect(duplicates.rules().rules[0]).toMatchObject({
    kind: 'parameter',
    value: 'sid',
    state: 'on',
    against: 0,
  });
});

test('what one crawl learned serves the next, and stands in the index', async () => {
  const directory = await temporaryFolder();
  const { proxyUrl, products } = await serveShop(3, (path) => path);
  const first = await openDuplicates({ directory, links: 'drop' });
  await crawlShop(first, proxyUrl);
  const { rules } = first.rules();
  await first.close();
  const again = await openDuplicates({ directory, links: 'drop' });
  expect(again.rules().rules).toEqual(rules);
  // but for the sample
  const anew = products()
    .slice(0, 20)
    .map((url) => `${shop}${url.replace(/sid=\d/, 'sid=seen-never')}`);
  expect(anew.filter((url) => again.transformRequest({ url }) === false).length).toBeGreaterThan(10);
  expect(again.transformRequest({ url: `${shop}/other` })).toEqual({ url: `${shop}/other` });
});

test('what was left out wrongly is enqueued with its label before the crawl ends', async () => {
  // in folder b the session decides from hub 4 on
  const contentOf = (path: string, hub: number) =>
    hub >= 4 && path.startsWith('/b/') ? `${path} of ${hub}` : path;
  const { proxyUrl, products } = await serveShop(8, contentOf);
  const duplicates = await openDuplicates({ links: 'drop' });
  const handled: string[] = [];
  await crawlShop(duplicates, proxyUrl, handled);
  const { rules } = duplicates.rules();
  const late = products().filter((url) => url.startsWith('/b/') && Number(/\d+$/.exec(url)) >= 4);
  // 20 products of 5 hubs: all but the few that were left out and not come to light
  expect(late.length).toBeGreaterThan(94);
  expect(handled.filter((path) => path.startsWith('product/b/')).length).toBeGreaterThan(94);
  expect(rules.find(({ value }) => value === 'sid')?.against).toBeGreaterThan(0);
});

/** Documentation whose start page links to every page of every version at once. */
async function crawlVersions(contentOf: (version: number, name: string) => string) {
  const versions = [1, 2, 3, 4];
  const names = Array.from({ length: 60 }, (_, i) => `${['a', 'b'][i % 2]}/p${i}`);
  const asked: string[] = [];
  const origin = await serve(({ url = '/' }, response) => {
    asked.push(url);
    const [, version, name] = /^\/docs\/(\d)\/(.*)/.exec(url) ?? [];
    const links = versions.flatMap((each) => names.map((other) => `/docs/${each}/${other}`));
    response.setHeader('content-type', 'text/html');
    response.end(version === undefined ? page('start', ...links) : page(contentOf(Number(version), name)));
  });
  const duplicates = await openDuplicates({ links: 'drop' });
  const handled: string[] = [];
  const crawler = new CheerioCrawler(
    {
      ...{ useSessionPool: false, maxConcurrency: 4 },
      requestHandler: duplicates.guard(async ({ request, enqueueLinks }: CheerioCrawlingContext) => {
        handled.push(`${request.userData.of ?? ''}${new URL(request.url).pathname}`);
        await enqueueLinks({ userData: { of: 'start' } });
      }),
    },
    inMemory(),
  );
  await duplicates.skipKnown(crawler);
  const { requestsFailed } = await crawler.run([origin]);
  expect(requestsFailed).toBe(0);
  return { asked, handled: handled.filter((path) => path.includes('/p')), duplicates };
}

test('requests that stand in the queue already are passed over when their pages are known, and no content is lost', async () => {
  const { asked, handled, duplicates } = await crawlVersions((_, name) => name);
  expect(asked.length).toBeLessThan(1 + 4 * 60 - 30);
  expect(new Set(handled.map((path) => path.replace(/docs\/\d/, ''))).size).toBe(60);
  const { saved, state } = duplicates.rules().rules[0];
  expect(saved).toBeGreaterThan(20);
  expect(state).toBe('on');
});

test('what an earlier crawl passed over and a changed site shows to be wrong is fetched once, although links to it are followed as well', async () => {
  const asked: string[] = [];
  let hasLanguages = false;
  const proxyUrl = await serve(({ url = '/' }, response) => {
    const { pathname, search, searchParams } = new URL(url);
    asked.push(`${pathname}${search}`);
    const place = Number(/^\/a\/p(\d+)$/.exec(pathname)?.[1] ?? -1);
    const next =
      place < 0 ? Array.from({ length: 40 }, (_, i) => i) : [19, 38, 57, 1].map((step) => place + step);
    const links = ['', '?lang=de', '?lang=fr'].flatMap((query) => next.map((to) => `/a/p${to % 60}${query}`));
    response.setHeader('content-type', 'text/html');
    response.end(page(`${pathname} ${hasLanguages ? searchParams.get('lang') : ''}`, ...links));
  });
  const directory = await temporaryFolder();
  const run = async () => {
    asked.length = 0;
    const duplicates = await nearDuplicates({ directory });
    const crawler = new CheerioCrawler(
      {
        ...{ useSessionPool: false, maxConcurrency: 4 },
        proxyConfiguration: new ProxyConfiguration({ proxyUrls: [proxyUrl] }),
        requestHandler: duplicates.guard(async ({ enqueueLinks }: CheerioCrawlingContext) => {
          await enqueueLinks({ transformRequestFunction: duplicates.transformRequest });
        }),
      },
      inMemory(),
    );
    await duplicates.skipKnown(crawler);
    await crawler.run([shop]);
    await duplicates.close();
    return asked.filter((url) => url.startsWith('/a/'));
  };
  expect((await run()).length).toBeLessThan(3 * 60 - 30);
  hasLanguages = true;
  const again = await run();
  expect(new Set(again).size).toBe(3 * 60);
  expect(again.length).toBe(new Set(again).size);
});

test('a request that was passed over wrongly is made by the crawler from whose queue it was taken', async () => {
  const duplicates = await openDuplicates();
  const crawlerOf = () => {
    const waiting: { uniqueKey: string; url: string }[] = [];
    const added: { url: string }[] = [];
    const queue = {
      fetchNextRequest: async () => waiting.shift() ?? null,
      markRequestHandled: async () => undefined,
    };
    const addRequests = async (requests: object[]) => void added.push(...(requests as typeof added));
    return { running: true, waiting, added, addRequests, getRequestQueue: async () => queue };
  };
  const [shop, other] = [crawlerOf(), crawlerOf()];
  onTestFinished(() => {
    shop.running = other.running = false;
  });
  await duplicates.attach(shop, 'shop');
  await duplicates.attach(other);
  await duplicates.skipKnown(shop);
  const guarded = duplicates.guard(() => {});
  const at = (i: number, sid: string) => `https://a.example/${'ab'[i % 2]}/p${i}?sid=${sid}`;
  const visit = (url: string, content: string) =>
    guarded({ request: { uniqueKey: url, url }, body: page(content), crawler: shop });
  for (let i = 0; i < 40; i++) for (const sid of ['1', '2']) await visit(at(i, sid), `${i}`);
  const queue = await shop.getRequestQueue();
  const queued = Array.from({ length: 5 }, (_, i) => at(i, 'queued'));
  shop.waiting.push(...queued.map((url) => ({ uniqueKey: url, url })));
  const fetched: unknown[] = [];
  for (let next = await queue.fetchNextRequest(); next !== null; next = await queue.fetchNextRequest())
    fetched.push(next.url);
  const passedOver = queued.filter((url) => !fetched.includes(url));
  expect(passedOver.length).toBeGreaterThan(0);
  for (let i = 30; i < 40; i++) await visit(at(i, 'new'), `new ${i}`);
  expect(shop.added.map(({ url }) => url).sort()).toEqual(passedOver.sort());
  expect(other.added).toEqual([]);
});

test('what a crawler sends to URLs and gets back is no evidence about these URLs', async () => {
  const duplicates = await openDuplicates();
  const guarded = duplicates.guard(() => {});
  const visit = (url: string, content: string, method = 'GET') =>
    guarded({ request: { uniqueKey: `${method} ${url}`, url, method }, body: page(content) });
  for (let i = 0; i < 20; i++) {
    const url = `https://a.example/${'ab'[i % 2]}/p${i}`;
    for (const sid of ['1', '2']) await visit(`${url}?sid=${sid}`, `${i}`);
    await visit(`${url}?sid=3`, `answer ${i}`, 'POST');
  }
  const { support, against } = duplicates.rules().rules[0];
  expect(support).toBeGreaterThan(10);
  expect(against).toBe(0);
});

/** A page on another host than that of the sites. */
async function serveElsewhere(): Promise<string> {
  const origin = await serve((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(page('elsewhere'));
  });
  return origin.replace('127.0.0.1', 'localhost');
}

/** A blog of 160 articles. Whatever else is asked for, behind each article, is answered by `behind`. */
async function serveBlog(behind: (response: ServerResponse, elsewhere: string) => unknown) {
  const asked: string[] = [];
  const elsewhere = await serveElsewhere();
  const letters = 'abcdefghijklmnopqrst';
  const names = Array.from(
    { length: 160 },
    (_, i) => `/of-${letters[i % 20]}${letters[Math.floor(i / 20)]}/story`,
  );
  const origin = await serve(({ url = '/' }, response) => {
    asked.push(url);
    response.setHeader('content-type', 'text/html');
    const place = names.indexOf(url);
    if (url === '/') response.end(page('home', ...names.slice(0, 1)));
    else if (place >= 0)
      response.end(page(url, `${url}/more/`, `${url}?share=a`, ...names.slice(place + 1, place + 2)));
    else behind(response, elsewhere);
  });
  return { origin, names, asked, behind: () => asked.filter((url) => /more|share/.test(url)) };
}

const redirected = (response: ServerResponse, elsewhere: string) =>
  response.writeHead(302, { location: elsewhere }).end();

test.each([
  [
    'feeds',
    (response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'application/rss+xml' }).end('<rss/>'),
  ],
  ['pages of another host', redirected],
  ['refusals', (response: ServerResponse) => response.writeHead(403).end(page('refused'))],
])(
  'what is behind every article and led to %s is given up, whatever the article is called; no article is',
  async (_, behind) => {
    const site = await serveBlog(behind);
    const duplicates = await openDuplicates();
    const handled = new Set<string>();
    const crawler = new CheerioCrawler(
      {
        ...{ useSessionPool: false, maxConcurrency: 1, maxRequestRetries: 0 },
        requestHandler: duplicates.guard(async ({ request, enqueueLinks }) => {
          handled.add(new URL(request.url).pathname);
          await enqueueLinks();
        }),
      },
      inMemory(),
    );
    await duplicates.skipKnown(crawler);
    await crawler.run([site.origin]);
    expect(site.names.filter((name) => !handled.has(name))).toEqual([]);
    // thirty of each kind, as pages came in between, and a few in the sample of one in twenty
    expect(site.behind().length).toBeGreaterThanOrEqual(60);
    expect(site.behind().length).toBeLessThan(60 + 60);
  },
);

test('a handler that takes files gets all of them, however many end alike', async () => {
  const site = await serveBlog((response) =>
    response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF'),
  );
  const duplicates = await openDuplicates();
  let files = 0;
  const crawler = new CheerioCrawler(
    {
      ...{ useSessionPool: false, maxConcurrency: 1, additionalMimeTypes: ['application/pdf'] },
      requestHandler: duplicates.guard(async ({ contentType, enqueueLinks }) => {
        if (contentType.type === 'application/pdf') files++;
        else await enqueueLinks();
      }),
    },
    inMemory(),
  );
  await duplicates.skipKnown(crawler);
  await crawler.run([site.origin]);
  expect(files).toBe(320);
});

test('the own function for requests that are not passed to a handler is still called', async () => {
  const elsewhere = await serveElsewhere();
  const origin = await serve(({ url = '/' }, response) => {
    if (url === '/') response.setHeader('content-type', 'text/html').end(page('home', '/away'));
    else redirected(response, elsewhere);
  });
  const duplicates = await openDuplicates();
  const skipped: unknown[] = [];
  await crawl([origin], {
    requestHandler: duplicates.guard(
      async ({ enqueueLinks }: CheerioCrawlingContext) => void (await enqueueLinks()),
    ),
    onSkippedRequest: (request) => void skipped.push(request),
  });
  expect(skipped).toEqual([{ url: `${origin}/away`, reason: 'redirect' }]);
});
