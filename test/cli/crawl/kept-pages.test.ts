import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { KeptPages } from '../../../plugins/cli/crawl/kept-pages.ts';
import { smallDisk } from '../../small-disk.ts';

const folder = await mkdtemp(join(tmpdir(), 'neardup-kept-pages-'));
const disk = await smallDisk('64k');
afterAll(() => rm(folder, { recursive: true, force: true }));

const page = (id: string, html = 'words') => ({ id, url: id, html });
const idsIn = async (path: string) =>
  (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).id);

test('a page that was kept when the process died before its verdict was is in the file once after --resume', async () => {
  const path = join(folder, 'pages.jsonl');
  const killed = await KeptPages.open(path, false);
  await killed.add(page('a'));
  await killed.add(page('b'));
  await killed.close();
  await appendFile(path, '{"id":"c","ht');
  const resumed = await KeptPages.open(path, true);
  for (const id of ['b', 'c', 'c', 'd']) await resumed.add(page(id));
  await resumed.close();
  expect(await idsIn(path)).toEqual(['a', 'b', 'c', 'd']);
});

test.skipIf(!disk.isMounted)(
  'a page for which the disk has no room leaves no part of a line for the next page to follow on',
  async () => {
    const path = join(disk.folder, 'pages.jsonl');
    const kept = await KeptPages.open(path, false);
    const added = ['a', 'too long', 'b'].map((id) =>
      kept.add(page(id, 'x'.repeat(id === 'too long' ? 100_000 : 10))).then(
        () => id,
        (error: NodeJS.ErrnoException) => error.code,
      ),
    );
    expect(await Promise.all(added)).toEqual(['a', 'ENOSPC', 'b']);
    await kept.close();
    expect(await idsIn(path)).toEqual(['a', 'b']);
  },
);
