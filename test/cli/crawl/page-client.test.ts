import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mostHeldSeconds, retryAfterSeconds } from '../../../plugins/cli/crawl/page-client.ts';
import { mostBodyBytes, mostTags } from '../../../plugins/cli/crawl/refused.ts';
import { neardup } from '../run.ts';
import '../../quick-retries.mjs';

let asked: { readonly url: string; readonly at: number }[];
let answer: (url: string, response: ServerResponse) => void;
const server = createServer(({ url = '/' }, response) => {
  asked.push({ url, at: performance.now() });
  answer(url, response);
});
let origin: string;

beforeEach(async () => {
  asked = [];
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await new Promise((closed) => {
    server.close(closed);
    server.closeAllConnections();
  });
});

test('a page whose connection is reset is asked for again like any other that fails, and what is told of it is what happened', async () => {
  answer = (url, response) => {
    const attempts = asked.filter((each) => each.url === url).length;
    if (url === '/robots.txt') response.writeHead(404).end();
    else if (url === '/never' || (url === '/later' && attempts <= 2)) response.socket?.resetAndDestroy();
    else html(response).end(page(url));
  };
  const { stdout, stderr } = await neardup(['crawl', `${origin}/later`, `${origin}/never`, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ pages: 1, failed: 1 });
  expect(asked.filter(({ url }) => url === '/later')).toHaveLength(3);
  expect(asked.filter(({ url }) => url === '/never')).toHaveLength(4);
  expect(stderr).toBe(`failed: ${origin}/never: the server reset the connection\n`);
});

test('of a server that refuses connections the crawl says so, and nothing of sessions', async () => {
  const closed = createServer();
  await new Promise<void>((listening) => closed.listen(0, '127.0.0.1', listening));
  const { port } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  const url = `http://127.0.0.1:${port}/`;
  const { code, stderr } = await neardup(['crawl', url, '--ignore-robots', '--json']);
  expect(code).toBe(1);
  expect(stderr).toBe(`failed: ${url}: the server refuses connections\n`);
});

test('a host that answers 429 or 503 with Retry-After gets no request before that time, nor for its robots.txt', async () => {
  const busy = new Map([
    ['/robots.txt', 503],
    ['/busy', 429],
    ['/busier', 503],
  ]);
  const held: number[] = [];
  answer = (url, response) => {
    const status = busy.get(url);
    if (status !== undefined) {
      busy.delete(url);
      held.push(asked.length - 1);
      response.writeHead(status, { 'retry-after': '1' }).end();
    } else if (url === '/robots.txt') response.writeHead(404).end();
    else html(response).end(page(url, ...(url === '/' ? ['/busy', '/b', '/busier', '/c'] : [])));
  };
  // after the first has failed for its robots.txt the second is next, at once
  const call = ['crawl', `${origin}/`, `${origin}/second`, '--json', '--concurrency', '1'];
  expect(JSON.parse((await neardup(call)).stdout)).toMatchObject({ pages: 6, failed: 0 });
  const gaps = held.map((at) => asked[at + 1].at - asked[at].at);
  expect(gaps).toHaveLength(3);
  expect(Math.min(...gaps)).toBeGreaterThan(950);
});

test('Retry-After is read as seconds or as a date by the clock of its server, and holds a host five minutes at most', () => {
  const now = Date.parse('2026-01-01T12:00:00Z');
  const read = (after: string, date?: string) =>
    retryAfterSeconds({ 'retry-after': after, ...(date !== undefined && { date }) }, now);
  expect(read('7')).toBe(7);
  expect(read('Thu, 01 Jan 2026 12:00:09 GMT')).toBe(9);
  expect(read('Thu, 01 Jan 2026 12:00:09 GMT', 'Thu, 01 Jan 2026 12:00:04 GMT')).toBe(5);
  expect(read('Thu, 01 Jan 2026 11:00:00 GMT')).toBe(0);
  expect(read('9'.repeat(400))).toBe(mostHeldSeconds);
  expect(read('Fri, 01 Jan 2027 12:00:00 GMT')).toBe(mostHeldSeconds);
  expect([read('soon'), read('-1'), read('1.5e3s'), retryAfterSeconds({}, now)]).toEqual(
    Array(4).fill(undefined),
  );
});

