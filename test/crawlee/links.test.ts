import { setImmediate } from 'node:timers/promises';
import type { CheerioCrawlingContext } from 'crawlee';
import { createCheerioRouter } from 'crawlee';
import { describe, expect, test } from 'vitest';
import type { NearDuplicatesOptions, UntypedContext } from '../../plugins/crawlee/index.ts';
import { SkippedLinks } from '../../plugins/crawlee/links.ts';
import { crawl, openDuplicates, serve, servePages, signal, temporaryFolder } from './crawls.ts';
import { html, page, prose } from './pages.ts';

const pathOf = ({ request }: { request: { url: string } }) => new URL(request.url).pathname;
const linked = (text: string, ...paths: string[]) =>
  html(`${text}</p>${paths.map((path) => `<a href="${path}">on</a>`).join('')}<p>`);

/** An exact copy and a near-duplicate of one page, each with links of its own; and a copy that has the page's. */
const site = {
  '/first': linked(prose(1, 200), '/of-first'),
  '/copy': linked(prose(1, 200), '/of-copy'),
  '/first?sid=1': linked(prose(1, 200), '/of-first?sid=1'),
  '/near': linked(`${prose(1, 200)} changed.`, '/of-near', '/of-near-too'),
  '/of-first': page(3),
  '/of-first?sid=1': page(3),
  '/of-copy': page(4),
  '/of-near': page(5),
  '/of-near-too': page(6),
};

/** What the last crawl of the site asked for. */
let fetched: string[] = [];

/** Crawls the site by a handler that enqueues with options of its own, and says what was handled under which label. */
async function handledWith(options: NearDuplicatesOptions, known = true) {
  fetched = [];
  const origin = await serve((request, response) => {
    fetched.push(request.url ?? '');
    const found = site[request.url as keyof typeof site];
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(found);
  });
  const duplicates = await openDuplicates({ threshold: 0.7, ...options });
  const handled: string[] = [];
  const router = createCheerioRouter();
  const handler = async (context: CheerioCrawlingContext) => {
    const { label = '', userData } = context.request;
    handled.push(`${label}${pathOf(context)}${userData.by === undefined ? '' : ` ${userData.by}`}`);
    if (known)
      await context.enqueueLinks({ globs: ['**/of-*'], label: 'DETAIL', userData: { by: 'handler' } });
  };
  router.addDefaultHandler(handler);
  router.addHandler('DETAIL', handler);
  const statistics = await crawl(
    ['/first', '/copy', '/first?sid=1', '/near'].map((path) => origin + path),
    { requestHandler: duplicates.guard(router) },
  );
  expect(statistics.requestsFailed).toBe(0);
  return handled.sort();
}

/** Crawls pages along their links from the first list, and says which were handled. */
async function handledFromFirstList(pages: string[][], options: { exclude?: string[] } = {}) {
  const origin = await servePages(Object.fromEntries(pages));
  const duplicates = await openDuplicates();
  const handled: string[] = [];
  await crawl([`${origin}/list?page=0`], {
    requestHandler: duplicates.guard(async (context: CheerioCrawlingContext) => {
      handled.push(pathOf(context));
      await context.enqueueLinks(options);
    }),
  });
  return handled;
}

const first = ['/first', 'DETAIL/of-first handler'];
const ofNear = ['DETAIL/of-near handler', 'DETAIL/of-near-too handler'];

