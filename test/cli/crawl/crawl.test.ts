import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Site, serveSite } from '../../../examples/site/server.ts';
import { problems } from '../../schemas/validator.ts';
import { neardup, neardupProcess, start, withQuickRetries } from '../run.ts';
import '../../quick-retries.mjs';

let site: Site;
let folder: string;

beforeAll(async () => {
  site = await serveSite();
  folder = await mkdtemp(join(tmpdir(), 'neardup-cli-crawl-'));
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

test('crawl prints a line for every page, and says of a near-duplicate what it repeats and how much', async () => {
  const { code, stdout, stderr } = await neardup(['crawl', site.paper, '--follow'], { cwd: folder });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^new +http\S+\/articles\/night-bakery$/m);
  expect(stdout).toMatch(/^dup 1\.000 +http\S+\/b\/17 +repeats http\S+\/articles\/night-bakery$/m);
  expect(stdout).toMatch(/^no verdict +http\S+\/blank +no text$/m);
  expect(stdout).toMatch(/^27 pages in .*: 13 new, 6 near-duplicates in 4 clusters/m);
});

test('a crawl that was killed goes on with --resume, every page decided once, and --json prints one object', async () => {
  const out = join(folder, 'kept');
  const child = start(['crawl', site.paper, '--out', out, '--concurrency', '1']);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  expect((await neardup(['report', out])).stderr).toContain(
    `a crawl that has not ended: if it was interrupted, neardup crawl ${site.paper} --out ${out} --resume with its other options`,
  );
  const { stdout } = await neardup(['crawl', site.paper, '--out', out, '--resume', '--json']);
  const lines = (await readFile(join(out, 'decisions.jsonl'), 'utf8')).trim().split('\n');
  expect(JSON.parse(stdout)).toMatchObject({ pages: 25, clusters: 4, failed: 0 });
  expect(new Set(lines.map((line) => JSON.parse(line).id)).size).toBe(25);
  const clusters = (await readFile(join(out, 'clusters.jsonl'), 'utf8')).trim().split('\n');
  expect(lines.flatMap((line) => problems('decision', JSON.parse(line)))).toEqual([]);
  expect(clusters.flatMap((line) => problems('cluster', JSON.parse(line)))).toEqual([]);
  expect((await neardup(['audit', out])).stderr).toBe(
    `neardup: audit: expected a run of dedup that kept evidence (removals.jsonl); got ${out}, which a crawl wrote\n`,
  );
});

test('a crawl that goes on after a kill says that its counts may lack some URLs, and not after Ctrl-C or its end', async () => {
  const out = join(folder, 'counts');
  const call = ['crawl', site.paper, '--out', out, '--concurrency', '1'];
  const said: boolean[] = [];
  for (const signal of ['SIGKILL', 'SIGINT', undefined, undefined] as const) {
    const child = start(said.length === 0 ? call : [...call, '--resume']);
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (signal !== undefined && !child.killed) child.kill(signal);
    });
    await once(child, 'close');
    said.push(printed.includes('\nthe run before was killed: '));
  }
  expect(said).toEqual([false, true, false, false]);
});

test('explain and report say of a crawl what it was: its site model, and that it kept no pages', async () => {
  const out = join(folder, 'without-pages');
  await neardup(['crawl', site.paper, '--no-pages', '--out', out, '--quiet']);
  expect((await neardup(['report', out])).stdout + (await neardup(['report', out])).stderr).toContain(
    'Texts of pages are not in this report: the crawl did not keep its pages (--no-pages).',
  );
  const page = `${site.paper}/print/lighthouse-lamp`;
  expect((await neardup(['explain', out, page])).stdout).toContain('method crawl, site model on\n');
});

