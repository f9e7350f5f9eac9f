import { execFileSync } from 'node:child_process';
import { chown, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asRefusal } from '../../../src/store/disk/refusals.ts';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import { randomSet, seededRandom } from '../../sketch/sets.ts';
import { smallDisk } from '../../small-disk.ts';
import { collected, PARAMETERS } from '../common.ts';

const NOBODY = 65534;
const base = await mkdtemp(join(tmpdir(), 'neardup-refusals-'));
const { folder: disk, isMounted, remount } = await smallDisk('1m');
const seen = join(base, 'seen');
let exported: string[];

beforeAll(async () => {
  const random = seededRandom(5);
  const index = await SketchIndex.open(seen, PARAMETERS);
  for (let i = 0; i < 9; i++) await index.add({ key: `page ${i}`, url: '', grams: randomSet(random, 20) });
  exported = await collected(index.export());
  await index.close();
});
afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

/** What a call is refused with, wherever it is. */
function refusal(message: RegExp) {
  return { code: 'NEARDUP_INDEX_REFUSED', message: expect.stringMatching(message) };
}

const ways: readonly (readonly [string, (folder: string) => Promise<unknown>])[] = [
  ['openExisting', (folder) => SketchIndex.openExisting(folder)],
  ['open', (folder) => SketchIndex.open(folder, PARAMETERS)],
  ['verify', (folder) => SketchIndex.verify(folder)],
  ['acceptLoss', (folder) => SketchIndex.acceptLoss(folder)],
];

test.skipIf(!isMounted)(
  'an index on a disk that is read-only or full is refused by a code that says what to do, and is whole afterwards',
  async () => {
    const folder = join(disk, 'index');
    await cp(seen, folder, { recursive: true });
    remount('ro');
    const readOnly = refusal(/expected a disk that can be written to, .*read-only.*: copy the folder/);
    for (const [name, way] of ways) await expect(way(folder), name).rejects.toMatchObject(readOnly);
    const unmade = refusal(/expected a folder that can be made; got .*read-only.*: name another/);
    await expect(SketchIndex.open(join(disk, 'new'), PARAMETERS)).rejects.toMatchObject(unmade);
    await expect(SketchIndex.import(join(disk, 'new'), exported)).rejects.toMatchObject(unmade);
    await expect(SketchIndex.rebuild(folder, { export: exported })).rejects.toMatchObject(unmade);
    await expect(SketchIndex.destroy(folder)).rejects.toMatchObject({ code: 'NEARDUP_INDEX_REFUSED' });

    remount('rw');
    await writeFile(join(disk, 'fill'), Buffer.alloc(1 << 20)).catch(() => undefined);
    const full = refusal(/expected room on its disk; got none .*no space left.*: make room there/i);
    for (const [name, way] of ways) await expect(way(folder), name).rejects.toMatchObject(full);
    await expect(SketchIndex.open(join(disk, 'new'), PARAMETERS)).rejects.toMatchObject(full);
    await expect(SketchIndex.import(join(disk, 'newer'), exported)).rejects.toMatchObject(full);

    await rm(join(disk, 'fill'));
    expect(await SketchIndex.verify(folder)).toMatchObject({ pages: 9, damages: [] });
    await rm(folder, { recursive: true });
    await rm(join(disk, 'new'), { recursive: true });
  },
);

test.skipIf(!isMounted)(
  'a rebuild of an index whose folder cannot be moved aside is refused, and the index can be opened as before',
  async () => {
    await cp(seen, disk, { recursive: true });
    await expect(SketchIndex.rebuild(disk, { export: exported })).rejects.toMatchObject(
      refusal(/expected a folder that can be moved aside .*; got one that is in use/),
    );
    expect(await readdir(dirname(disk))).not.toContain('disk.rebuilt');
    expect(await SketchIndex.verify(disk)).toMatchObject({ pages: 9, damages: [] });
  },
);

