import { MemoryLevel } from 'memory-level';
import { expect, test } from 'vitest';
import { type SketchedSet, sketchSet } from '../../../src/store/layout/entries.ts';
import { completeParameters, type IndexSetting, layoutOf } from '../../../src/store/layout/parameters.ts';
import { CandidateTables } from '../../../src/store/memory/candidate-tables.ts';
import { findSimilar } from '../../../src/store/search.ts';
import { searchPlan } from '../../../src/store/search-plan.ts';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import { randomSet, seededRandom } from '../../sketch/sets.ts';
import { versionedSets } from '../common.ts';

const parameters = completeParameters({ gram: 'any', threshold: 0.8, recall: 0.99 });
const layout = layoutOf(parameters);
const plan = searchPlan(layout, 0.8, 0.99, 1 << 17);

function tablesOf(sets: readonly SketchedSet[]): CandidateTables {
  const tables = new CandidateTables(layout, plan);
  for (const [page, set] of sets.entries()) tables.add(page, set);
  return tables;
}

test.each<IndexSetting>(['exact', 'compact'])(
  'they lead to the pages that the tables on disk lead to, by as many trees (%s)',
  async (setting) => {
    const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
    const index = await SketchIndex.open(store, { ...parameters, setting });
    const grams = versionedSets(5, 24, 8);
    await index.addAll(grams.map((set, i) => ({ key: `${i}`, url: '', grams: set })));
    const own = layoutOf(completeParameters({ ...parameters, setting }));
    const ownPlan = searchPlan(own, 0.8, 0.99, 1 << 17);
    const sets = grams.map((set) => sketchSet(set, '', own));
    const tables = new CandidateTables(own, ownPlan);
    for (const [page, set] of sets.entries()) tables.add(page, set);
    let met = 0;
    for (const limit of [undefined, 1]) {
      for (const [page, set] of sets.entries()) {
        const options = { except: page, ...(limit !== undefined && { limit }) };
        const onDisk = await findSimilar(store, own, ownPlan, set, options);
        const candidates = tables.similarTo(set);
        expect(await findSimilar(store, own, ownPlan, set, { ...options, candidates })).toEqual(onDisk);
        met += onDisk.found.length;
      }
    }
    expect(met).toBeGreaterThan(50);
    await index.close();
  },
);

test('a page of a crowd leads to pages of it before it, a copy to the page with the same set, and a page like no other to none', () => {
  const random = seededRandom(8);
  const middle = randomSet(random, 200);
  const near = Array.from({ length: 40 }, () => middle.filter(() => random() > 0.02));
  const alone = randomSet(random, 200);
  const sets = [middle, ...near, alone, near[5]!].map((grams) => sketchSet(grams, '', layout));
  const tables = tablesOf(sets);
  tables.remove(3);
  expect(tables.pageAt(3)).toBeUndefined();
  expect(tables.pageAt(4)).toBe(4);
  expect(tables.nearBefore(0)).toEqual([]);
  for (let place = 1; place <= 40; place++) {
    const before = tables.nearBefore(place);
    expect(before.length).toBeGreaterThan(0);
    for (const other of before) expect(other).toBeLessThan(place);
    expect(before).not.toContain(3);
  }
  expect(tables.nearBefore(41)).toEqual([]);
  expect(tables.nearBefore(42)).toEqual([6]);
});

test('a page is found by its SimHash alone, and not when more than three of its bits differ', () => {
  const random = seededRandom(7);
  const set = sketchSet(randomSet(random, 200), '', layout);
  const minHash = sketchSet(randomSet(random, 200), '', layout).minHash;
  const near = { ...set, minHash, simHash: set.simHash.map((half) => (half ^ 0x10) >>> 0) };
  const far = { ...set, minHash, simHash: set.simHash.map((half) => (half ^ 0x11) >>> 0) };
  expect(tablesOf([near]).similarTo(set)).toEqual(new Map([[0, 0]]));
  expect(tablesOf([far]).similarTo(set)).toEqual(new Map());
});

test('pages whose fingerprints only begin alike are no copies of each other, and each is found', () => {
  const set = sketchSet(randomSet(seededRandom(12), 200), '', layout);
  const other = Buffer.from(set.fingerprint);
  other[15] ^= 1;
  const tables = tablesOf([set, { ...set, fingerprint: other }, set]);
  expect(tables.distinctSimilarTo(set).copies).toEqual(
    new Map([
      [0, [2]],
      [1, []],
    ]),
  );
});

test('copies are those of one fingerprint and size, the oldest first; what is removed is found no more', () => {
  const random = seededRandom(8);
  const grams = randomSet(random, 100);
  const set = sketchSet(grams, '', layout);
  const others = Array.from({ length: 2000 }, () => sketchSet(randomSet(random, 100), '', layout));
  const tables = tablesOf([...others, set, set, set]);
  expect(tables.length).toBe(2003);
  expect(tables.copiesOf(set)).toEqual([2000, 2001, 2002]);
  expect(tables.copiesOf(sketchSet(grams.slice(1), '', layout))).toEqual([]);
  // the beginning of a fingerprint is the key of its chain, and not enough
  const fingerprint = Buffer.from(set.fingerprint);
  fingerprint[15]! ^= 1;
  expect(tables.copiesOf({ ...set, fingerprint })).toEqual([]);
  tables.remove(2001);
  tables.remove(5000);
  expect(tables.copiesOf(set)).toEqual([2000, 2002]);
  expect([...tables.similarTo(set)]).toEqual([
    [2002, plan.trees],
    [2000, plan.trees],
  ]);
});

test('pages are found still after the tables grew', () => {
  const random = seededRandom(15);
  const sets = Array.from({ length: 1200 }, () => sketchSet(randomSet(random, 20), '', layout));
  const tables = tablesOf(sets);
  for (const [page, set] of sets.entries()) {
    expect(tables.copiesOf(set)).toEqual([page]);
    expect(tables.similarTo(set).get(page)).toBe(plan.trees);
  }
});

test('a page without a sketch is found by its fingerprint alone, whatever the sketch of the set that is looked for', () => {
  const set = sketchSet(randomSet(seededRandom(9), 100), '', layout);
  const tables = new CandidateTables(layout, plan);
  tables.addUnsketched(7, { size: set.size, fingerprint: set.fingerprint });
  expect(tables.copiesOf(set)).toEqual([7]);
  const empty = { simHash: new Uint32Array(2), minHash: new Int32Array(layout.components) };
  for (const sought of [set, { ...set, ...empty }]) expect(tables.similarTo(sought)).toEqual(new Map());
});