test('a crawl that --max-pages ended fetches no more pages than that, and --resume with more continues with the links that were found', async () => {
  const out = join(folder, 'limited');
  const crawled = async (pages: number, ...more: string[]) => {
    // but for the first: Crawlee counts the requests of a queue only within a process
    const call = [
      'crawl',
      site.paper,
      '--follow',
      '--out',
      out,
      '--max-pages',
      `${pages}`,
      '--json',
      ...more,
    ];
    const { stdout } = await (more.length === 0
      ? neardup(call)
      : neardupProcess(call, { env: withQuickRetries }));
    return JSON.parse(stdout) as { readonly pages: number; readonly waiting: number };
  };
  const first = await crawled(5);
  expect(first.pages).toBe(5);
  expect(first.waiting).toBeGreaterThan(0);
  const second = await crawled(12, '--resume');
  expect(second.pages).toBe(12);
  expect(second.waiting).toBeGreaterThan(0);
  // nothing is fetched where the limit is reached
  expect(await crawled(12, '--resume')).toMatchObject({ pages: 12, waiting: second.waiting });
  expect(await crawled(1000, '--resume')).toMatchObject({ pages: 27, waiting: 0 });
});

test('of Crawlee a crawl loads what fetches and parses pages, and nothing for browsers or other DOMs', async () => {
  const tell = `import { createRequire } from 'node:module';
    const { cache } = createRequire('/');
    process.on('exit', () => process.stderr.write(Object.keys(cache).join('\\n')));`;
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(tell)}` };
  const call = ['crawl', site.paper, '--max-pages', '1', '--quiet'];
  const { stderr } = await neardupProcess(call, { env: { ...process.env, ...env } });
  const packages = new Set(stderr.match(/(?<=node_modules\/)(?:@crawlee\/[\w-]+|jsdom|linkedom)/g));
  expect([...packages].sort()).toEqual(
    ['basic', 'cheerio', 'core', 'http', 'memory-storage', 'utils'].map((name) => `@crawlee/${name}`),
  );
});

test('of what a kill cut off in the storage of Crawlee, neardup alone tells, and how many requests are left out', async () => {
  const out = join(folder, 'cut-off');
  const call = ['crawl', site.paper, '--follow', '--out', out, '--json'];
  await neardup([...call, '--max-pages', '5']);
  const queue = join(out, 'storage', 'request_queues', 'default');
  const [first, second] = await readdir(queue);
  for (const entry of [first, second]) await truncate(join(queue, entry), 30);
  const { code, stdout, stderr } = await neardupProcess([...call, '--resume']);
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(
      /^neardup: left out 2 requests of the queue that a kill or a crash had cut off: .*\n$/,
    ),
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ failed: 0 });
});

test('--resume does not write over the results of a run of dedup, which is no crawl to go on with', async () => {
  await writeFile(join(folder, 'pages.jsonl'), '{"id":"a","text":"a page of some words"}\n');
  const out = join(folder, 'of-dedup');
  await neardup(['dedup', join(folder, 'pages.jsonl'), '--out', out, '--quiet']);
  const decisions = await readFile(join(out, 'decisions.jsonl'), 'utf8');
  const { code, stderr } = await neardup(['crawl', site.paper, '--out', out, '--resume', '--quiet']);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^neardup: --out: expected a folder without results of another call; got .*of-dedup/,
    ),
  ]);
  expect(await readFile(join(out, 'decisions.jsonl'), 'utf8')).toBe(decisions);
});

test('a crawl that Ctrl-C ended does not say that --max-pages did', async () => {
  const out = join(folder, 'interrupted');
  const child = start(['crawl', site.paper, '--out', out, '--concurrency', '1']);
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([130, null]);
  expect(printed).toMatch(/^\d+ pages? in /m);
  expect(printed).not.toContain('--max-pages');
  // the same call without --resume would throw away what came
  const again = ['crawl', site.paper, '--out', out, '--concurrency', '1', '--json'];
  const { code, stderr } = await neardup(again);
  expect([code, stderr]).toEqual([
    2,
    `neardup: --out: expected a folder without a crawl that was interrupted; got ${out}: neardup ${again.join(' ')} --resume goes on with it, --force begins it anew\n`,
  ]);
  expect((await neardup([...again, '--resume'])).code).toBe(0);
  // one that has ended is made anew (in a process of its own, since Crawlee keeps the queue of a folder that it knows)
  expect((await neardupProcess(again, { env: withQuickRetries })).code).toBe(0);
});

test('a call on the folder of a crawl that runs is refused, whatever it asks for, and leaves what was kept there alone', async () => {
  const out = join(folder, 'running');
  const child = start(['crawl', site.paper, '--out', out, '--concurrency', '1', '--delay', '0.2']);
  await once(child.stdout, 'data');
  for (const how of [[], ['--resume'], ['--force']]) {
    const { code, stderr } = await neardup(['crawl', site.paper, '--out', out, ...how]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`where process ${child.pid} is`)]);
  }
  child.stdout.resume();
  expect(await once(child, 'close')).toEqual([0, null]);
  const lines = (await readFile(join(out, 'pages.jsonl'), 'utf8')).split('\n').filter((line) => line.trim());
  const { pages } = JSON.parse(await readFile(join(out, 'summary.json'), 'utf8'));
  expect(lines.map((line) => JSON.parse(line).id)).toHaveLength(pages);
});

test('a crawl that Ctrl-C ends before Crawlee listens fetches nothing, and leaves nothing that was not asked for', async () => {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url }, response) => {
    asked.push(url);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const early = await mkdtemp(join(folder, 'early-'));
  const [presses, temporary] = [join(early, 'presses.mjs'), join(early, 'temporary')];
  await mkdir(temporary);
  // presses Ctrl-C as soon as somebody listens
  await writeFile(
    presses,
    `const press = (name) => {
      if (name !== 'SIGINT') return;
      process.off('newListener', press);
      setImmediate(() => process.kill(process.pid, 'SIGINT'));
    };
    process.on('newListener', press);`,
  );
  const env = { ...process.env, NODE_OPTIONS: `--import ${pathToFileURL(presses)}`, TMPDIR: temporary };
  for (const [kept, ...call] of [
    ['nothing is kept'],
    ['what was decided is kept in kept', '--out', 'kept'],
  ]) {
    const { code, stderr } = await neardupProcess(['crawl', url, ...call], { cwd: early, env });
    expect([code, stderr]).toEqual([130, expect.stringContaining(`neardup: interrupted: ${kept}`)]);
  }
  expect([asked, await readdir(temporary)]).toEqual([[], []]);
  server.close();
});

test('a crawl that Ctrl-C ends at once, pressed again, says how it goes on', async () => {
  const server = createServer(({ url }, response) => {
    // the page itself is not answered
    if (url === '/robots.txt') response.writeHead(404).end();
    else server.emit('asked');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const child = start(['crawl', url, '--out', join(folder, 'at-once')]);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(server, 'asked');
  child.kill('SIGINT');
  await once(child.stderr, 'data');
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([130, null]);
  expect(said).toMatch(
    /^neardup: interrupted: what was decided is kept in .*; to go on: neardup crawl .* --resume$/m,
  );
  server.closeAllConnections();
  server.close();
});

test('a crawl goes on only with the URLs and options that it began with, and otherwise names both and the way out', async () => {
  const out = join(folder, 'other options');
  const call = ['--out', out, '--max-pages', '1', '--quiet'];
  await neardup(['crawl', site.paper, ...call]);
  for (const [urls, options, said] of [
    [[site.paper], ['--threshold', '0.9'], 'threshold 0.8, now 0.9'],
    [[site.paper], ['--site-model', 'off'], 'site-model on, now off'],
    [[site.paper], ['--strategy', 'all', '--force'], 'strategy same-hostname, now all'],
    [[site.paper], ['--no-pages'], 'no-pages off, now on'],
    [[site.mirror], [], `inputs ${site.paper}, now ${site.mirror}`],
  ] as const) {
    const { code, stderr } = await neardup(['crawl', ...urls, ...call, '--resume', ...options]);
    expect([code, stderr]).toEqual([
      2,
      `neardup: --resume: expected the URLs and options of the crawl in ${out}, or --force in place of --resume to begin it anew; got others: ${said}\n`,
    ]);
  }
  expect(await neardup(['crawl', site.paper, ...call, '--resume'])).toMatchObject({ code: 0, stderr: '' });
});

test('a crawl whose stored verdicts are damaged says how what was fetched can be judged, and how to begin anew', async () => {
  const out = join(folder, 'damaged verdicts');
  await neardup(['crawl', site.paper, '--out', out, '--max-pages', '1', '--quiet']);
  await writeFile(join(out, 'near-duplicates', 'CURRENT'), 'MANIFEST-000099\n');
  const call = ['crawl', site.paper, '--out', out, '--max-pages', '1', '--quiet'];
  const { code, stderr } = await neardup([...call, '--resume']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^neardup: .*damaged verdicts: expected the verdicts of a crawl that can go on; they are damaged: `neardup dedup .*pages\.jsonl` judges what was fetched, --force in place of --resume fetches everything anew: the index in .* is damaged: .*\n$/,
    ),
  ]);
  expect(await neardup([...call, '--force'])).toMatchObject({ code: 0, stderr: '' });
});

test('a crawl whose stored verdicts are gone does not go on, which would overwrite its results, and says the same', async () => {
  const out = join(folder, 'no verdicts');
  const call = ['crawl', site.paper, '--out', out, '--max-pages', '2', '--quiet'];
  await neardup(call);
  const decisions = await readFile(join(out, 'decisions.jsonl'), 'utf8');
  await rm(join(out, 'near-duplicates'), { recursive: true });
  const { code, stderr } = await neardup([...call, '--resume']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^neardup: .*: expected the verdicts of a crawl that can go on; they are missing: `neardup dedup .*pages\.jsonl` judges what was fetched, --force in place of --resume fetches everything anew\n$/,
    ),
  ]);
  expect(await readFile(join(out, 'decisions.jsonl'), 'utf8')).toBe(decisions);
  expect(await neardup([...call, '--force'])).toMatchObject({ code: 0, stderr: '' });
});

test('a crawl that goes on counts what was refused, what failed, what was no page and what was answered with an error before, too', async () => {
  const server = createServer(({ url = '/' }, response) => {
    const links = ['/refused', '/gone', '/image', '/missing']
      .map((path) => `<a href="${path}">.</a>`)
      .join('');
    response.setHeader('content-type', 'text/html');
    if (url === '/robots.txt') response.end('User-agent: *\nDisallow: /hidden');
    else if (url === '/refused') response.writeHead(302, { location: '/hidden' }).end();
    else if (url === '/missing') response.writeHead(404).end('<p>no such page');
    else if (url === '/gone') response.destroy();
    else if (url === '/image') response.setHeader('content-type', 'image/png').end();
    else response.end(`<title>A page</title><p>some words</p>${links}<a href="/hidden">.</a>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const start = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const counted = async (...options: string[]) => {
    const { stdout } = await neardup([
      'crawl',
      start,
      '--out',
      join(folder, 'counted'),
      '--json',
      ...options,
    ]);
    const { pages, errors, otherTypes, failed, refused, disallowedLinks } = JSON.parse(stdout);
    return { pages, errors, otherTypes, failed, refused, disallowedLinks };
  };
  const counts = { pages: 1, errors: 1, otherTypes: 1, failed: 1, refused: 1, disallowedLinks: 1 };
  expect(await counted()).toEqual(counts);
  expect(await counted('--resume')).toEqual(counts);
  server.close();
});

