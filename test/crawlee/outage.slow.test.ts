import { CheerioCrawler, Configuration } from 'crawlee';
import { expect, onTestFinished, test } from 'vitest';
import { nearDuplicates } from '../../plugins/crawlee/index.ts';
import { runCrawl, verdictsIn } from './crawl-runs.ts';
import { serve, temporaryFolder } from './crawls.ts';
import { html, prose } from './pages.ts';

const PAGES = 60;
/** So many pages come before the outage. */
const BEFORE = 15;
const paths = Array.from({ length: PAGES }, (_, i) => `/article-${i}`);
const consent = html('Please accept all cookies to continue', 'Before you continue');
const article = (path: string) => html(`${prose(Number(path.split('-')[1]))} ${path}`, `About ${path}`);

interface Outage {
  readonly status: number;
  readonly body: string;
}

/** Serves the pages, but `outage` after the first ones until it has ended. */
async function serveWithOutage(outage: Outage | 'reset') {
  const site = { origin: '', isOver: false, fetches: new Map<string, number>() };
  let served = 0;
  site.origin = await serve(({ url = '', socket }, response) => {
    site.fetches.set(url, (site.fetches.get(url) ?? 0) + 1);
    const isOut = !site.isOver && served++ >= BEFORE;
    if (isOut && outage === 'reset') {
      socket.destroy();
      return;
    }
    const { status, body } = isOut ? (outage as Outage) : { status: 200, body: article(url) };
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(body);
  });
  return site;
}

test('every page of a crawl that is killed in an outage ends as itself in the next run, and no handler is called twice for it', async () => {
  const site = await serveWithOutage({ status: 200, body: consent });
  const folder = await temporaryFolder();
  const plan = { origin: site.origin, folder, paths, concurrency: 4 };
  const killed = await runCrawl({ ...plan, killAfter: BEFORE + 20 });
  expect(killed.end).toBeUndefined();
  site.isOver = true;
  site.fetches.clear();
  const { handled, end } = await runCrawl(plan);
  expect(end).toMatchObject({ failed: 0, counts: { unique: PAGES, unclassifiable: 0 } });
  const verdicts = await verdictsIn(folder);
  expect([...verdicts.values()].map(({ verdict }) => verdict)).toEqual(paths.map(() => 'unique'));
  const keys = handled.map(({ key }) => key.replace(/^near-duplicates\/\d+\//, ''));
  expect(new Set(keys).size).toBe(keys.length);
  // none is fetched in vain but for those in work at the kill
  const fetches = [...site.fetches.values()];
  expect(fetches.filter((times) => times > 1).length).toBeLessThanOrEqual(plan.concurrency);
});

test.each<[string, Outage | 'reset', boolean]>([
  ['asks for consent', { status: 200, body: consent }, true],
  ['answers 403', { status: 403, body: html('no') }, true],
  ['answers 403, without sessions', { status: 403, body: html('no') }, false],
  ['answers 503', { status: 503, body: html('busy') }, true],
  ['answers 503 that is not HTML', { status: 503, body: 'busy' }, false],
  ['closes connections', 'reset', false],
])(
  'a site that %s to the end of a run has its pages handled in the next run, by their own labels',
  async (_, outage, useSessionPool) => {
    const site = await serveWithOutage(outage);
    const directory = await temporaryFolder();
    const localDataDirectory = await temporaryFolder();
    const run = async () => {
      const duplicates = await nearDuplicates({ directory });
      onTestFinished(() => duplicates.close());
      const handled: string[] = [];
      const crawler = new CheerioCrawler(
        {
          ...{ useSessionPool, maxConcurrency: 2, maxRequestRetries: 1, maxSessionRotations: 1 },
          sessionPoolOptions: { maxPoolSize: 1000 },
          async requestHandler(context) {
            await duplicates.guard(({ request, nearDuplicate }) => {
              if (nearDuplicate.verdict === 'unique')
                handled.push(`${request.label} ${request.userData.number}`);
            })(context);
          },
        },
        // as a new process has it
        new Configuration({ purgeOnStart: false, storageClientOptions: { localDataDirectory } }),
      );
      await duplicates.attach(crawler);
      await crawler.run(
        paths.map((path, number) => ({ url: site.origin + path, label: 'article', userData: { number } })),
      );
      await duplicates.close();
      return handled;
    };
    const first = await run();
    expect(first).toHaveLength(BEFORE);
    site.isOver = true;
    site.fetches.clear();
    const second = await run();
    expect([...first, ...second].sort()).toEqual(paths.map((_, i) => `article ${i}`).sort());
    expect([...site.fetches.values()].every((times) => times === 1)).toBe(true);
  },
);
