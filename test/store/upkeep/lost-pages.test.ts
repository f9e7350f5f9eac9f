import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Level } from 'level';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DamageFacts } from '../../../src/store/damage.ts';
import { encodeJson } from '../../../src/store/layout/codec.ts';
import { pageEntries, sketchSet } from '../../../src/store/layout/entries.ts';
import {
  COUNTS_KEY,
  decisionKey,
  type Key,
  type TableName,
  tableOf,
} from '../../../src/store/layout/keys.ts';
import { completeParameters, layoutOf } from '../../../src/store/layout/parameters.ts';
import { lostPages } from '../../../src/store/upkeep/lost-pages.ts';
import { recordOfPage } from '../../../src/store/verdicts.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-lost-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface Kept {
  readonly page: number;
  readonly verdict: 'unique' | 'duplicate' | 'unclassifiable' | 'removed';
  /** Tables whose entries are not written. */
  readonly without?: readonly TableName[];
  /** Tables whose entries are written with a byte of another value. */
  readonly bad?: readonly TableName[];
  /** Where it is not its key. */
  readonly url?: string;
}

/** Writes what is kept of pages into table files of LevelDB, and says which of it is lost. */
async function lost(setting: 'exact' | 'compact', kept: readonly Kept[]): Promise<DamageFacts[]> {
  const layout = layoutOf(completeParameters({ gram: 'any', threshold: 0.8, recall: 0.9, setting }));
  const store = new Level<Key, Buffer>(folder, {
    keyEncoding: 'buffer',
    valueEncoding: 'buffer',
    compression: false,
  });
  await store.put(COUNTS_KEY, encodeJson({}));
  for (const { page, verdict, without = [], bad = [], url = `page ${page}` } of kept) {
    if (verdict === 'removed') {
      await store.put(decisionKey(page), encodeJson({ verdict }));
      continue;
    }
    const set = sketchSet(BigUint64Array.of(BigInt(page)), '', layout);
    const record = { ...recordOfPage({ key: `page ${page}`, url }, set), verdict };
    for (const { key, value } of pageEntries(page, record, set, layout)) {
      const table = tableOf(key)!;
      if (bad.includes(table)) value![2] ^= 1;
      if (!without.includes(table)) await store.put(key, value!);
    }
  }
  // Opened again, LevelDB makes a table of its log.
  await store.close();
  await store.open();
  await store.close();
  const files = (await readdir(folder))
    .filter((name) => name.endsWith('.ldb'))
    .map((name) => join(folder, name));
  expect(files).toHaveLength(1);
  const damages: DamageFacts[] = [];
  await lostPages(files, (damage) => damages.push(damage));
  return damages;
}

const missing = (
  page: number,
  table: TableName,
  names: object = { key: `page ${page}`, url: `page ${page}` },
) => ({
  code: 'missing',
  reason: 'absent',
  table,
  page,
  ...names,
});

test.each(['exact', 'compact'] as const)('nothing is lost where all is there (%s)', async (setting) => {
  expect(
    await lost(setting, [
      { page: 0, verdict: 'unique' },
      { page: 1, verdict: 'duplicate' },
      { page: 2, verdict: 'unclassifiable' },
      { page: 3, verdict: 'removed' },
    ]),
  ).toEqual([]);
});

test('what one entry of a page tells of the others is missed where it is not there, in the exact setting', async () => {
  expect(
    await lost('exact', [
      { page: 0, verdict: 'unique', without: ['decisions'] },
      { page: 1, verdict: 'unique', without: ['keys'], url: 'http://a.example/' },
      { page: 2, verdict: 'unique', without: ['sketches'] },
      { page: 3, verdict: 'unique', without: ['gramSets'] },
      { page: 4, verdict: 'duplicate', without: ['gramSets', 'keys'] },
      { page: 5, verdict: 'unclassifiable', without: ['keys'] },
      { page: 6, verdict: 'duplicate' },
    ]),
  ).toEqual([
    missing(0, 'decisions', { key: 'page 0' }),
    missing(1, 'keys', { key: 'page 1', url: 'http://a.example/' }),
    missing(2, 'sketches'),
    missing(3, 'gramSets'),
    missing(4, 'keys'),
    missing(4, 'gramSets'),
    missing(5, 'keys'),
  ]);
});

test('in the compact setting duplicates have sketches too, and nobody has a gram set', async () => {
  expect(
    await lost('compact', [
      { page: 0, verdict: 'unique', without: ['sketches'] },
      { page: 1, verdict: 'duplicate', without: ['sketches'] },
      { page: 2, verdict: 'unclassifiable' },
    ]),
  ).toEqual([missing(0, 'sketches'), missing(1, 'sketches')]);
});

test('a number that was given and of which nothing is there is named, however large the numbers are', async () => {
  const far = (1 << 17) + 5;
  const damages = await lost('exact', [
    { page: 1, verdict: 'removed' },
    { page: far, verdict: 'unique' },
  ]);
  expect(damages).toHaveLength(far - 1);
  expect([damages[0], damages.at(-1)]).toEqual([
    missing(0, 'decisions', {}),
    missing(far - 1, 'decisions', {}),
  ]);
});

test('what was written badly is lost, and says nothing of the others', async () => {
  expect(
    await lost('exact', [
      { page: 0, verdict: 'unique', bad: ['decisions'] },
      { page: 1, verdict: 'unique', bad: ['keys'] },
      { page: 2, verdict: 'unique', bad: ['decisions', 'keys'] },
    ]),
  ).toEqual([missing(0, 'decisions', { key: 'page 0' }), missing(1, 'keys'), missing(2, 'decisions', {})]);
});

test('a page number that no file of this size can hold costs neither memory nor time, and as many are named as can be', async () => {
  const damages = await lost('exact', [
    { page: 1, verdict: 'unique', without: ['keys'] },
    { page: 2 ** 32 - 1, verdict: 'removed' },
  ]);
  expect(damages).toHaveLength(1 << 20);
  expect(damages.slice(0, 3)).toEqual([
    missing(0, 'decisions', {}),
    missing(1, 'keys'),
    missing(2, 'decisions', {}),
  ]);
});
