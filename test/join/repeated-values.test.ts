import { describe, expect, test } from 'vitest';
import { valueSetsFromIntegers } from '../../src/grams/value-sets.ts';
import { recordsWithPartners, setsWithPartners } from '../../src/join/repeated-values.ts';
import { boundsOf, measures, type Similarity, similarities } from '../../src/join/similarity.ts';
import { storedSets } from '../methods/stored-sets.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

function sorted(values: Iterable<bigint>): BigUint64Array {
  return BigUint64Array.from(new Set(values)).sort();
}

function overlapOf(a: BigUint64Array, b: BigUint64Array): number {
  const values = new Set(a);
  return b.reduce((count, value) => count + Number(values.has(value)), 0);
}

/** Sets of few and of many values, some of them made of parts of others. */
function likeSets(draw: () => number, count: number): BigUint64Array[] {
  const sets: BigUint64Array[] = [];
  for (let i = 0; i < count; i++) {
    const own = randomSet(draw, Math.floor(draw() * 30) + 1);
    const other = sets[Math.floor(draw() * i)] ?? own;
    const shared = [...other].filter(() => draw() < 0.8);
    sets.push(sorted(draw() < 0.6 ? own : [...shared, ...own.slice(0, Math.floor(draw() * 6))]));
  }
  return sets;
}

const cases: [Similarity, number][] = similarities.flatMap((similarity) =>
  (similarity === 'overlap' ? [1, 4, 12] : [0.3, 0.5, 0.8, 0.95, 1]).map(
    (threshold): [Similarity, number] => [similarity, threshold],
  ),
);

describe.each(cases)('%s ≥ %d', (similarity, threshold) => {
  test.each([2 ** 28, 64, 4])('keeps every set of a pair, with %d bytes for its filter', (memoryBytes) => {
    const draw = seededRandom(3);
    const { isSimilar } = measures[similarity];
    for (let turn = 0; turn < 10; turn++) {
      const sets = likeSets(draw, 40);
      const chosen = Uint32Array.from(sets.keys()).filter(() => draw() < 0.9);
      const kept = new Set(
        setsWithPartners(storedSets(sets), chosen, { similarity, threshold, memoryBytes }),
      );
      for (const x of chosen) {
        for (const y of chosen) {
          const overlap = overlapOf(sets[x], sets[y]);
          if (x === y || !isSimilar(overlap, sets[x].length, sets[y].length, threshold)) continue;
          expect([x, kept.has(x)]).toEqual([x, true]);
        }
      }
    }
  });
});

describe.each(cases)('%s ≥ %d', (similarity, threshold) => {
  test('of numbered values keeps exactly the records that the prefix filter lets pair, every record of a pair among them, and counts all values', () => {
    const draw = seededRandom(7);
    const { isSimilar } = measures[similarity];
    let left = 0;
    for (let turn = 0; turn < 10; turn++) {
      const numbers = 10 + Math.floor(draw() * 600);
      const records = Array.from({ length: 60 }, () =>
        Array.from({ length: Math.floor(draw() * 12) }, () => Math.floor(draw() ** 2 * numbers)),
      );
      for (let i = 0; i < 20; i++) records[i] = [...records[i + 20], ...records[i].slice(0, 2)];
      const sets = valueSetsFromIntegers(records);
      const found = recordsWithPartners(sets, { similarity, threshold });
      const counts = new Map<bigint, number>();
      for (const value of sets.values) counts.set(value, 1 + (counts.get(value) ?? 0));
      if (found === undefined) continue;
      expect(found.universe).toBe(counts.size);
      const each = records.map((_, i) => sets.values.slice(sets.offsets[i], sets.offsets[i + 1]));
      const mayPair = each.map(
        (set) =>
          set.filter((value) => counts.get(value) === 1).length <
          boundsOf(similarity, threshold).probePrefix(set.length),
      );
      expect([...found.records]).toEqual([...each.keys()].filter((i) => mayPair[i]));
      left += records.length - found.records.length;
      each.forEach((a, x) => {
        each.forEach((b, y) => {
          if (x !== y && isSimilar(overlapOf(a, b), a.length, b.length, threshold))
            expect(mayPair[x]).toBe(true);
        });
      });
    }
    expect(left).toBeGreaterThan(0);
  });
});

test('values of which many come to a number, hashes, and none at all are not counted by numbers', () => {
  const how = { similarity: 'jaccard', threshold: 0.8 } as const;
  const few = Array.from({ length: 100 }, (_, i) => [0, 1, 2, 3, 4, 5, 6, 7, 8, (i % 3) + 9]);
  expect(recordsWithPartners(valueSetsFromIntegers(few), how)).toBeUndefined();
  expect(recordsWithPartners(valueSetsFromIntegers([[1, 2, 2 ** 32 + 1], [1]]), how)).toBeUndefined();
  expect(recordsWithPartners(valueSetsFromIntegers([[1, 2, 160], [1]]), how)).toBeUndefined();
  expect(recordsWithPartners(valueSetsFromIntegers([[], []]), how)?.records).toEqual(new Uint32Array(0));
});

test('leaves out sets whose values no other chosen set has, in their order', () => {
  const draw = seededRandom(5);
  const sets = Array.from({ length: 300 }, () => randomSet(draw, 200));
  // a tenth of each is changed in the next one
  for (let i = 0; i < 300; i += 30)
    sets[i + 7] = sorted([...sets[i].slice(0, 180), ...sets[i + 7].slice(0, 20)]);
  const all = Uint32Array.from(sets.keys());
  const how = { similarity: 'jaccard', threshold: 0.8, memoryBytes: 2 ** 20 } as const;
  const kept = setsWithPartners(storedSets(sets), all, how);
  expect([...kept]).toEqual([...all].filter((set) => set % 30 === 0 || set % 30 === 7));
  // what is not chosen is nobody's partner
  expect([
    ...setsWithPartners(
      storedSets(sets),
      all.filter((set) => set % 30 > 0),
      how,
    ),
  ]).toEqual([]);
});

test('finds the pairs among values that fill several regions of its filter', () => {
  const draw = seededRandom(9);
  const sets = Array.from({ length: 2400 }, () => randomSet(draw, 1000));
  for (let i = 0; i < 2400; i += 100)
    sets[i + 50] = sorted([...sets[i].slice(0, 950), ...sets[i + 50].slice(0, 50)]);
  const all = Uint32Array.from(sets.keys());
  const how = { similarity: 'jaccard', threshold: 0.8, memoryBytes: 2 ** 28 } as const;
  expect([...setsWithPartners(storedSets(sets), all, how)]).toEqual([...all].filter((set) => set % 50 === 0));
});
