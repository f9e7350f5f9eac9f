import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, type MockInstance, test, vi } from 'vitest';
import { type PageGrams, shinglePages } from '../../src/flow/index.ts';
import { countedGramSet, gramSet, splitUnits, wordFourGrams } from '../../src/grams/grams.ts';
import type { DeduplicateOptions, Page } from '../../src/index.ts';
import { textProfile } from '../../src/methods/text-profile.ts';
import { messageDigest } from '../../src/site/message.ts';

/** Pages of some 65 KB, nearly all of it a comment. */
async function* pages(count: number): AsyncGenerator<Page> {
  const large = Buffer.alloc(1 << 20);
  const comment = `<!--${' '.repeat(64_000)}-->`;
  for (let i = 0; i < count; i++) {
    const words = Array.from({ length: 200 }, (_, k) => `w${(i * 31 + (k % 90) * 7) % 5000}`);
    const html = `<html><title>${i}</title><body><p>${words.join(' ')}</p>${comment}</body></html>`;
    // a view into a larger buffer, as readers cut pages out of what they read
    const length = large.write(html, 1000);
    yield {
      id: `page ${i}`,
      url: `https://example.org/${i}`,
      body: new Uint8Array(large.subarray(1000, 1000 + length)),
    };
  }
}

/** The same, of which the sixth and later ones come once a worker has started. */
async function* pagesForWorkers(count: number, sent: MockInstance): AsyncGenerator<Page> {
  let number = 0;
  for await (const page of pages(count)) {
    if (++number === 6) await once(sent.mock.contexts[0] as Worker, 'message');
    yield page;
  }
}

async function all(stream: AsyncIterable<PageGrams>): Promise<PageGrams[]> {
  const list: PageGrams[] = [];
  for await (const page of stream) list.push(page);
  return list;
}

test('gram sets and facts come in the order of the pages, the same from three threads as from one', async () => {
  const alone = await all(shinglePages(pages(300), {}, 1));
  expect(alone.length).toBe(300);
  // callbacks of a larger set of options cannot go to a thread, and need not
  const options: DeduplicateOptions = { onProgress: () => {} };
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  try {
    expect(await all(shinglePages(pagesForWorkers(300, sent), options, 3))).toEqual(alone);
    expect(new Set(sent.mock.contexts).size).toBe(2);
  } finally {
    sent.mockRestore();
  }
});

test('where no gram is to be marked that crosses, none is in any thread', async () => {
  const bounded = async function* (given: AsyncIterable<Page>): AsyncGenerator<Page> {
    for await (const page of given) {
      const html = Buffer.from(page.body as Uint8Array).toString();
      yield { ...page, body: html.replace('<p>', `<h1>Name ${page.id}</h1><p>`) };
    }
  };
  const marked = (pages: readonly PageGrams[]) =>
    pages.filter(({ facts }) => facts.boundary !== undefined).length;
  expect(marked(await all(shinglePages(bounded(pages(50)), {}, 1)))).toBe(50);
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  try {
    const given = bounded(pagesForWorkers(50, sent));
    expect(marked(await all(shinglePages(given, { boundaries: false }, 2)))).toBe(0);
    expect(sent.mock.calls.length).toBeGreaterThan(1);
  } finally {
    sent.mockRestore();
  }
});

test('grams that cross are marked in texts that were taken out of HTML, whichever page of an equal text comes first', async () => {
  const sentence = 'ten words of running text that stand below a heading';
  const kinds = ['text/plain', 'text/html', 'text/plain', 'text/html'];
  const given = async function* (): AsyncGenerator<Page> {
    for (const [i, contentType] of kinds.entries()) {
      const body = contentType === 'text/html' ? `<h1>Name</h1><p>${sentence}</p>` : `Name\n${sentence}`;
      yield { id: `${i}`, url: `https://example.org/${i}`, body, contentType };
    }
  };
  const marked = async (boundaries: boolean) =>
    (await all(shinglePages(given(), { boundaries }, 1))).map(({ facts }) => facts.boundary !== undefined);
  expect(await marked(true)).toEqual([false, true, false, true]);
  expect(await marked(false)).toEqual([false, false, false, false]);
});

test('bytes of pages are moved to a thread in one buffer, and those of the caller stay with the caller', async () => {
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  const own: Page[] = [];
  const kept = (async function* () {
    for await (const page of pagesForWorkers(200, sent)) {
      own.push(page);
      yield page;
    }
  })();
  try {
    await all(shinglePages(kept, {}, 2));
    // the first message starts the worker, without pages
    expect(sent.mock.calls.length).toBeGreaterThan(1);
    for (const [request, moved] of sent.mock.calls.slice(1)) {
      const bodies = (request as { pages: Page[] }).pages.map(({ body }) => body as Uint8Array);
      expect(moved).toEqual([bodies[0]!.buffer]);
      for (const { buffer } of bodies) expect(buffer).toBe(bodies[0]!.buffer);
    }
    for (const { body } of own) expect(body.length).toBeGreaterThan(64_000);
  } finally {
    sent.mockRestore();
  }
});

test('pages may be objects of a class, and have what cannot be sent to a thread', async () => {
  class OwnPage implements Page {
    readonly #page: Page;
    readonly log = (): void => {};
    constructor(page: Page) {
      this.#page = page;
    }
    get id(): string {
      return this.#page.id;
    }
    get url(): string {
      return this.#page.url;
    }
    get body(): Page['body'] {
      return this.#page.body;
    }
    get fetchedAt(): string {
      return '2026-01-01';
    }
  }
  async function* own(given: AsyncIterable<Page>): AsyncGenerator<Page> {
    for await (const page of given) yield new OwnPage(page);
  }
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  try {
    const shingled = await all(shinglePages(own(pagesForWorkers(16, sent)), {}, 2));
    expect(shingled).toEqual(await all(shinglePages(own(pages(16)), {}, 1)));
    expect(sent.mock.calls.length).toBeGreaterThan(1);
  } finally {
    sent.mockRestore();
  }
});

