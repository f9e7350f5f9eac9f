import { describe, expect, test } from 'vitest';
import { decodeDecision, decodeGrams, decodeNumber, decodeSketch } from '../../../src/store/layout/codec.ts';
import {
  type Change,
  pageEntries,
  pageOfEntry,
  removalEntries,
  searchEntries,
  sketchSet,
} from '../../../src/store/layout/entries.ts';
import {
  decisionKey,
  fingerprintKey,
  gramsKey,
  hexOfKey,
  sketchKey,
  type TableName,
  tableOf,
  textKey,
  userKey,
} from '../../../src/store/layout/keys.ts';
import { completeParameters, layoutOf } from '../../../src/store/layout/parameters.ts';
import { sizeClass } from '../../../src/store/layout/size-class.ts';
import { recordOfPage } from '../../../src/store/verdicts.ts';

const PAGE = { key: 'a', url: 'http://a.example/', grams: BigUint64Array.of(1n, 2n, 3n) };

const layoutIn = (setting: 'exact' | 'compact') =>
  layoutOf(completeParameters({ gram: 'word:4', threshold: 0.8, recall: 0.99, setting }));

/** Numbers of entries by table. */
function tablesOf(entries: readonly Change[]): Partial<Record<TableName, number>> {
  const counts: Partial<Record<TableName, number>> = {};
  for (const { key } of entries) {
    const table = tableOf(key)!;
    counts[table] = (counts[table] ?? 0) + 1;
  }
  return counts;
}

describe.each(['exact', 'compact'] as const)('in the %s setting', (setting) => {
  const layout = layoutIn(setting);
  const set = sketchSet(PAGE.grams, PAGE.url, layout);
  const unique = recordOfPage(PAGE, set);
  const duplicate = { ...unique, verdict: 'duplicate' } as const;
  const { trees } = layout.forest;

  test('no entry of a page has an empty value, for each of which LevelDB would lose memory', () => {
    const entries = [...pageEntries(0, unique, set, layout), ...searchEntries(0, set, layout)];
    expect(entries.length).toBeGreaterThan(10);
    expect(entries.filter(({ value }) => value === undefined || value.length === 0)).toEqual([]);
  });

  test('what is kept of a page follows from its verdict', () => {
    const common = { decisions: 1, keys: 1 };
    const kept = setting === 'exact' ? { gramSets: 1 } : { sketches: 1 };
    expect(tablesOf(pageEntries(7, unique, set, layout))).toEqual({
      ...common,
      ...kept,
      sketches: 1,
      fingerprints: 1,
    });
    expect(tablesOf(pageEntries(7, duplicate, set, layout))).toEqual({ ...common, ...kept });
    const none = sketchSet(new BigUint64Array(0), '', layout);
    expect(tablesOf(pageEntries(7, recordOfPage(PAGE, none), none, layout))).toEqual(common);
    expect(tablesOf(searchEntries(7, set, layout))).toEqual({ trees, simHashTables: 4 });
  });

  test('every entry says what it is of, and reads as it was written', () => {
    const entries = [...pageEntries(7, unique, set, layout), ...searchEntries(7, set, layout)];
    for (const { key, value } of entries) expect(pageOfEntry(tableOf(key)!, key, value!)).toBe(7);
    const valueIn = (table: TableName) => entries.find(({ key }) => tableOf(key) === table)!.value!;
    expect(decodeDecision(valueIn('decisions'), {})).toEqual(unique);
    const { size, host, simHash, minHash, oddSketch } = set;
    expect(oddSketch?.length).toBe(setting === 'compact' ? 64 : undefined);
    expect(decodeSketch(valueIn('sketches'), {}, layout)).toEqual({
      size,
      host,
      simHash,
      minHash,
      ...(oddSketch && { oddSketch }),
    });
    expect(decodeNumber(valueIn('fingerprints'), {})).toBe(3);
    if (setting === 'exact') expect(decodeGrams(valueIn('gramSets'), {})).toEqual(PAGE.grams);
    expect(valueIn('simHashTables')).toEqual(Buffer.of(sizeClass(3)));
    // Two bits a component behind the size.
    expect(valueIn('trees')).toHaveLength(1 + layout.components / 4);
    expect(valueIn('trees')[0]).toBe(sizeClass(3));
  });

  test('a removal takes away all that a page has but its user key, and leaves a tombstone', () => {
    const written = [...pageEntries(7, unique, set, layout), ...searchEntries(7, set, layout)];
    const removal = removalEntries(7, unique, set, layout);
    const hex = (entries: readonly Change[]) => entries.map(({ key }) => hexOfKey(key));
    const removed = new Set(hex(removal.filter(({ value }) => value === undefined)));
    const left = written.filter(({ key }) => !removed.has(hexOfKey(key)));
    expect(hex(left).sort()).toEqual(hex([{ key: decisionKey(7) }, { key: userKey('a') }]).sort());
    const [tombstone, ...others] = removal.filter(({ value }) => value !== undefined);
    expect(others).toEqual([]);
    expect(hexOfKey(tombstone.key)).toBe(hexOfKey(decisionKey(7)));
    expect(decodeDecision(tombstone.value!, {})).toBeUndefined();
    expect(hex(removalEntries(7, duplicate, undefined, layout)).sort()).toEqual(
      hex([decisionKey, sketchKey, gramsKey, textKey].map((keyOf) => ({ key: keyOf(7) }))).sort(),
    );
    expect(removed).toContain(hexOfKey(fingerprintKey(set.fingerprint, 7)));
  });
});

test('the page of a user key stands in its value, and a damaged one is named', () => {
  expect(() => pageOfEntry('keys', userKey('a'), Buffer.alloc(9))).toThrow(
    expect.objectContaining({ damage: { code: 'altered', reason: 'checksum', table: 'keys', key: 'a' } }),
  );
});

test('gram sets that are ascending over both halves of their numbers are taken, others refused by their place', () => {
  const layout = layoutIn('exact');
  const high = 1n << 32n;
  for (const grams of [
    [],
    [0n],
    [0n, 1n],
    [5n, high],
    [high - 1n, high],
    [high, high + 1n, 2n ** 64n - 1n],
  ]) {
    expect(sketchSet(BigUint64Array.from(grams), '', layout).size).toBe(grams.length);
  }
  for (const grams of [
    [1n, 2n, 2n],
    [1n, 3n, 2n],
    [1n, high, high - 1n],
    [0n, high + 1n, high],
    [0n, 2n * high, high + 5n],
  ]) {
    expect(() => sketchSet(BigUint64Array.from(grams), '', layout)).toThrow('got one at 2 that');
  }
});

test('the fingerprint of a set has these bytes in every release', () => {
  expect(sketchSet(PAGE.grams, '', layoutIn('exact')).fingerprint.toString('hex')).toBe(
    '001a4cc3a7c5c739df759df2c0563c82',
  );
});