test.skipIf(process.getuid?.() !== 0)(
  'an index that this user may read and not write is refused by a code, and one that is closed to him is not called missing',
  async () => {
    await chown(base, NOBODY, NOBODY);
    const folder = join(base, 'of-another');
    await cp(seen, folder, { recursive: true });
    execFileSync('chmod', ['-R', 'a+rX', folder]);
    const closed = join(base, 'closed');
    await cp(seen, join(closed, 'index'), { recursive: true });
    execFileSync('chmod', ['700', closed]);
    process.seteuid?.(NOBODY);
    try {
      const denied = refusal(/expected a folder that this user may read and write, .*; got no permission/);
      for (const [name, way] of ways) await expect(way(folder), name).rejects.toMatchObject(denied);
      await expect(SketchIndex.openExisting(join(closed, 'index'))).rejects.toMatchObject(denied);
    } finally {
      process.seteuid?.(0);
    }
    expect(await SketchIndex.verify(folder)).toMatchObject({ pages: 9, damages: [] });
  },
);

test('where the folder of an index cannot be made is said, also where the system never comes back from it', async () => {
  await writeFile(join(base, 'file'), '');
  const below = join(base, 'file', 'below', 'index');
  await expect(SketchIndex.open(below, PARAMETERS)).rejects.toMatchObject(
    refusal(/expected a folder that can be made; got .*file \(a file has that name\)/),
  );
  await expect(SketchIndex.verify(join(base, 'file'))).rejects.toMatchObject({
    code: 'NEARDUP_INDEX_MISSING',
  });
  await expect(SketchIndex.verify(below)).rejects.toMatchObject({ code: 'NEARDUP_INDEX_MISSING' });
  for (const make of [
    () => SketchIndex.import(join(base, 'file'), exported),
    () => SketchIndex.destroy(join(base, 'file')),
  ]) {
    await expect(make()).rejects.toMatchObject(
      refusal(/expected a folder for the index; got .*file, which is a file/),
    );
  }
  await expect(SketchIndex.open(join(base, 'x'.repeat(300)), PARAMETERS)).rejects.toMatchObject(
    refusal(/got .*xxx.* \(its name is too long\)/),
  );
  if (process.platform !== 'linux') return;
  await expect(SketchIndex.open('/proc/neardup/index', PARAMETERS)).rejects.toMatchObject(
    refusal(/got \/proc\/neardup \(no folder can be made there\)/),
  );
});

test('a folder without a name is never the one that the process is in', async () => {
  const within = process.cwd();
  const here = join(base, 'here');
  await mkdir(here);
  // Where the process is, the code that this guards against moved away.
  process.chdir(here);
  try {
    for (const call of [
      () => SketchIndex.rebuild('', { export: exported }),
      () => SketchIndex.destroy(''),
      () => SketchIndex.verify(''),
      () => SketchIndex.acceptLoss(''),
    ]) {
      await expect(call()).rejects.toThrow(
        'expected the path of a folder, or a store of abstract-level; got ""',
      );
    }
  } finally {
    process.chdir(within);
  }
  expect(await readdir(dirname(disk))).not.toContain('here.damaged-1');
});

test('what LevelDB says of a file is told by the words of the system, whatever the code', () => {
  const ofLevel = (words: string) =>
    Object.assign(new Error(`IO error: /a/index/000003.log: ${words}`), { code: 'LEVEL_IO_ERROR' });
  expect(asRefusal(ofLevel('File too large'))).toMatchObject(
    refusal(/^the index in \/a\/index: expected room .* may not grow .*\(000003\.log: File too large\)/),
  );
  expect(
    asRefusal(new Error('Database failed to open', { cause: ofLevel('Permission denied') }), 'i'),
  ).toMatchObject(refusal(/^the index in i: .*got no permission \(000003\.log: Permission denied\)/));
  const other = ofLevel('Too many open files');
  expect(asRefusal(other)).toBe(other);
});
