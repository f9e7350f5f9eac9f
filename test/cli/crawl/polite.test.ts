import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AddressGuard } from '../../../plugins/cli/crawl/addresses.ts';
import { crawl } from '../../../plugins/cli/crawl/crawl.ts';
import { KeptPages } from '../../../plugins/cli/crawl/kept-pages.ts';
import type { PageCall } from '../../../plugins/cli/crawl/page-handler.ts';
import { startHost } from '../../../plugins/cli/crawl/start-host.ts';
import { nearDuplicates } from '../../../plugins/crawlee/index.ts';
import { problems } from '../../schemas/validator.ts';
import { neardup } from '../run.ts';
import '../../quick-retries.mjs';

/** A request that the site got. */
interface Asked {
  readonly url: string;
  readonly agent: string | undefined;
  readonly at: number;
}

let folder: string;
let asked: Asked[];
let answer: (url: string, response: ServerResponse) => void;
const server = createServer(({ url = '/', headers }: IncomingMessage, response) => {
  asked.push({ url, agent: headers['user-agent'], at: performance.now() });
  answer(url, response);
});
let origin: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-polite-'));
  asked = [];
  await new Promise<void>((listening) => {
    // all of 127.0.0.0/8: a second address that is nobody's but this site's
    server.listen(0, '0.0.0.0', listening);
  });
  origin = `http://127.0.0.1:${port()}`;
});
afterEach(async () => {
  await new Promise((closed) => {
    server.close(closed);
    server.closeAllConnections();
  });
  await rm(folder, { recursive: true, force: true });
});

test('what robots.txt disallows is not fetched, as a link, as a start, or by way of a redirect, and every request names neardup', async () => {
  answer = site({
    '/robots.txt': 'User-agent: *\nDisallow: /private',
    '/': page('start', '/private/a', '/open', '/moved'),
    '/open': page('open'),
    '/moved': { location: '/private/b' },
  });
  const { stdout, stderr } = await neardup(['crawl', `${origin}/`, `${origin}/private/start`, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ pages: 2, failed: 0, refused: 2, disallowedLinks: 1 });
  expect(stderr).toContain(
    `not fetched: ${origin}/private/start: robots.txt of 127.0.0.1:${port()} disallows it\n`,
  );
  expect(paths()).toEqual(['/', '/moved', '/open', '/robots.txt']);
  expect(asked.every(({ agent }) => /^neardup\/\d/.test(agent ?? ''))).toBe(true);
  // there may be no page at all then
  expect((await neardup(['crawl', `${origin}/private/start`, '--quiet'])).stderr).toBe(
    `not fetched: ${origin}/private/start: robots.txt of 127.0.0.1:${port()} disallows it\n`,
  );
  await neardup(['crawl', origin, '--quiet', '--ignore-robots']);
  expect(paths()).toEqual(expect.arrayContaining(['/private/a', '/private/b']));
});

test('without an answer to robots.txt nothing of its host is fetched; without a robots.txt everything is', async () => {
  answer = (url, response) => {
    if (url === '/robots.txt') response.writeHead(503);
    response.end(page('start'));
  };
  const { code, stderr } = await neardup(['crawl', origin]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/robots\.txt .*got status 503/)]);
  expect(paths()).toEqual(['/robots.txt']);
  answer = site({ '/': page('start') });
  expect((await neardup(['crawl', origin])).code).toBe(0);
});

