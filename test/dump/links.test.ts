import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { readPages } from '../../plugins/dump/index.ts';
import { readAll } from './scratch.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-links-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const at = (name: string): string => join(folder, name);
const put = (name: string, content: string): void => {
  mkdirSync(join(at(name), '..'), { recursive: true });
  writeFileSync(at(name), content);
};
const page = (text: string): string => `<!doctype html><p>${text}`;

beforeEach(() => {
  rmSync(folder, { recursive: true });
  put('in/a.html', page('a'));
  put('in/sub/b.html', page('b'));
  put('outside/secret.html', page('secret'));
  put('outside/more/c.html', page('c'));
  put('in-beside/d.html', page('d'));
});

/** Ids and damaged spots, without the name of the folder. */
async function read(name: string) {
  const { ids, spots, stats } = await readAll(at(name));
  const short = (text: string): string => text.replaceAll(`${folder}/`, '');
  return {
    ids: ids.map(short),
    spots: spots.map(({ file, code, reason }) => [short(file), code, short(reason)]),
    damaged: stats.damaged,
  };
}

const outside = (target: string): string =>
  `the link leads out of the folder, to ${target}, and is not followed: name what it leads to as an input`;

test('links that lead out of a folder are named and not followed: to a file, a folder, one above, one beside', async () => {
  symlinkSync('../outside/secret.html', at('in/file.html'));
  symlinkSync(at('outside'), at('in/folder'));
  symlinkSync('..', at('in/sub/above'));
  symlinkSync('../in-beside', at('in/beside'));
  symlinkSync('folder/more/c.html', at('in/through.html'));
  expect(await read('in')).toEqual({
    ids: ['in/a.html', 'in/sub/b.html'],
    spots: expect.arrayContaining([
      ['in/file.html', 'outside', outside('outside/secret.html')],
      ['in/folder', 'outside', outside('outside')],
      ['in/beside', 'outside', outside('in-beside')],
      ['in/through.html', 'outside', outside('outside/more/c.html')],
    ]),
    damaged: 4,
  });
  // `above` is the folder itself
});

test('a link that disappears while its folder is looked at is named, and costs the other files nothing', async () => {
  for (const name of ['one', 'two']) {
    mkdirSync(at(`in/.${name}`));
    symlinkSync('nowhere', at(`in/.${name}/broken.html`));
    symlinkSync(`.${name}`, at(`in/${name}`));
  }
  const spots: string[] = [];
  const onDamage = ({ file }: { readonly file: string }): void => {
    // whichever of the two links is followed first, the other one is removed then
    if (spots.length === 0) rmSync(at(file.includes('/one/') ? 'in/two' : 'in/one'));
    spots.push(file);
  };
  const ids: string[] = [];
  for await (const { id } of readPages([at('in')], { onDamage })) ids.push(id);
  expect(ids).toEqual([at('in/a.html'), at('in/sub/b.html')]);
  expect(spots.sort()).toEqual(
    spots[0]!.endsWith('one')
      ? [at('in/one'), at('in/two/broken.html')]
      : [at('in/one/broken.html'), at('in/two')],
  );
});

test('what links within a folder lead to is read once, and links in a circle come to an end', async () => {
  symlinkSync('a.html', at('in/z.html'));
  symlinkSync('sub', at('in/linked'));
  symlinkSync('..', at('in/sub/loop'));
  symlinkSync('.', at('in/self'));
  symlinkSync('linked', at('in/twice'));
  put('in/.hidden/e.html', page('e'));
  symlinkSync('.hidden', at('in/shown'));
  symlinkSync('../sub', at('in/.hidden/again'));
  expect(await read('in')).toEqual({
    ids: ['in/a.html', 'in/shown/e.html', 'in/sub/b.html'],
    spots: [],
    damaged: 0,
  });
});

test('a link that leads nowhere, or to itself, is named, and the rest is read', async () => {
  symlinkSync('missing.html', at('in/broken.html'));
  symlinkSync('self.html', at('in/self.html'));
  const { ids, spots } = await read('in');
  expect(ids).toEqual(['in/a.html', 'in/sub/b.html']);
  expect(spots).toEqual(
    expect.arrayContaining([
      ['in/broken.html', 'unreadable', 'no such file or folder'],
      ['in/self.html', 'unreadable', expect.stringMatching(/^cannot be read \(ELOOP/)],
    ]),
  );
});

test('a link that is named as the input is followed, and what lies behind it is the folder', async () => {
  symlinkSync('outside', at('link'));
  symlinkSync('secret.html', at('outside/same.html'));
  symlinkSync('../in/a.html', at('outside/out.html'));
  expect(await read('link')).toEqual({
    ids: ['link/more/c.html', 'link/same.html'],
    spots: [['link/out.html', 'outside', outside('in/a.html')]],
    damaged: 1,
  });
  expect((await read('outside/out.html')).ids).toEqual(['outside/out.html']);
});

test('links in a crawl’s storage that lead out of the folder are named, too', async () => {
  put('in/storage/datasets/default/000000001.json', '{"html":"<p>one"}');
  put('outside/item.json', '{"html":"<p>secret"}');
  symlinkSync(at('outside/item.json'), at('in/storage/datasets/default/000000002.json'));
  symlinkSync(at('outside'), at('in/storage/datasets/other'));
  const { ids, spots } = await read('in');
  expect(ids).toEqual(['in/a.html', 'in/storage/datasets/default/000000001.json', 'in/sub/b.html']);
  expect(spots.map(([file, code]) => [file, code]).sort()).toEqual([
    ['in/storage/datasets/default/000000002.json', 'outside'],
    ['in/storage/datasets/other', 'outside'],
  ]);
});
