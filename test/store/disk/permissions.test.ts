import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import { collected, PARAMETERS } from '../common.ts';

let base: string;
let folder: string;
let umask: number;
beforeEach(async () => {
  // What a process is started with that leaves everything open.
  umask = process.umask(0);
  base = await mkdtemp(join(tmpdir(), 'neardup-permissions-'));
  folder = join(base, 'above', 'index');
});
afterEach(async () => {
  process.umask(umask);
  await rm(base, { recursive: true, force: true });
});

async function modeOf(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

async function modesIn(path: string): Promise<Set<string>> {
  return new Set(await Promise.all((await readdir(path)).map((name) => modeOf(join(path, name)))));
}

function add(index: SketchIndex, key: string): Promise<unknown> {
  return index.addIfNew({ key, url: key, grams: BigUint64Array.of(1n, 2n) });
}

describe.skipIf(process.platform === 'win32')('an index, whatever the umask', () => {
  test('is in a folder that no other user may look into, from the start, and its files are its user’s after a close', async () => {
    const index = await SketchIndex.open(folder, PARAMETERS);
    expect([await modeOf(folder), await modeOf(join(base, 'above'))]).toEqual(['700', '777']);
    await add(index, 'a');
    expect([await modeOf(join(folder, 'NEARDUP')), await modeOf(join(folder, 'REACHED'))]).toEqual([
      '600',
      '600',
    ]);
    await index.close();
    expect(await modesIn(folder)).toEqual(new Set(['600']));
    const again = await SketchIndex.openExisting(folder);
    await add(again, 'b');
    await again.close();
    expect([await modeOf(folder), await modesIn(folder)]).toEqual(['700', new Set(['600'])]);
  });

  test('that is imported or rebuilt is closed to others too, as is what it took the place of', async () => {
    const index = await SketchIndex.open(folder, PARAMETERS);
    await add(index, 'a');
    const lines = await collected(index.export());
    await index.close();
    const imported = join(base, 'imported');
    await (await SketchIndex.import(imported, lines)).close();
    const { damaged } = await SketchIndex.rebuild(folder, { export: lines });
    expect(await modeOf(damaged!)).toBe('700');
    for (const path of [imported, folder]) {
      expect([path, await modeOf(path), await modesIn(path)]).toEqual([path, '700', new Set(['600'])]);
    }
  });

  test('leaves a folder that was there the permissions that it has', async () => {
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o750);
    const index = await SketchIndex.open(folder, PARAMETERS);
    await add(index, 'a');
    await index.close();
    expect([await modeOf(folder), await modesIn(folder)]).toEqual(['750', new Set(['600'])]);
  });
});
