import { beforeEach, expect, test } from 'vitest';
import type { Damage } from '../../../src/store/damage.ts';
import { type BinaryStore, readValue, write } from '../../../src/store/disk/binary-store.ts';
import { decodeJson, encodeJson, encodeNumber } from '../../../src/store/layout/codec.ts';
import {
  COUNTS_KEY,
  decisionKey,
  fingerprintKey,
  gramsKey,
  hexOfKey,
  type Key,
  sketchKey,
  userKey,
} from '../../../src/store/layout/keys.ts';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import type { VerifyReport } from '../../../src/store/upkeep/verify.ts';
import { randomSet, seededRandom } from '../../sketch/sets.ts';
import { PARAMETERS } from '../common.ts';
import { memory } from '../histories.ts';
import { bytesOf, keyOf } from '../key-bytes.ts';

const random = seededRandom(19);

let store: BinaryStore;

/** Page 0 is unique, page 1 a duplicate of it, page 2 is unique, page 3 has no grams, page 4 is removed. */
beforeEach(async () => {
  store = memory();
  const index = await SketchIndex.open(store, PARAMETERS, { pagesInMemory: 0 });
  const [text, other] = [randomSet(random, 40), randomSet(random, 40)];
  for (const [i, grams] of [text, text.slice(1), other, new BigUint64Array(0), other].entries()) {
    await index.addIfNew({ key: `${i}`, url: i === 2 ? 'http://a.example/' : `${i}`, grams });
  }
  await index.remove('4');
  await index.close();
});

async function verified(): Promise<VerifyReport> {
  const index = await SketchIndex.openExisting(store);
  try {
    return await index.verify();
  } finally {
    await index.close();
  }
}

const put = (key: Key, value: Buffer) => write(store, [{ key, value }], false);

/** Damages without their words, which are made of the rest. */
async function damages(): Promise<Omit<Damage, 'what'>[]> {
  const { damages: found, damaged } = await verified();
  expect(damaged).toBe(found.length);
  return found.map(({ what, ...facts }) => {
    expect(what.length).toBeGreaterThan(10);
    return facts;
  });
}

test('a whole index has its pages and all its entries but the decisions checked', async () => {
  const entries = 4 + 3 + 2 + 2 + 2 * (16 + 4);
  expect(await verified()).toEqual({ pages: 4, checked: entries, damaged: 0, damages: [] });
});

test('an entry that is not called for is named with its page, or as that of no page', async () => {
  const sketch = (await readValue(store, sketchKey(0)))!;
  await put(sketchKey(1), sketch);
  expect(await damages()).toEqual([
    { code: 'unexpected', reason: 'uncalled', table: 'sketches', page: 1, key: '1', url: '1' },
  ]);
  await write(store, [{ key: sketchKey(1) }, { key: gramsKey(4), value: sketch }], false);
  expect(await damages()).toEqual([{ code: 'unexpected', reason: 'pageless', table: 'gramSets', page: 4 }]);
  await write(store, [{ key: gramsKey(4) }, { key: gramsKey(5), value: sketch }], false);
  expect(await damages()).toEqual([{ code: 'unexpected', reason: 'pageless', table: 'gramSets' }]);
});

test('keys of no table, and of decisions that are none, are named by their bytes', async () => {
  for (const bytes of ['z000', 'p00', '!more', 't']) {
    await put(keyOf(Buffer.from(bytes)), Buffer.of(1));
    const entry = Buffer.from(bytes).toString('hex');
    expect(await damages()).toEqual([{ code: 'unexpected', reason: 'pageless', entry }]);
    await write(store, [{ key: keyOf(Buffer.from(bytes)) }], false);
  }
});

test('an entry that is missing, or not what its page calls for, is named with its page', async () => {
  await write(store, [{ key: gramsKey(1) }], false);
  const page = { page: 1, key: '1', url: '1' };
  expect(await damages()).toEqual([{ code: 'missing', reason: 'absent', table: 'gramSets', ...page }]);
  await write(store, [{ key: userKey('2'), value: encodeNumber(0) }], false);
  expect(await damages()).toEqual([
    { code: 'missing', reason: 'absent', table: 'gramSets', ...page },
    { code: 'altered', reason: 'content', table: 'keys', page: 2, key: '2', url: 'http://a.example/' },
    { code: 'unexpected', reason: 'uncalled', table: 'keys', page: 0, key: '0', url: '0' },
  ]);
});

