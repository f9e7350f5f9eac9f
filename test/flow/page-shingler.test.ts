import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { namesAt, PageShingler } from '../../src/flow/index.ts';
import { type Page, shinglePage } from '../../src/index.ts';
import { encodeGrams } from '../../src/store/layout/codec.ts';
import { sketchGrams } from '../../src/store/layout/entries.ts';
import { bytesAsText } from '../bytes-as-text.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function pageOf(bytes: number, seed = 1): Page {
  const words = Array.from({ length: bytes / 8 }, (_, i) => `w${((i * 7919 + seed) % 900_007) + 1_000_000}`);
  const body = `<title>Long</title><main><h1>Long ${seed}</h1><p>${words.join(' ')}</p></main>`;
  return { id: `${seed}`, url: `https://example.org/long-${seed}`, body };
}

/** Expects two results to have the same in them. */
function expectSame(got: object, expected: object): void {
  expect(bytesAsText(got)).toEqual(bytesAsText(expected));
}

/** As a crawl compares it. */
function shingled(page: Page) {
  const read = shinglePage(page);
  return { ...read, identity: namesAt(page.url, read.names, read.qualified).join('\n') };
}

test('a large page goes to a worker and comes back as from this thread; a small one never leaves it', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  const shingler = new PageShingler();
  const small = pageOf(200_000);
  expectSame(await shingler.shingle(small), { ...shingled(small), isNamedByUrl: true });
  expect(posted).not.toHaveBeenCalled();
  const text = pageOf(600_000);
  for (const body of [text.body, Buffer.from(text.body as string)]) {
    const { sketches, ...page } = await shingler.shingle({ ...text, body });
    expectSame(page, { ...shingled({ ...text, body }), isNamedByUrl: true });
    // the time of a claim of a large page is that of its sketches
    expectSame(sketches!, { ...sketchGrams(page.grams), stored: new Uint8Array(encodeGrams(page.grams)) });
    // in one memory, which is moved
    expect(sketches?.stored?.buffer).toBe(page.grams.buffer);
  }
  expect(posted).toHaveBeenCalledTimes(2);
  await shingler.close();
});

test('once many medium pages were read here, one goes to a worker whenever that is idle, and comes back the same', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  const shingler = new PageShingler();
  const medium = (seed: number) => pageOf(350_000, seed);
  const small = pageOf(100_000);
  const comesBackTheSame = async (page: Page) => {
    const { sketches: _, ...read } = await shingler.shingle(page);
    expectSame(read, { ...shingled(page), isNamedByUrl: true });
  };
  for (let i = 0; i < 50; i++) await shingler.shingle(small);
  for (let seed = 0; seed < 11; seed++) await comesBackTheSame(medium(seed));
  expect(posted).not.toHaveBeenCalled();
  await Promise.all([11, 12, 13].map((seed) => comesBackTheSame(medium(seed))));
  expect(posted).toHaveBeenCalledTimes(1);
  await comesBackTheSame(medium(14));
  await comesBackTheSame(small);
  expect(posted).toHaveBeenCalledTimes(2);
  expect(new Set(posted.mock.contexts).size).toBe(1);
  await shingler.close();
});

test('the text of a large page comes back only where it is kept', async () => {
  const page = pageOf(600_000);
  const { text, ...whole } = shingled(page);
  const shingler = new PageShingler({}, 1 << 20, false);
  const { sketches: _, ...read } = await shingler.shingle(page);
  expectSame(read, { ...whole, text: '', isNamedByUrl: true });
  expect(text.length).toBeGreaterThan(500_000);
  await shingler.close();
});

test('at most two workers are started, none before a large page, and all end with it', async () => {
  const ended = vi.spyOn(Worker.prototype, 'terminate');
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  const shingler = new PageShingler();
  const found = await Promise.all([1, 2, 3, 4, 5].map((seed) => shingler.shingle(pageOf(600_000, seed))));
  expect(found.map(({ names }) => names[0])).toEqual([1, 2, 3, 4, 5].map((seed) => `Long ${seed}`));
  expect(new Set(posted.mock.contexts).size).toBe(2);
  await shingler.close();
  expect(ended).toHaveBeenCalledTimes(2);
});

test('a worker that dies fails its pages with the reason, and the next page has another', async () => {
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  const shingler = new PageShingler();
  const lost = shingler.shingle(pageOf(600_000));
  void (posted.mock.contexts[0] as Worker).terminate();
  await expect(lost).rejects.toThrow('expected the answer of a worker thread; got its end with code');
  expect((await shingler.shingle(pageOf(600_000))).grams.length).toBeGreaterThan(40_000);
  await shingler.close();
});

test('a page that comes after the end is shingled in this thread: another worker would keep the process alive', async () => {
  const started = vi.fn();
  process.on('worker', started);
  onTestFinished(() => void process.off('worker', started));
  const shingler = new PageShingler();
  await shingler.shingle(pageOf(600_000));
  expect(started).toHaveBeenCalledTimes(1);
  await shingler.close();
  expect((await shingler.shingle(pageOf(600_000))).grams.length).toBeGreaterThan(40_000);
  expect(started).toHaveBeenCalledTimes(1);
});

test('a process that forgets to close it ends all the same', async () => {
  const flow = new URL('../../dist/src/flow/index.js', import.meta.url);
  const program = `
    import { PageShingler } from ${JSON.stringify(flow)};
    const { grams } = await new PageShingler().shingle({ id: 'a', url: '', body: 'one two three four '.repeat(20_000) });
    console.log(grams.length);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toBe('4\n');
});

describe('a page beyond the limit', () => {
  test.each(['text', 'bytes'])('is cut and judged by its first part, and says so (%s)', async (kind) => {
    const shingler = new PageShingler({}, 1000);
    const whole = '<p>ä few words that come again and again</p>'.repeat(50);
    const body = kind === 'text' ? whole : Buffer.from(whole);
    const cut = kind === 'text' ? whole.slice(0, 1000) : Buffer.from(whole).subarray(0, 1000);
    const judged = await shingler.shingle({ id: 'a', url: '', body });
    expect(judged).toEqual({ ...shingled({ id: 'a', url: '', body: cut }), truncatedFrom: body.length });
    expect(await shingler.shingle({ id: 'b', url: '', body: cut })).not.toHaveProperty('truncatedFrom');
  });

  test('of which its reader has cut off more keeps what that says', async () => {
    const shingler = new PageShingler({}, 1000);
    const page = { id: 'a', url: '', body: 'word '.repeat(300), truncatedFrom: 9000 };
    expect((await shingler.shingle(page)).truncatedFrom).toBe(9000);
  });
});
