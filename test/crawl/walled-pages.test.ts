import { load } from 'cheerio';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDeduper, type Deduper, type DeduperOptions } from '../../plugins/crawl/index.ts';
import { failedKind, WalledPages } from '../../plugins/crawl/walled-pages.ts';
import { SketchIndex } from '../../src/index.ts';
import { temporaryFolder } from '../crawlee/crawls.ts';
import { html, prose } from '../crawlee/pages.ts';

const consent = html('Please accept all cookies to continue', 'Before you continue');
const login = html('Please sign in to go on reading this page.', 'Sign in');
const at = (path: number | string, host = 'a.example') => `http://${host}/${path}`;
const seedOf = (url: string) => Number(/\d+$/.exec(url)?.[0]);

/** What is sent for a URL; undefined if nothing can be fetched. */
type Answer = (url: string) => { readonly body?: string; readonly status?: number } | undefined;
const page: Answer = (url) => ({ body: html(prose(seedOf(url)), `Page ${url}`) });

/** A run: a loop of one's own, which is killed or ends. */
class Run {
  readonly deduper: Deduper;
  readonly queue: { readonly url: string; readonly request: string }[] = [];
  readonly fetched: string[] = [];
  readonly came: string[] = [];
  readonly left: string[] = [];

  private constructor(deduper: Deduper) {
    this.deduper = deduper;
    deduper.onReturn(({ url, request, isLeft }) => {
      if (isLeft) this.left.push(url);
      this.queue.push({ url, request });
    });
  }

  /** Opens the index as the next process does. */
  static async begin(directory: string, options: Partial<DeduperOptions> = {}): Promise<Run> {
    const deduper = await createDeduper({ directory, ...options });
    onTestFinished(() => deduper.close());
    const run = new Run(deduper);
    await deduper.resume();
    return run;
  }

  /** Fetches what is in the queue, and what comes back. @param commits how often each claim is committed */
  async fetch(answer: Answer, commits = 1): Promise<this> {
    for (let next = this.queue.shift(); next !== undefined; next = this.queue.shift()) {
      const { url, request } = next;
      this.fetched.push(url);
      const sent = answer(url);
      if (sent === undefined) {
        await this.deduper.giveUp({ key: url });
        continue;
      }
      const claim = await this.deduper.claim({ url, ...sent }, { provisional: { request } });
      for (let i = 0; i < commits; i++) await claim.commit();
      if (claim.verdict.verdict === 'unique') this.came.push(url);
    }
    return this;
  }

  add(urls: readonly string[]): this {
    this.queue.push(...urls.map((url) => ({ url, request: `GET ${url}` })));
    return this;
  }
}

const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i);

const unnamed = html(`Before you go on ${prose(1000, 200)}`, 'Before you go on');

test.each<[string, Answer]>([
  ['a request for consent', () => ({ body: consent })],
  ['a login', () => ({ body: login })],
  ['a status of 403', () => ({ status: 403 })],
  ['a status of 503', () => ({ body: html('busy'), status: 503 })],
  ['a text that only other pages show to be a wall', () => ({ body: unnamed })],
])('the pages behind %s are fetched in the next run, each once', async (_, wall) => {
  const directory = await temporaryFolder();
  const urls = numbers(80).map((i) => at(`article-${i}`));
  const first = await Run.begin(directory);
  await first.add(urls.slice(0, 20)).fetch(page);
  await first.add(urls.slice(20)).fetch(wall);
  await first.deduper.close();
  const second = await Run.begin(directory);
  expect(second.left).toHaveLength(2);
  await second.fetch(page);
  expect(second.came.sort()).toEqual(urls.slice(20).sort());
  expect(second.fetched).toHaveLength(60);
  expect(second.left).toHaveLength(60);
  await second.deduper.close();
  expect((await Run.begin(directory)).queue).toEqual([]);
});

test.each<[string, Answer, Answer?]>([
  ['a request for consent', () => ({ body: consent })],
  ['a text that only other pages show to be a wall', () => ({ body: unnamed })],
  [
    'an error, or none comes',
    (url) => (seedOf(url) % 2 === 0 ? undefined : { status: 500 }),
    () => ({ status: 503 }),
  ],
])(
  'where the answer stays %s, eight runs fetch two pages each, others each time, and then none is fetched',
  async (_, wall, before = wall) => {
    const directory = await temporaryFolder();
    const urls = numbers(100).map((i) => at(`article-${i}`));
    const first = await Run.begin(directory);
    await first.add(urls.slice(0, 20)).fetch(page);
    await first.add(urls.slice(20)).fetch(before);
    await first.deduper.close();
    const fetched: string[][] = [];
    for (let i = 0; i < 10; i++) {
      const run = await (await Run.begin(directory)).fetch(wall);
      fetched.push(run.fetched);
      await run.deduper.close();
    }
    const runs = fetched.slice(0, 8).map((each) => new Set(each));
    expect(runs.map(({ size }) => size)).toEqual(numbers(8).map(() => 2));
    expect(new Set(runs.flatMap((each) => [...each])).size).toBe(16);
    expect(fetched.flat().length).toBeLessThanOrEqual(32);
    expect(fetched.slice(8)).toEqual([[], []]);
  },
);

