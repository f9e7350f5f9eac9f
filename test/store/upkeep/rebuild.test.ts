import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Damage } from '../../../src/store/damage.ts';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import type { ClaimedPage, PageVerdict } from '../../../src/store/verdicts.ts';
import { cases, inFull, often } from '../../repetition.ts';
import { seededRandom } from '../../sketch/sets.ts';
import { collected, PARAMETERS, versionedSets } from '../common.ts';

const pages: ClaimedPage[] = versionedSets(31, 60, 3, 120).map((grams, i) => ({
  key: `page ${i}`,
  url: `http://host${i % 7}.org/${i}`,
  grams,
}));

let base: string;
let clean: string;
let killed: string;
let lines: string[];
let verdicts: PageVerdict[];
let folder: string;

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'neardup-rebuild-'));
  clean = join(base, 'clean');
  // Opened three times, so that there are tables, and a log with the last pages.
  for (const [from, to] of [
    [0, 80],
    [80, 160],
    [160, 180],
  ]) {
    const index = await SketchIndex.open(clean, PARAMETERS);
    for (const page of pages.slice(from, to)) await index.addIfNew(page);
    if (to < pages.length) {
      await index.close();
      continue;
    }
    killed = join(base, 'killed');
    await cp(clean, killed, { recursive: true, filter: (path) => !path.endsWith('LOCK') });
    lines = await collected(index.export());
    verdicts = await collected(index.verdicts());
    await index.close();
  }
});
afterAll(() => rm(base, { recursive: true, force: true }));

beforeEach(async () => {
  folder = await mkdtemp(join(base, 'damaged-'));
  await cp(clean, folder, { recursive: true });
});
afterEach(async () => {
  for (const name of await readdir(base)) {
    if (name.startsWith('damaged-')) await rm(join(base, name), { recursive: true, force: true });
  }
});

/** What open or verify have to say of the index in the folder. */
async function noticed(): Promise<readonly Pick<Damage, 'what' | 'key'>[]> {
  try {
    return (await SketchIndex.verify(folder)).damages;
  } catch (error) {
    expect(error).toMatchObject({ code: 'NEARDUP_INDEX_DAMAGED' });
    expect((error as Error).message).toMatch(/rebuild it|the index is damaged/i);
    return [{ what: (error as Error).message }];
  }
}

async function expectRestored(): Promise<void> {
  const index = await SketchIndex.open(folder, PARAMETERS);
  expect(await collected(index.verdicts())).toEqual(verdicts);
  expect((await index.verify()).damages).toEqual([]);
  for (const page of cases(pages)) expect(await index.addIfNew(page)).toMatchObject({ replayed: true });
  await index.close();
}

async function file(pattern: RegExp): Promise<string> {
  const name = (await readdir(folder)).find((other) => pattern.test(other));
  if (name === undefined) throw new Error(`no file like ${pattern}`);
  return join(folder, name);
}

const cut = (pattern: RegExp) => async () => {
  const name = await file(pattern);
  await truncate(name, Math.floor((await stat(name)).size * 0.7));
};
const gone = (pattern: RegExp) => async () => rm(await file(pattern));
const flipped =
  (pattern: RegExp, ...parts: number[]) =>
  async () => {
    const name = await file(pattern);
    const bytes = await readFile(name);
    for (const part of parts) bytes[Math.floor(part * bytes.length)] ^= 64;
    await writeFile(name, bytes);
  };

const DAMAGES: [string, () => Promise<void>][] = [
  ['CURRENT is gone', gone(/^CURRENT$/)],
  ['CURRENT points nowhere', async () => writeFile(join(folder, 'CURRENT'), 'MANIFEST-999999\n')],
  ['CURRENT is empty', async () => writeFile(join(folder, 'CURRENT'), '')],
  ['the manifest is gone', gone(/^MANIFEST/)],
  ['the manifest is cut', cut(/^MANIFEST/)],
  ['the manifest has a flipped byte', flipped(/^MANIFEST/, 0.3)],
  ['the log is gone', gone(/\.log$/)],
  ['the log is cut', cut(/\.log$/)],
  ['the log has a flipped byte', flipped(/\.log$/, 0.4)],
  ['a table is gone', gone(/\.ldb$/)],
  ['a table is cut', cut(/\.ldb$/)],
  ['a table has flipped bytes in its data', flipped(/\.ldb$/, 0.1, 0.3, 0.5, 0.7)],
  ['a table has a flipped byte in its index', flipped(/\.ldb$/, 0.995)],
  ['the note is not readable', async () => writeFile(join(folder, 'NEARDUP'), '{"seq')],
  [
    'the high-water mark is not readable',
    async () => writeFile(join(folder, 'REACHED'), Buffer.alloc(24, 9)),
  ],
];

