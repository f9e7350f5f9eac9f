import { cp, readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { CheerioCrawler, Configuration } from 'crawlee';
import { expect, test } from 'vitest';
import { nearDuplicates } from '../../plugins/crawlee/index.ts';
import { inMemory, serve, signal, temporaryFolder } from './crawls.ts';
import { html, prose } from './pages.ts';

test('a request that is being put back when the process is killed is made by the next run, if nothing is left of it in the queue', async () => {
  const asked: string[] = [];
  const isRetried = signal();
  const isOver = signal();
  const origin = await serve(async ({ url = '' }, response) => {
    asked.push(url);
    const times = asked.filter((each) => each === url).length;
    if (url === '/2' && times === 2) {
      isRetried.give();
      await isOver.given;
    }
    response.writeHead(url === '/2' && times === 1 ? 500 : 200, { 'content-type': 'text/html' });
    response.end(html(prose(Number(url.slice(1)))));
  });
  const folder = await temporaryFolder();
  const handled: string[] = [];
  const run = async (name: string, urls: readonly string[]) => {
    const duplicates = await nearDuplicates({ directory: join(folder, name, 'verdicts') });
    const localDataDirectory = join(folder, name, 'storage');
    const crawler = new CheerioCrawler(
      {
        ...{ useSessionPool: false, maxConcurrency: 1, experiments: { requestLocking: false } },
        requestHandler: duplicates.guard(({ request }) => handled.push(`${name}: ${request.url}`)),
      },
      new Configuration({ purgeOnStart: false, storageClientOptions: { localDataDirectory } }),
    );
    await duplicates.attach(crawler);
    await crawler.run([...urls]);
    await duplicates.close();
  };
  const urls = [`${origin}/1`, `${origin}/2`];
  const first = run('first', urls);
  await isRetried.given;
  // what a process that is killed leaves
  await cp(join(folder, 'first'), join(folder, 'killed'), { recursive: true });
  isOver.give();
  await first;
  const queue = join(folder, 'killed', 'storage', 'request_queues', 'default');
  for (const file of await readdir(queue)) {
    if ((await readFile(join(queue, file), 'utf8')).includes(urls[1]!)) await truncate(join(queue, file));
  }
  await run('killed', []);
  await run('killed', []);
  expect(handled).toEqual([`first: ${urls[0]}`, `first: ${urls[1]}`, `killed: ${urls[1]}`]);
});

test('no page is judged before those that an earlier process left are back', async () => {
  const directory = await temporaryFolder();
  const pageOf = (i: number) => ({ uniqueKey: `http://a/${i}`, url: `http://a/${i}` });
  const earlier = await nearDuplicates({ directory });
  const isFailed = { request: pageOf(1), response: { statusCode: 503 }, body: '' };
  await earlier.guard(() => undefined)({ ...isFailed, crawler: { addRequests: async () => undefined } });
  await earlier.close();
  const duplicates = await nearDuplicates({ directory });
  const isAdded = signal();
  const events: string[] = [];
  const crawler = {
    async addRequests() {
      events.push('adds');
      await isAdded.given;
      events.push('added');
    },
  };
  const guarded = duplicates.guard(({ request }) => events.push(request.url));
  const handled = [2, 3].map((i) => guarded({ request: pageOf(i), body: html(prose(i)), crawler }));
  await expect.poll(() => events).toContain('adds');
  isAdded.give();
  await Promise.all(handled);
  await duplicates.close();
  expect(events.slice(0, 2)).toEqual(['adds', 'added']);
});

test('a request that failed once and was then handled by a handler that is not guarded is not made again by the next run', async () => {
  const asked: string[] = [];
  const origin = await serve(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(asked.length === 1 ? 500 : 200, { 'content-type': 'text/html' });
    response.end(html(prose(1)));
  });
  const directory = await temporaryFolder();
  const run = async (urls: string[]) => {
    const duplicates = await nearDuplicates({ directory });
    const crawler = new CheerioCrawler(
      { useSessionPool: false, requestHandler: () => undefined },
      inMemory(),
    );
    await duplicates.attach(crawler);
    await crawler.run(urls);
    await duplicates.close();
  };
  await run([`${origin}/list`]);
  await run([]);
  expect(asked).toEqual(['/list', '/list']);
});
