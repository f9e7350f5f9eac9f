import { expect, test } from 'vitest';
import { type PageGrams, shinglePages } from '../../src/flow/index.ts';
import type { Page } from '../../src/index.ts';

/** Pages of some 65 KB, nearly all of it a comment: the workers wait for 8 MiB, not for words. */
async function* pages(count: number): AsyncGenerator<Page> {
  const large = Buffer.alloc(1 << 20);
  const comment = `<!--${' '.repeat(64_000)}-->`;
  for (let i = 0; i < count; i++) {
    const words = Array.from({ length: 200 }, (_, k) => `w${(i * 31 + k * 7) % 5000}`);
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

async function all(stream: AsyncIterable<PageGrams>): Promise<PageGrams[]> {
  const list: PageGrams[] = [];
  for await (const page of stream) list.push(page);
  return list;
}

test('gram sets and facts come in the order of the pages, the same from three threads as from one', async () => {
  const alone = await all(shinglePages(pages(300), {}, 1));
  expect(alone.length).toBe(300);
  // callbacks of a larger set of options cannot go to a thread, and need not
  const options = { multiset: false, onProgress: () => {} };
  expect(await all(shinglePages(pages(300), options, 3))).toEqual(alone);
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
