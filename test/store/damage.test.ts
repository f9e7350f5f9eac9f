import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AbstractLevel } from 'abstract-level';
import { Level } from 'level';
import { MemoryLevel } from 'memory-level';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Damage } from '../../src/store/damage.ts';
import {
  COUNTS_KEY,
  decisionKey,
  FORMAT_KEY,
  gramsKey,
  type Key,
  PARAMETERS_KEY,
  sketchKey,
  tableRange,
} from '../../src/store/layout/keys.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { nextWarning } from '../warning.ts';
import { collected, PARAMETERS } from './common.ts';

const random = seededRandom(11);
const sets = Array.from({ length: 300 }, () => randomSet(random, 80));

let whole: string;
let killed: string;
let folder: string;
beforeAll(async () => {
  whole = await mkdtemp(join(tmpdir(), 'neardup-whole-'));
  const index = await SketchIndex.open(whole, PARAMETERS, { pagesInMemory: 0 });
  for (const [i, grams] of sets.entries()) {
    await (await index.claim({ key: `${i}`, url: '', grams })).commit();
  }
  // What a killed process leaves: the files of an index in use. LOCK is not to be read.
  killed = await mkdtemp(join(tmpdir(), 'neardup-killed-'));
  await cp(whole, killed, { recursive: true, filter: (path) => !path.endsWith('LOCK') });
  await index.close();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-damage-'));
  await cp(whole, folder, { recursive: true });
});
afterAll(async () => {
  await rm(whole, { recursive: true, force: true });
  await rm(killed, { recursive: true, force: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function fileLike(pattern: RegExp): Promise<string> {
  const name = (await readdir(folder)).find((file) => pattern.test(file));
  if (name === undefined) throw new Error(`no file like ${pattern}`);
  return join(folder, name);
}

async function cutHalf(file: string): Promise<void> {
  await truncate(file, Math.floor((await stat(file)).size / 2));
}

/** Sizes of everything in the folder but LevelDB's lock and diary, to see that a refused open changed nothing. */
async function listing(): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => !/^(LOCK|LOG)/.test(name)).sort();
  return Promise.all(names.map(async (name) => `${name} ${(await stat(join(folder, name))).size}`));
}

/** Changes entries behind the index's back. */
async function tamper(change: (store: Level<Key, Buffer>) => Promise<void>): Promise<void> {
  const store = new Level<Key, Buffer>(folder, {
    keyEncoding: 'buffer',
    valueEncoding: 'buffer',
    compression: false,
  });
  await change(store);
  await store.close();
  // The sizes that were noted at the close are not those of the changed files.
  const note = JSON.parse(await readFile(join(folder, 'NEARDUP'), 'utf8')) as { sequence: number };
  await writeFile(join(folder, 'NEARDUP'), JSON.stringify({ sequence: note.sequence }));
}

const open = () => SketchIndex.open(folder, PARAMETERS);
const damaged = (message: string) => ({
  code: 'NEARDUP_INDEX_DAMAGED',
  message: expect.stringContaining(message),
});

describe('after a clean close', () => {
  test.each([
    ['CURRENT is gone', /^CURRENT$/, rm, 'CURRENT is missing'],
    ['the manifest is gone', /^MANIFEST/, rm, 'is missing'],
    ['the manifest is cut', /^MANIFEST/, cutHalf, 'it was closed with'],
    ['the log is gone', /\.log$/, rm, '.log is missing'],
    ['the log is cut', /\.log$/, cutHalf, 'it was closed with'],
  ])('the open is refused and changes nothing where %s', async (_, pattern, damage, message) => {
    await damage(await fileLike(pattern));
    const before = await listing();
    await expect(open()).rejects.toMatchObject(damaged(message));
    expect(await listing()).toEqual(before);
  });
});

describe('while the note says that the index was in use', () => {
  beforeEach(() => tamper(async () => {}));

  test('a missing CURRENT is noticed before LevelDB starts anew and deletes the rest', async () => {
    await rm(join(folder, 'CURRENT'));
    const before = await listing();
    await expect(open()).rejects.toMatchObject(damaged('CURRENT is missing'));
    expect(await listing()).toEqual(before);
  });

  test('writes that the note has seen and the store has not are noticed', async () => {
    await writeFile(join(folder, 'NEARDUP'), JSON.stringify({ sequence: 301 }));
    await expect(open()).rejects.toMatchObject(damaged('it ends at write 300, it had reached write 301'));
  });

  test('data without CURRENT is noticed also where the note is gone', async () => {
    await rm(join(folder, 'CURRENT'));
    await rm(join(folder, 'NEARDUP'));
    await expect(open()).rejects.toMatchObject(damaged('CURRENT is missing'));
  });

  test('a table that was cut is noticed', async () => {
    await cutHalf(await fileLike(/\.ldb$/));
    await expect(open()).rejects.toMatchObject({ code: 'NEARDUP_INDEX_DAMAGED' });
  });

  test('a table that is gone is noticed', async () => {
    await rm(await fileLike(/\.ldb$/));
    await expect(open()).rejects.toMatchObject({ code: 'NEARDUP_INDEX_DAMAGED' });
  });

  test('a note that cannot be read is named', async () => {
    await writeFile(join(folder, 'NEARDUP'), '{"seq');
    await expect(open()).rejects.toMatchObject(damaged('NEARDUP is not readable'));
  });
});

describe('after a kill', () => {
  beforeEach(async () => {
    await rm(folder, { recursive: true });
    await cp(killed, folder, { recursive: true });
  });

  test('the index opens with all pages', async () => {
    const index = await open();
    expect(index.counts.decided).toBe(300);
    await index.close();
  });

  test.each([0.2, 0.5, 0.999])('a log of which LevelDB finds only the first %d is noticed', async (part) => {
    const log = await fileLike(/\.log$/);
    await truncate(log, Math.floor((await stat(log)).size * part));
    await expect(open()).rejects.toMatchObject(damaged('it had reached write 300'));
  });

  test.each(['cut', 'filled with zeros'])(
    'a loss of the last writes, the log being %s, can be accepted, and the index goes on without them',
    async (how) => {
      const log = await fileLike(/\.log$/);
      const { size } = await stat(log);
      await truncate(log, Math.floor(size / 2));
      if (how !== 'cut') await truncate(log, size);
      await expect(open()).rejects.toMatchObject(damaged('acceptLoss'));
      const lost = await SketchIndex.acceptLoss(folder);
      expect(lost).toBeGreaterThan(100);
      const index = await open();
      expect(index.counts.decided).toBe(300 - lost);
      expect((await index.verify()).damages).toEqual([]);
      for (const [i, grams] of sets.entries()) {
        const { replayed } = await index.addIfNew({ key: `${i}`, url: '', grams });
        expect(replayed).toBe(i < 300 - lost);
      }
      await index.close();
      expect(await SketchIndex.acceptLoss(folder)).toBe(0);
    },
  );

  test('a loss in the middle is not accepted', async () => {
    const log = await fileLike(/\.log$/);
    const bytes = await readFile(log);
    bytes[bytes.length >> 1] ^= 255;
    await writeFile(log, bytes);
    await expect(SketchIndex.acceptLoss(folder)).rejects.toMatchObject(damaged('fails its checksum'));
  });

  test.each([0.2, 0.5, 0.8])(
    'a byte flipped at %d of the log, of which LevelDB drops that stretch, is noticed',
    async (part) => {
      const log = await fileLike(/\.log$/);
      const bytes = await readFile(log);
      bytes[Math.floor(bytes.length * part)] ^= 255;
      await writeFile(log, bytes);
      await expect(open()).rejects.toMatchObject(damaged('fails its checksum'));
    },
  );

  test('a byte flipped in the manifest is noticed', async () => {
    const manifest = await fileLike(/^MANIFEST/);
    const bytes = await readFile(manifest);
    for (const at of [3, 20, bytes.length - 9]) {
      const flipped = Buffer.from(bytes);
      flipped[at] ^= 4;
      await writeFile(manifest, flipped);
      await expect(open()).rejects.toMatchObject(damaged('MANIFEST'));
    }
  });

  test('CURRENT that names nothing is noticed, and nothing is changed', async () => {
    for (const named of ['MANIFEST-000999\n', 'MANIF', '', '../../etc/passwd\n']) {
      await writeFile(join(folder, 'CURRENT'), named);
      const before = await listing();
      await expect(open()).rejects.toMatchObject(damaged('CURRENT names no manifest'));
      expect(await listing()).toEqual(before);
    }
  });
});

describe('where entries are wrong', () => {
  test('a decision that is missing among the others is noticed at open', async () => {
    await tamper((store) => store.del(decisionKey(150)));
    await expect(open()).rejects.toMatchObject(damaged('the decision of page 150 is missing'));
  });

  test('missing last decisions, and decisions beyond the count, are noticed at open', async () => {
    await tamper((store) => store.del(decisionKey(299)));
    await expect(open()).rejects.toMatchObject(damaged('the decision of page 299 is missing'));
    await tamper((store) => store.batch([299, 300].map((page) => put(decisionKey(page)))));
    await expect(open()).rejects.toMatchObject(damaged('beyond'));
  });

  test.each([
    ['counts', COUNTS_KEY],
    ['parameters', PARAMETERS_KEY],
    ['format', FORMAT_KEY],
  ])('missing %s are noticed at open', async (name, key) => {
    await tamper((store) => store.del(key));
    await expect(open()).rejects.toMatchObject(damaged(name));
  });

  test('another format is refused with both named', async () => {
    for (const [format, words] of [
      ['neardup/2', /neardup\/3; got neardup\/2, .*rebuild it from the dumps, start afresh/],
      ['neardup/9', /neardup\/3; got neardup\/9, which a later version wrote/],
    ] as const) {
      await tamper((store) => store.put(FORMAT_KEY, Buffer.from(format)));
      await expect(open()).rejects.toMatchObject({
        code: 'NEARDUP_INDEX_VERSION',
        message: expect.stringMatching(words),
      });
    }
  });

  test('a flipped byte in a gram set or a decision is an error that names the page', async () => {
    await tamper(async (store) => {
      for (const key of [gramsKey(3), decisionKey(5)]) {
        const value = await store.get(key);
        value![7] ^= 16;
        await store.put(key, value!);
      }
    });
    const index = await open();
    await expect(index.query(sets[3])).rejects.toMatchObject(damaged('gram set of page 3'));
    await expect(index.get('5')).rejects.toMatchObject(damaged('decision of page 5'));
    await expect(collected(index.verdicts())).rejects.toMatchObject(damaged('decision of page 5'));
    expect((await index.query(sets[6])).matches.map(({ key }) => key)).toEqual(['6']);
    await index.close();
  });

  test('an indexed page without its gram set is an error, not a page that is not similar', async () => {
    await tamper((store) => store.del(gramsKey(3)));
    const index = await open();
    await expect(index.query(sets[3])).rejects.toMatchObject(damaged('gram set of page 3 is missing'));
    await index.close();
  });

  test('bytes flipped all over a table file are noticed before LevelDB reads them', async () => {
    // LevelDB makes a table of its log when it opens.
    await tamper(async () => {});
    const table = await fileLike(/\.ldb$/);
    const bytes = await readFile(table);
    for (let at = 500; at < bytes.length / 2; at += 900) bytes[at] ^= 255;
    await writeFile(table, bytes);
    const { damages } = await SketchIndex.verify(folder);
    expect(damages.length).toBeGreaterThan(50);
    expect(new Set(damages.map(({ code }) => code))).toEqual(new Set(['file', 'missing']));
  });
});

test('a refused open leaves an index that opens', async () => {
  await expect(SketchIndex.open(folder, { ...PARAMETERS, gram: 'word:5' })).rejects.toThrow('gram');
  await expect(SketchIndex.open(folder, { ...PARAMETERS, gram: 'word:5' })).rejects.toThrow('gram');
  const index = await open();
  expect(index.counts.decided).toBe(300);
  await index.close();
});

test('a second handle by another path to the same folder is refused, and another process stays locked out', async () => {
  const link = join(folder, '..', `${folder.split('/').pop()}-link`);
  await symlink(folder, link);
  const index = await open();
  try {
    await expect(SketchIndex.open(link, PARAMETERS)).rejects.toMatchObject({ code: 'NEARDUP_INDEX_LOCKED' });
    expect((await index.query(sets[0])).matches.map(({ key }) => key)).toEqual(['0']);
  } finally {
    await index.close();
    await rm(link);
  }
});

test('a folder that LevelDB alone has locked is refused with a clear line', async () => {
  await tamper(async () => {});
  const store = new Level(folder);
  await store.open();
  await expect(open()).rejects.toMatchObject({ code: 'NEARDUP_INDEX_LOCKED' });
  await store.close();
});

test('a file that LevelDB deletes while the folder is looked at is passed over', async () => {
  const index = await open();
  // Listed, and gone when it is looked at.
  await symlink(join(folder, 'nowhere'), join(folder, '000001.ldb'));
  expect((await index.verify()).damages).toEqual([]);
  expect((await index.stats()).bytesOnDisk).toBeGreaterThan(0);
  await index.close();
});

test('destroy deletes an index that nobody has open, and nothing of one that somebody has', async () => {
  const index = await open();
  await expect(SketchIndex.destroy(folder)).rejects.toMatchObject({ code: 'NEARDUP_INDEX_LOCKED' });
  await index.close();
  const again = await open();
  expect(again.counts.decided).toBe(300);
  await again.close();
  const store = new Level(folder);
  await store.open();
  await expect(SketchIndex.destroy(folder)).rejects.toMatchObject({ code: 'NEARDUP_INDEX_LOCKED' });
  expect(await store.keys({ limit: 1 }).all()).toHaveLength(1);
  await store.close();
  await SketchIndex.destroy(folder);
  const afresh = await open();
  expect(afresh.counts.decided).toBe(0);
  await afresh.close();
});

test('a new index is made where the folder and its parents are missing', async () => {
  const nested = join(folder, 'a', 'b');
  const index = await SketchIndex.open(nested, PARAMETERS);
  expect(index.counts.decided).toBe(0);
  await index.close();
  await mkdir(join(folder, 'with-manifest'));
  await writeFile(join(folder, 'with-manifest', 'MANIFEST-000001'), '');
  await (await SketchIndex.open(join(folder, 'with-manifest'), PARAMETERS)).close();
});

function put(key: Key): { type: 'put'; key: Key; value: Buffer } {
  return { type: 'put', key, value: Buffer.alloc(0) };
}

describe('where the sketch of a page is damaged before the page stands in the tables', () => {
  const told: Damage[] = [];
  const options = { pagesInMemory: 0, onDamage: (damage: Damage) => told.push(damage) };

  beforeEach(async () => {
    told.length = 0;
    await rm(folder, { recursive: true });
    const index = await SketchIndex.open(folder, PARAMETERS, options);
    const pages = sets.slice(0, 200).map((grams, i) => ({ key: `${i}`, url: '', grams }));
    await index.addAll(pages, { searchable: false });
    await index.close();
    await tamper(alterSketch);
  });

  test('that page is named once and set aside, and all others are found', async () => {
    for (let run = 0; run < 2; run++) {
      const index = await SketchIndex.open(folder, PARAMETERS, options);
      for (let page = 0; page < 200; page++) {
        const { matches } = await index.query(sets[page]);
        expect(matches.map(({ key }) => key)).toEqual(page === 4 ? [] : [`${page}`]);
      }
      await index.close();
    }
    expect(told).toEqual([
      expect.objectContaining({ code: 'altered', reason: 'checksum', table: 'sketches', page: 4 }),
    ]);
  });

  test('claims go on, by the tables in memory or on disk', async () => {
    for (const [run, pagesInMemory] of [0, 1000].entries()) {
      const index = await SketchIndex.open(folder, PARAMETERS, { ...options, pagesInMemory });
      const claim = await index.claim({ key: 'x', url: '', grams: sets[150].subarray(1) });
      expect(claim).toMatchObject({ verdict: 'duplicate', of: { key: '150' } });
      claim.release();
      // each process that leaves the page out says so, once it has read it
      await expect.poll(() => told.length).toBe(run + 1);
      await index.close();
    }
    expect(told.map(({ page }) => page)).toEqual([4, 4]);
  });

  test('the tables in memory hold all others, and it is named once and found by its very gram set alone', async () => {
    const index = await SketchIndex.open(folder, PARAMETERS, { ...options, pagesInMemory: 1000 });
    for (let page = 0; page < 200; page++) {
      const near = await index.claim({ key: `near ${page}`, url: '', grams: sets[page].subarray(1) });
      expect(near.of?.key).toBe(page === 4 ? undefined : `${page}`);
      near.release();
    }
    const copy = await index.claim({ key: 'copy', url: '', grams: sets[4] });
    expect(copy).toMatchObject({ verdict: 'duplicate', similarity: 1, of: { key: '4' } });
    copy.release();
    expect(told).toEqual([
      expect.objectContaining({ code: 'altered', reason: 'checksum', table: 'sketches', page: 4 }),
    ]);
    await index.close();
    // nobody had to fill the tables on disk
    await tamper(async (store) => {
      expect((await store.keys(tableRange('trees') as object).all()).length).toBe(0);
    });
    // one process names it once, whichever tables leave it out
    told.length = 0;
    const again = await SketchIndex.open(folder, PARAMETERS, { ...options, pagesInMemory: 1000 });
    (await again.claim({ key: 'x', url: '', grams: sets[150] })).release();
    expect((await again.query(sets[150], { threshold: 0.9 })).matches).toHaveLength(1);
    expect(told).toHaveLength(1);
    await again.close();
  });

  test('the page is still found by its very gram set, and verify names it', async () => {
    const index = await SketchIndex.open(folder, PARAMETERS, options);
    const claim = await index.claim({ key: 'x', url: '', grams: sets[4] });
    expect(claim).toMatchObject({ verdict: 'duplicate', of: { key: '4' } });
    claim.release();
    const { damages } = await index.verify();
    expect(damages).toContainEqual(expect.objectContaining({ table: 'sketches', page: 4 }));
    expect(damages.every(({ page = 4 }) => page === 4)).toBe(true);
    await index.close();
  });

  test('the page can be replaced, and is whole then', async () => {
    const index = await SketchIndex.open(folder, PARAMETERS, options);
    await index.query(sets[0]);
    expect(await index.addIfNew({ key: '4', url: '', grams: sets[250] })).toMatchObject({ isNew: true });
    expect((await index.query(sets[250])).matches).toMatchObject([{ key: '4' }]);
    expect((await index.verify()).damages).toEqual([]);
    await index.close();
  });

  test('a warning of the process says so where nobody takes the damage', async () => {
    const warned = nextWarning();
    const index = await SketchIndex.open(folder, PARAMETERS, { pagesInMemory: 0 });
    await index.query(sets[0]);
    expect(await warned).toMatchObject({
      code: 'NEARDUP_INDEX_DAMAGED',
      message: expect.stringContaining('the sketch of page 4'),
    });
    await index.close();
  });
});

describe('where the sketch of a page that stands in the tables is damaged later', () => {
  const told: Damage[] = [];
  const onDamage = (damage: Damage) => told.push(damage);
  const damage4 = expect.objectContaining({
    ...{ code: 'altered', reason: 'checksum', table: 'sketches', page: 4 },
  });

  beforeEach(() => {
    told.length = 0;
  });

  test('it is left out and named once, and queries and claims find all others, by the tables on disk', async () => {
    await rm(folder, { recursive: true });
    const options = { pagesInMemory: 0, onDamage };
    const index = await SketchIndex.open(folder, PARAMETERS, options);
    await index.addAll(sets.slice(0, 200).map((grams, i) => ({ key: `${i}`, url: '', grams })));
    await index.close();
    await tamper(async (store) => {
      expect((await store.keys(tableRange('trees') as object).all()).length).toBeGreaterThan(0);
      await alterSketch(store);
    });
    const again = await SketchIndex.open(folder, PARAMETERS, options);
    for (let page = 0; page < 200; page++) {
      const near = sets[page].subarray(1);
      const expected = page === 4 ? [] : [`${page}`];
      expect((await again.query(near)).matches.map(({ key }) => key)).toEqual(expected);
      const claim = await again.claim({ key: `near ${page}`, url: '', grams: near });
      expect(claim.of?.key).toBe(expected[0]);
      claim.release();
    }
    const copy = await again.claim({ key: 'copy', url: '', grams: sets[4] });
    expect(copy).toMatchObject({ verdict: 'duplicate', of: { key: '4' } });
    copy.release();
    expect(told).toEqual([damage4]);
    await again.close();
  });

  test('by the tables in memory a page with the same set speaks for it', async () => {
    const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
    const pages = [...sets.slice(0, 50), sets[4]].map((grams, i) => ({ key: `${i}`, url: '', grams }));
    const index = await SketchIndex.open(store, PARAMETERS);
    await index.addAll(pages);
    await index.close();
    const again = await SketchIndex.open(store, PARAMETERS, { onDamage });
    // so many that they are answered from memory
    for (let i = 0; i < 20; i++) await again.query(sets[10]);
    (await again.claim({ key: 'x', url: '', grams: sets[10] })).release();
    await alterSketch(store as unknown as Store);
    const keys = (await again.query(sets[4].subarray(1))).matches.map(({ key }) => key);
    expect(keys).toEqual(['4', '50']);
    expect(told).toEqual([damage4]);
    const near = await again.claim({ key: 'near', url: '', grams: sets[4].subarray(1) });
    expect(near).toMatchObject({ verdict: 'duplicate', of: { key: '50' } });
    near.release();
    expect(told).toEqual([damage4]);
    await again.close();
  });
});

type Store = Pick<AbstractLevel<string | Buffer | Uint8Array, Key, Buffer>, 'get' | 'put'>;

/** Alters the sketch of page 4. */
async function alterSketch(store: Store): Promise<void> {
  const value = Buffer.from((await store.get(sketchKey(4)))!);
  value[7] ^= 16;
  await store.put(sketchKey(4), value);
}