test('of a gzip bomb, of one of tags alone, and of a body without end no more is read than a page may have, once, and the crawl goes on', async () => {
  const bombs = new Map([
    ['/bomb', gzipSync(Buffer.alloc(mostBodyBytes + 1, 'bomb '))],
    ['/tags', gzipSync('<p>'.repeat(mostTags + 1))],
  ]);
  answer = (url, response) => {
    if (url === '/robots.txt') response.writeHead(404).end();
    else if (bombs.has(url)) {
      const bomb = bombs.get(url)!;
      html(response, { 'content-encoding': 'gzip', 'content-length': `${bomb.length}` }).end(bomb);
    } else if (url.startsWith('/endless')) {
      // re-encoded by Crawlee, and an error that is read to be shown: two other ways to read a body
      const charset = url === '/endless-latin' ? 'iso-8859-2' : 'utf-8';
      response.writeHead(url === '/endless-error' ? 404 : 200, {
        'content-type': `text/html; charset=${charset}`,
      });
      const piece = Buffer.alloc(1 << 20, 'endless ');
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    } else
      html(response).end(
        page(url, '/bomb', '/tags', '/endless', '/endless-latin', '/endless-error', '/last'),
      );
  };
  const { stdout, stderr } = await neardup(['crawl', `${origin}/`, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ pages: 2, failed: 5 });
  for (const path of ['/bomb', '/tags', '/endless', '/endless-latin', '/endless-error']) {
    expect(stderr).toContain(
      `failed: ${origin}${path}: expected a page of 32 MiB and 1048576 tags at most, as it is once decompressed; got more from ${origin}${path}\n`,
    );
    expect(asked.filter(({ url }) => url === path)).toHaveLength(1);
  }
});