test('a file that comes after --resume shows that a site is back, and is counted once and as failed no more', async () => {
  let isOut = false;
  const paths = ['/a.pdf', '/b.pdf', '/north', '/east', '/south', '/west'];
  const links = paths.map((path) => `<a href="${path}">.</a>`).join('');
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/robots.txt') response.writeHead(404).end();
    else if (isOut) response.destroy();
    else if (url.endsWith('.pdf')) response.setHeader('content-type', 'application/pdf').end('%PDF');
    else {
      response.setHeader('content-type', 'text/html');
      response.end(`<title>The ${url}</title><p>${`${url} word `.repeat(30)}</p>${links}`);
      isOut = url === '/' && asked++ === 0;
    }
  });
  let asked = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const start = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const call = ['crawl', start, '--out', join(folder, 'back'), '--concurrency', '1', '--json'];
  expect(JSON.parse((await neardup(call)).stdout)).toMatchObject({ pages: 1, otherTypes: 0, failed: 6 });
  isOut = false;
  const { stdout } = await neardup([...call, '--resume']);
  expect(JSON.parse(stdout)).toMatchObject({ pages: 5, otherTypes: 2, failed: 0 });
  server.close();
});

test('a page that a wall answered is fetched again and kept as it came then; a wall that stays is fetched three times and has no verdict', async () => {
  const names = ['harbour', 'market', 'rowing', 'council', 'opera', 'railway', 'orchard', 'lantern', 'quay'];
  const words = (name: string) => Array.from({ length: 90 }, (_, i) => `${name}${i}`).join(' ');
  const left = new Map([...names.slice(3, 8).map((name) => [name, 1] as const), ['quay', 99]]);
  const asked = new Map<string, number>();
  const server = createServer(({ url = '/' }, response) => {
    const name = url.slice(1);
    asked.set(name, (asked.get(name) ?? 0) + 1);
    const walls = left.get(name) ?? 0;
    left.set(name, walls - 1);
    response.setHeader('content-type', 'text/html');
    if (walls > 0) response.end(`<title>Before you go on</title><p>${words('accept')}</p>`);
    else response.end(`<title>The ${name}</title><p>${name} ${words(name)}</p>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const out = join(folder, 'walled');
  const urls = names.map((name) => `http://127.0.0.1:${port}/${name}`);
  const { stdout } = await neardup(['crawl', ...urls, '--concurrency', '1', '--json', '--out', out]);
  expect(JSON.parse(stdout)).toMatchObject({
    pages: 9,
    unique: 8,
    duplicates: 0,
    unclassifiable: 1,
    failed: 0,
  });
  expect([asked.get('harbour'), asked.get('railway'), asked.get('quay')]).toEqual([1, 2, 3]);
  const kept = (await readFile(join(out, 'pages.jsonl'), 'utf8')).split('\n').filter((line) => line.trim());
  const isWalled = (line: string) => line.includes('Before you go on');
  expect([kept.length, kept.filter(isWalled).map((line) => JSON.parse(line).url)]).toEqual([9, [urls[8]]]);
  server.close();
});

test('pages that a server refuses or asks a login for, for a while, all come; a loop of redirects is entered once', async () => {
  const words = (name: string) => Array.from({ length: 60 }, (_, i) => `${name}${i}`).join(' ');
  const asked: string[] = [];
  const server = createServer(({ url = '/' }, response) => {
    asked.push(url);
    const turn = asked.filter((each) => each.startsWith('/page')).length;
    response.setHeader('content-type', 'text/html');
    if (url.startsWith('/loop')) response.writeHead(302, { location: url });
    else if (turn > 20 && turn <= 35) response.writeHead(403);
    else if (turn > 35 && turn <= 105)
      response.write('<title>Sign in</title><p>Please sign in to go on.</p>');
    else response.write(`<title>${url}</title><p>${words(url.slice(1))}</p>`);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const urls = [...Array.from({ length: 150 }, (_, i) => `page${i}`), 'loop'];
  const { stdout, stderr } = await neardup([
    'crawl',
    ...urls.map((name) => `http://127.0.0.1:${port}/${name}`),
    '--json',
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ pages: 150, unique: 150, unclassifiable: 0, failed: 1 });
  expect(stderr).toMatch(/^failed: \S+loop: Redirected 10 times/m);
  expect(asked.filter((url) => url === '/loop')).toHaveLength(11);
  server.close();
});

test('a redirect is followed with the cookie that it sets, another request has none, and one to another host is counted', async () => {
  const cookies: (string | undefined)[] = [];
  const server = createServer(({ url = '/', headers: { cookie } }, response) => {
    cookies.push(url === '/robots.txt' ? '' : cookie);
    response.setHeader('content-type', 'text/html');
    if (url === '/away') response.writeHead(302, { location: start.replace('127.0.0.1', 'localhost') }).end();
    else if (cookie === undefined)
      response.writeHead(302, { location: url, 'set-cookie': ['seen=1; Path=/', 'lang=en'] }).end();
    else
      response.end(`<title>${url}</title><p>words of ${url}</p><a href="/next">.</a><a href="/away">.</a>`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const start = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { stdout } = await neardup(['crawl', start, '--json', '--concurrency', '1']);
  expect(JSON.parse(stdout)).toMatchObject({ pages: 2, failed: 0, elsewhere: 1 });
  const sent = 'seen=1; lang=en';
  // each page is asked for twice; on the other host it is asked for with no cookie of this one
  expect(cookies.filter((each) => each !== '')).toEqual([
    ...[undefined, sent, undefined, sent, undefined],
    ...[undefined, sent],
  ]);
  server.close();
});

test('a wall that waits for its cookie gets it back from the page that it answered, and from no other', async () => {
  const cookies: (string | undefined)[] = [];
  const server = createServer(({ url = '/', headers: { cookie } }, response) => {
    if (url !== '/robots.txt') cookies.push(cookie);
    response.setHeader('content-type', 'text/html');
    if (cookie !== undefined)
      response.end(`<title>${url}</title><p>words of ${url}</p><a href="/a">.</a><a href="/b">.</a>`);
    else {
      response.setHeader('set-cookie', 'seen=1; Path=/');
      response.end('<title>We value your privacy</title><p>Accept all cookies to continue.</p>');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const start = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { stdout } = await neardup(['crawl', start, '--json', '--concurrency', '1']);
  expect(JSON.parse(stdout)).toMatchObject({ pages: 3, unclassifiable: 0, failed: 0 });
  expect(cookies.filter((cookie) => cookie === undefined)).toHaveLength(3);
  expect(cookies.filter((cookie) => cookie === 'seen=1')).toHaveLength(3);
  server.close();
});

test('a crawl to which nothing but requests for consent came says that these may be walls', async () => {
  const server = createServer((_, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end(
        '<title>We value your privacy</title><p>Accept all cookies to continue.</p><a href="/about">.</a>',
      );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const start = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { stdout } = await neardup(['crawl', start, '--quiet']);
  expect(stdout).toContain(
    'no page with a text of its own came: they may be walls, such as a request for consent',
  );
  server.close();
});

test('a crawl to which one text was sent for everything says that this may be a wall', async () => {
  const server = createServer((_, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end('<title>News</title><p>We and our partners</p><a href="/about">.</a>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const start = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { stdout } = await neardup(['crawl', start, '--quiet']);
  expect(stdout).toContain('all that came says the same: it may be a wall');
  expect((await neardup(['crawl', site.paper, '--quiet'])).stdout).not.toContain('may be a wall');
  server.close();
});

test('a page of plain text is compared as it stands and kept as text, and so its tags are words', async () => {
  const words = Array.from({ length: 90 }, (_, i) => `<b${i}>`).join(' ');
  const server = createServer(({ url = '/' }, response) => {
    const isText = url.startsWith('/text');
    response.setHeader('content-type', isText ? 'text/plain; charset=iso-8859-1' : 'text/html');
    if (!isText) response.end('<p>a list</p><a href="/text1">.</a><a href="/text2">.</a>');
    else response.end(Buffer.from(`caf\u00e9 ${words} <a href="/text3">`, 'latin1'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const out = join(folder, 'plain');
  const start = `http://127.0.0.1:${port}/`;
  const { stdout } = await neardup(['crawl', start, '--json', '--out', out]);
  expect(JSON.parse(stdout)).toMatchObject({ pages: 3, duplicates: 1, otherTypes: 0, failed: 0 });
  const again = await neardup(['dedup', join(out, 'pages.jsonl'), '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ pages: 3, dropped: 1 });
  expect(await readFile(join(out, 'pages.jsonl'), 'utf8')).toContain('"text":"caf\u00e9 <b0> <b1>');
  server.close();
});

test('what crawl --out kept is all that report needs: its clusters, with the texts of their pages', async () => {
  await neardup(['crawl', site.paper, '--follow', '--out', 'c', '--quiet'], { cwd: folder });
  const { code, stdout } = await neardup(['report', 'c', '--json', '--quiet'], { cwd: folder });
  const report = JSON.parse(stdout);
  expect([code, report.clusters, report.notes]).toEqual([0, 4, []]);
  // four originals and the six pages that repeat them
  expect(report.texts).toBe(10);
  expect(await readFile(join(folder, 'c/report.html'), 'utf8')).toContain('data-text-0');
});

test('crawl says in one line what was wrong with the call, and exits with 1 when no page could be had', async () => {
  const wrong = await neardup(['crawl', 'ftp://example.com/']);
  expect([wrong.code, wrong.stderr]).toEqual([
    2,
    'neardup: crawl: expected an http or https URL; got "ftp://example.com/"\n',
  ]);
  const secret = await neardup(['crawl', 'http://127.0.0.1:1/', 'http://me:hush@127.0.0.1:1/']);
  expect([secret.code, secret.stderr]).toEqual([
    2,
    'neardup: crawl: expected a URL without user name and password; got one of 127.0.0.1:1 with them\n',
  ]);
  const gone = await neardup(['crawl', 'http://127.0.0.1:1/']);
  expect([gone.code, gone.stderr]).toEqual([1, expect.stringMatching(/^failed: http:/)]);
});

test('URLs that the site’s own URLs show to lead to a known page are passed over, and fetched with --url-rules off', async () => {
  const asked: string[] = [];
  const words = (name: string) =>
    Array.from({ length: 90 }, (_, i) => `${name.replace(/\W/g, '')}x${i}`).join(' ');
  const server = createServer(({ url = '/' }, response) => {
    asked.push(url);
    const { pathname } = new URL(url, 'http://a');
    const hub = Number(/^\/hub(\d)$/.exec(pathname)?.[1]);
    const products = Array.from({ length: 40 }, (_, i) => `/${'ab'[i % 2]}/p${i}?sid=${hub}`);
    const links = hub > 0 ? [...products, ...(hub < 4 ? [`/hub${hub + 1}`] : [])] : [];
    const anchors = links.map((link) => `<a href="${link}">.</a>`).join('');
    response.setHeader('content-type', 'text/html');
    response.end(`<title>${pathname}</title><p>${words(pathname)}</p>${anchors}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const start = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hub1`;
  const crawled = async (...options: string[]) => {
    asked.length = 0;
    const { stdout } = await neardup(['crawl', start, '--json', '--concurrency', '1', ...options]);
    const { saved, unique } = JSON.parse(stdout);
    return { saved, unique, fetched: asked.filter((url) => url.includes('sid')).length };
  };
  const passing = await crawled();
  expect(passing.unique).toBe(4 + 40);
  expect(passing.saved).toBeGreaterThan(40);
  expect(passing.fetched).toBe(4 * 40 - passing.saved);
  expect(await crawled('--url-rules', 'off')).toEqual({ saved: 0, unique: 4 + 40, fetched: 4 * 40 });
  server.close();
});
