import { describe, expect, test } from 'vitest';
import { setsWithPartners } from '../../src/join/repeated-values.ts';
import { measures, type Similarity, similarities } from '../../src/join/similarity.ts';
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
