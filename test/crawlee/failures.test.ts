import { CheerioCrawler, Configuration } from 'crawlee';
import { Level } from 'level';
import { expect, onTestFinished, test, vi } from 'vitest';
import { nearDuplicates } from '../../plugins/crawlee/index.ts';
import { crawl, openDuplicates, servePages, temporaryFolder } from './crawls.ts';
import { page } from './pages.ts';

const groups = 30;
const groupOf = (url: string) => Number(new URL(url).pathname.slice(1)) % groups;
const all = Array.from({ length: groups }, (_, i) => i);
const paths = Array.from({ length: 4 * groups }, (_, i) => `/${i}`);
const site = () => servePages(Object.fromEntries(paths.map((path, i) => [path, page(i % groups)])));
const sorted = (numbers: Iterable<number>) => [...numbers].sort((x, y) => x - y);

test.each([
  ['at their first attempt', 2, (attempt: number) => attempt === 1],
  ['always', 1, () => true],
])(
  'where the handlers of every tenth page fail %s, each content is handled once and stored under that URL',
  async (_, maxRequestRetries, fails) => {
    const origin = await site();
    const duplicates = await openDuplicates();
    const handled = new Map<number, string>();
    const { requestsFailed } = await crawl(
      paths.map((path) => origin + path),
      {
        ...{ maxConcurrency: 8, maxRequestRetries },
        requestHandler: duplicates.guard(async ({ request }) => {
          const { url, retryCount } = request;
          const number = Number(new URL(url).pathname.slice(1));
          if (number % 10 === 0 && fails(retryCount + 1)) throw new Error('fails');
          expect(handled.get(groupOf(url))).toBeUndefined();
          handled.set(groupOf(url), url);
        }),
      },
    );
    expect(requestsFailed).toBeLessThanOrEqual(paths.length / 10);
    // every tenth page has three copies, and all of a group fail where its number is one of these
    const lost = maxRequestRetries === 1 ? [0, 10, 20] : [];
    expect(sorted(handled.keys())).toEqual(all.filter((group) => !lost.includes(group)));
    const stored: string[] = [];
    for await (const { verdict, url } of duplicates.verdicts()) if (verdict === 'unique') stored.push(url);
    expect(stored.sort()).toEqual([...handled.values()].sort());
    expect(duplicates.stats().provisional).toBe(0);
  },
);

test.each([0, 2])(
  'on a full disk the crawl ends, no request fails (%i retries), and the next crawl of the queue handles the rest',
  async (maxRequestRetries) => {
    const origin = await site();
    const [directory, localDataDirectory] = [await temporaryFolder(), await temporaryFolder()];
    let left = 25;
    const { batch } = Level.prototype;
    const full = vi.spyOn(Level.prototype, 'batch').mockImplementation(function (
      this: Level,
      ...args: unknown[]
    ) {
      const made = Reflect.apply(batch, this, args) as { write(options?: object): Promise<void> };
      if (typeof made?.write !== 'function') return made;
      const { write } = made;
      made.write = (options) =>
        left-- > 0
          ? write.call(made, options)
          : Promise.reject(Object.assign(new Error('No space left on device'), { code: 'ENOSPC' }));
      return made;
    } as never);
    onTestFinished(() => full.mockRestore());
    const run = async (urls: string[], handled: string[]) => {
      const duplicates = await nearDuplicates({ directory });
      const failed: string[] = [];
      const crawler = new CheerioCrawler(
        {
          ...{ useSessionPool: false, minConcurrency: 4, maxConcurrency: 4, maxRequestRetries },
          // Crawlee's locking queue would keep what it had fetched locked for three minutes.
          experiments: { requestLocking: false },
          requestHandler: duplicates.guard(({ request, nearDuplicate }) => {
            if (!nearDuplicate.replayed) handled.push(request.url);
          }),
          failedRequestHandler: ({ request }) => void failed.push(request.url),
        },
        new Configuration({ purgeOnStart: false, storageClientOptions: { localDataDirectory } }),
      );
      const error = await crawler.run(urls).then(
        () => undefined,
        (why: unknown) => why,
      );
      const stored: string[] = [];
      for await (const { verdict, url } of duplicates.verdicts()) if (verdict === 'unique') stored.push(url);
      await duplicates.close().catch(() => undefined);
      return { error, failed, stored };
    };
    const first: string[] = [];
    const interrupted = await run(
      paths.map((path) => origin + path),
      first,
    );
    expect(interrupted).toMatchObject({ error: { code: 'NEARDUP_INDEX_READ_ONLY' }, failed: [] });
    expect(String(interrupted.error)).toContain('No space left on device');
    expect(interrupted.stored.length).toBeGreaterThan(0);
    expect(first).toEqual(expect.arrayContaining(interrupted.stored));
    full.mockRestore();
    const second: string[] = [];
    const { error, failed, stored } = await run([], second);
    expect({ error, failed }).toEqual({ error: undefined, failed: [] });
    expect(stored).toEqual(expect.arrayContaining(interrupted.stored));
    expect(sorted(stored.map(groupOf))).toEqual(all);
    expect(sorted([...interrupted.stored, ...second].map(groupOf))).toEqual(all);
  },
);