test('a page between what is judged of one and what is read of one is judged by its first part', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-large-'));
  try {
    const long = page('/') + ' '.repeat(17 << 20);
    answer = (url, response) => {
      if (url === '/robots.txt') response.writeHead(404).end();
      else html(response, { 'content-encoding': 'gzip' }).end(gzipSync(long));
    };
    const { stdout } = await neardup(['crawl', `${origin}/`, '--json', '--out', join(folder, 'out')]);
    expect(JSON.parse(stdout)).toMatchObject({ pages: 1, unique: 1, failed: 0 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('what is no page is counted as such and asked for once, and an error is one whatever its type', async () => {
  const answers = new Map<string, [number, string | undefined]>([
    ['/image', [200, 'image/png']],
    ['/nothing', [204, undefined]],
    ['/typeless', [200, undefined]],
    ['/gone', [404, 'text/plain']],
    ['/lost', [410, undefined]],
    ['/data', [200, 'application/json']],
  ]);
  answer = (url, response) => {
    if (url === '/robots.txt') response.writeHead(404).end();
    else if (answers.has(url)) {
      const [status, type] = answers.get(url)!;
      response.writeHead(status, type === undefined ? {} : { 'content-type': type });
      response.end(status === 204 ? undefined : '{"nothing": "to read"}');
    } else html(response).end(page(url, ...answers.keys()));
  };
  const { stdout, stderr } = await neardup(['crawl', `${origin}/`]);
  expect(stdout).toContain('no pages: 2 URLs that the server answered with an error\n');
  expect(stdout).toContain('no pages: 4 URLs of other types, such as images\n');
  expect(stdout).toContain(' 0 failed');
  expect(stderr).toContain(
    `no page: ${origin}/image: expected a page; got HTTP status 200 with content type image/png\n`,
  );
  expect(asked.filter(({ url }) => answers.has(url))).toHaveLength(answers.size);
});

test('a page is read in its encoding and as HTML, whether or not its header names the two, or names what does not exist', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-encodings-'));
  try {
    const cyrillic =
      '<meta charset="windows-1251"><title>Маяк</title><p>Лампа маяка видна с парома за много миль от берега.';
    const types = new Map([
      ['/none', undefined],
      ['/no-charset', 'text/html'],
      ['/wrong-charset', 'text/html; charset=utf-8'],
      ['/no-such-charset', 'text/html; charset=utf8mb4'],
      ['/twice', 'text/html, text/html'],
      ['/unreadable', 'text/html; charset='],
    ]);
    const image = Buffer.from('89504e470d0a1a0a0000', 'hex');
    answer = (url, response) => {
      const type = types.get(url);
      if (url === '/robots.txt') response.writeHead(404).end();
      else if (url === '/image') response.writeHead(200).end(image);
      else if (url === '/empty') response.writeHead(200).end();
      else if (types.has(url)) {
        const text = `${cyrillic} ${url.slice(1)} `.repeat(3);
        response.writeHead(200, type === undefined ? {} : { 'content-type': type });
        response.end(iconv.encode(text, 'windows-1251'));
      } else html(response).end(page(url, ...types.keys(), '/image', '/empty'));
    };
    const out = join(folder, 'out');
    const { stdout } = await neardup(['crawl', `${origin}/`, '--json', '--out', out]);
    expect(JSON.parse(stdout)).toMatchObject({ pages: types.size + 1, failed: 0 });
    const pages = (await readFile(join(out, 'pages.jsonl'), 'utf8')).trim().split('\n');
    const texts = new Map(pages.map((line) => JSON.parse(line)).map(({ url, html: text }) => [url, text]));
    for (const path of types.keys()) expect(texts.get(origin + path)).toContain(cyrillic);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a page comes whatever its content codings: several, zstd, with bytes behind them, cut off, or none in spite of the header', async () => {
  const { Zstd } = await import('@hpcc-js/wasm-zstd');
  const zstd = await Zstd.load();
  const codings: Readonly<Record<string, readonly [string, (page: string) => Uint8Array | string]>> = {
    '/twice': ['gzip, gzip', (text) => gzipSync(gzipSync(text))],
    '/two': ['gzip, br', (text) => brotliCompressSync(gzipSync(text))],
    '/zstd': ['zstd', (text) => zstd.compress(Buffer.from(text))],
    '/behind': ['gzip', (text) => Buffer.concat([gzipSync(text), Buffer.from('behind')])],
    '/cut': ['br', (text) => brotliCompressSync(text + 'ä'.repeat(9)).subarray(0, -4)],
    '/lie': ['gzip', (text) => text],
    '/nonsense': ['utf-8', (text) => text],
    '/unknown': ['compress', () => Buffer.from('1f9d9000fefdfcfbfa1f9d9000fefdfcfbfa', 'hex')],
  };
  answer = (url, response) => {
    const found = codings[url];
    if (url === '/robots.txt')
      html(response, { 'content-encoding': 'gzip' }).end('User-agent: *\nDisallow: /not');
    else if (found === undefined) html(response).end(page(url, ...Object.keys(codings), '/not'));
    else html(response, { 'content-encoding': found[0] }).end(found[1](page(url, `/of${url}`)));
  };
  const { stdout, stderr } = await neardup(['crawl', `${origin}/`, '--json']);
  // each but the last, and the page that it leads to
  expect(JSON.parse(stdout)).toMatchObject({
    pages: 15,
    unique: 15,
    failed: 0,
    otherTypes: 1,
    disallowedLinks: 8,
  });
  expect(stderr).toBe(
    `no page: ${origin}/unknown: expected a page; got the unknown content coding compress\n`,
  );
});

test('a page with a header of 100 KiB comes; one that breaks off, or is no HTTP, is told in words', async () => {
  answer = (url, response) => {
    const { socket } = response;
    if (url === '/robots.txt') response.writeHead(404).end();
    else if (url === '/none') socket?.end('no HTTP');
    else if (url === '/short') {
      socket?.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 500\r\n\r\n<p>Half');
    } else if (url === '/busy') response.writeHead(503).end('busy');
    else html(response, { 'x-policy': 'a'.repeat(100_000) }).end(page(url));
  };
  const urls = ['/', '/none', '/short', '/busy'].map((path) => origin + path);
  const { stdout, stderr } = await neardup(['crawl', ...urls, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ pages: 1, failed: 3 });
  expect(stderr.split('\n').sort()).toEqual([
    '',
    `failed: ${origin}/busy: expected a page; got HTTP status 503`,
    expect.stringMatching(/^failed: \S+none: expected an answer in HTTP; got what is none \(Parse Error/),
    `failed: ${origin}/short: the server ended the connection before the end of the answer`,
  ]);
});

test('a redirect to what is no web address is asked for once, and one to a page with another URL names both', async () => {
  answer = (url, response) => {
    if (url === '/robots.txt') response.writeHead(404).end();
    else if (url === '/script') response.writeHead(302, { location: 'javascript:a()' }).end();
    else if (url === '/bad') response.writeHead(302, { location: 'http://[bad/' }).end();
    else if (url === '/moved') response.writeHead(302, { location: '/here#part' }).end();
    else html(response).end(page(url));
  };
  const paths = ['/script', '/bad', '/moved', '/here'];
  const { stdout, stderr } = await neardup([
    'crawl',
    ...paths.map((path) => origin + path),
    '--concurrency',
    '1',
  ]);
  expect(asked.filter(({ url }) => url === '/script' || url === '/bad')).toHaveLength(2);
  expect(stderr.match(/^failed: .*: the server redirects to what is no http or https URL$/gm)).toHaveLength(
    2,
  );
  expect(stdout).toContain(`dup 1.000   ${origin}/here  repeats ${origin}/moved\n`);
});

test('of a URL of thousands of characters the ends are printed, and what is kept has it whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-long-'));
  try {
    const long = `/?${'x'.repeat(5000)}end`;
    answer = (url, response) => {
      if (url === '/robots.txt') response.writeHead(404).end();
      else html(response).end(page(url.slice(0, 9), long));
    };
    const { stdout } = await neardup(['crawl', `${origin}/`, '--out', 'out'], { cwd: folder });
    expect(stdout).toMatch(/^new +http:\S+\?x+…\(\d+ characters\)…x+end$/m);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(400);
    expect(await readFile(join(folder, 'out/decisions.jsonl'), 'utf8')).toContain(origin + long);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

function html(response: ServerResponse, headers: Record<string, string> = {}): ServerResponse {
  return response.writeHead(200, { 'content-type': 'text/html', ...headers });
}

function page(name: string, ...links: string[]): string {
  const words = Array.from({ length: 90 }, (_, i) => `${name.slice(1)}word${i}`).join(' ');
  return `<title>${name}</title><p>${words}${links.map((link) => `<a href="${link}">.</a>`).join('')}`;
}
