import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type DamagedSpot, readPages } from '../../../plugins/dump/index.ts';
import { missing, realData } from '../../data.ts';
import { readAll } from '../scratch.ts';

const root = mkdtempSync(join(tmpdir(), 'neardup-storage-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const html = '<!doctype html><title>a page</title><p>some words';

/** A storage folder with these files, in a folder of its own. */
let folders = 0;
function storage(files: Readonly<Record<string, unknown>>, name = 'storage'): string {
  const folder = join(root, `${folders++}`, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(
      join(folder, path),
      typeof content === 'string' ? content : JSON.stringify(content, null, '\t'),
    );
  }
  return folder;
}

/** A request as Crawlee writes it: its id is a hash of its key, its fields are JSON within JSON. */
function request(uniqueKey: string, loadedUrl: string): [string, Record<string, unknown>] {
  const id = createHash('sha256').update(uniqueKey).digest('base64').replace(/[+/=]/g, '').slice(0, 15);
  const json = JSON.stringify({ id, url: uniqueKey, uniqueKey, loadedUrl });
  return [id, { id, url: uniqueKey, uniqueKey, json }];
}

describe('a Crawlee storage folder', () => {
  test('names a record that cannot be read as damaged, and gives the ones behind it', async () => {
    const names = ['a', 'b', 'c'].map((key) => `key_value_stores/default/${key}.html`);
    const folder = storage({
      ...Object.fromEntries(names.map((name) => [name, html])),
      'key_value_stores/default/SDK_STATE.json': {},
    });
    const found: string[] = [];
    const onDamage = ({ file, code }: DamagedSpot) => void found.push(`${file} ${code}`);
    for await (const { id } of readPages([folder], { onDamage })) {
      found.push(id);
      rmSync(join(folder, names[1]), { force: true });
    }
    expect(found.map((each) => each.slice(folder.length + 1))).toEqual([
      names[0],
      `${names[1]} unreadable`,
      names[2],
    ]);
  });

  test('gives the items of its datasets and the pages of its key-value stores, sorted, with their URLs', async () => {
    const [id, stored] = request('http://example.test/moved', 'http://example.test/final');
    const folder = storage({
      'datasets/default/000000002.json': { text: 'two', requestId: id },
      'datasets/default/000000001.json': {
        id: 'one',
        url: 'http://example.test/1',
        html,
        date: '2024-05-06',
      },
      'datasets/other/000000001.json': { html, uniqueKey: 'http://example.test/moved' },
      [`key_value_stores/default/${id}.html`]: html,
      'key_value_stores/default/about-page.txt': 'plain words',
      [`request_queues/default/${id}.json`]: stored,
    });
    const { pages, spots, stats } = await readAll(folder);
    expect(spots).toEqual([]);
    expect(stats).toMatchObject({ pages: 5, skipped: new Map() });
    expect(pages.map((page) => [page.id.replace(folder, ''), page.url])).toEqual([
      ['one', 'http://example.test/1'],
      ['/datasets/default/000000002.json', 'http://example.test/final'],
      ['/datasets/other/000000001.json', 'http://example.test/final'],
      [`/key_value_stores/default/${id}.html`, 'http://example.test/final'],
      ['/key_value_stores/default/about-page.txt', ''],
    ]);
    expect(pages[0]).toMatchObject({ body: html, fetchedAt: '2024-05-06' });
    expect(pages[3]).toMatchObject({ body: Buffer.from(html), contentType: 'text/html' });
    expect(pages[4]).toMatchObject({ contentType: 'text/plain' });
    expect((await readAll(`${folder}/`)).ids).toEqual(pages.map((page) => page.id));
  });

  test('is recognised by its shape under any name, within another folder, and by one store alone', async () => {
    const item = { html, url: 'http://example.test/' };
    const odd = storage(
      { 'datasets/d/000000001.json': item, 'key_value_stores/d/shot.png': 'x' },
      'crawl output',
    );
    const { pages, stats } = await readAll(odd);
    expect(pages.length).toBe(1);
    expect(Object.fromEntries(stats.skipped)).toEqual({ 'key-value record .png': 1 });
    const project = storage({
      'storage/datasets/default/000000001.json': item,
      'storage/request_queues/default/abcdefghij12345.json': {},
      'saved/page.html': html,
    });
    expect((await readAll(project)).ids).toEqual([
      `${project}/saved/page.html`,
      `${project}/storage/datasets/default/000000001.json`,
    ]);
    expect((await readAll(`${odd}/datasets/d`)).ids).toEqual([`${odd}/datasets/d/000000001.json`]);
    expect((await readAll(`${odd}/datasets`)).ids).toEqual([`${odd}/datasets/d/000000001.json`]);
  });

  test('a folder of pages that has a folder called datasets is no storage', async () => {
    const site = storage({
      'datasets/a/index.html': html,
      'numbered/000000001.json': { html },
      'numbered/index.html': html,
      'key_value_stores/x/index.html': html,
    });
    expect((await readAll(site)).ids).toEqual([
      `${site}/datasets/a/index.html`,
      `${site}/key_value_stores/x/index.html`,
      `${site}/numbered/index.html`,
    ]);
  });

  test('torn, empty and oversized items are named by their file, the others come out', async () => {
    const folder = storage({
      'datasets/default/000000001.json': '{\n\t"html": "<p>cut o',
      'datasets/default/000000002.json': '',
      'datasets/default/000000003.json': [1],
      'datasets/default/000000004.json': { text: 'x'.repeat(5000) },
      'datasets/default/000000005.json': { text: 'sound' },
    });
    const { pages, spots } = await readAll(folder, { limits: { maxLineBytes: 4096 } });
    expect(pages.map((page) => page.body)).toEqual(['sound']);
    expect(spots).toEqual(
      [
        ['not-json', 'no JSON'],
        ['empty', 'empty'],
        ['not-json', 'JSON object'],
        ['too-long', '4096 bytes'],
      ].map(([code, reason], n) => ({
        file: `${folder}/datasets/default/00000000${n + 1}.json`,
        offset: 0,
        code,
        reason: expect.stringContaining(reason!),
      })),
    );
  });

  test('an item whose lists lie too deep in each other is named, like such a line: parsing it takes a hundred times its bytes', async () => {
    const lists = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const folder = storage({
      'datasets/default/000000001.json': `{"text":"deep","more":${lists}}`,
      'datasets/default/000000002.json': { text: 'sound' },
    });
    const { pages, spots } = await readAll(folder);
    expect(pages.map((page) => page.body)).toEqual(['sound']);
    expect(spots).toMatchObject([{ file: `${folder}/datasets/default/000000001.json`, code: 'not-json' }]);
  });

  test('a record with a description beside it, of Crawlee for Python or Crawlee 4, has the key and type that stand there', async () => {
    const description = (key: string, contentType: string) => ({ key, content_type: contentType, size: 9 });
    const asked = 'http://example.test/asked';
    const id = createHash('sha256').update(asked).digest('hex').slice(0, 15);
    const files = {
      'key_value_stores/default/__metadata__.json': { id: 'x', name: null },
      'key_value_stores/default/page-1': html,
      'key_value_stores/default/page-1.__metadata__.json': description('page-1', 'text/html; charset=utf-8'),
      'key_value_stores/default/http%3A%2F%2Fexample.test%2Ftwo': html,
      'key_value_stores/default/http%3A%2F%2Fexample.test%2Ftwo.__metadata__.json': description(
        'http://example.test/two',
        'text/html',
      ),
      'key_value_stores/default/state.html': '{}',
      'key_value_stores/default/state.html.__metadata__.json': description('state.html', 'application/json'),
      'key_value_stores/default/old.html': html,
      'key_value_stores/default/old.html.__metadata__.json': {
        ...{ key: 'http://example.test/old', contentType: 'text/html', extension: 'html' },
      },
      'key_value_stores/default/kept.html': html,
      'key_value_stores/default/kept.html.__metadata__.json': '{"key": "ke',
      'key_value_stores/default/torn': html,
      'key_value_stores/default/torn.__metadata__.json': '{"key": "to',
      'datasets/default/000000001.json': { html, unique_key: asked },
      [`request_queues/default/${id}.json`]: { url: asked, loaded_url: 'http://example.test/loaded' },
    };
    const { pages, spots, stats } = await readAll(storage(files));
    expect(spots).toEqual([]);
    expect(pages.map(({ url, contentType }) => [url, contentType])).toEqual([
      ['http://example.test/loaded', 'text/html; charset=utf-8'],
      ['http://example.test/two', 'text/html'],
      ['', 'text/html'],
      ['http://example.test/old', 'text/html'],
      ['', 'text/html; charset=utf-8'],
    ]);
    expect(Object.fromEntries(stats.skipped)).toEqual({
      'Crawlee state': 1,
      'key-value record application/json': 1,
      'key-value record without a type': 1,
    });
  });

  test('items without a page, state of Crawlee and records of other types are counted as skipped', async () => {
    const files = {
      'datasets/default/000000001.json': { title: 'only a title', body: html },
      'datasets/default/__metadata__.json': {},
      'key_value_stores/default/SDK_CRAWLER_STATISTICS_0.json': {},
      'key_value_stores/default/INPUT.json': {},
      'key_value_stores/default/ERROR_SNAPSHOT_1234.html': html,
      'key_value_stores/default/screen.png': 'x',
    };
    const folder = storage(files);
    const { pages, spots, stats } = await readAll(folder);
    expect([pages, spots]).toEqual([[], []]);
    expect(Object.fromEntries(stats.skipped)).toEqual({
      'dataset item without html or text': 1,
      'Crawlee state': 3,
      'key-value record .png': 1,
    });
    expect((await readAll(folder, { field: 'body' })).pages).toMatchObject([{ body: html }]);
  });

  test('an id that leads out of the storage, and a torn request, leave the URL empty', async () => {
    const folder = storage({
      'datasets/default/000000001.json': { html, requestId: '../../secret' },
      'datasets/default/000000002.json': { html, requestId: 'abcdefghij12345' },
      'request_queues/default/abcdefghij12345.json': '{"json": "{\\"loadedUrl',
      'secret.json': { url: 'http://secret.test/' },
    });
    const { pages, spots } = await readAll(folder);
    expect([pages.map((page) => page.url), spots]).toEqual([['', ''], []]);
  });

  test('a page over the limit is cut and says how long it was', async () => {
    const folder = storage({
      'datasets/default/000000001.json': { text: 'x'.repeat(900) },
      'key_value_stores/default/long.html': html + 'x'.repeat(1000),
    });
    const { pages } = await readAll(folder, { limits: { maxPageBytes: 500 } });
    expect(pages.map((page) => page.body.length)).toEqual([500, 500]);
    expect(pages[0]?.truncatedFrom).toBe(900);
    expect(pages[1]?.truncatedFrom).toBeGreaterThan(500);
  });
});

test.skipIf(missing('crawlee-langchain'))(
  'a real storage folder gives every item as it is in its file, and nothing of it is damaged',
  async () => {
    const folder = realData('crawlee-langchain/storage')!;
    const seen: number[][] = [];
    const { pages, spots, stats } = await readAll(folder, { onProgress: (...n) => seen.push(n) });
    const names = readdirSync(join(folder, 'datasets/default')).sort();
    expect(names.length).toBe(1064);
    expect({ pages: pages.length, spots, skipped: Object.fromEntries(stats.skipped) }).toEqual({
      pages: 1064,
      spots: [],
      skipped: { 'Crawlee state': 2 },
    });
    for (const [n, name] of names.entries()) {
      const item = JSON.parse(readFileSync(join(folder, 'datasets/default', name), 'utf8'));
      expect(pages[n]).toMatchObject({
        id: `${folder}/datasets/default/${name}`,
        url: item.url,
        body: item.html,
      });
    }
    const [read, total] = seen.at(-1)!;
    expect(read).toBe(total);
  },
);
