import { once } from 'node:events';
import { readdir, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serve, temporaryFolder } from '../../crawlee/crawls.ts';
import { html, prose } from '../../crawlee/pages.ts';
import { neardup, start } from '../run.ts';

const PAGES = 30;
const BEFORE = 10;
const login = html('Please sign in to go on reading this page.', 'Sign in');

/** A site of which all but the first pages answer so until its outage is over. */
async function serveWithOutage(status: number, answer: string) {
  const site = { url: '', isOver: false, answers: 0, onAnswer: () => {} };
  let served = 0;
  const origin = await serve(({ url = '' }, response) => {
    const isOut = !site.isOver && url !== '/robots.txt' && served++ > BEFORE;
    if (isOut) {
      site.answers++;
      site.onAnswer();
    }
    const links = Array.from({ length: PAGES }, (_, i) => `<a href="/article-${i}">${i}</a>`).join(' ');
    const page =
      html(`${prose(Number(url.split('-')[1] ?? 99))} about ${url}.`, url) + (url === '/' ? links : '');
    response.writeHead(isOut ? status : url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    response.end(isOut ? answer : page);
  });
  site.url = `${origin}/`;
  return site;
}

/** The pages that came as themselves. */
async function keptIn(out: string): Promise<number> {
  const lines = (await readFile(join(out, 'pages.jsonl'), 'utf8'))
    .split('\n')
    .filter((line) => line.trim() !== '');
  const pages = lines.map((line) => JSON.parse(line) as { url: string; html: string });
  return pages.filter(({ url, html }) => html.includes(`about ${new URL(url).pathname}.`)).length;
}

test('a crawl whose site failed to the end has all pages after --resume, and counts none as failed any more', async () => {
  const site = await serveWithOutage(503, html('busy'));
  const out = join(await temporaryFolder(), 'crawl');
  const first = await neardup(['crawl', site.url, '--out', out]);
  expect(first.stdout).toMatch(/ 20 failed$/m);
  expect(first.stdout).toContain('--resume fetches those that failed again');
  site.isOver = true;
  const { stdout } = await neardup(['crawl', site.url, '--out', out, '--resume', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ pages: PAGES + 1, unique: PAGES + 1, failed: 0, errors: 0 });
  expect(await keptIn(out)).toBe(PAGES + 1);
});

/**
 * Leaves of the requests that Crawlee has put back into its queue what is left of one that it puts back when the process is killed.
 *
 * @returns the number of requests
 */
async function cutOffRetried(out: string): Promise<number> {
  const folder = join(out, 'storage', 'request_queues', 'default');
  let cut = 0;
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const text = name.endsWith('.json') ? await readFile(file, 'utf8') : '';
    if (text === '') continue;
    const { orderNo, json } = JSON.parse(text) as { orderNo: number | null; json: string };
    if (orderNo === null || (JSON.parse(json) as { retryCount: number }).retryCount === 0) continue;
    await truncate(file);
    cut++;
  }
  return cut;
}

test('a crawl that is killed while its site asks for a login has all pages after --resume, even of requests that were cut off', async () => {
  const site = await serveWithOutage(200, login);
  const out = join(await temporaryFolder(), 'crawl');
  const child = start(['crawl', site.url, '--out', out, '--concurrency', '2']);
  site.onAnswer = () => {
    if (site.answers === 40) child.kill('SIGKILL');
  };
  expect(await once(child, 'close')).toEqual([null, 'SIGKILL']);
  expect(await cutOffRetried(out)).toBeGreaterThan(0);
  site.isOver = true;
  const { stdout } = await neardup(['crawl', site.url, '--out', out, '--resume', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ pages: PAGES + 1, unique: PAGES + 1, unclassifiable: 0 });
  expect(await keptIn(out)).toBe(PAGES + 1);
});

test('links of a page are all in the queue when the page has been handled, also beyond the thousand that Crawlee adds at first', async () => {
  const links = Array.from({ length: 1200 }, (_, i) => `<a href="/${i}">${i}</a>`).join(' ');
  const origin = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(html(`${prose(1)} ${links}`));
  });
  const out = join(await temporaryFolder(), 'crawl');
  const { stdout } = await neardup([
    'crawl',
    origin,
    '--out',
    out,
    '--ignore-robots',
    '--max-pages',
    '1',
    '--json',
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ pages: 1, waiting: 1200 });
});
