import { createHash } from 'node:crypto';
import type { CheerioCrawlingContext } from 'crawlee';
import { expect, test } from 'vitest';
import { createDeduper, type FetchedPage, type RequestToMake } from '../../plugins/crawl/index.ts';
import { type NearDuplicatesOptions, nearDuplicates, verdictOf } from '../../plugins/crawlee/index.ts';
import { crawl, serve, temporaryFolder } from './crawls.ts';
import { html, page } from './pages.ts';

const LOGIN = html(
  'Please log in to see this page. <form><input name=user><input type=password name=p></form>',
);

/** A site that sends a page again only if it has changed. Without a text a path is gone. */
async function serveTagged(pages: Record<string, string | undefined>) {
  const asked: string[] = [];
  const origin = await serve(({ url = '', headers }, response) => {
    const sent = pages[url];
    const etag = `"${createHash('sha1').update(`${sent}`).digest('hex')}"`;
    const isSame = headers['if-none-match'] === etag;
    const status = sent === undefined ? 404 : isSame ? 304 : 200;
    asked.push(`${url} ${status}`);
    response.writeHead(status, { etag, ...(status !== 304 && { 'content-type': 'text/html' }) });
    response.end(status === 200 ? sent : undefined);
  });
  return { origin, asked };
}

/** Crawls these URLs with an index of its own process. @returns the paths that reached the handler */
async function crawled(urls: readonly string[], options: NearDuplicatesOptions) {
  const duplicates = await nearDuplicates({ onUnchanged: 'skip', ...options });
  const handled: string[] = [];
  await crawl([...urls], {
    maxRequestRetries: 0,
    additionalMimeTypes: ['application/octet-stream'],
    preNavigationHooks: [
      async (context) => {
        Object.assign((context.request.headers ??= {}), await duplicates.conditionalHeaders(context));
      },
    ],
    requestHandler: duplicates.guard((context: CheerioCrawlingContext) => {
      if (verdictOf(context)?.code === 'no-page-status') return;
      handled.push(new URL(context.request.url).pathname);
    }),
  });
  await duplicates.close();
  return handled.sort();
}

test.each([
  ['is gone', undefined, ['/copy', '/a']],
  ['is gone', undefined, ['/a', '/copy']],
  ['has changed', page(2), ['/copy', '/a']],
  ['has changed', page(2), ['/a', '/copy']],
] as const)(
  'a copy that was not sent again is fetched and handled if its original %s',
  async (_, later, order) => {
    const pages: Record<string, string | undefined> = { '/a': page(1), '/copy': page(1) };
    const { origin, asked } = await serveTagged(pages);
    const options = { directory: await temporaryFolder(), links: 'drop' } as const;
    await crawled([`${origin}/a`, `${origin}/copy`], options);
    pages['/a'] = later;
    const handled = await crawled(
      order.map((path) => origin + path),
      options,
    );
    expect(handled).toEqual(later === undefined ? ['/copy'] : ['/a', '/copy']);
    expect(asked.slice(2).filter((each) => each === '/copy 200')).toHaveLength(1);
  },
);

test('a copy whose original goes while it is asked whether it has changed is fetched and handled', async () => {
  const directory = await temporaryFolder();
  const first = await createDeduper({ directory });
  const place = (path: string) => ({ url: `https://a.example${path}` });
  for (const path of ['/a', '/copy']) await (await first.claim({ ...place(path), body: page(1) })).commit();
  await first.close();
  const deduper = await createDeduper({ directory });
  const returned: RequestToMake[] = [];
  deduper.onReturn((request) => returned.push(request));
  const claimed = async (page: FetchedPage) => {
    const request = page.url;
    const claim = await deduper.claim(page, { provisional: { request } });
    await claim.commit();
    return claim.verdict.verdict;
  };
  await claimed({ ...place('/a'), status: 404 });
  expect(await claimed({ ...place('/copy'), status: 304 })).toBe('duplicate');
  expect(returned.map(({ request }) => request)).toEqual(['https://a.example/copy']);
  // a server that never sends it does not have it fetched without end
  expect(await claimed({ ...place('/copy'), status: 304 })).toBe('unclassifiable');
  expect(returned).toHaveLength(1);
  expect(await claimed({ ...place('/copy'), body: page(1) })).toBe('unique');
  await deduper.close();
});

test('a page for which a wall answered is asked for in full, by the next run, too, that fetches it again', async () => {
  const pages: Record<string, string> = { '/a': page(1), '/b': page(2), '/c': page(3) };
  const { origin, asked } = await serveTagged(pages);
  const options = { directory: await temporaryFolder(), links: 'drop' } as const;
  await crawled([`${origin}/a`], options);
  pages['/a'] = LOGIN;
  await crawled([`${origin}/a`], options);
  await crawled([`${origin}/b`], options);
  pages['/a'] = page(1);
  expect(await crawled([`${origin}/c`], options)).toEqual(['/a', '/c']);
  expect(asked.filter((each) => each.startsWith('/a'))).toEqual(['/a 200', '/a 200', '/a 200', '/a 200']);
});
