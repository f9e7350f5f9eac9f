import { BasicCrawler, CheerioCrawler } from 'crawlee';
import { expect, test } from 'vitest';
import type { CrawlVerdict } from '../../plugins/crawlee/index.ts';
import { crawl, inMemory, openDuplicates, serve, temporaryFolder } from './crawls.ts';
import { html, prose } from './pages.ts';

const names = ['harbour', 'market', 'rowing', 'council', 'opera', 'railway', 'orchard', 'lantern'];
const wall = html(`Before you go on ${prose(1000, 200)}`, 'Before you go on');
const article = (name: string): string => html(`${name} ${prose(names.indexOf(name))}`, `The ${name}`);

/** Serves a site whose pages answer with a wall as often as `walls` says. */
async function serveWalled(walls: Record<string, number>, text: string) {
  const left = { ...walls };
  const asked: string[] = [];
  const origin = await serve((request, response) => {
    const name = (request.url ?? '').slice(1);
    asked.push(name);
    const isWalled = (left[name] ?? 0) > 0;
    if (isWalled) left[name]!--;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(isWalled ? text : article(name));
  });
  return { origin, asked };
}

/** Crawls such a site; handled pages, in order, with their texts. */
async function crawled(walls: Record<string, number>, options = {}, order: readonly string[] = names) {
  const { origin, asked } = await serveWalled(walls, wall);
  const duplicates = await openDuplicates(options);
  const handled: { name: string; isWall: boolean; verdict: CrawlVerdict }[] = [];
  const { requestsFailed } = await crawl(
    order.map((name) => `${origin}/${name}`),
    {
      useSessionPool: true,
      requestHandler: duplicates.guard(async ({ request, body, nearDuplicate }) => {
        const name = request.url.slice(origin.length + 1);
        handled.push({ name, isWall: String(body).includes('Before'), verdict: nearDuplicate });
      }),
    },
  );
  return { duplicates, handled, asked, requestsFailed };
}

const handledPages = (handled: readonly { name: string; isWall: boolean }[]) =>
  handled.filter(({ isWall }) => !isWall).map(({ name }) => name);

test('every page behind a wall that goes away is handled, also those that were taken for a page or for its copies', async () => {
  const walls = { council: 1, opera: 1, railway: 1, orchard: 1 };
  const { handled, requestsFailed, duplicates } = await crawled(walls);
  expect(handledPages(handled).sort()).toEqual([...names].sort());
  // the first one reached its handler before anything was known of it
  expect(handled.filter(({ isWall }) => isWall).map(({ name }) => name)).toEqual(['council']);
  expect(requestsFailed).toBe(0);
  expect(duplicates.counts).toMatchObject({ unique: names.length, duplicates: 0, unclassifiable: 0 });
});

test('a page behind a wall that waits for its cookie is fetched with it, and others without', async () => {
  const cookies: (string | undefined)[] = [];
  const origin = await serve(({ url = '', headers: { cookie } }, response) => {
    cookies.push(cookie);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (cookie?.includes('seen=1')) response.end(article(url.slice(1)));
    else {
      response.setHeader('set-cookie', ['seen=1; Path=/', 'lang=en']);
      response.end(html('Accept all cookies to continue to this site.', 'We value your privacy'));
    }
  });
  for (const useSessionPool of [true, false]) {
    const duplicates = await openDuplicates();
    const handled: string[] = [];
    await crawl(
      names.map((name) => ({ url: `${origin}/${name}`, headers: { Cookie: 'own=2' } })),
      {
        useSessionPool,
        requestHandler: duplicates.guard(async ({ request, nearDuplicate }) => {
          expect(nearDuplicate.code).toBe('distinct');
          handled.push(request.url.slice(origin.length + 1));
        }),
      },
    );
    expect(handled.sort()).toEqual([...names].sort());
    expect(cookies.splice(0).sort()).toEqual([
      ...names.map(() => 'own=2'),
      ...names.map(() => 'own=2; seen=1; lang=en'),
    ]);
  }
});