test('a robots.txt that redirects without end is taken to be missing, and of one that breaks off the error names it', async () => {
  answer = (url, response) => {
    if (url === '/robots.txt') response.writeHead(302, { location: '/robots.txt' }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(page('start'));
  };
  expect((await neardup(['crawl', origin])).code).toBe(0);
  answer = (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('User-agent: *');
    setTimeout(() => response.destroy(), 20);
  };
  const { code, stderr } = await neardup(['crawl', origin]);
  expect([code, stderr]).toEqual([
    1,
    `failed: ${origin}: expected ${origin}/robots.txt before anything else from there; got: the server ended the connection before the end of the answer\n`,
  ]);
});

test('a redirect to a private address that no URL of the call has is not followed', async () => {
  answer = site({
    '/': page('start', '/away'),
    '/away': { location: `http://127.0.0.2:${port()}/secret` },
    '/secret': page('secret'),
  });
  const { stdout, stderr } = await neardup(['crawl', origin, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ pages: 1, failed: 0, refused: 1 });
  expect(stderr).toMatch(/^not fetched: \S+\/away: .*127\.0\.0\.2/);
  expect(paths()).not.toContain('/secret');
});

test('a host that resolves to a public address at first and to a private one later is not fetched', async () => {
  answer = site({ '/': page('start') });
  const addresses = ['93.184.216.34'];
  const guard = await AddressGuard.startingFrom(['http://rebound.test/'], (_, __, done) => {
    done(null, [{ address: addresses.pop() ?? '127.0.0.1', family: 4 }]);
  });
  const summary = await crawlByName(`http://rebound.test:${port()}/`, guard);
  expect(summary).toMatchObject({ pages: 0, refused: 1 });
  expect(asked).toEqual([]);
});

test('a start that its site redirects to or from www is crawled there, by origin too; one that leads to another host says so', async () => {
  const crawled = async (from: string, to: string, strategy?: PageCall['strategy']) => {
    asked = [];
    answer = site({
      '/': { location: `http://${to}:${port()}/home` },
      '/home': page('home', '/a'),
      '/a': page('a'),
    });
    const url = `http://${from}:${port()}/`;
    const guard = await AddressGuard.startingFrom([url], (_, __, done) => {
      done(null, [{ address: '127.0.0.1', family: 4 }]);
    });
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { pages } = await crawlByName(url, guard, strategy);
    const said = write.mock.calls.join('');
    write.mockRestore();
    return [pages, said];
  };
  expect(await crawled('site.test', 'www.site.test')).toEqual([2, '']);
  expect(await crawled('www.site.test', 'site.test')).toEqual([2, '']);
  expect(await crawled('site.test', 'www.site.test', 'same-origin')).toEqual([2, '']);
  expect(await crawled('site.test', 'other.test')).toEqual([
    1,
    `redirected: http://site.test:${port()}/ leads to http://other.test:${port()}/home: to follow links there, start from it\n`,
  ]);
});

test('a start that is answered by another protocol is still of its site', () => {
  expect(startHost('http://a.example/', 'http://a.example/home')).toBe('same');
  expect(startHost('http://a.example/', 'https://a.example/')).toBe('renamed');
  expect(startHost('http://a.example/', 'https://www.a.example/')).toBe('renamed');
  expect(startHost('http://a.example/', 'https://b.example/')).toBe('other');
});

test('a crawl of which nothing is kept ends at --max-pages, too, however many pages are in work at once', async () => {
  const names = Array.from({ length: 60 }, (_, i) => `/p${i}`);
  const answered = site({
    '/': page('start', ...names.slice(0, 30)),
    ...Object.fromEntries(names.map((name, i) => [name, page(name, ...names.slice(i + 1, i + 20))])),
  });
  answer = (url, response) => void setTimeout(() => answered(url, response), 20);
  const { stdout } = await neardup(['crawl', origin, '--max-pages', '20', '--ignore-robots', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ pages: 20, failed: 0 });
  expect(asked.length).toBe(20);
});

test('--delay, or a longer Crawl-delay, is kept between two requests to a host, whatever the concurrency', async () => {
  const pages = { '/': page('start', '/a', '/b', '/c'), '/a': page('a'), '/b': page('b'), '/c': page('c') };
  for (const [robots, options] of [
    ['', ['--delay', '0.3']],
    ['User-agent: *\nCrawl-delay: 0.3', []],
  ] as const) {
    asked = [];
    answer = site({ '/robots.txt': robots, ...pages });
    await neardup(['crawl', origin, '--json', ...options]);
    expect(asked.map(({ url }) => url).sort()).toEqual(['/', '/a', '/b', '/c', '/robots.txt']);
    // the first page is asked for when its robots.txt has come
    const times = asked.map(({ at }) => at);
    expect(times[4] - times[0]).toBeGreaterThan(3 * 300);
  }
});

test('requests that wait for their turn at one host leave room for those to others, and all are made', async () => {
  const names = (host: string): string[] => Array.from({ length: 6 }, (_, i) => `/${host}${i}`);
  const pages = Object.fromEntries([
    ...['a', 'b'].map((host) => [`/${host}`, page(host, ...names(host))]),
    ...[...names('a'), ...names('b')].map((path) => [path, page(path.slice(1))]),
  ]);
  answer = site({ '/robots.txt': '', ...pages });
  const other = `http://127.0.0.2:${port()}`;
  const starts = [`${origin}/a`, `${other}/b`];
  await neardup(['crawl', ...starts, '--delay', '0.1', '--concurrency', '1', '--json']);
  expect(paths().filter((path) => path !== '/robots.txt')).toEqual(Object.keys(pages).sort());
  const order = asked.map(({ url }) => url);
  expect(order.indexOf('/b0')).toBeLessThan(order.indexOf('/a2'));
});

test('report reads the folder of a crawl, with the texts of the pages that it kept', async () => {
  answer = site({ '/': page('one', '/b', '/c'), '/b': page('one'), '/c': page('two') });
  const out = join(folder, 'c');
  await neardup(['crawl', origin, '--out', out, '--quiet']);
  const { code, stdout } = await neardup(['report', out, '--json']);
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({ clusters: 1, texts: 2, notes: [] }),
  ]);
  const read = async (name: string) =>
    (await readFile(join(out, name), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const [summary] = await read('summary.json');
  const pairs = await read('pairs.jsonl');
  expect(problems('summary', summary)).toEqual([]);
  expect(pairs.flatMap((pair) => problems('pair', pair))).toEqual([]);
  expect(pairs).toMatchObject([{ similarity: 1 }]);
  expect((await read('pages.jsonl')).map(({ url }) => new URL(url).pathname).sort()).toEqual([
    '/',
    '/b',
    '/c',
  ]);
  expect(JSON.parse((await neardup(['dedup', join(out, 'pages.jsonl'), '--json'])).stdout)).toMatchObject({
    pages: 3,
  });
});

test('pages that a killed crawl kept stay, but for a line that was cut off', async () => {
  const path = join(folder, 'pages.jsonl');
  const line = `${JSON.stringify({ id: '1', url: '', html: 'x'.repeat(200_000) })}\n`;
  await writeFile(path, `${line}${line.slice(0, -100)}`);
  const kept = await KeptPages.open(path, true);
  await kept.add({ id: '2', url: '', html: '' });
  await kept.close();
  expect(await readFile(path, 'utf8')).toBe(`${line}{"id":"2","url":"","html":""}\n`);
});

test('an error in place of a page gets no verdict and is not kept, and what is put off is asked for again', async () => {
  const put = new Map([['/busy', 2]]);
  answer = (url, response) => {
    const left = put.get(url) ?? 0;
    put.set(url, left - 1);
    const gone = /gone/.test(url);
    response.writeHead(left > 0 ? 429 : gone ? 404 : url === '/robots.txt' ? 404 : 200, {
      'content-type': 'text/html',
    });
    response.end(
      left > 0 || gone ? page('refused') : page(url, ...(url === '/' ? ['/gone', '/gone2', '/busy'] : [])),
    );
  };
  const out = join(folder, 'out');
  const { code, stdout } = await neardup(['crawl', `${origin}/`, '--out', out]);
  expect(code).toBe(0);
  expect(stdout).toContain(
    `no verdict  ${origin}/gone  not a page: its server answered with HTTP status 404\n`,
  );
  expect(stdout).toMatch(/^new +\S+\/busy$/m);
  expect(stdout).toMatch(/^2 pages in .*: 2 new, 0 near-duplicates/m);
  expect(await readFile(join(out, 'pages.jsonl'), 'utf8')).not.toContain('refused');
});

function port(): number {
  return (server.address() as AddressInfo).port;
}

function paths(): string[] {
  return [...new Set(asked.map(({ url }) => url))].sort();
}

/** Crawls a host that no resolver of this machine knows. */
async function crawlByName(
  url: string,
  guard: AddressGuard,
  strategy: PageCall['strategy'] = 'same-hostname',
) {
  const directory = await mkdtemp(join(folder, 'index-'));
  const duplicates = await nearDuplicates({ directory });
  const summary = await crawl(
    {
      ...{ urls: [url], options: { threshold: 0.8, gram: 'word:4' } },
      ...{ strategy, follow: false, delaySeconds: 0, maxRequestsPerMinute: 1000 },
      ...{ honoursRobots: false, usesUrlRules: false, maxPages: 10, concurrency: 1, resume: false },
      ...{ resumed: '', out: undefined, json: true, quiet: false },
    },
    { folder: directory, duplicates, handling: {}, kept: undefined, guard, userAgent: 'neardup/0' },
  );
  await duplicates.close();
  return summary;
}

/** Serves what is written, redirects, and answers 404 else. */
function site(pages: Record<string, string | { readonly location: string }>): typeof answer {
  return (url, response) => {
    const found = pages[url];
    if (found === undefined) response.writeHead(404).end();
    else if (typeof found === 'object') response.writeHead(302, found).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end(found);
  };
}

function page(name: string, ...links: string[]): string {
  const words = Array.from({ length: 90 }, (_, i) => `${name}${i}`).join(' ');
  return `<title>${name}</title><p>${words}${links.map((link) => `<a href="${link}">.</a>`).join('')}`;
}
