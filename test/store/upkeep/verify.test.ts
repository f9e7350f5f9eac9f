import { describe, expect, test } from 'vitest';
import type { Damage } from '../../../src/store/damage.ts';
import { BINARY, type BinaryStore } from '../../../src/store/disk/binary-store.ts';
import { decodeJson, encodeJson } from '../../../src/store/layout/codec.ts';
import {
  COUNTS_KEY,
  decisionKey,
  gramsKey,
  hexOfKey,
  type Key,
  sketchKey,
  userKey,
} from '../../../src/store/layout/keys.ts';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import type { VerifyOptions, VerifyReport } from '../../../src/store/upkeep/verify.ts';
import { cases } from '../../repetition.ts';
import { seededRandom } from '../../sketch/sets.ts';
import { indexAfter, memory, SETTINGS, type Step } from '../histories.ts';
import { bytesOf, keyOf } from '../key-bytes.ts';

const STEPS: Step[] = [...Array(12).keys()].flatMap((key) => [
  { how: key % 4 === 3 ? 'load' : 'claim', key, set: (5 * key) % 17 },
  ...(key === 7 ? [{ how: 'remove' as const, key: 2, set: 0 }] : []),
]);

async function stored(parameters = SETTINGS[0]): Promise<BinaryStore> {
  const store = memory();
  await (await indexAfter(STEPS, parameters, store)).close();
  return store;
}

async function verified(store: BinaryStore, options?: VerifyOptions): Promise<VerifyReport> {
  const index = await SketchIndex.openExisting(store);
  try {
    return await index.verify(options);
  } finally {
    await index.close();
  }
}

/** Verifies a store with other entries than it was left with, and puts them back. */
async function verifiedWith(
  store: BinaryStore,
  changes: readonly { readonly key: Key; readonly value?: Buffer | undefined }[],
): Promise<VerifyReport> {
  const before = await store.getMany<Key, Buffer>(
    changes.map(({ key }) => key),
    BINARY,
  );
  await apply(store, changes);
  try {
    return await verified(store);
  } finally {
    await apply(
      store,
      changes.map(({ key }, i) => ({ key, value: before[i] })),
    );
  }
}

async function apply(
  store: BinaryStore,
  changes: readonly { readonly key: Key; readonly value?: Buffer | undefined }[],
): Promise<void> {
  for (const { key, value } of changes) {
    if (value === undefined) await store.del(key, BINARY);
    else await store.put(key, value, BINARY);
  }
}

function entriesOf(store: BinaryStore): Promise<[Key, Buffer][]> {
  return store.iterator<Key, Buffer>(BINARY).all();
}

const letterOf = (key: Key) => String.fromCharCode(bytesOf(key)[0]);

/** Decisions are looked for at open; their numbers are not to be altered here. */
const isChecked = (key: Key) => !'!p'.includes(letterOf(key));

