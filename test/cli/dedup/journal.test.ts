import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal } from '../../../plugins/cli/dedup/journal.ts';
import type { PageGrams } from '../../../src/flow/index.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-journal-'));
  path = join(folder, 'journal');
});
afterEach(() => rm(folder, { recursive: true }));

const call = { inputs: ['a.warc'], gram: 'word:4' };

function pageGrams(number: number): PageGrams {
  return {
    facts: {
      id: `<urn:${number}> é\n`,
      url: `https://example.org/${number}`,
      fetchedAt: '',
      kind: 'article',
      names: [`page ${number}`],
      textLength: number,
      bodyLength: 2 * number,
      truncatedFrom: 0,
    },
    grams: BigUint64Array.from({ length: number }, (_, i) => BigInt(i) * 2n ** 60n),
  };
}

const pages = Array.from({ length: 12 }, (_, number) => pageGrams(number));

async function* each<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test('a resumed journal replays the pages that were kept, in order and whole', async () => {
  const journal = await Journal.create(path, call);
  expect(await all(journal.keep(each(pages)))).toEqual(pages);
  await journal.close();
  const resumed = await Journal.resume(path, call);
  expect(await all(resumed!.replay())).toEqual(pages);
  await resumed!.close();
});

test('frequencies of grams and words are replayed with their pages', async () => {
  const counted = pages.map((page, number) => ({
    ...page,
    frequencies: { counts: new Uint32Array(number).fill(number), profile: 2n ** 63n + BigInt(number) },
  }));
  const journal = await Journal.create(path, call);
  await all(journal.keep(each(counted)));
  await journal.close();
  const resumed = await Journal.resume(path, call);
  expect(await all(resumed!.replay())).toEqual(counted);
  await resumed!.close();
});

test('a journal cut anywhere replays exactly the pages before the cut, and can be gone on with', async () => {
  const whole = await Journal.create(path, call);
  await all(whole.keep(each(pages)));
  await whole.close();
  const bytes = await readFile(path);
  let most = 0;
  for (let size = bytes.length - 1; size > 100; size -= 37) {
    await writeFile(path, bytes);
    await truncate(path, size);
    const cut = await Journal.resume(path, call);
    const replayed = await all(cut!.replay());
    expect(replayed).toEqual(pages.slice(0, replayed.length));
    expect(replayed.length).toBeLessThan(pages.length);
    most = Math.max(most, replayed.length);
    await all(cut!.keep(each(pages.slice(replayed.length))));
    await cut!.close();
    const again = await Journal.resume(path, call);
    expect(await all(again!.replay())).toEqual(pages);
    await again!.close();
  }
  expect(most).toBe(pages.length - 1);
});

test('a flipped byte ends the replay before the page it belongs to', async () => {
  const journal = await Journal.create(path, call);
  await all(journal.keep(each(pages)));
  await journal.close();
  const bytes = await readFile(path);
  bytes[bytes.length - 3] ^= 1;
  await writeFile(path, bytes);
  const resumed = await Journal.resume(path, call);
  expect(await all(resumed!.replay())).toEqual(pages.slice(0, -1));
  await resumed!.close();
});

test('a journal of another call, or none, is not resumed', async () => {
  expect(await Journal.resume(path, call)).toBeUndefined();
  const journal = await Journal.create(path, call);
  await journal.close();
  expect(await Journal.resume(path, { ...call, gram: 'char:4' })).toBeUndefined();
  await writeFile(path, 'not a journal');
  expect(await Journal.resume(path, call)).toBeUndefined();
});

test('a journal that is removed leaves no file behind', async () => {
  const journal = await Journal.create(path, call);
  await journal.remove();
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});
