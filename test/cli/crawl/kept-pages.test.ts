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
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line).id);

test('a page that was kept when the process died before its verdict was is in the file once after --resume', async () => {
  const path = join(folder, 'pages.jsonl');
  const killed = await KeptPages.open(path, false);
  await killed.add(page('a', 'words '.repeat(20_000)));
  await killed.add(page('b'));
  await killed.close();
  await appendFile(path, `{"id":"c","html":"${'long '.repeat(40_000)}`);
  const resumed = await KeptPages.open(path, true);
  for (const id of ['b', 'c', 'c', 'd']) await resumed.add(page(id));
  await resumed.close();
  expect(await idsIn(path)).toEqual(['a', 'b', 'c', 'd']);
});

test('a page that comes again takes the place of what came before, also after --resume and after a kill between', async () => {
  const path = join(folder, 'again.jsonl');
  const first = await KeptPages.open(path, false);
  for (const [id, html] of [
    ['a', 'a wall with é'],
    ['b', 'b'],
    ['a', 'a'],
    ['c', 'a wall'],
  ])
    await first.add(page(id!, html));
  await first.close();
  // its line before was not blanked
  await appendFile(path, `${JSON.stringify(page('b', 'b again'))}\n`);
  const resumed = await KeptPages.open(path, true);
  await resumed.add(page('c', 'c, which is longer than the wall was'));
  await resumed.close();
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  const texts = ['a', 'b again', 'c, which is longer than the wall was'];
  expect(lines.map((line) => JSON.parse(line).html)).toEqual(texts);
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