test('a worker starts with the first pages, and takes its part of an input of a megabyte once it is there', async () => {
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  try {
    const shingled = await all(shinglePages(pagesForWorkers(16, sent), {}, 2));
    expect(shingled).toEqual(await all(shinglePages(pages(16), {}, 1)));
    const shared = sent.mock.calls.flatMap(([request]) => (request as { pages: Page[] }).pages);
    expect(shared.length).toBeGreaterThan(0);
  } finally {
    sent.mockRestore();
  }
});

test('no page waits for a worker that has yet to start', async () => {
  const sent = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(() => {});
  try {
    expect((await all(shinglePages(pages(100), {}, 2))).length).toBe(100);
    expect(sent.mock.calls.map(([request]) => (request as { pages: Page[] }).pages)).toEqual([[]]);
  } finally {
    sent.mockRestore();
  }
});

test('an error of the reader reaches the caller from behind the workers', async () => {
  const failing = (async function* () {
    yield* pages(300);
    throw new Error('the dump ended badly');
  })();
  await expect(all(shinglePages(failing, {}, 2))).rejects.toThrow('the dump ended badly');
});

test('a caller that stops early lets go of the reader', async () => {
  let released = false;
  const watched = (async function* () {
    try {
      yield* pages(300);
    } finally {
      released = true;
    }
  })();
  for await (const { facts } of shinglePages(watched, {}, 2)) if (facts.id === 'page 250') break;
  expect(released).toBe(true);
});

test('at most sixteen batches of half a megabyte are under way for each thread, the last may be one page, and workers end with the input', async () => {
  const sent = vi.spyOn(Worker.prototype, 'postMessage');
  const ended = vi.spyOn(Worker.prototype, 'terminate');
  let read = 0;
  const counted = (async function* () {
    // six pages until a worker has started, 66 batches of nine, and one page
    for await (const page of pagesForWorkers(601, sent)) {
      read++;
      yield page;
    }
  })();
  let done = 0;
  let ahead = 0;
  for await (const _ of shinglePages(counted, {}, 2)) ahead = Math.max(ahead, read - ++done);
  expect(done).toBe(601);
  // A batch of nine pages goes to the only worker at least; the first page of 32 has been read at most.
  expect(ahead).toBeGreaterThanOrEqual(9);
  expect(ahead).toBeLessThanOrEqual(32 * 9 - 1);
  expect(ended).toHaveBeenCalledTimes(1);
  ended.mockRestore();
  sent.mockRestore();
});

test('facts say what a page is, and what the input does not say is empty', async () => {
  async function* two(): AsyncGenerator<Page> {
    yield {
      ...{ id: 'a', url: 'http://a/', fetchedAt: '2024-01-01', truncatedFrom: 99 },
      body: '<title>Of birds</title><body><h1>Some birds</h1><p>some words about birds that fly, and of some that do not',
    };
    yield { id: 'b', url: '', body: Buffer.from('wörd'), contentType: 'text/plain' };
  }
  const [a, b] = (await all(shinglePages(two(), {}))).map(({ facts }) => facts);
  expect(a).toMatchObject({ id: 'a', url: 'http://a/', fetchedAt: '2024-01-01', truncatedFrom: 99 });
  expect(a.names.length).toBeGreaterThan(0);
  expect(b).toEqual({
    ...{ id: 'b', url: '', fetchedAt: '', kind: 'article', names: [] },
    ...{ textLength: 4, bodyLength: 5, truncatedFrom: 0 },
  });
});

test('pages of one text have each the digest of what is left of it without its own address', async () => {
  const text = 'Sorry: /news/harbour was moved to another part of this site';
  const urls = ['/sport/rowing', '/news/harbour', '/sport/sailing'].map((path) => `https://a.example${path}`);
  async function* atEach(): AsyncGenerator<Page> {
    for (const url of urls) yield { id: url, url, body: text, contentType: 'text/plain' };
  }
  const messages = (await all(shinglePages(atEach(), {}))).map(({ facts }) => facts.message);
  expect(messages).toEqual(urls.map((url) => messageDigest(text, url)));
  expect(messages[1]).not.toBe(messages[0]);
});

test('frequencies are the counts of the grams, of a multiset 1 each, and the profile of the words', async () => {
  const text = 'again and again and again and once more';
  async function* one(): AsyncGenerator<Page> {
    yield { id: 'a', url: '', body: text, contentType: 'text/plain' };
  }
  const words = countedGramSet(splitUnits(text, 'word'), 1);
  const profile = textProfile(words.grams, words.counts);
  for (const gram of [{ unit: 'word', q: 2 }, { unit: 'char', q: 3 }, undefined] as const) {
    const spec = gram ?? wordFourGrams;
    const asked = gram === undefined ? {} : { gram };
    const { counts } = countedGramSet(splitUnits(text, spec.unit), spec.q);
    const [set] = await all(shinglePages(one(), { ...asked, frequencies: true }));
    expect(set).toMatchObject({ grams: gramSet(text, spec), frequencies: { counts, profile } });
    const [multiset] = await all(shinglePages(one(), { ...asked, frequencies: true, multiset: true }));
    const grams = gramSet(text, spec, true);
    expect(multiset.grams).toEqual(grams);
    expect(multiset.frequencies).toEqual({ counts: new Uint32Array(grams.length).fill(1), profile });
    expect((await all(shinglePages(one(), asked)))[0].frequencies).toBeUndefined();
  }
});
