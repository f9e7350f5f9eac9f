import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { draftOf, exchange, finishExchange } from '../../../src/store/disk/exchange.ts';
import { replaceRename } from './renaming.ts';

let base: string;
let path: string;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'neardup-exchange-'));
  path = join(base, 'index');
  for (const [folder, content] of [
    [path, 'old'],
    [draftOf(path), 'new'],
  ]) {
    await mkdir(folder);
    await writeFile(join(folder, 'content'), content);
  }
});
afterEach(() => rm(base, { recursive: true }));

test.each([0, 1, 2, 3])(
  'killed before its renaming %d, an exchange is finished, or has not begun',
  async (left) => {
    let allowed = left;
    replaceRename((rename, from, to) =>
      allowed-- > 0 ? rename(from, to) : Promise.reject(new Error('killed')),
    );
    const exchanging = exchange(path);
    if (left < 3) await expect(exchanging).rejects.toThrow('killed');
    else expect(await exchanging).toBe(`${path}.damaged-1`);
    allowed = Number.POSITIVE_INFINITY;
    await finishExchange(path);
    expect(await readFile(join(path, 'content'), 'utf8')).toBe(left === 0 ? 'old' : 'new');
    const aside = left === 0 ? draftOf(path) : `${path}.damaged-1`;
    expect((await readdir(base)).sort()).toEqual(['index', aside.slice(base.length + 1)]);
  },
);
