import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type CrawlVerdict,
  type NearDuplicatesOptions,
  nearDuplicates,
} from '../../plugins/crawlee/index.ts';
import { readOptions } from '../../plugins/crawlee/options.ts';
import { crawl, openDuplicates, servePages, temporaryFolder } from './crawls.ts';
import { page } from './pages.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('readOptions', () => {
  test('puts decisions beside the stores that Crawlee purges, in a folder that it does not', () => {
    vi.stubEnv('CRAWLEE_STORAGE_DIR', undefined);
    expect(readOptions({}).directory).toBe(join('storage', 'near-duplicates', 'default'));
    vi.stubEnv('CRAWLEE_STORAGE_DIR', '/data/crawl');
    expect(readOptions({ name: 'shop' }).directory).toBe('/data/crawl/near-duplicates/shop');
    expect(readOptions({ directory: 'here' }).directory).toBe('here');
  });

  test.each([
    [{ threshold: 0 }, /^nearDuplicates: threshold: expected a number above 0 and up to 1; got 0$/],
    [{ threshold: 1.2 }, /threshold.*got 1.2/],
    [{ threshold: Number.NaN }, /threshold.*got NaN/],
    [{ threshold: '0.8' }, /threshold.*got "0.8"/],
    [{ maxPageBytes: 0 }, /maxPageBytes: expected a positive integer of bytes; got 0/],
    [{ maxPageBytes: '1' }, /maxPageBytes: expected .*; got "1"/],
    [{ recall: 0 }, /recall.*got 0/],
    [{ recall: 1 }, /^nearDuplicates: recall: expected a number above 0 and below 1; got 1$/],
    [{ onDuplicate: 'drop' }, /onDuplicate.*'skip', 'annotate' or a function; got "drop"/],
    [{ extract: 'all' }, /extract: expected one of 'main', 'visible', 'none'; got "all"/],
    [{ gram: 'word' }, /gram.*word:4/],
    [
      { gram: { unit: 'word', q: 4 } },
      /^nearDuplicates: gram: expected the name of grams, such as 'word:4'; got /,
    ],
    [{ name: '../up' }, /name.*"\.\.\/up"/],
    [{ name: '.hidden' }, /name.*"\.hidden"/],
    [{ links: 'yes' }, /links: expected 'near', 'follow', 'drop' or a function; got "yes"/],
    [
      { enqueueLinks: 'DETAIL' },
      /enqueueLinks: expected options of enqueueLinks or a function; got "DETAIL"/,
    ],
    [{ onUnchanged: 'drop' }, /onUnchanged: expected one of 'handle', 'skip'; got "drop"/],
    [{ log: {} }, /^nearDuplicates: log: expected a log with warning and debug; got /],
    [{ log: null }, /log: expected .*; got null$/],
    [{ enqueueLinks: null }, /enqueueLinks: expected .*; got null/],
    [{ restoreFrom: 'store' }, /restoreFrom: expected a store of records, as \{ store, key \}; got "store"/],
    [{ process: 'a/b' }, /^nearDuplicates: process: expected a name of letters, .*; got "a\/b"$/],
    [{ purge: 1 }, /purge: expected true or false; got 1/],
    [{ name: 7 }, /^nearDuplicates: name: expected a folder's name .*; got 7$/],
    [{ directory: '' }, /^nearDuplicates: directory: expected the path of a folder; got ""$/],
    [null, /^nearDuplicates: expected an object of options; got null$/],
    [7, /^nearDuplicates: expected an object of options; got number$/],
    [{ treshold: 0.9 }, /expected options among threshold, .*; got treshold/],
  ])('refuses %j with what was expected and what was got', (options, message) => {
    expect(() => readOptions(options as never)).toThrow(message);
  });

  test('what is of the wrong type is a TypeError, what is out of range a RangeError', () => {
    expect(() => readOptions({ threshold: '0.8' } as never)).toThrow(TypeError);
    expect(() => readOptions({ threshold: 1.2 })).toThrow(RangeError);
  });

  test('fills in what is not given, and keeps what is', () => {
    expect(readOptions({ directory: 'here' })).toEqual({
      threshold: 0.8,
      onDuplicate: 'skip',
      links: 'near',
      enqueueLinks: undefined,
      onUnchanged: 'handle',
      directory: 'here',
      keepText: false,
      process: undefined,
      restoreFrom: undefined,
      purge: false,
      siteModel: true,
      extract: 'main',
      gram: { unit: 'word', q: 4 },
      recall: 0.99,
      maxPageBytes: 16 << 20,
      log: undefined,
    });
    const given: NearDuplicatesOptions = {
      threshold: 1,
      onDuplicate: 'annotate',
      links: 'follow',
      enqueueLinks: { label: 'DETAIL' },
      onUnchanged: 'skip',
      directory: 'there',
      process: 'a',
      restoreFrom: { store: { getValue: async () => null, setValue: async () => {} }, key: 'seen' },
      purge: true,
      siteModel: false,
      extract: 'visible',
      gram: 'char:9',
      recall: 0.5,
      maxPageBytes: 1000,
      keepText: true,
      log: { warning() {}, debug() {} },
    };
    expect(readOptions(given)).toEqual({ ...given, gram: { unit: 'char', q: 9 } });
  });
});

test('a page beyond maxPageBytes is cut and judged by its first part', async () => {
  const duplicates = await openDuplicates({ maxPageBytes: 2000 });
  const origin = await servePages({ '/long': page(1, 2000) });
  const handled: CrawlVerdict[] = [];
  const requestHandler = duplicates.guard(({ nearDuplicate }) => handled.push(nearDuplicate));
  await crawl([`${origin}/long`], { requestHandler });
  expect(handled).toEqual([expect.objectContaining({ truncatedFrom: page(1, 2000).length })]);
});

describe('purge', () => {
  test('false keeps the decisions of an earlier crawl, true forgets them', async () => {
    const directory = await temporaryFolder();
    const origin = await servePages({ '/a': page(1), '/copy': page(1) });
    const decide = async (path: string, purge: boolean) => {
      const duplicates = await nearDuplicates({ directory, purge });
      await crawl([origin + path], { requestHandler: duplicates.guard(() => {}) });
      await duplicates.close();
      return duplicates.counts;
    };
    expect(await decide('/a', false)).toMatchObject({ unique: 1, duplicates: 0 });
    expect(await decide('/copy', false)).toMatchObject({ unique: 1, duplicates: 1 });
    expect(await decide('/copy', true)).toMatchObject({ unique: 1, duplicates: 0 });
  });

  test('deletes nothing in a folder that holds more than an index', async () => {
    const directory = await temporaryFolder();
    await mkdir(join(directory, 'photos'));
    await writeFile(join(directory, '000005.ldb'), '');
    await expect(nearDuplicates({ directory, purge: true })).rejects.toThrow(
      /got photos: nothing was changed/,
    );
    expect((await readdir(directory)).sort()).toEqual(['000005.ldb', 'photos']);
  });
});

test('what is no crawling context is refused where a caller gives one', async () => {
  const duplicates = await openDuplicates();
  for (const wrong of [undefined, null, {}, { request: {} }] as never[]) {
    const expected = 'expected a crawling context, with its request; got';
    await expect(duplicates.conditionalHeaders(wrong)).rejects.toThrow(`conditionalHeaders: ${expected}`);
    await expect(duplicates.middleware(wrong)).rejects.toThrow(`middleware: ${expected}`);
  }
});