describe('links of skipped pages', () => {
  test('near, the default: those of near-duplicates are enqueued as the handler enqueues, of copies only what the page lacks', async () => {
    const handled = [...first, 'DETAIL/of-copy handler', ...ofNear].sort();
    expect(await handledWith({})).toEqual(handled);
    expect(fetched).not.toContain('/of-first?sid=1');
    expect(await handledWith({ links: 'near' })).toEqual(handled);
  });

  test('follow: all of exact copies too', async () => {
    expect(await handledWith({ links: 'follow' })).toEqual(
      [...first, 'DETAIL/of-copy handler', ...ofNear].sort(),
    );
    expect(fetched).toContain('/of-first?sid=1');
  });

  test('drop: none', async () => {
    expect(await handledWith({ links: 'drop' })).toEqual(first);
  });

  test('are enqueued with the options of enqueueLinks, where these are given', async () => {
    const given = { globs: ['**/of-near'], label: 'DETAIL', userData: { by: 'options' } };
    const wanted = [...first, 'DETAIL/of-near options'];
    expect(await handledWith({ enqueueLinks: given })).toEqual(wanted);
    expect(await handledWith({ enqueueLinks: () => given })).toEqual(wanted);
  });

  test('are left to a function, which is told the verdict', async () => {
    const told: string[] = [];
    const handled = await handledWith({
      links: async (context, { code, url }) => {
        told.push(`${code} ${new URL(url).pathname}`);
        await context.enqueueLinks({ globs: ['**/of-near-too'], label: 'DETAIL' });
      },
    });
    expect(told).toEqual(['same-grams /copy', 'same-grams /first', 'similar /near']);
    expect(handled).toEqual([...first, 'DETAIL/of-near-too'].sort());
  });

  test('are not enqueued where the handler of their label enqueues none', async () => {
    expect(await handledWith({ links: 'follow' }, false)).toEqual(['/first']);
  });

  test('wait for the handler that shows how, when that runs for the first time', async () => {
    const origin = await servePages(site);
    const duplicates = await openDuplicates({ threshold: 0.7 });
    const handled: string[] = [];
    const [judging, begun] = [signal(), signal()];
    const guarded = duplicates.guard(async (context: CheerioCrawlingContext) => {
      handled.push(pathOf(context));
      if (pathOf(context).startsWith('/of-')) return;
      begun.give();
      await judging.given;
      for (let turn = 0; turn < 50; turn++) await setImmediate();
      await context.enqueueLinks({ globs: ['**/of-near'] });
    });
    await crawl([`${origin}/first`, `${origin}/near`], {
      minConcurrency: 2,
      maxConcurrency: 2,
      requestHandler: async (context) => {
        if (pathOf(context) === '/near') {
          await begun.given;
          judging.give();
        }
        await guarded(context);
      },
    });
    expect(handled).toContain('/of-near');
  });

  test.each(['/near', '/copy'])(
    'of which nothing is known are left, with one warning that says what to do: of %s',
    async (path) => {
      const origin = await servePages(site);
      const warnings: string[] = [];
      const log = { debug() {}, warning: (message: string) => void warnings.push(message) };
      const duplicates = await openDuplicates({ threshold: 0.7, log });
      const handled: string[] = [];
      const requestHandler = duplicates.guard(async (context) => {
        handled.push(pathOf(context));
        await context.enqueueLinks();
      });
      await crawl([{ url: `${origin}/first`, label: 'A' }] as never, {
        requestHandler: duplicates.guard(() => {}),
      });
      await crawl(
        ['one', 'two'].map((uniqueKey) => ({ url: origin + path, uniqueKey, label: 'B' })) as never,
        {
          requestHandler,
        },
      );
      expect(handled).toEqual([]);
      expect(warnings).toEqual([
        expect.stringMatching(/links of skipped pages are not all followed: .*'enqueueLinks'/),
      ]);
    },
  );

  test('of a page skipped before any handler of its label has run are enqueued when one has', async () => {
    const origin = await servePages({
      '/': linked(prose(1, 200), '/second'),
      '/copy': linked(prose(1, 200), '/second', '/of-copy'),
      '/second': page(3),
      '/of-copy': page(4),
      '/new': page(5),
    });
    const directory = await temporaryFolder();
    const crawled = async (...paths: string[]) => {
      const duplicates = await openDuplicates({ directory });
      const handled: string[] = [];
      await crawl(
        paths.map((path) => origin + path),
        {
          maxConcurrency: 1,
          requestHandler: duplicates.guard(async (context: CheerioCrawlingContext) => {
            handled.push(pathOf(context));
            await context.enqueueLinks();
          }),
        },
      );
      await duplicates.close();
      return handled;
    };
    expect(await crawled('/')).toEqual(['/', '/second']);
    // in this process no handler has run when the copy comes
    expect(await crawled('/copy', '/new')).toEqual(['/new', '/second', '/of-copy']);
  });

  test.each([
    ['enqueueLinks', (context: CheerioCrawlingContext, url: string) => context.enqueueLinks({ urls: [url] })],
    ['addRequests', (context: CheerioCrawlingContext, url: string) => context.addRequests([url])],
  ])('that the handler enqueues by their urls are left, with one warning: by %s', async (_, enqueue) => {
    const origin = await servePages(site);
    const warnings: string[] = [];
    const log = { debug() {}, warning: (message: string) => void warnings.push(message) };
    const duplicates = await openDuplicates({ threshold: 0.7, log });
    await crawl([`${origin}/first`, `${origin}/near`], {
      requestHandler: duplicates.guard(async (context: CheerioCrawlingContext) => {
        await enqueue(context, `${origin}/of-first`);
      }),
    });
    expect(duplicates.counts).toMatchObject({ unique: 2, duplicates: 1 });
    expect(warnings).toEqual([expect.stringMatching(/by their urls: give 'links' a function/)]);
  });

  test('of pages of a listing that shows only pictures all are followed: they have one text and different links', async () => {
    const items = Array.from({ length: 24 }, (_, i) => [`/item/${i}`, page(100 + i)]);
    const lists = Array.from({ length: 6 }, (_, list) => {
      const paths = items.slice(4 * list, 4 * list + 4).map(([path]) => path);
      return [`/list?page=${list}`, linked(prose(1, 200), ...paths, `/list?page=${(list + 1) % 6}`)];
    });
    const handled = await handledFromFirstList([...items, ...lists]);
    expect(handled.filter((path) => path.startsWith('/item/'))).toHaveLength(24);
    expect(handled.filter((path) => path === '/list')).toHaveLength(1);
  });

  test('that are left out of the queue do not use up what the copies of a host may follow: links to other hosts, and excluded ones', async () => {
    const LISTS = 130;
    const items = Array.from({ length: LISTS }, (_, i) => [`/item/${i}`, page(1000 + i)]);
    const lists = Array.from({ length: LISTS }, (_, list) => {
      const shared = Array.from({ length: 16 }, (_, k) => [
        `https://share${k}.example/?url=/list?page=${list}`,
        `/report?page=${list}&reason=${k}`,
      ]);
      const next = `/list?page=${(list + 1) % LISTS}`;
      return [`/list?page=${list}`, linked(prose(1, 200), `/item/${list}`, ...shared.flat(), next)];
    });
    const handled = await handledFromFirstList([...items, ...lists], { exclude: ['**/report?*'] });
    expect(handled.filter((path) => path.startsWith('/item/'))).toHaveLength(LISTS);
  });

  test('of a copy are followed where Crawlee left them out for the page that it repeats: those to the host of the copy', async () => {
    const [first, second] = [page(1), page(2)];
    const origin = await serve((request, response) => {
      const onOther = `http://localhost:${new URL(origin).port}`;
      const home = linked(prose(3, 200), `${onOther}/first`, `${onOther}/second`);
      const html = { '/first': first, '/second': second }[request.url ?? ''] ?? home;
      response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    });
    const duplicates = await openDuplicates();
    const handled: string[] = [];
    await crawl([`${origin}/`, `http://localhost:${new URL(origin).port}/`], {
      maxConcurrency: 1,
      requestHandler: duplicates.guard(async (context: CheerioCrawlingContext) => {
        handled.push(pathOf(context));
        await context.enqueueLinks();
      }),
    });
    expect(handled.sort()).toEqual(['/', '/first', '/second']);
  });

  test('of a copy are followed by each of several calls of the handler, as one leaves out what the next enqueues', async () => {
    const LISTS = 8;
    const items = Array.from({ length: LISTS }, (_, i) => [`/item/${i}`, page(1000 + i)]);
    const lists = Array.from({ length: LISTS }, (_, list) => {
      const next = `/list?page=${(list + 1) % LISTS}`;
      return [`/list?page=${list}`, linked(prose(1, 200), `/item/${list}`, next)];
    });
    const origin = await servePages(Object.fromEntries([...items, ...lists]));
    const duplicates = await openDuplicates();
    const handled: string[] = [];
    await crawl([`${origin}/list?page=0`], {
      requestHandler: duplicates.guard(async (context: CheerioCrawlingContext) => {
        handled.push(pathOf(context));
        await context.enqueueLinks({ globs: ['**/item/*'] });
        await context.enqueueLinks({ globs: ['**/list*'] });
      }),
    });
    expect(handled.filter((path) => path.startsWith('/item/'))).toHaveLength(LISTS);
  });

  test.each([
    ['a page of another kind', page(99)],
    ['a missing page', undefined],
  ])(
    'of a copy are followed though its handler, which asks where it is, enqueued none of the last page: %s',
    async (_, other) => {
      const LISTS = 8;
      const items = Array.from({ length: LISTS }, (_, i) => [`/item/${i}`, page(1000 + i)]);
      const lists = Array.from({ length: LISTS }, (_, list) => {
        const next = `/list?page=${(list + 1) % LISTS}`;
        return [`/list?page=${list}`, linked(prose(1, 200), `/other/${list}`, `/item/${list}`, next)];
      });
      const others = Array.from({ length: LISTS }, (_, i) => [`/other/${i}`, other]).filter(
        ([, html]) => html,
      );
      const origin = await servePages(Object.fromEntries([...items, ...lists, ...others]));
      const duplicates = await openDuplicates();
      const handled: string[] = [];
      await crawl([`${origin}/list?page=0`], {
        maxConcurrency: 1,
        requestHandler: duplicates.guard(async (context: CheerioCrawlingContext) => {
          handled.push(pathOf(context));
          if (pathOf(context) === '/list') await context.enqueueLinks();
        }),
      });
      expect(handled.filter((path) => path.startsWith('/item/'))).toHaveLength(LISTS);
    },
  );

  test('of a copy of a page of which its handler enqueued none are not followed, whatever it enqueued of others', async () => {
    const asked: string[] = [];
    const pages: Record<string, string> = {
      '/item': linked(prose(1, 200), '/of-item'),
      '/list': linked(prose(2, 200), '/item?sid=1'),
      '/item?sid=1': linked(prose(1, 200), '/of-copy'),
    };
    const origin = await serve(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(200, { 'content-type': 'text/html' }).end(pages[url]);
    });
    const duplicates = await openDuplicates();
    await crawl([`${origin}/item`, `${origin}/list`], {
      maxConcurrency: 1,
      requestHandler: duplicates.guard(async (context: CheerioCrawlingContext) => {
        if (pathOf(context) === '/list') await context.enqueueLinks();
      }),
    });
    expect(asked).toEqual(['/item', '/list', '/item?sid=1']);
  });

  test('of a session that a copy has are not followed where one call of the handler left them out and another did not', async () => {
    const linksOf = (sid: string) => ['/item', '/list'].map((path) => `${path}${sid}`);
    const home = (sid: string) => linked(prose(1, 200), ...linksOf(sid));
    const paths = ['', '?sid=1'].flatMap((sid) => [
      [`/home${sid}`, home(sid)],
      ...linksOf(sid).map((path, i) => [path, page(10 + i)]),
    ]);
    const asked: string[] = [];
    const pages: Record<string, string> = Object.fromEntries(paths);
    const origin = await serve(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(200, { 'content-type': 'text/html' }).end(pages[url]);
    });
    const duplicates = await openDuplicates();
    await crawl([`${origin}/home`, `${origin}/home?sid=1`], {
      maxConcurrency: 1,
      requestHandler: duplicates.guard(async (context: CheerioCrawlingContext) => {
        await context.enqueueLinks({ globs: ['**/item*'] });
        await context.enqueueLinks({ globs: ['**/list*'] });
      }),
    });
    expect(asked.sort()).toEqual(['/home', '/home?sid=1', '/item', '/list']);
  });

  test('of exact copies are enqueued when the page that they repeat has shown its own, and hold no slot until then', async () => {
    const origin = await servePages({ ...site, '/other': page(7) });
    const duplicates = await openDuplicates();
    const [slow, copied] = [signal(), signal()];
    const handled: string[] = [];
    const guarded = duplicates.guard(async (context: CheerioCrawlingContext) => {
      handled.push(pathOf(context));
      if (pathOf(context) === '/first') {
        slow.give();
        await copied.given;
      }
      await context.enqueueLinks();
    });
    await crawl([`${origin}/first`, `${origin}/copy`, `${origin}/first?sid=1`, `${origin}/other`], {
      minConcurrency: 2,
      maxConcurrency: 2,
      requestHandler: async (context) => {
        if (pathOf(context) !== '/first') await slow.given;
        await guarded(context);
        // the last to have a slot, while the first page keeps its own
        if (pathOf(context) === '/other') copied.give();
      },
    });
    expect(handled.sort()).toEqual(['/first', '/of-copy', '/of-first', '/other']);
  });

  test('of near-duplicates hold no slot while the first handler of their label runs, and are enqueued when it has ended', async () => {
    const origin = await servePages({ ...site, '/other': page(7) });
    const duplicates = await openDuplicates({ threshold: 0.7 });
    const [slow, other] = [signal(), signal()];
    const handled: string[] = [];
    const guarded = duplicates.guard(async (context: CheerioCrawlingContext) => {
      handled.push(pathOf(context));
      if (pathOf(context) === '/first') {
        slow.give();
        await other.given;
      }
      if (pathOf(context) === '/other') other.give();
      await context.enqueueLinks();
    });
    await crawl([`${origin}/first`, `${origin}/near`, { url: `${origin}/other`, label: 'OTHER' }], {
      minConcurrency: 2,
      maxConcurrency: 2,
      requestHandler: async (context) => {
        if (pathOf(context) !== '/first') await slow.given;
        await guarded(context);
      },
    });
    expect(handled.sort()).toEqual(['/first', '/of-first', '/of-near', '/of-near-too', '/other']);
  });

  test('of copies that are judged before the handler of their page begins are enqueued, as that handler enqueues', async () => {
    const duplicates = await openDuplicates({ threshold: 0.7 });
    const enqueued: string[] = [];
    const text = prose(1, 200);
    const context = (path: string, body: string) => ({
      ...{ request: { uniqueKey: path, url: `https://a.example/${path}` }, body: html(body) },
      ...{ crawler: { addRequests: async () => ({}) }, enqueueLinks: async () => enqueued.push(path) },
    });
    const guarded = duplicates.guard(({ enqueueLinks }: UntypedContext) => enqueueLinks());
    await Promise.all([
      guarded(context('first', text)),
      guarded(context('copy', text)),
      guarded(context('near', `${text} changed.`)),
    ]);
    expect(enqueued.sort()).toEqual(['copy', 'first', 'near']);
  });

  test('of a copy that cannot be enqueued do not fail the page that it repeats, which was handled while the copy waited', async () => {
    const warnings: string[] = [];
    const log = { debug() {}, warning: (message: string) => void warnings.push(message) };
    const duplicates = await openDuplicates({ log });
    const copied = signal();
    const context = (name: string, enqueueLinks: () => Promise<unknown>) => ({
      ...{ request: { uniqueKey: name, url: `https://a.example/${name}` }, body: page(1) },
      ...{ crawler: { addRequests: async () => ({}) }, enqueueLinks },
    });
    const handled: string[] = [];
    const guarded = duplicates.guard(async ({ request, enqueueLinks }: UntypedContext) => {
      handled.push(request.uniqueKey);
      await copied.given;
      await enqueueLinks();
    });
    const original = guarded(context('original', async () => ({})));
    while (handled.length === 0) await setImmediate();
    await guarded(
      context('copy', async () => {
        throw new Error('no room for links');
      }),
    );
    copied.give();
    await original;
    expect(handled).toEqual(['original']);
    expect(duplicates.counts).toMatchObject({ unique: 1, duplicates: 1 });
    expect(warnings).toEqual([expect.stringMatching(/not all followed: no room for links/)]);
  });
});

