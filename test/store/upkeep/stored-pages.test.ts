import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DamageFacts } from '../../../src/store/damage.ts';
import { type BinaryStore, write } from '../../../src/store/disk/binary-store.ts';
import { damageOf, IndexError } from '../../../src/store/errors.ts';
import { encodeJson } from '../../../src/store/layout/codec.ts';
import { decisionKey, gramsKey, hexOfKey, type Key } from '../../../src/store/layout/keys.ts';
import { completeParameters, layoutOf } from '../../../src/store/layout/parameters.ts';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import {
  type IndexView,
  type StoredPage,
  storedPages,
  storedPagesAt,
} from '../../../src/store/upkeep/stored-pages.ts';
import { randomSet, seededRandom } from '../../sketch/sets.ts';
import { collected, PARAMETERS } from '../common.ts';
import { memory } from '../histories.ts';

const COUNTS = { sequence: 9, nextPage: 5, tabledTo: 5, unique: 5, duplicates: 0, unclassifiable: 0 };
const parameters = completeParameters(PARAMETERS);

let store: BinaryStore;
let view: IndexView;
let damages: DamageFacts[];
beforeEach(async () => {
  store = memory();
  damages = [];
  const random = seededRandom(4);
  const index = await SketchIndex.open(store, parameters);
  const numbers = [...Array(5).keys()];
  await index.addAll(numbers.map((i) => ({ key: `${i}`, url: '', grams: randomSet(random, 10) })));
  await index.close();
});
afterEach(() => view.snapshot.close());

const report = (damage: DamageFacts) => damages.push(damage);

function look(counts = COUNTS): IndexView {
  view = { store, snapshot: store.snapshot(), parameters, layout: layoutOf(parameters), counts };
  return view;
}

/** Numbers of the pages that are found, those without their grams negative. */
async function found(reporting?: (damage: DamageFacts) => void): Promise<number[]> {
  const blocks = await collected(storedPages(look(), reporting));
  return blocks.flat().map(numberOf);
}

const numberOf = ({ page, grams }: StoredPage) => (grams === undefined ? -page : page);

test('all pages come with their sets', async () => {
  expect(await found(report)).toEqual([0, 1, 2, 3, 4]);
  expect(damages).toEqual([]);
  expect((await storedPagesAt(view, [3, 1], report)).map(numberOf)).toEqual([3, 1]);
});

test('decisions that are missing, at either end or between, and those beyond the count are told', async () => {
  const beyond = { key: decisionKey(6), value: encodeJson({ verdict: 'removed' }) };
  await write(
    store,
    [{ key: decisionKey(0) }, { key: decisionKey(2) }, { key: decisionKey(4) }, beyond],
    false,
  );
  expect(await found(report)).toEqual([1, 3]);
  const missing = (page: number) => ({ code: 'missing', reason: 'absent', table: 'decisions', page });
  expect(damages).toEqual([
    missing(0),
    missing(2),
    { code: 'unexpected', reason: 'surplus', table: 'decisions', page: 6, expected: 5 },
    missing(4),
  ]);
  damages = [];
  expect((await storedPagesAt(view, [0, 1], report)).map(numberOf)).toEqual([1]);
  expect(damages).toEqual([missing(0)]);
});

test('a set that is missing or altered is told, and its page comes without', async () => {
  await write(store, [{ key: gramsKey(1) }, { key: gramsKey(2), value: Buffer.alloc(85) }], false);
  expect(await found(report)).toEqual([0, -1, -2, 3, 4]);
  const place = (page: number) => ({ table: 'gramSets', page, key: `${page}`, url: '' });
  expect(damages).toEqual([
    { code: 'missing', reason: 'absent', ...place(1) },
    { code: 'altered', reason: 'checksum', ...place(2) },
  ]);
});

test('without a report the first damage is thrown', async () => {
  await write(store, [{ key: gramsKey(1) }], false);
  await expect(found()).rejects.toMatchObject({
    code: 'NEARDUP_INDEX_DAMAGED',
    damage: { table: 'gramSets', page: 1 },
  });
});

const unreadable = Object.assign(new Error('Corruption: bad block'), { code: 'LEVEL_CORRUPTION' });
const fileDamage = { code: 'file', reason: 'unreadable', detail: 'Corruption: bad block' };

test('where a scan fails, decisions are read one by one, from where it failed', async () => {
  const iterate = store.iterator.bind(store) as unknown as (options: object) => {
    nextv(size: number): Promise<unknown[]>;
  };
  let blocks = 0;
  Object.assign(store, {
    iterator(options: object) {
      const iterator = iterate(options);
      const nextv = iterator.nextv.bind(iterator);
      return Object.assign(iterator, {
        nextv: () => (blocks++ === 0 ? nextv(2) : Promise.reject(unreadable)),
      });
    },
  });
  await write(store, [{ key: decisionKey(3) }], false);
  expect(await found(report)).toEqual([0, 1, 2, 4]);
  expect(damages).toEqual([fileDamage, { code: 'missing', reason: 'absent', table: 'decisions', page: 3 }]);
});

test('where values cannot be read together they are read one by one, and what fails is missing', async () => {
  const get = store.get.bind(store) as (key: Key, options: object) => Promise<Buffer>;
  Object.assign(store, {
    getMany: () => Promise.reject(unreadable),
    get: (key: Key, options: object) =>
      hexOfKey(key) === hexOfKey(gramsKey(2)) ? Promise.reject(unreadable) : get(key, options),
  });
  expect(await found(report)).toEqual([0, 1, -2, 3, 4]);
  expect(damages).toEqual([
    fileDamage,
    { code: 'missing', reason: 'absent', table: 'gramSets', page: 2, key: '2', url: '' },
  ]);
});

test('pages come 1,024 at a time, fewer where their sets are large', async () => {
  const record = { verdict: 'unique', key: 'a', fingerprint: '', storedAt: 1 };
  const decisions = (count: number, size: number) =>
    Array.from({ length: count }, (_, page) => ({
      key: decisionKey(page),
      value: encodeJson({ ...record, size }),
    }));
  const sizes = async (count: number, size: number) => {
    await write(store, decisions(count, size), false);
    const blocks = await collected(
      storedPages({ ...look(), counts: { ...COUNTS, nextPage: count } }, report),
    );
    await view.snapshot.close();
    return blocks.map((block) => block.length);
  };
  expect(await sizes(1025, 10)).toEqual([1024, 1]);
  // 8 MiB are filled by the fourth.
  expect(await sizes(1025, 1 << 18)).toEqual([...Array(256).fill(4), 1]);
  look();
});

test('an error that says nothing of damage is not taken for it', () => {
  look();
  for (const other of [new Error('no'), new IndexError('NEARDUP_INDEX_CLOSED', 'closed')]) {
    expect(() => damageOf(other)).toThrow(other);
  }
});

test('of the pages that an index says to have and does not, a million are told, however many that are', async () => {
  const blocks = await collected(storedPages(look({ ...COUNTS, nextPage: 2 ** 32 - 1 }), report));
  expect(blocks.flat()).toHaveLength(5);
  expect(damages).toHaveLength(1 << 20);
  expect(damages[0]).toEqual({ code: 'missing', reason: 'absent', table: 'decisions', page: 5 });
});