test('the cookie of a wall on another host is not sent to the host that redirected to it', async () => {
  const wall = await serve((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').setHeader('set-cookie', 'seen=1');
    response.end(html('Accept all cookies to continue to this site.', 'We value your privacy'));
  });
  const cookies: (string | undefined)[] = [];
  const origin = await serve(({ headers: { cookie } }, response) => {
    cookies.push(cookie);
    response.writeHead(302, { location: wall.replace('127.0.0.1', 'localhost') }).end();
  });
  const duplicates = await openDuplicates();
  await crawl([`${origin}/a`], { requestHandler: duplicates.guard(() => {}) });
  expect(cookies).toEqual([undefined, undefined, undefined]);
});

test("a wall that stays is tried again twice, then handled as what it is, and is nobody's original", async () => {
  const walls = { council: 99, opera: 99, railway: 99 };
  const { handled, asked, duplicates } = await crawled(walls);
  const of = (name: string) =>
    handled.filter((each) => each.name === name).map(({ verdict }) => verdict.code);
  expect(of('railway')).toEqual(['wall']);
  expect(of('opera')).toEqual(['wall']);
  // it had been handled as a page
  expect(of('council')).toEqual(['distinct', 'wall']);
  const times = (name: string) => asked.filter((each) => each === name).length;
  expect([times('railway'), times('opera'), times('council'), times('harbour')]).toEqual([3, 4, 4, 1]);
  expect(duplicates.counts).toMatchObject({ duplicates: 0, unclassifiable: 3, unique: 5 });
  expect(handled.find(({ name }) => name === 'railway')?.verdict.reason).toMatch(
    /^wall: one text for unlike URLs/,
  );
});

test('short pages of one name that no two repeat are fetched again, too', async () => {
  const left: Record<string, number> = { council: 1, opera: 1, railway: 1, orchard: 1 };
  const origin = await serve((request, response) => {
    const name = (request.url ?? '').slice(1);
    const isWalled = (left[name] ?? 0) > 0;
    if (isWalled) left[name]!--;
    const seed = names.indexOf(name);
    // the text is the wall's, and as much again is the page's own
    const message = `${prose(1000, 30)} ${prose(2000 + seed, 20)}`;
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(isWalled ? html(message, 'Before you go on') : article(name));
  });
  const duplicates = await openDuplicates();
  const handled: string[] = [];
  await crawl(
    names.map((name) => `${origin}/${name}`),
    {
      useSessionPool: true,
      requestHandler: duplicates.guard(async ({ request, body }) => {
        if (!String(body).includes('Before')) handled.push(request.url.slice(origin.length + 1));
      }),
    },
  );
  expect(handled.sort()).toEqual([...names].sort());
  expect(duplicates.counts).toMatchObject({ unique: names.length, duplicates: 0, unclassifiable: 0 });
});

test('a page whose handler failed on a wall, and that is retried as well as fetched again, is handled once', async () => {
  const walls = new Set(['council', 'opera', 'railway']);
  const origin = await serve((request, response) => {
    const name = (request.url ?? '').slice(1);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(walls.delete(name) ? wall : article(name));
  });
  const duplicates = await openDuplicates();
  const handled: string[] = [];
  const { requestsFailed } = await crawl(
    names.map((name) => `${origin}/${name}`),
    {
      useSessionPool: true,
      requestHandler: duplicates.guard(async ({ request, body }) => {
        if (String(body).includes('Before')) throw new Error('no article');
        handled.push(request.url.slice(origin.length + 1));
      }),
    },
  );
  expect(handled.sort()).toEqual([...names].sort());
  expect(requestsFailed).toBe(0);
  expect(duplicates.counts).toMatchObject({ unique: names.length, duplicates: 0, unclassifiable: 0 });
});

