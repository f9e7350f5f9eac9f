import { Level } from 'level';
import { expect, onTestFinished, test, vi } from 'vitest';
import { nearDuplicates } from '../../plugins/crawlee/index.ts';
import { crawl, openDuplicates, page, servePages, temporaryFolder } from './crawls.ts';

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

test('on a full disk requests fail and nothing that was acknowledged is lost; the next crawl handles the rest', async () => {
  const origin = await site();
  const directory = await temporaryFolder();
  const urls = paths.map((path) => origin + path);
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
  const run = async (handled: string[]) => {
    const duplicates = await nearDuplicates({ directory });
    const statistics = await crawl(urls, {
      ...{ maxConcurrency: 4, maxRequestRetries: 0 },
      requestHandler: duplicates.guard(({ request, nearDuplicate }) => {
        if (!nearDuplicate.replayed) handled.push(request.url);
      }),
    });
    const stored: string[] = [];
    for await (const { verdict, url } of duplicates.verdicts()) if (verdict === 'unique') stored.push(url);
    await duplicates.close().catch(() => undefined);
    return { ...statistics, stored };
  };
  const first: string[] = [];
  const interrupted = await run(first);
  expect(interrupted.requestsFailed).toBeGreaterThan(0);
  expect(interrupted.stored.length).toBeGreaterThan(0);
  expect(first).toEqual(expect.arrayContaining(interrupted.stored));
  full.mockRestore();
  const second: string[] = [];
  const { requestsFailed, stored } = await run(second);
  expect(requestsFailed).toBe(0);
  expect(stored).toEqual(expect.arrayContaining(interrupted.stored));
  expect(sorted(stored.map(groupOf))).toEqual(all);
  expect([...interrupted.stored, ...second].map(groupOf).sort((x, y) => x - y)).toEqual(all);
});