test('a page that is refused again counts once in its run, however often its claim is committed', async () => {
  const directory = await temporaryFolder();
  const refused: Answer = () => ({ status: 503 });
  const first = await Run.begin(directory);
  await first.add(numbers(40).map((i) => at(i))).fetch(refused);
  await first.deduper.close();
  const fetched: number[] = [];
  for (let i = 0; i < 9; i++) {
    const run = await (await Run.begin(directory)).fetch(refused, 2);
    fetched.push(new Set(run.fetched).size);
    await run.deduper.close();
  }
  expect(fetched).toEqual([...numbers(8).map(() => 2), 0]);
});

test('a page that alone never comes is fetched four times, and those that come once', async () => {
  const directory = await temporaryFolder();
  const urls = numbers(20).map((i) => at(`article-${i}`));
  const fetched: string[] = [];
  for (let i = 0; i < 8; i++) {
    const run = await Run.begin(directory);
    if (i === 0) run.add(urls);
    await run.fetch((url) => (i === 0 || seedOf(url) === 7 ? { body: login } : page(url)));
    if (i > 0) fetched.push(...run.fetched);
    await run.deduper.close();
  }
  const times = (url: string) => fetched.filter((each) => each === url).length;
  expect(urls.filter((url) => times(url) !== 1)).toEqual([urls[7]]);
  // two of the four were in the first run
  expect(times(urls[7]!)).toBe(2);
});

test('one page that is gone, a file or not modified shows as well that a wall has gone', async () => {
  for (const answer of [{ status: 404 }, { status: 304 }, { body: 'x', contentType: 'image/png' }]) {
    const directory = await temporaryFolder();
    const urls = numbers(30).map((i) => at(`article-${i}`));
    const first = await Run.begin(directory);
    await first.add(urls).fetch(() => ({ status: 503 }));
    await first.deduper.close();
    const second = await (await Run.begin(directory)).fetch(() => answer);
    expect(second.fetched.sort()).toEqual([...urls].sort());
    await second.deduper.close();
    expect((await Run.begin(directory)).queue).toEqual([]);
  }
});

test('hosts, crawlers and kinds of walls are tried apart, and each crawler gets its own pages', async () => {
  const directory = await temporaryFolder();
  const first = await createDeduper({ directory });
  first.onReturn(() => undefined);
  const claim = (deduper: Deduper, crawler: string, url: string, sent: object) =>
    deduper
      .claim(
        { url, crawler, ...sent },
        { provisional: { request: `${crawler} ${url}` }, onWall: () => undefined },
      )
      .then((each) => each.commit());
  const walls = [{ body: consent }, { status: 403 }];
  for (const crawler of ['news', 'shop'])
    for (const host of ['a.example', 'b.example'])
      for (const i of numbers(10)) await claim(first, crawler, at(i, host), walls[i % 2]!);
  await first.close();
  const second = await createDeduper({ directory });
  onTestFinished(() => second.close());
  const made: { request: string; crawler: string; url: string }[] = [];
  second.onReturn(({ request, crawler = '', url }) => made.push({ request, crawler, url }));
  await second.resume();
  expect(made).toHaveLength(2 * 2 * 2 * 2);
  expect(made.every(({ request, crawler, url }) => request === `${crawler} ${url}`)).toBe(true);
  const { crawler, url } = made.find((each) => each.crawler === 'shop' && each.url.includes('b.example'))!;
  made.length = 0;
  await claim(second, crawler, url, page(url)!);
  expect(new Set(made.map((each) => new URL(each.url).host))).toEqual(new Set(['b.example']));
});

test('a resume that failed can be tried again', async () => {
  const directory = await temporaryFolder();
  const first = await Run.begin(directory);
  await first.add(numbers(3).map((i) => at(i))).fetch(() => ({ status: 503 }));
  await first.deduper.close();
  const second = await createDeduper({ directory });
  onTestFinished(() => second.close());
  const made: string[] = [];
  second.onReturn(({ url }) => made.push(url));
  vi.spyOn(SketchIndex.prototype, 'notes').mockRejectedValueOnce(new Error('cannot be read for now'));
  await expect(second.resume()).rejects.toThrow('for now');
  await second.resume();
  expect(made).toHaveLength(2);
});

