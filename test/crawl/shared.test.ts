import { existsSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createDeduper,
  type Deduper,
  type DeduperOptions,
  type RequestToMake,
} from '../../plugins/crawl/index.ts';
import { encodeFrame, framesIn } from '../../plugins/crawl/shared/frames.ts';
import { PROTOCOL_VERSION } from '../../plugins/crawl/shared/messages.ts';
import { ShareError } from '../../plugins/crawl/shared/share-error.ts';
import { SketchIndex } from '../../src/index.ts';
import { IndexError } from '../../src/store/index.ts';
import { runCrawl } from '../crawlee/crawl-runs.ts';
import { serve, temporaryFolder } from '../crawlee/crawls.ts';
import { html, page, prose } from '../crawlee/pages.ts';

/** A deduper of one of several processes; here all are in one, and each goes through the socket like any other. */
async function open(
  directory: string,
  process: string,
  options: Partial<DeduperOptions> = {},
): Promise<Deduper> {
  const deduper = await createDeduper({ directory, process, ...options });
  onTestFinished(() => deduper.close());
  return deduper;
}

const at = (path: string) => `http://a.example${path}`;
const claimed = (deduper: Deduper, path: string, seed: number, request?: string) =>
  deduper.claim(
    { url: at(path), body: page(seed) },
    request === undefined ? {} : { provisional: { request } },
  );

async function gathered<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

