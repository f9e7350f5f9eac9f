import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  looksLikeStorage,
  storageFiles,
  storageSizeBytes,
} from '../../../plugins/dump/crawlee-storage/storage-folders.ts';
import { readAll } from '../scratch.ts';

const root = mkdtempSync(join(tmpdir(), 'neardup-folders-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let folders = 0;
function folderOf(files: Readonly<Record<string, unknown>>): string {
  const folder = join(root, `${folders++}`);
  mkdirSync(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}
const item = 'datasets/default/000000001.json';
const looksLike = async (files: Readonly<Record<string, unknown>>): Promise<boolean> => {
  const folder = folderOf(files);
  return await looksLikeStorage(folder, readdirSync(folder, { withFileTypes: true }));
};

describe('a Crawlee storage folder', () => {
  test('is known by a store that holds such files as Crawlee writes', async () => {
    for (const name of [
      item,
      'request_queues/default/a1B2c3D4.json',
      'request_queues/default/a1B2c3D4e5F6g7H.json',
      'key_value_stores/default/SDK_SESSION_POOL_STATE.json',
      'key_value_stores/default/INPUT.json',
      'key_value_stores/default/__metadata__.json',
      '000000001.json',
    ]) {
      expect([name, await looksLike({ [name]: {} })]).toEqual([name, true]);
    }
    expect(await looksLike({ 'datasets/empty/x': '', 'datasets/full/000000001.json': {} })).toBe(true);
    expect(
      await looksLike({ '000000001.json': {}, '000000002.json': {}, '__metadata__.json': {}, '.x': '' }),
    ).toBe(true);
  });

  test('is not known by other files, numbers of other lengths or hidden folders', async () => {
    for (const name of [
      'datasets/default/00000001.json',
      'datasets/default/0000000001.json',
      'datasets/.default/000000001.json',
      'datasets/000000001.json',
      'request_queues/default/a1B2c3D.json',
      'request_queues/default/a1B2c3D4e5F6g7H8.json',
      'key_value_stores/default/page.html',
      'key_value_stores/default/INPUT.txt',
      'stores/default/000000001.json',
      'index.html',
    ]) {
      expect([name, await looksLike({ [name]: {} })]).toEqual([name, false]);
    }
    expect(await looksLike({ '000000001.json': {}, 'page.html': '' })).toBe(false);
    expect(await looksLike({ '000000001.json': {}, 'sub/x': '' })).toBe(false);
    expect(await looksLike({})).toBe(false);
  });

  test('gives its files sorted by store and name, datasets first, and the bytes of those that are read', async () => {
    const folder = folderOf({
      'key_value_stores/b/page.html': '<p>',
      'key_value_stores/a/note.txt': 'x',
      'key_value_stores/a/SDK_STATE.json': '{}{}{}',
      'key_value_stores/a/.hidden.html': '<p>',
      'key_value_stores/a/sub/page.html': '<p>',
      'datasets/z/000000002.json': '{"two":2}',
      'datasets/z/000000001.json': '{}',
      'datasets/z/__metadata__.json': '{}{}{}',
      'datasets/y/000000003.json': '[1]',
    });
    expect(
      (await storageFiles(folder)).map(({ path, store }) => [path.slice(folder.length + 1), store]),
    ).toEqual([
      ['datasets/y/000000003.json', 'dataset'],
      ['datasets/z/000000001.json', 'dataset'],
      ['datasets/z/000000002.json', 'dataset'],
      ['key_value_stores/a/SDK_STATE.json', 'key-value store'],
      ['key_value_stores/a/note.txt', 'key-value store'],
      ['key_value_stores/b/page.html', 'key-value store'],
    ]);
    expect(await storageSizeBytes(folder)).toBe(3 + 2 + 9 + 1 + 3);
    const dataset = `${folder}/datasets/z`;
    expect((await storageFiles(dataset)).map(({ path }) => path.slice(dataset.length + 1))).toEqual([
      '000000001.json',
      '000000002.json',
    ]);
  });
});

describe('the URL of an item', () => {
  const idOf = (uniqueKey: string): string =>
    createHash('sha256').update(uniqueKey).digest('base64').replace(/[+/=]/g, '').slice(0, 15);

  test('is its own, else that of its requestId, its uniqueKey or its id, loaded rather than asked for', async () => {
    const request = (loadedUrl?: string): unknown => ({
      url: 'http://asked.test/',
      json: JSON.stringify({ url: 'http://asked.test/', ...(loadedUrl === undefined ? {} : { loadedUrl }) }),
    });
    const keyed = idOf('http://key.test/');
    const folder = folderOf({
      'datasets/d/000000001.json': { text: '1', url: 'http://own.test/', requestId: 'byRequest1' },
      'datasets/d/000000002.json': {
        text: '2',
        requestId: 'byRequest1',
        uniqueKey: 'http://key.test/',
        id: 'byId1234',
      },
      'datasets/d/000000003.json': {
        text: '3',
        requestId: 'missing123',
        uniqueKey: 'http://key.test/',
        id: 'byId1234',
      },
      'datasets/d/000000004.json': { text: '4', id: 'byId1234' },
      'datasets/d/000000005.json': { text: '5', requestId: 'second1234' },
      'datasets/d/000000006.json': { text: '6', requestId: 'plain12345' },
      'datasets/d/000000007.json': { text: '7', requestId: `x${'y'.repeat(40)}` },
      'request_queues/a/byRequest1.json': request('http://request.test/'),
      [`request_queues/a/${keyed}.json`]: request('http://keyed.test/'),
      'request_queues/a/byId1234.json': request(),
      'request_queues/a/second1234.json': '{"torn',
      'request_queues/b/second1234.json': request('http://second.test/'),
      'request_queues/b/plain12345.json': { loadedUrl: 'http://plain.test/' },
      [`request_queues/b/x${'y'.repeat(40)}.json`]: request('http://long.test/'),
    });
    const { pages, spots } = await readAll(folder);
    expect(spots).toEqual([]);
    expect(pages.map(({ body, url }) => [body, url])).toEqual([
      ['1', 'http://own.test/'],
      ['2', 'http://request.test/'],
      ['3', 'http://keyed.test/'],
      ['4', 'http://asked.test/'],
      ['5', 'http://second.test/'],
      ['6', 'http://plain.test/'],
      ['7', ''],
    ]);
  });

  test('a record’s page has the URL of the request that its key names, and the type that its name says', async () => {
    const folder = folderOf({
      [item]: { text: 'x' },
      'key_value_stores/k/request12.HTML': '<p>a',
      'key_value_stores/k/request12.txt': 'b',
      'key_value_stores/k/other.htm': '<p>c',
      'key_value_stores/k/plain': 'd',
      'request_queues/q/request12.json': { url: 'http://asked.test/' },
    });
    const { pages, stats } = await readAll(folder);
    expect(pages.slice(1).map(({ body, url, contentType }) => [body.toString(), url, contentType])).toEqual([
      ['<p>c', '', 'text/html'],
      ['<p>a', 'http://asked.test/', 'text/html'],
      ['b', 'http://asked.test/', 'text/plain'],
    ]);
    expect(Object.fromEntries(stats.skipped)).toEqual({ 'key-value record without a type': 1 });
  });

  test('an item as long as the limit is read, one byte more is not', async () => {
    const text = JSON.stringify({ text: 'x'.repeat(50) });
    const folder = folderOf({ [item]: `\ufeff${text}` });
    const most = Buffer.byteLength(text) + 3;
    expect((await readAll(folder, { limits: { maxLineBytes: most } })).pages.length).toBe(1);
    const { spots } = await readAll(folder, { limits: { maxLineBytes: most - 1 } });
    expect(spots).toMatchObject([{ code: 'too-long', reason: `the item is longer than ${most - 1} bytes` }]);
  });

  test('a signal stops the reading between items', async () => {
    const folder = folderOf({ [item]: { text: 'x' } });
    await expect(readAll(folder, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow(
      'enough',
    );
  });
});
