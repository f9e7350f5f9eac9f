import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import { PARAMETERS } from '../common.ts';
import { replaceRename } from './renaming.ts';

test('LevelDB changes no file before the note says that the index is in use', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-note-'));
  await (await SketchIndex.open(folder, PARAMETERS)).close();
  const before = (await readdir(folder)).sort();
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let ask = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  replaceRename(async (rename, from, to) => {
    ask();
    await opened;
    return rename(from, to);
  });
  const opening = SketchIndex.open(folder, PARAMETERS);
  await asked;
  // The note waits to be renamed: whatever else were under way has a while to show.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await readdir(folder)).filter((name) => !name.startsWith('NEARDUP.new')).sort()).toEqual(before);
  open();
  await (await opening).close();
  await rm(folder, { recursive: true });
});