describe('processes that share an index', () => {
  test('refuse a page with more grams than one can send the other, and go on', async () => {
    const folder = await temporaryFolder();
    await open(folder, 'a');
    const b = await open(folder, 'b');
    const content = { grams: new BigUint64Array(2 ** 25) };
    const large = b.claim({ isRead: true, key: at('/large'), url: at('/large'), content });
    await expect(large).rejects.toThrow(/^frame: expected 4 to 268435456 bytes; got 268435\d\d\d/);
    expect(await (await claimed(b, '/1', 1)).commit()).toBe(true);
  });

  test('take each other’s pages for copies, tell pages of one URL apart, and have the same counts and verdicts', async () => {
    const folder = await temporaryFolder();
    const [a, b] = [await open(folder, 'a'), await open(folder, 'b')];
    await (await claimed(a, '/1', 1)).commit();
    const copy = await claimed(b, '/1', 1);
    await copy.commit();
    await (await claimed(b, '/2', 2)).commit();
    expect(copy.verdict).toMatchObject({
      ...{ verdict: 'duplicate', key: at('/1'), crawler: 'b', replayed: false },
      of: { key: at('/1'), crawler: 'a' },
    });
    expect((await claimed(b, '/1', 1)).verdict.replayed).toBe(true);
    expect((await claimed(a, '/2', 2)).verdict).toMatchObject({ verdict: 'duplicate', of: { crawler: 'b' } });
    expect([a.counts, b.counts]).toEqual([a.counts, a.counts]);
    const verdicts = await Promise.all([a, b].map((each) => gathered(each.verdicts())));
    expect(verdicts[1]).toEqual(verdicts[0]);
    expect(verdicts[0]).toHaveLength(3);
  });

  test('each have the same result of a claim that is committed twice, and are told by its code why one is refused', async () => {
    const folder = await temporaryFolder();
    for (const deduper of [await open(folder, 'a'), await open(folder, 'b')]) {
      const claim = await claimed(deduper, '/1', 1);
      expect([await claim.commit(), await claim.commit()]).toEqual([true, true]);
      await expect(claimed(deduper, '/\ud800', 2)).rejects.toMatchObject({ code: 'NEARDUP_ARGUMENT' });
    }
  });

  test('get the reason why a claim was aborted while it waited for a page of another process, and the next one waits on', async () => {
    const folder = await temporaryFolder();
    const [a, b] = [await open(folder, 'a'), await open(folder, 'b')];
    const first = await claimed(a, '/1', 1);
    const stop = new AbortController();
    const read = await b.read({ url: at('/aborted'), body: page(1) });
    const aborted = b.claim(read, { signal: stop.signal });
    // the owner answers this after it has got the claim
    expect(await b.conditionalHeaders({ url: at('/aborted') })).toEqual({});
    const waiting = claimed(b, '/waits', 1);
    const reason = new Error('the handler has no more time');
    stop.abort(reason);
    await expect(aborted).rejects.toBe(reason);
    await first.commit();
    expect((await waiting).verdict).toMatchObject({ verdict: 'duplicate', of: { key: at('/1') } });
  });

  test('check again what any of them stored, and each gets the same pages', async () => {
    const folder = await temporaryFolder();
    const [a, b] = [await open(folder, 'a'), await open(folder, 'b')];
    const form = prose(99, 200);
    const names = 'harbour market rowing council opera railway orchard lantern ferry'.split(' ');
    for (const [i, name] of names.entries()) {
      const body = html(`${name} ${prose(i, 14)} ${form}`, `The ${name}`);
      await (await [a, b][i % 2].claim({ url: at(`/${name}/${name}`), body })).commit();
    }
    const [ofOwner, ofOther] = await Promise.all([a, b].map((each) => gathered(each.recheck())));
    expect(ofOwner.length).toBeGreaterThan(0);
    expect(ofOther).toEqual(ofOwner);
  });

  test('leave the index alone once they are closed: it can be opened by itself when the owner is closed, too', async () => {
    const folder = await temporaryFolder();
    const [a, b] = [await open(folder, 'a'), await open(folder, 'b')];
    await (await claimed(b, '/1', 1)).commit();
    await b.close();
    await a.close();
    await expect(claimed(b, '/2', 2)).rejects.toMatchObject({ code: 'NEARDUP_INDEX_CLOSED' });
    const index = await SketchIndex.openExisting(folder);
    expect(index.counts.decided).toBe(1);
    await index.close();
  });

  test('wait for each other’s pages in work, and bring back the copies of those that fail', async () => {
    const folder = await temporaryFolder();
    const [a, b] = [await open(folder, 'a'), await open(folder, 'b')];
    const made: [string, string | undefined][] = [];
    b.onReturn(({ request, key }) => made.push([request, key]));
    const first = await claimed(a, '/1', 1);
    const waiting = claimed(b, '/waits', 1);
    const copy = await claimed(b, '/copy', 1, 'GET /copy');
    expect(copy.verdict.provisional).toBe(true);
    expect(await copy.commit()).toBe(true);
    await first.commit();
    expect((await waiting).verdict.verdict).toBe('duplicate');
    const second = await claimed(b, '/2', 2);
    const other = await claimed(a, '/other', 2, 'GET /other');
    await other.commit();
    a.onReturn(({ request, key }) => made.push([request, key]));
    await second.release();
    expect(made).toEqual([['GET /other', at('/other')]]);
  });

  test('fetch a copy that was not sent again (304) when its original, of another process, is gone: before that is known or after', async () => {
    const folder = await temporaryFolder();
    const [a, b] = [await open(folder, 'a'), await open(folder, 'b')];
    const returned: string[] = [];
    b.onReturn(({ request }) => returned.push(request));
    const answered = async (deduper: Deduper, path: string, status: number) =>
      (await deduper.claim({ url: at(path), status }, { provisional: { request: path } })).commit();
    for (const seed of [1, 2]) {
      await (await claimed(a, `/${seed}`, seed)).commit();
      await (await claimed(b, `/copy-${seed}`, seed, `/copy-${seed}`)).commit();
    }
    await answered(a, '/1', 404);
    await answered(b, '/copy-1', 304);
    await answered(b, '/copy-2', 304);
    await answered(a, '/2', 404);
    await expect.poll(() => returned).toEqual(['/copy-1', '/copy-2']);
  });

  test('say of their own pages by their own keys that they cannot be had, and ask for them by what was sent along', async () => {
    const folder = await temporaryFolder();
    const [a, b] = [await open(folder, 'a'), await open(folder, 'b')];
    const made: (string | undefined)[] = [];
    a.onReturn(() => false);
    b.onReturn(({ key }) => made.push(key));
    const first = await claimed(a, '/1', 1);
    for (const path of ['/x', '/y']) await (await claimed(b, path, 1, `GET ${path}`)).commit();
    await first.release();
    await b.giveUp({ key: at('/x') });
    await b.settled();
    expect(made).toEqual([at('/x'), at('/y')]);
    const validators = { etag: '"1"' };
    await (await b.claim({ url: at('/z'), body: page(3), validators })).commit();
    expect(await b.conditionalHeaders({ url: at('/z') })).toEqual({ 'if-none-match': '"1"' });
    expect(await a.conditionalHeaders({ url: at('/z') })).toEqual({});
  });

  test('have given up what is claimed by one of them that goes', async () => {
    const folder = await temporaryFolder();
    const [a, b] = [await open(folder, 'a'), await open(folder, 'b')];
    await claimed(b, '/1', 1);
    const waiting = claimed(a, '/copy', 1);
    await b.close();
    expect((await waiting).verdict.verdict).toBe('unique');
  });

  test('go on when the owner goes: what was asked of it is asked of the next, and what was in work can be committed', async () => {
    const folder = await temporaryFolder();
    const [a, b, c] = [await open(folder, 'a'), await open(folder, 'b'), await open(folder, 'c')];
    const [inWork, held] = [await claimed(b, '/1', 1), await claimed(a, '/2', 2)];
    const waiting = claimed(c, '/2', 2);
    await a.close();
    expect(await inWork.commit()).toBe(true);
    expect((await waiting).verdict.verdict).toBe('unique');
    expect((await claimed(c, '/copy', 1)).verdict).toMatchObject({
      verdict: 'duplicate',
      of: { crawler: 'b' },
    });
    expect(await b.conditionalHeaders({ url: at('/1') })).toEqual({});
    await expect(held.commit()).rejects.toMatchObject({ code: 'NEARDUP_INDEX_CLOSED' });
  });

  test('are not asked for a page again that they have in work when its owner goes, though it was brought back before', async () => {
    const folder = await temporaryFolder();
    const [a, b] = [await open(folder, 'a'), await open(folder, 'b')];
    const made: string[] = [];
    b.onReturn(({ request }) => made.push(request));
    const first = await claimed(a, '/1', 1);
    await (await claimed(b, '/copy', 1, 'GET /copy')).commit();
    await first.release();
    const again = await claimed(b, '/copy', 1, 'GET /copy');
    await a.close();
    // the next owner finds in the index that the page was in work
    await b.settled();
    expect(made).toEqual(['GET /copy']);
    expect(await again.commit()).toBe(true);
  });

  test('are not asked for a page that they claimed again, however often its claim before was released', async () => {
    const folder = await temporaryFolder();
    const [a, b] = [await open(folder, 'a'), await open(folder, 'b')];
    const made: RequestToMake[] = [];
    for (const each of [a, b]) each.onReturn((request) => made.push(request));
    const before = await claimed(b, '/1', 1, 'GET /1');
    const again = await claimed(b, '/1', 1, 'GET /1');
    for (let i = 0; i < 2; i++) await before.release();
    await a.close();
    await b.settled();
    expect(await again.commit()).toBe(true);
    await b.settled();
    expect(made).toEqual([]);
  });

  test('bring back, as their own, what a process left that is gone', async () => {
    const folder = await temporaryFolder();
    const first = [await open(folder, 'a'), await open(folder, 'b')];
    const held = await claimed(first[0], '/1', 1);
    const copy = await claimed(first[1], '/copy', 1, 'GET /copy');
    await copy.commit();
    await first[1].close();
    const refused: string[] = [];
    const taken: unknown[] = [];
    first[0].onReturn(({ request }) => {
      refused.push(request);
      return false;
    });
    const c = await open(folder, 'c');
    c.onReturn((request) => void taken.push(request));
    await held.release();
    expect(refused).toEqual(['GET /copy']);
    expect(taken).toEqual([{ request: 'GET /copy', url: at('/copy'), returns: 1, isAdopted: true }]);
    expect(c.stats().provisional).toBe(0);
    expect((await claimed(c, '/copy', 1)).verdict.verdict).toBe('unique');
  });

  test.each([
    ['a', 'b'],
    ['b', 'a'],
  ])('have a request that %s cannot make any more made by %s', async (...names) => {
    const folder = await temporaryFolder();
    const opened = { a: await open(folder, 'a'), b: await open(folder, 'b') };
    const [over, other] = names.map((name) => opened[name as 'a' | 'b']);
    const made: RequestToMake[] = [];
    over.onReturn(() => false);
    other.onReturn((request) => made.push(request));
    const first = await claimed(other, '/1', 1);
    await (await claimed(over, '/copy', 1, 'GET /copy')).commit();
    await first.release();
    expect(made).toEqual([{ request: 'GET /copy', url: at('/copy'), returns: 1, isAdopted: true }]);
    expect(opened.a.stats().provisional).toBe(0);
  });

  test('pass a request of a process that is gone on until one of them can make it', async () => {
    const folder = await temporaryFolder();
    const [a, b] = [await open(folder, 'a'), await open(folder, 'b')];
    const [c, gone] = [await open(folder, 'c'), await open(folder, 'gone')];
    const made: string[] = [];
    a.onReturn(() => false);
    b.onReturn(() => false);
    c.onReturn(({ request, isAdopted }) => made.push(`${request} ${isAdopted}`));
    const first = await claimed(a, '/1', 1);
    await (await claimed(gone, '/copy', 1, 'GET /copy')).commit();
    await gone.close();
    await first.release();
    expect(made).toEqual(['GET /copy true']);
  });

  test('have an index that is not opened without a name, as each of its pages would be a copy of itself then', async () => {
    const folder = await temporaryFolder();
    const a = await open(folder, 'a');
    await (await claimed(a, '/1', 1)).commit();
    await a.close();
    await expect(createDeduper({ directory: folder })).rejects.toMatchObject({
      code: 'NEARDUP_INDEX_PARAMETERS',
      message: expect.stringMatching(
        /^the index in .*: its pages belong to processes .* give this one its name, too/,
      ),
    });
    expect((await claimed(await open(folder, 'a'), '/1', 1)).verdict.replayed).toBe(true);
  });

  test('refuse one of a name that is there, with other options, or that would purge', async () => {
    const folder = await temporaryFolder();
    await open(folder, 'a');
    const refused = (process: string, options: Partial<DeduperOptions> = {}) =>
      createDeduper({ directory: folder, process, ...options });
    await expect(refused('a')).rejects.toMatchObject({ code: 'NEARDUP_PROCESS_NAME' });
    // an error of the process that has the index is of its class here, too
    await expect(refused('a')).rejects.toBeInstanceOf(ShareError);
    await expect(refused('b', { threshold: 0.9 })).rejects.toBeInstanceOf(IndexError);
    await expect(refused('b', { threshold: 0.9 })).rejects.toMatchObject({
      code: 'NEARDUP_INDEX_PARAMETERS',
    });
    await expect(refused('b', { purge: true })).rejects.toMatchObject({ code: 'NEARDUP_INDEX_LOCKED' });
    await expect(refused('b/c')).rejects.toThrow(/process: expected a name of letters/);
  });

  test('a claim that is aborted while it waits for a page of another process ends with its signal’s reason', async () => {
    const folder = await temporaryFolder();
    const [a, b] = [await open(folder, 'a'), await open(folder, 'b')];
    await claimed(a, '/1', 1);
    const controller = new AbortController();
    const waiting = b.claim({ url: at('/copy'), body: page(1) }, { signal: controller.signal });
    controller.abort(new Error('no longer wanted'));
    await expect(waiting).rejects.toThrow('no longer wanted');
  });

  test('their socket is the user’s alone; whoever speaks another version, or no frames at all, is refused and harms nobody', async () => {
    const folder = await temporaryFolder();
    const a = await open(folder, 'a');
    if (process.platform !== 'win32') expect(statSync(join(folder, 'OWNER')).mode & 0o777).toBe(0o600);
    const answers = async (sent: Buffer) => {
      const socket = connect(join(folder, 'OWNER'));
      socket.end(sent);
      const frames = [];
      for await (const { message } of framesIn(socket)) frames.push(message);
      return frames;
    };
    const hello = { version: PROTOCOL_VERSION + 1, process: 'b', comparison: {} };
    expect(await answers(encodeFrame({ call: 1, operation: 'hello', body: hello }))).toMatchObject([
      { answer: 1, error: { code: 'NEARDUP_PROCESS_VERSION' } },
    ]);
    expect(await answers(encodeFrame({ call: 1, operation: 'get', body: {} }))).toMatchObject([
      { error: { message: expect.stringMatching(/expected hello/) } },
    ]);
    expect(await answers(Buffer.alloc(64, 0xff))).toEqual([]);
    expect(await answers(Buffer.from([0, 0, 0, 8, 0, 0, 0, 9, 1, 2, 3, 4]))).toEqual([]);
    expect((await claimed(a, '/1', 1)).verdict.verdict).toBe('unique');
  });
});

