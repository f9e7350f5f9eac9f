import { KeyValueStore } from 'crawlee';
import { expect, test } from 'vitest';
import { nearDuplicates } from '../../plugins/crawlee/index.ts';
import { fileFormats } from '../../src/flow/index.ts';
import { crawl, inMemory, openDuplicates, servePages, temporaryFolder } from './crawls.ts';
import { page } from './pages.ts';

const site = () => servePages({ '/a': page(1), '/copy': page(1), '/other': page(2), '/new': page(3) });

/** A KeyValueStore of its own, in memory. */
function openStore(): Promise<KeyValueStore> {
  return KeyValueStore.open(`seen-${process.hrtime.bigint()}`, { config: inMemory() });
}

async function keysOf(store: KeyValueStore): Promise<string[]> {
  const keys: string[] = [];
  await store.forEachKey((key) => void keys.push(key));
  return keys.sort();
}

test('an index that was saved in a KeyValueStore goes on in another folder: what was seen counts as seen', async () => {
  const origin = await site();
  const store = await openStore();
  const first = await openDuplicates();
  await crawl([`${origin}/a`], { requestHandler: first.guard(() => {}) });
  await first.saveTo({ store });
  await crawl([`${origin}/other`], { requestHandler: first.guard(() => {}) });
  await first.saveTo({ store });
  // parts of what was saved before are gone
  expect(await keysOf(store)).toEqual(['NEAR-DUPLICATES', 'NEAR-DUPLICATES-2-0']);
  const again = await openDuplicates({ restoreFrom: { store } });
  expect(again.counts).toMatchObject({ unique: 2 });
  const handled: string[] = [];
  await crawl(
    ['/copy', '/other', '/new'].map((path) => origin + path),
    { requestHandler: again.guard(({ request }) => void handled.push(new URL(request.url).pathname)) },
  );
  // what was handled before under its own key is handled again: the crawl is another one
  expect(handled).toEqual(['/other', '/new']);
  expect(again.counts).toMatchObject({ unique: 3, duplicates: 1 });
});

test('nothing is restored into a folder that has an index, under purge, or of nothing', async () => {
  const origin = await site();
  const store = await openStore();
  const directory = await temporaryFolder();
  await (await nearDuplicates({ directory, restoreFrom: { store } })).close();
  const other = await openDuplicates();
  await crawl([`${origin}/a`], { requestHandler: other.guard(() => {}) });
  await other.saveTo({ store, key: 'seen' });
  for (const purge of [false, true]) {
    const duplicates = await nearDuplicates({ directory, purge, restoreFrom: { store, key: 'seen' } });
    expect(duplicates.counts.decided).toBe(0);
    await duplicates.close();
  }
});

test('a large index is saved in parts of some megabytes, and one that lacks a part is refused by its name', async () => {
  const store = await openStore();
  const duplicates = await openDuplicates({ siteModel: false });
  const guarded = duplicates.guard(() => {});
  for (let i = 0; i < 5; i++) {
    // 1.3 MB of grams, 1.8 MB of their text
    const words = Array.from({ length: 170_000 }, (_, k) => (i * 170_000 + k).toString(36)).join(' ');
    const url = `http://a.example/${i}`;
    await guarded({ request: { uniqueKey: url, url }, body: `<p>${words}` });
  }
  await duplicates.saveTo({ store, key: 'large' });
  expect(await keysOf(store)).toEqual(['large', 'large-1-0', 'large-1-1', 'large-1-2']);
  const restored = await openDuplicates({ restoreFrom: { store, key: 'large' } });
  expect(restored.counts.unique).toBe(5);
  await store.setValue('large-1-1', null);
  const refused = nearDuplicates({
    directory: await temporaryFolder(),
    restoreFrom: { store, key: 'large' },
  });
  await expect(refused).rejects.toMatchObject({
    code: 'NEARDUP_EXPORT_DAMAGED',
    message: expect.stringMatching(/large-1-1: expected bytes; got nothing/),
  });
});

test('a key that is no record of a saved index is refused, and what stands there stays', async () => {
  const store = await openStore();
  await store.setValue('mine', { a: 1 });
  const duplicates = await openDuplicates();
  await expect(duplicates.saveTo({ store, key: 'mine' })).rejects.toMatchObject({
    code: 'NEARDUP_INDEX_VERSION',
  });
  const { savedIndex: format } = fileFormats;
  for (const numbers of [{ parts: 1 }, { generation: 1, parts: 1.5 }]) {
    await store.setValue('half', { format, ...numbers });
    await expect(openDuplicates({ restoreFrom: { store, key: 'half' } })).rejects.toMatchObject({
      code: 'NEARDUP_EXPORT_DAMAGED',
      message: expect.stringMatching(/in the record half: expected the numbers generation and parts/),
    });
  }
  await expect(duplicates.saveTo({ store, key: '../x' })).rejects.toThrow(/key: expected up to 200 letters/);
  expect(await store.getValue('mine')).toEqual({ a: 1 });
});

test('an index is saved in a store of the caller that has undefined for what is not there', async () => {
  const records = new Map<string, unknown>();
  const store = {
    getValue: async (key: string) => records.get(key),
    setValue: async (key: string, value: unknown) => {
      // so that a save that never ends fails
      if (/-9\d$/.test(key)) throw new Error(`${key} is no part of what was saved`);
      return value === null ? records.delete(key) : records.set(key, value);
    },
  };
  const origin = await site();
  const duplicates = await openDuplicates();
  await crawl([`${origin}/a`], { requestHandler: duplicates.guard(() => {}) });
  for (let save = 0; save < 2; save++) await duplicates.saveTo({ store });
  expect([...records.keys()].sort()).toEqual(['NEAR-DUPLICATES', 'NEAR-DUPLICATES-2-0']);
  expect((await openDuplicates({ restoreFrom: { store } })).counts).toMatchObject({ unique: 1 });
  records.delete('NEAR-DUPLICATES-2-0');
  const refused = nearDuplicates({ directory: await temporaryFolder(), restoreFrom: { store } });
  await expect(refused).rejects.toThrow(/NEAR-DUPLICATES-2-0: expected bytes; got nothing/);
});