test('at most 64 copies wait without a slot for the links of their page, so that not all of a site is kept in memory', async () => {
  const deduper = { follows: () => true, leftOut() {} };
  const links = new SkippedLinks({ links: 'near', enqueueLinks: undefined }, deduper, () => {});
  const contextOf = (uniqueKey: string) => ({
    request: { uniqueKey, url: uniqueKey },
    enqueueLinks: async () => ({}),
  });
  const [key, url] = ['https://a.example/', 'https://a.example/'];
  const original = links.begin(contextOf(key), key);
  const place = { key: 'copy', url: 'copy', of: { key, url }, size: 100 };
  const verdict = {
    ...place,
    verdict: 'duplicate',
    code: 'same-grams',
    reason: '',
    replayed: false,
  } as const;
  const finished: number[] = [];
  const copies = Array.from({ length: 66 }, async (_, i) => {
    await links.follow(contextOf(`copy ${i}`), verdict);
    finished.push(i);
  });
  for (let turn = 0; turn < 10; turn++) await setImmediate();
  expect(finished).toEqual(Array.from({ length: 64 }, (_, i) => i));
  await links.followCopies(original);
  await Promise.all(copies);
});

test.each([
  ['with the status 404', 404],
  ['as a soft 404', 200],
])(
  'error pages with relative links, sent %s, lead to no end of others, and to all pages of their site',
  async (_, status) => {
    const folders = ['en', 'de', 'news', 'help'];
    let errors = 0;
    const origin = await serve((request, response) => {
      const [, folder = '', name = ''] = /^\/(\w+)\/(\w+)$/.exec(request.url ?? '') ?? [];
      const isPage = folders.includes(folder);
      if (!isPage) errors++;
      response.writeHead(isPage ? 200 : status, { 'content-type': 'text/html' });
      const next = Number(name) + 1;
      const links = isPage && next < 8 ? [`/${folder}/${next}`, `/${folder}/gone/${next}`] : [];
      const seed = folders.indexOf(folder) * 100 + Number(name);
      response.end(
        isPage
          ? linked(prose(seed), ...links)
          : html(
              `The page you requested could not be found. ${folders.map((each) => `<a href="${each}/0">${each}</a>`).join(' ')}`,
              'Page not found',
            ),
      );
    });
    const duplicates = await openDuplicates();
    const handled: string[] = [];
    await crawl([`${origin}/`], {
      maxConcurrency: 8,
      maxRequestsPerCrawl: 600,
      requestHandler: duplicates.guard(async (context) => {
        if (context.nearDuplicate.verdict === 'unique') handled.push(pathOf(context));
        await context.enqueueLinks();
      }),
    });
    // all pages are found by the links of the error page at the start alone
    expect(handled.length).toBe(folders.length * 8);
    expect(errors).toBeLessThan(400);
  },
);