describe.each(['closed', 'killed'])('after the index was %s', (left) => {
  beforeEach(async () => {
    if (left === 'closed') return;
    await rm(folder, { recursive: true });
    await cp(killed, folder, { recursive: true });
  });

  test('nothing is noticed where nothing is damaged', async () => {
    expect(await noticed()).toEqual([]);
  });

  // How an index was left shows in its log and in what points to it; npm test takes the rest from a closed one.
  const damages = DAMAGES.filter(([what]) => inFull || left === 'closed' || /CURRENT|the log/.test(what));
  test.each(damages)(
    'it is noticed where %s, and a rebuild from the export restores all',
    async (_, damage) => {
      await damage();
      expect(await noticed()).not.toEqual([]);
      const { damaged } = await SketchIndex.rebuild(folder, { export: lines });
      expect(damaged).toBe(`${folder}.damaged-1`);
      await expectRestored();
    },
  );
});

test('a bit flipped anywhere in a table is noticed', async () => {
  const random = seededRandom(12);
  const table = await file(/\.ldb$/);
  const { length } = await readFile(table);
  const places = [
    length - 1,
    length - 20,
    length - 45,
    ...Array.from({ length: often(20) }, () => random() * length),
  ];
  for (const place of places) {
    await rm(folder, { recursive: true });
    await cp(clean, folder, { recursive: true });
    const bytes = await readFile(table);
    bytes[Math.floor(place)] ^= 1 << Math.floor(random() * 8);
    await writeFile(table, bytes);
    expect(await noticed(), `byte ${Math.floor(place)}`).not.toEqual([]);
  }
});

test('what is lost with a flipped byte in a value is named by key', async () => {
  // A table that was merged into another may still be there.
  for (const name of (await readdir(folder)).filter((other) => other.endsWith('.ldb'))) {
    const bytes = await readFile(join(folder, name));
    const at = bytes.indexOf('"key":"page 17"');
    if (at < 0) continue;
    bytes[at + 3] ^= 1;
    await writeFile(join(folder, name), bytes);
  }
  const damages = await noticed();
  expect(damages.map(({ key }) => key)).toContain('page 17');
});

describe('a rebuild', () => {
  test('from the pages decides as at first', async () => {
    await gone(/^CURRENT$/)();
    await SketchIndex.rebuild(folder, { pages, parameters: PARAMETERS }, { keepDamaged: false });
    expect((await readdir(base)).filter((name) => name.includes('.damaged-'))).toEqual([]);
    await expectRestored();
  });

  test('from a damaged export is refused and leaves everything as it was', async () => {
    const before = await readdir(folder);
    await expect(SketchIndex.rebuild(folder, { export: lines.slice(0, -1) })).rejects.toMatchObject({
      code: 'NEARDUP_EXPORT_DAMAGED',
    });
    expect(await readdir(folder)).toEqual(before);
    expect((await readdir(base)).filter((name) => name.endsWith('.rebuilding'))).toEqual([]);
    await expectRestored();
  });

  test('that was killed while it wrote leaves the old index, and runs again', async () => {
    await cp(clean, `${folder}.rebuilding`, { recursive: true });
    await cut(/\.log$/)();
    expect(await noticed()).not.toEqual([]);
    await SketchIndex.rebuild(folder, { export: lines });
    await expectRestored();
    expect((await readdir(base)).filter((name) => name.endsWith('.rebuilding'))).toEqual([]);
  });

  test('that was killed in the exchange is finished by the next open, before or after the first renaming', async () => {
    await cp(clean, `${folder}.rebuilt`, { recursive: true });
    await gone(/^CURRENT$/)();
    await expectRestored();
    expect(await readdir(`${folder}.damaged-1`)).not.toContain('CURRENT');
    await rename(folder, `${folder}.rebuilt`);
    await expectRestored();
    await rename(folder, `${folder}.rebuilt`);
    await mkdir(folder);
    await (await SketchIndex.openExisting(folder)).close();
    await expectRestored();
  });

  test('keeps every damaged index', async () => {
    for (const n of [1, 2, 3]) {
      await gone(/^CURRENT$/)();
      expect(await SketchIndex.rebuild(folder, { export: lines })).toEqual({
        damaged: `${folder}.damaged-${n}`,
      });
    }
    await expectRestored();
  });

  test('is refused while the index is open, here or in another process, and the open one is unharmed', async () => {
    const index = await SketchIndex.open(folder, PARAMETERS);
    const locked = { code: 'NEARDUP_INDEX_LOCKED' };
    await expect(SketchIndex.rebuild(folder, { export: lines })).rejects.toMatchObject(locked);
    expect(await collected(index.verdicts())).toEqual(verdicts);
    await index.close();
    const script = `
      const { Level } = await import('level');
      const store = new Level(process.argv[1]);
      await store.open();
      console.log('open');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(child.stdout, 'data');
      await expect(SketchIndex.rebuild(folder, { export: lines })).rejects.toMatchObject(locked);
      await expect(SketchIndex.openExisting(folder)).rejects.toMatchObject(locked);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await SketchIndex.rebuild(folder, { export: lines });
    await expectRestored();
  });

  test('is refused where the folder holds anything but an index', async () => {
    await writeFile(join(folder, 'thesis.txt'), 'years of work');
    await expect(SketchIndex.rebuild(folder, { export: lines })).rejects.toThrow('thesis.txt');
    expect(await readFile(join(folder, 'thesis.txt'), 'utf8')).toBe('years of work');
  });
});
