import { beforeEach, describe, expect, test } from 'vitest';
import { type BinaryStore, readValue, write } from '../../src/store/disk/binary-store.ts';
import { encodeJson } from '../../src/store/layout/codec.ts';
import { hexOfKey, hostKey, type Key, textKey } from '../../src/store/layout/keys.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { collected } from './common.ts';
import { indexAfter, memory, SETTINGS } from './histories.ts';
import { bytesOf, keyOf } from './key-bytes.ts';

// What a later version of this format may have written: texts of pages, and what is known of two hosts.
const TEXTS = [0, 1, 3].map((page) => ({ key: textKey(page), value: encodeJson(`text of page ${page}`) }));
const HOSTS = [
  { key: hostKey('00112233445566770a'), value: encodeJson({ pages: 3 }) },
  { key: hostKey('00112233445566770b'), value: encodeJson('more of the same host') },
  { key: hostKey('ffffffffffffffff'), value: encodeJson('another host, whose key is full') },
];

let store: BinaryStore;
let parameters: (typeof SETTINGS)[number];

/** Pages 0 and 1 claimed, 2 removed, 3 added, and one like it that was added as well. */
async function made(): Promise<BinaryStore> {
  const at = memory();
  const index = await indexAfter(
    [
      { how: 'claim', key: 1, set: 0 },
      { how: 'claim', key: 2, set: 4 },
      { how: 'claim', key: 3, set: 8 },
      { how: 'add', key: 4, set: 12 },
      { how: 'remove', key: 3, set: 0 },
    ],
    parameters,
    at,
  );
  await index.close();
  return at;
}

/** What stands in the tables of later versions. */
async function later(at: BinaryStore): Promise<[string, string][]> {
  const entries = await at
    .iterator<Key, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' } as object)
    .all();
  return entries
    .filter(([key]) => 'xh'.includes(String.fromCharCode(bytesOf(key)[0])))
    .map(([key, value]) => [hexOfKey(key), value.toString('hex')]);
}

const shown = (changes: readonly { key: Key; value: Buffer }[]) =>
  changes.map(({ key, value }) => [hexOfKey(key), value.toString('hex')]).sort();

async function damages(at: BinaryStore): Promise<unknown[]> {
  const index = await SketchIndex.openExisting(at);
  const found = (await index.verify()).damages.map(({ what: _, ...facts }) => facts);
  await index.close();
  return found;
}

describe.each(SETTINGS)('what a later version keeps beside, in the setting %o', (setting) => {
  beforeEach(async () => {
    parameters = setting;
    store = await made();
    await write(store, [...TEXTS, ...HOSTS], false);
  });

  test('is no damage, and is counted', async () => {
    expect(await damages(store)).toEqual([]);
    const index = await SketchIndex.openExisting(store);
    const { tables } = await index.stats();
    expect([tables.texts.entries, tables.hosts.entries]).toEqual([3, 3]);
    await index.close();
  });

  test('is named where it is altered, or where a text is of no page that stands', async () => {
    const altered = Buffer.from(TEXTS[0].value).fill(7, 3, 4);
    await write(
      store,
      [
        { key: TEXTS[0].key, value: altered },
        { key: HOSTS[1].key, value: Buffer.of(1, 2, 3) },
        { key: textKey(2), value: TEXTS[1].value },
        { key: textKey(4), value: TEXTS[1].value },
        { key: keyOf(Buffer.from('h1234567')), value: TEXTS[1].value },
      ],
      false,
    );
    const entry = hexOfKey(HOSTS[1].key);
    expect((await damages(store)).sort(byText)).toEqual(
      [
        { code: 'altered', reason: 'checksum', table: 'texts', page: 0 },
        { code: 'altered', reason: 'length', table: 'hosts', entry, found: 3, expected: 5 },
        { code: 'unexpected', reason: 'removed', page: 2 },
        { code: 'unexpected', reason: 'pageless', table: 'texts', page: 4 },
        { code: 'unexpected', reason: 'pageless', entry: Buffer.from('h1234567').toString('hex') },
      ].sort(byText),
    );
  });

  test('goes into an export and comes back from it, whole', async () => {
    const index = await SketchIndex.openExisting(store);
    const lines = await collected(index.export());
    await index.close();
    const again = memory();
    await (await SketchIndex.import(again, lines)).close();
    const renumbered = TEXTS.map(({ value }, i) => ({ key: textKey(i), value }));
    expect(await later(again)).toEqual(shown([...renumbered, ...HOSTS]));
    expect(await damages(again)).toEqual([]);
    await write(store, [{ key: TEXTS[0].key, value: Buffer.alloc(9) }], false);
    const damaged = await SketchIndex.openExisting(store);
    await expect(collected(damaged.export())).rejects.toMatchObject({ damage: { table: 'texts', page: 0 } });
    await damaged.close();
  });

  test('is taken over by a merge, but of hosts that are known there by other entries, which are counted', async () => {
    const target = memory();
    await (await indexAfter([{ how: 'claim', key: 9, set: 15 }], parameters, target)).close();
    const own = { key: HOSTS[2].key, value: encodeJson('own') };
    await write(target, [own], false);
    const merge = async () => {
      const [index, other] = [await SketchIndex.openExisting(target), await SketchIndex.openExisting(store)];
      const counts = await index.merge(other);
      await index.close();
      await other.close();
      return counts;
    };
    expect(await merge()).toEqual({ merged: 3, replayed: 0, hostsLeft: 1 });
    const renumbered = TEXTS.map(({ value }, i) => ({ key: textKey(i + 1), value }));
    expect(await later(target)).toEqual(shown([...renumbered, HOSTS[0], HOSTS[1], own]));
    expect(await damages(target)).toEqual([]);
    // What is there already, and the same, is not left.
    await write(target, [{ key: own.key, value: HOSTS[2].value }], false);
    expect(await merge()).toEqual({ merged: 0, replayed: 3 });
    await write(target, [{ key: HOSTS[1].key }], false);
    expect(await merge()).toEqual({ merged: 0, replayed: 3, hostsLeft: 1 });
  });

  test('goes with its page, and stays with its host', async () => {
    const index = await SketchIndex.openExisting(store);
    await index.remove('page 1');
    await index.removeWhere({ keyPrefix: 'page 4' });
    expect(await later(store)).toEqual(shown([TEXTS[1], ...HOSTS]));
    // Replaced by another set, the page is another one.
    await index.addIfNew({ key: 'page 2', url: '', grams: BigUint64Array.of(1n, 2n) });
    expect(await later(store)).toEqual(shown(HOSTS));
    await index.close();
    expect(await readValue(store, HOSTS[0].key)).toEqual(HOSTS[0].value);
  });
});

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}