test('processes that share an index get their own pages back, also from an owner that is new', async () => {
  const directory = await temporaryFolder();
  const urls = numbers(10).map((i) => at(`article-${i}`));
  const [a, b] = [await Run.begin(directory, { process: 'a' }), await Run.begin(directory, { process: 'b' })];
  await b.add(urls).fetch(() => ({ body: login }));
  await a.add(urls.slice(0, 3)).fetch(() => ({ body: login }));
  await a.deduper.close();
  await b.deduper.close();
  const later = await Run.begin(directory, { process: 'b' });
  const other = await Run.begin(directory, { process: 'a' });
  await later.fetch(page);
  expect(later.came.sort()).toEqual([...urls].sort());
  await other.fetch((url) => ({ body: html(prose(100 + seedOf(url)), url) }));
  expect(other.came.sort()).toEqual(urls.slice(0, 3));
});

test('what is stored of pages that wait has a limit, however long their requests are', async () => {
  const directory = await temporaryFolder();
  const deduper = await createDeduper({ directory });
  deduper.onReturn(() => undefined);
  for (const i of numbers(30)) {
    const provisional = { request: 'x'.repeat(500_000) };
    await (
      await deduper.claim({ url: at(i), status: 403 }, { provisional, onWall: () => undefined })
    ).commit();
  }
  await deduper.close();
  const index = await SketchIndex.openExisting(directory);
  onTestFinished(() => index.close());
  const characters = [...(await index.notes('walled-page ')).values()].map(
    (each) => JSON.stringify(each).length,
  );
  expect(characters).toHaveLength(11);
});

test('pages that are stored otherwise than this version stores them are left out', async () => {
  const directory = await temporaryFolder();
  const first = await Run.begin(directory);
  await first.add([at(1)]).fetch(() => ({ body: login }));
  await first.deduper.close();
  const index = await SketchIndex.openExisting(directory);
  const [stored] = (await index.notes('walled-page ')).values();
  for (const [name, note] of Object.entries({
    2: {},
    3: { ...stored, url: 3 },
    4: { ...stored, runs: '1' },
    5: [],
  }))
    await index.setNote(`walled-page ${at(name)}`, note);
  await index.close();
  expect((await Run.begin(directory)).left).toEqual([at(1)]);
});

test('pages that could not be fetched come back once one of their host comes after five such, and in the next run', async () => {
  const directory = await temporaryFolder();
  const first = await Run.begin(directory);
  const fail = (paths: readonly number[], host?: string) =>
    Promise.all(paths.map((i) => first.deduper.giveUp({ key: at(i, host), request: `GET ${at(i, host)}` })));
  await fail(numbers(4));
  await first.add([at(100)]).fetch(page);
  expect(first.queue).toEqual([]);
  await fail(numbers(5, 4));
  await fail(numbers(5), 'b.example');
  await first.add([at(101)]).fetch((url) => (seedOf(url) === 7 ? undefined : page(url)));
  // one of them could not be fetched again
  expect(first.came.sort()).toEqual(
    [100, 101, ...numbers(9).filter((i) => i !== 7)].map((i) => at(i)).sort(),
  );
  await first.deduper.close();
  const second = await Run.begin(directory);
  expect(second.left.sort()).toEqual([at(7), at(0, 'b.example'), at(1, 'b.example')].sort());
  await second.fetch(page);
  expect(second.fetched).toHaveLength(6);
});

test('a file in place of a page that could not be fetched shows that the site is back, and is waited for no longer', async () => {
  const directory = await temporaryFolder();
  const first = await Run.begin(directory);
  for (const i of numbers(6)) await first.deduper.giveUp({ key: at(i), request: `GET ${at(i)}` });
  await first.deduper.close();
  const second = await Run.begin(directory);
  const files = [...second.left];
  expect(files).toHaveLength(2);
  second.queue.length = 0;
  for (const key of files) await second.deduper.giveUp({ key, isFile: true });
  expect(second.queue.map(({ url }) => url).sort()).toEqual(
    numbers(6)
      .map((i) => at(i))
      .filter((url) => !files.includes(url)),
  );
  await second.fetch(page);
  await second.deduper.close();
  expect((await Run.begin(directory)).left).toEqual([]);
});

test('a request that was put back into a queue comes in each next run until its page was decided or given up', async () => {
  const directory = await temporaryFolder();
  const first = await Run.begin(directory);
  for (const i of [1, 2, 3]) await first.deduper.retries({ key: at(i), request: `GET ${at(i)}`, returns: i });
  // nothing shows that a wall has gone, or that the site was away
  await first.add(numbers(9, 10).map((i) => at(i))).fetch(page);
  expect(first.queue).toEqual([]);
  await first.deduper.close();
  for (const left of [[1, 2, 3], [2, 3], []]) {
    const deduper = await createDeduper({ directory });
    const returned: object[] = [];
    deduper.onReturn((made) => returned.push(made));
    await deduper.resume();
    expect(returned).toEqual(
      left.map((i) => ({ url: at(i), key: at(i), request: `GET ${at(i)}`, returns: i, isRetried: true })),
    );
    expect(deduper.stats().broughtBack).toBe(0);
    if (left.length === 3) await (await deduper.claim({ url: at(1), body: page(at(1))!.body! })).commit();
    else for (const i of left) await deduper.giveUp({ key: at(i) });
    expect(returned).toHaveLength(left.length);
    await deduper.close();
  }
});

