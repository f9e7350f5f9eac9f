import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type DamagedSpot, readPages } from '../../plugins/dump/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-glob-links-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a link that leads nowhere is a damaged spot where a glob matches it, as in a folder, and the others are read', async () => {
  mkdirSync(join(folder, 'f'));
  writeFileSync(join(folder, 'f/a.html'), '<p>one page');
  symlinkSync('nowhere.html', join(folder, 'f/broken.html'));
  const read = async (input: string) => {
    const spots: DamagedSpot[] = [];
    let pages = 0;
    for await (const _ of readPages([input], { onDamage: (spot) => spots.push(spot) })) pages++;
    return { pages, spots };
  };
  const ofFolder = await read(join(folder, 'f'));
  expect(ofFolder).toMatchObject({ pages: 1, spots: [{ code: 'unreadable' }] });
  expect(await read(join(folder, 'f/**/*.html'))).toEqual(ofFolder);
});
