import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { nearDuplicates } from '../../plugins/crawlee/index.ts';
import { readOptions } from '../../plugins/crawlee/options.ts';
import { crawl, page, servePages, temporaryFolder } from './crawls.ts';

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
    [{ threshold: 0 }, /threshold.*above 0 and at most 1, got 0/],
    [{ threshold: 1.2 }, /threshold.*got 1.2/],
    [{ threshold: '0.8' }, /threshold/],
    [{ recall: 1 }, /recall.*got 1/],
    [{ onDuplicate: 'drop' }, /onDuplicate.*'skip', 'annotate' or a function, got drop/],
    [{ extract: 'all' }, /extract.*got all/],
    [{ gram: 'word' }, /gram.*word:4/],
    [{ name: '../up' }, /name.*"\.\.\/up"/],
    [{ followLinks: 'yes' }, /followLinks.*got yes/],
    [{ treshold: 0.9 }, /no option treshold; there are threshold/],
  ])('refuses %j with what was expected and what was got', (options, message) => {
    expect(() => readOptions(options as never)).toThrow(message);
  });
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
      /found photos: nothing was changed/,
    );
    expect((await readdir(directory)).sort()).toEqual(['000005.ldb', 'photos']);
  });
});