test('frames come out as they went in, however they are cut', async () => {
  const bytes = Buffer.concat([
    encodeFrame({ a: 'ä' }, Buffer.from([1, 2])),
    encodeFrame(7),
    encodeFrame(null),
  ]);
  for (const size of [1, 3, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
    const frames = await gathered(
      framesIn(
        (async function* () {
          yield* pieces;
        })(),
      ),
    );
    expect(frames.map(({ message }) => message)).toEqual([{ a: 'ä' }, 7, null]);
    expect([...frames[0].bytes]).toEqual([1, 2]);
  }
});

describe('two processes that crawl one site', () => {
  const groups = 40;
  const contentOf = (url: string) => Number(new URL(url, 'http://a').pathname.slice(1)) % groups;
  const site = () =>
    serve((request, response) => {
      response.setHeader('content-type', 'text/html').end(page(contentOf(request.url ?? '')));
    });
  const paths = Array.from({ length: 3 * groups }, (_, i) => `/${i}`);
  const plans = async (killAfter?: number) => {
    const origin = await site();
    const directory = await temporaryFolder();
    return Promise.all(
      ['a', 'b'].map(async (process) => ({
        ...{ origin, paths: process === 'a' ? paths : [...paths].reverse(), concurrency: 4, handlerMs: 20 },
        folder: await temporaryFolder(),
        shared: { directory, process },
        ...(killAfter !== undefined && process === 'a' && { killAfter }),
      })),
    );
  };
  const uniques = async (directory: string) => {
    const index = await SketchIndex.openExisting(directory);
    const found: number[] = [];
    for await (const { verdict, url } of index.verdicts())
      if (verdict === 'unique') found.push(contentOf(url));
    const { provisional } = index;
    await index.close();
    return { found: found.sort((x, y) => x - y), provisional };
  };
  const all = Array.from({ length: groups }, (_, i) => i);

  test('handle each content once between them', async () => {
    const [a, b] = await plans();
    const first = runCrawl(a);
    const runs = await Promise.all([first, runCrawl(b)]);
    const handled = runs.flatMap((run) => run.handled.map(({ key }) => contentOf(key)));
    expect(handled.sort((x, y) => x - y)).toEqual(all);
    expect(runs.map(({ end }) => [end?.finished, end?.failed])).toEqual([
      [paths.length, 0],
      [paths.length, 0],
    ]);
    expect(await uniques(a.shared.directory)).toEqual({ found: all, provisional: 0 });
  });

  test('store each content once when the one that has the index is killed with kill -9', async () => {
    const [a, b] = await plans(8);
    const first = runCrawl(a);
    // the first to come has the index
    await expect.poll(() => existsSync(join(a.shared.directory, 'OWNER'))).toBe(true);
    const [killed, second] = await Promise.all([first, runCrawl(b)]);
    expect(killed.end).toBeUndefined();
    expect(second.end).toMatchObject({ finished: expect.any(Number), failed: 0 });
    expect(await uniques(a.shared.directory)).toEqual({ found: all, provisional: 0 });
    // what the killed process had in work, four pages at most, may be handled again
    const handled = [...killed.handled, ...second.handled].map(({ key }) => contentOf(key));
    expect(new Set(handled).size).toBe(groups);
    expect(handled.length).toBeLessThanOrEqual(groups + 4);
  });
});