describe.each(SETTINGS)('in the setting %o', (parameters) => {
  test('an index is whole whatever was claimed, added, loaded or removed', async () => {
    const store = await stored(parameters);
    const report = await verified(store);
    expect(report).toMatchObject({ pages: 11, damaged: 0, damages: [] });
    const entries = await entriesOf(store);
    expect(report.checked).toBe(entries.filter(([key]) => isChecked(key)).length);
  });

  test('every entry that is missing is noticed and named with its page', async () => {
    const store = await stored(parameters);
    for (const [key] of cases(await entriesOf(store), 3)) {
      if (!isChecked(key)) continue;
      const { damages } = await verifiedWith(store, [{ key }]);
      expect(damages).toHaveLength(1);
      expect(damages[0]).toMatchObject({ code: 'missing', key: expect.stringMatching(/^page \d+$/) });
    }
  });

  test('a flipped byte in any key is noticed', async () => {
    const store = await stored(parameters);
    const random = seededRandom(5);
    for (const [key, value] of await entriesOf(store)) {
      if (!isChecked(key)) continue;
      const flipped = Buffer.from(bytesOf(key));
      // The letter too: it becomes that of another table, or of none.
      flipped[Math.floor(random() * flipped.length)] ^= 1 << Math.floor(random() * 7);
      if (!isChecked(keyOf(flipped))) continue;
      const { damages } = await verifiedWith(store, [{ key }, { key: keyOf(flipped), value }]);
      expect(damages.length, hexOfKey(key)).toBeGreaterThan(0);
      expect(damages.map(({ code }) => code)).toContain('missing');
    }
  });

  test('a flipped byte in any value is noticed, and the page is named', async () => {
    const store = await stored(parameters);
    const random = seededRandom(6);
    for (const [key, value] of await entriesOf(store)) {
      // A removed page has no key any more.
      if (letterOf(key) === '!' || hexOfKey(key) === hexOfKey(decisionKey(2))) continue;
      const flipped = value.length === 0 ? Buffer.of(7) : Buffer.from(value);
      flipped[Math.floor(random() * flipped.length)] ^= 16;
      const { damages } = await verifiedWith(store, [{ key, value: flipped }]);
      expect(damages.map(({ code }) => code)).toContain('altered');
      expect(damages.some((damage) => damage.key?.startsWith('page '))).toBe(true);
    }
  });

  test('a whole value in the place of another one is noticed', async () => {
    const store = await stored(parameters);
    // A compact index has nothing but the sketch to tell a duplicate's sketch from another one's.
    const tables = parameters.setting === 'compact' ? 'kf' : 'kcgf';
    const entries = (await entriesOf(store)).filter(([key]) => tables.includes(letterOf(key)));
    for (const [i, [key, value]] of entries.entries()) {
      const other = entries.find(([k, v], j) => j !== i && letterOf(k) === letterOf(key) && !v.equals(value));
      if (other === undefined) continue;
      const { damages } = await verifiedWith(store, [{ key, value: other[1] }]);
      expect(damages.length).toBeGreaterThan(0);
    }
  });

  test('entries of a removed page, and of pages that never were, are noticed', async () => {
    const store = await stored(parameters);
    const entries = (await entriesOf(store)).filter(([key]) => 'cgfts'.includes(letterOf(key)));
    for (const [key, value] of cases(entries, 3)) {
      for (const page of [2, 5000]) {
        const other = Buffer.from(bytesOf(key));
        other.writeUInt32BE(page, other.length - 4);
        const { damages } = await verifiedWith(store, [{ key: keyOf(other), value }]);
        expect(damages).toMatchObject([{ code: 'unexpected' }]);
      }
    }
  });
});

test('a decision that cannot be read is named by its key, and the others are still checked', async () => {
  const store = await stored();
  const damages: Damage[] = [];
  const value = await store.get<Key, Buffer>(decisionKey(3), BINARY);
  await store.put(decisionKey(3), value!.subarray(1), BINARY);
  await store.del(gramsKey(5), BINARY);
  await store.del(sketchKey(5), BINARY);
  await store.del(sketchKey(0), BINARY);
  await verified(store, { onDamage: (damage) => damages.push(damage) });
  expect(damages.map(({ code, page, key }) => [code, page, key])).toEqual([
    ['missing', 5, 'page 5'],
    ['altered', 3, 'page 3'],
    ['missing', 0, 'page 0'],
  ]);
});

test('a gram set that is not the one that was decided is noticed', async () => {
  const store = await stored();
  for (const page of [0, 1, 5]) {
    const value = (await store.get<Key, Buffer>(decisionKey(page), BINARY))!;
    const record = decodeJson<Record<string, unknown>>(value, {});
    for (const other of [{ size: 3 }, { fingerprint: '0123456789abcdef' }]) {
      const { damages } = await verifiedWith(store, [
        { key: decisionKey(page), value: encodeJson({ ...record, ...other }) },
      ]);
      expect(damages).toMatchObject([
        { code: 'altered', key: record.key, what: expect.stringContaining('decided') },
      ]);
    }
  }
});

test('counts that are not those of the pages are noticed', async () => {
  const store = await stored();
  const counts = decodeJson<Record<string, number>>((await store.get<Key, Buffer>(COUNTS_KEY, BINARY))!, {});
  const { damages } = await verifiedWith(store, [
    { key: COUNTS_KEY, value: encodeJson({ ...counts, duplicates: counts.duplicates + 1 }) },
  ]);
  expect(damages).toMatchObject([{ code: 'altered', what: expect.stringContaining('duplicates') }]);
});

test('a key that leads to another page is noticed', async () => {
  const store = await stored();
  const [one, other] = await store.getMany<Key, Buffer>([userKey('page 0'), userKey('page 5')], BINARY);
  const { damages } = await verifiedWith(store, [
    { key: userKey('page 0'), value: other },
    { key: userKey('page 5'), value: one },
  ]);
  const altered = damages.filter(({ code }) => code === 'altered');
  expect(altered.map(({ key }) => key)).toEqual(['page 0', 'page 5']);
});

test('it goes on while pages are claimed, and can be stopped', async () => {
  const index = await indexAfter(STEPS, SETTINGS[0]);
  const verifying = index.verify();
  await index.remove('page 4');
  await index.addIfNew({ key: 'later', url: '', grams: new BigUint64Array([1n, 2n]) });
  expect((await verifying).damages).toEqual([]);
  await expect(index.verify({ signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
  await index.close();
});