const kept = (i: number, kind: string) => ({ key: at(i), url: at(i), request: `GET ${at(i)}`, kind });
const keysOf = (pages: readonly { readonly key: string }[]) => pages.map(({ key }) => key);

test('failures show that a host was away if they come in a row: a page between them begins the count anew', () => {
  const pages = new WalledPages();
  for (const i of numbers(4)) pages.stayed(kept(i, failedKind));
  expect(pages.came(at(100), at(100)).returned).toEqual([]);
  for (const i of numbers(4, 4)) pages.stayed(kept(i, failedKind));
  expect(pages.came(at(101), at(101)).returned).toEqual([]);
  for (const i of numbers(5, 8)) pages.stayed(kept(i, failedKind));
  expect(pages.came(at(102), at(102)).returned).toHaveLength(13);
});

test('a page that was behind a wall brings back those behind walls, and a host that was away those that failed', () => {
  const pages = new WalledPages();
  for (const i of numbers(3)) pages.stayed(kept(i, failedKind));
  for (const i of [10, 11]) pages.stayed(kept(i, '403'));
  expect(keysOf(pages.came(at(10), at(10)).returned)).toEqual([at(11)]);
  pages.stayed(kept(12, '403'));
  for (const i of numbers(5, 3)) pages.stayed(kept(i, failedKind));
  expect(keysOf(pages.came(at(100), at(100)).returned)).toEqual(numbers(8).map((i) => at(i)));
});

test('a trial that meets its wall counts no run in vain if another page of the same kind has come', () => {
  const pages = new WalledPages();
  const { returned } = pages.restore(numbers(3).map((i) => ({ ...kept(i, 'login'), returns: 0, runs: 7 })));
  expect(keysOf(returned)).toEqual([at(0), at(1)]);
  expect(keysOf(pages.came(at(0), at(0)).returned)).toEqual([at(2)]);
  expect(pages.stayed(kept(1, 'login'))?.runs).toBe(1);
});

test('of the pages of a host after fifty in vain one in twenty is fetched again, and each once one of them has come', () => {
  const pages = new WalledPages();
  const again = (urls: readonly number[]) => urls.filter((i) => pages.next(at(i), at(i)) !== undefined);
  expect(again(numbers(100))).toEqual([...numbers(50), 60, 80]);
  pages.came(at(60), at(60));
  expect(again(numbers(10, 100))).toEqual(numbers(10, 100));
});

test('a page that has come makes room for another one to wait', () => {
  const pages = new WalledPages();
  for (const i of numbers(20)) {
    expect(pages.stayed({ ...kept(i, '403'), request: 'x'.repeat(1_000_000) })).toBeDefined();
    pages.came(at(i), at(i));
  }
});

test('one message above articles that differ from page to page is known as a wall, read as bytes or as a tree', async () => {
  const card = (i: number): string => `<li><a href="/story/${i}">${prose(i, 6)}</a></li>`;
  const page = (title: string, text: string, i: number): string =>
    `<title>${title} - News</title><main><h1>${title}</h1><p>${text}</p><h2>More stories</h2><ul>${[1, 4, 9].map((step) => card((7 * i + step) % 97)).join('')}</ul></main>`;
  const sorry =
    'Our story is on its way to you, please wait here until we have found it, or come back later.';
  for (const asTree of [false, true]) {
    const deduper = await createDeduper({ directory: await temporaryFolder() });
    onTestFinished(() => deduper.close());
    const verdictsOn = async (from: number, count: number, bodyOf: (i: number) => string) => {
      const verdicts: string[] = [];
      for (const i of numbers(count, from)) {
        const body = bodyOf(i);
        const claim = await deduper.claim({
          url: at(`story/${1000 + 37 * i}`),
          ...(asTree ? { dom: load(body).root()[0]! } : { body }),
        });
        verdicts.push(claim.verdict.verdict);
        await claim.commit();
      }
      return verdicts;
    };
    const articles = await verdictsOn(0, 20, (i) => page(prose(500 + i, 4), prose(1000 + i, 200), i));
    expect(new Set(articles)).toEqual(new Set(['unique']));
    const walls = await verdictsOn(20, 12, (i) => page('Please wait', sorry, i));
    expect(walls.slice(-6)).toEqual(Array(6).fill('unclassifiable'));
  }
});
