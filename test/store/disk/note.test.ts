import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import { PARAMETERS } from '../common.ts';

const { gate } = vi.hoisted(() => ({ gate: { opened: Promise.resolve() } }));
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>();
  const rename: typeof fs.rename = async (from, to) => {
    await gate.opened;
    return fs.rename(from, to);
  };
  return { ...fs, rename };
});

test('LevelDB changes no file before the note says that the index is in use', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-note-'));
  await (await SketchIndex.open(folder, PARAMETERS)).close();
  const before = (await readdir(folder)).sort();
  let open = () => {};
  gate.opened = new Promise((resolve) => {
    open = resolve;
  });
  const opening = SketchIndex.open(folder, PARAMETERS);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await readdir(folder)).filter((name) => name !== 'NEARDUP.new').sort()).toEqual(before);
  open();
  await (await opening).close();
  await rm(folder, { recursive: true });
});