test('every page behind a request for consent that goes away is handled once, and one that stays as what it is', async () => {
  const consent = html('Please accept all cookies to continue', 'Before you continue');
  const { origin, asked } = await serveWalled({ council: 1, opera: 2, railway: 99 }, consent);
  const duplicates = await openDuplicates();
  const handled: [string, string][] = [];
  const { requestsFailed } = await crawl(
    names.map((name) => `${origin}/${name}`),
    {
      useSessionPool: true,
      requestHandler: duplicates.guard(async ({ request, nearDuplicate }) => {
        handled.push([request.url.slice(origin.length + 1), nearDuplicate.code]);
      }),
    },
  );
  const expected = names.map((name) => [name, name === 'railway' ? 'consent-wall' : 'distinct']);
  expect(handled.sort()).toEqual(expected.sort());
  const times = (name: string) => asked.filter((each) => each === name).length;
  expect(['harbour', 'council', 'opera', 'railway'].map(times)).toEqual([1, 2, 3, 3]);
  expect(requestsFailed).toBe(0);
});

test('a text under URLs that it names, and two pages of one text, are no wall', async () => {
  const { handled, asked } = await crawled({ council: 1, opera: 1 });
  expect(handledPages(handled)).not.toContain('opera');
  expect(asked).toHaveLength(names.length);
});

test('pages that a wall or a failing server kept back are handled in a next run, each once, also in the same process and queue', async () => {
  for (const [status, body] of [
    [200, html('Please accept all cookies to continue', 'Before you continue')],
    [503, html('busy')],
  ] as const) {
    let isOut = true;
    const asked: string[] = [];
    const origin = await serve(({ url = '' }, response) => {
      asked.push(url.slice(1));
      response.writeHead(isOut ? status : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(isOut ? body : article(url.slice(1)));
    });
    const directory = await temporaryFolder();
    const configuration = inMemory();
    const handled: string[] = [];
    const run = async () => {
      const duplicates = await openDuplicates({ directory });
      const crawler = new CheerioCrawler(
        {
          maxRequestRetries: 1,
          requestHandler: duplicates.guard(async ({ request, nearDuplicate }) => {
            if (nearDuplicate.verdict === 'unique') handled.push(`${request.label} ${request.userData.name}`);
          }),
        },
        configuration,
      );
      await duplicates.attach(crawler);
      await crawler.run(
        names.map((name) => ({ url: `${origin}/${name}`, label: 'article', userData: { name } })),
      );
      await duplicates.close();
    };
    await run();
    expect(handled).toEqual([]);
    isOut = false;
    asked.length = 0;
    await run();
    expect(handled.sort()).toEqual(names.map((name) => `article ${name}`).sort());
    expect(asked.sort()).toEqual([...names].sort());
  }
});

test('a page that BasicCrawler could not fetch comes in the next run, and one whose handler failed does not', async () => {
  const directory = await temporaryFolder();
  const configuration = inMemory();
  const [fetched, handled]: [string[], string[]] = [[], []];
  let isOut = true;
  const run = async () => {
    const duplicates = await openDuplicates({ directory });
    const crawler = new BasicCrawler(
      {
        maxRequestRetries: 0,
        requestHandler: duplicates.guard(
          async ({ request }) => {
            if (request.url.endsWith('market')) throw new Error('a mistake of the handler');
            handled.push(request.url);
          },
          {
            async page({ request }) {
              fetched.push(request.url);
              if (isOut && request.url.endsWith('opera')) throw new Error('no connection');
              return article(request.url.slice('http://a.example/'.length));
            },
          },
        ),
      },
      configuration,
    );
    await duplicates.attach(crawler);
    await crawler.run(names.map((name) => `http://a.example/${name}`));
    await duplicates.close();
  };
  await run();
  isOut = false;
  fetched.length = 0;
  handled.length = 0;
  await run();
  expect([fetched, handled]).toEqual([['http://a.example/opera'], ['http://a.example/opera']]);
});

test('under annotate, and with the site model off, nothing is fetched again', async () => {
  const walls = { council: 1, opera: 1, railway: 1, orchard: 1 };
  const annotated = await crawled(walls, { onDuplicate: 'annotate' });
  expect(annotated.asked).toHaveLength(names.length);
  const codes = annotated.handled.filter(({ isWall }) => isWall).map(({ verdict }) => verdict.code);
  expect(codes).toEqual(['distinct', 'same-grams', 'wall', 'wall']);
  const off = await crawled(walls, { siteModel: false });
  expect(off.asked).toHaveLength(names.length);
  expect(handledPages(off.handled)).toHaveLength(4);
});