test('a user key whose number cannot be read is that of no page, and missing where its page calls for it', async () => {
  await put(userKey('2'), Buffer.alloc(9));
  expect(await damages()).toEqual([
    { code: 'unexpected', reason: 'pageless', table: 'keys', key: '2' },
    { code: 'altered', reason: 'content', table: 'keys', page: 2, key: '2', url: 'http://a.example/' },
  ]);
});

test('a fingerprint entry that is moved to another set is missing there and not called for here', async () => {
  const index = await SketchIndex.openExisting(store);
  await index.close();
  const keys = await store.keys<Key>({ keyEncoding: 'buffer' }).all();
  const key = keys.find((other) => hexOfKey(other).startsWith('66') && hexOfKey(other).endsWith('02'))!;
  const value = (await readValue(store, key))!;
  const fingerprint = Buffer.from(bytesOf(key).subarray(1, 17)).fill(7, 11, 12);
  await write(store, [{ key }, { key: fingerprintKey(fingerprint, 2), value }], false);
  const names = { table: 'fingerprints', page: 2, key: '2', url: 'http://a.example/' };
  expect(await damages()).toEqual([
    { code: 'missing', reason: 'absent', ...names },
    { code: 'unexpected', reason: 'uncalled', ...names },
  ]);
});

test('a set that is not the one that was decided is named by what is stored of it', async () => {
  const grams = (await readValue(store, gramsKey(0)))!;
  await put(gramsKey(1), grams);
  expect(await damages()).toEqual([
    { code: 'altered', reason: 'decision', table: 'gramSets', page: 1, key: '1', url: '1' },
  ]);
});

test('counts are held against the pages, unless a decision cannot be read', async () => {
  const counts = decodeJson<Record<string, number>>((await readValue(store, COUNTS_KEY))!, {});
  await put(COUNTS_KEY, encodeJson({ ...counts, unique: 5, unclassifiable: 0 }));
  const wrong = { code: 'altered', reason: 'count', table: 'counts' };
  expect(await damages()).toEqual([
    { ...wrong, counted: 'unique', expected: 5, found: 2 },
    { ...wrong, counted: 'unclassifiable', expected: 0, found: 1 },
  ]);
  await put(decisionKey(3), Buffer.alloc(20));
  expect(await damages()).toEqual([
    { code: 'altered', reason: 'checksum', table: 'decisions', page: 3, key: '3' },
  ]);
});

test('a decision of which no key tells any more is named all the same', async () => {
  await write(store, [{ key: userKey('3') }, { key: decisionKey(3), value: Buffer.alloc(20) }], false);
  expect(await damages()).toEqual([{ code: 'altered', reason: 'checksum', table: 'decisions', page: 3 }]);
});

test('entries that a scan does not find, and that are there by their keys, are noticed', async () => {
  const iterate = store.iterator.bind(store) as unknown as (options: object) => {
    nextv(size: number): Promise<[Key][]>;
  };
  Object.assign(store, {
    iterator(options: object) {
      const iterator = iterate(options);
      const nextv = iterator.nextv.bind(iterator);
      const isSeen = ([key]: [Key]) => hexOfKey(key) !== hexOfKey(gramsKey(0));
      return Object.assign(iterator, { nextv: async (size: number) => (await nextv(size)).filter(isSeen) });
    },
  });
  expect(await damages()).toEqual([{ code: 'altered', reason: 'unstable' }]);
});

test('the first 1,000 damages are kept, and all are counted and told', async () => {
  const changes = Array.from({ length: 1001 }, (_, i) => ({
    key: keyOf(Buffer.from(`z${i}`)),
    value: Buffer.of(1),
  }));
  await write(store, changes, false);
  const index = await SketchIndex.openExisting(store);
  const told: Damage[] = [];
  const report = await index.verify({ onDamage: (damage) => told.push(damage) });
  await index.close();
  expect(report.damaged).toBe(1001);
  expect(report.damages).toEqual(told.slice(0, 1000));
  expect(told).toHaveLength(1001);
  expect(told[0].what).toMatch(/^the entry 7a30 belongs to no page$/);
});
