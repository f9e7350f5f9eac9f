import { expect, test } from 'vitest';
import { type PagePairs, PagePairsBuilder } from '../../src/cluster/pairs.ts';
import { fullTruth } from '../../src/evaluate/truth.ts';
import { Collection } from '../../src/methods/collection.ts';
import type { Method, NamedPairs } from '../../src/methods/method.ts';
import { seededRandom } from '../sketch/sets.ts';

/** Pages in families of these sizes, every two of a family a true pair; a method finds the pairs of some families. */
function familyPairs(
  sizes: readonly number[],
  isFound: (family: number) => boolean,
): [PagePairs, PagePairs, number] {
  const [all, found] = [new PagePairsBuilder(), new PagePairsBuilder()];
  let first = 0;
  for (const [family, size] of sizes.entries()) {
    for (let a = first; a < first + size; a++) {
      for (let b = a + 1; b < first + size; b++) {
        all.add(a, b, 1);
        if (isFound(family)) found.add(a, b, 1);
      }
    }
    first += size;
  }
  return [all.finish(first), found.finish(first), first];
}

function intervalOf([truePairs, pairs, pages]: [PagePairs, PagePairs, number]): readonly [number, number] {
  // each page has a content of its own
  const values = BigUint64Array.from({ length: pages }, (_, page) => BigInt(page));
  const collection = new Collection({
    offsets: Uint32Array.from({ length: pages + 1 }, (_, i) => i),
    values,
  });
  const named = { pairs } as NamedPairs;
  return fullTruth(collection, truePairs).score(named, {} as Method).recallInterval;
}

test('a text at forty addresses is one observation of the recall, not its 780 pairs', () => {
  const [low] = intervalOf(familyPairs([40], () => true));
  const [lowOfPairs] = intervalOf(familyPairs(new Array(780).fill(2), () => true));
  expect(low).toBeLessThan(0.3);
  expect(lowOfPairs).toBeGreaterThan(0.99);
});

test('pairs that have nothing to do with each other count as one trial each', () => {
  const [low, high] = intervalOf(familyPairs(new Array(400).fill(2), (family) => family % 4 > 0));
  // Wilson's interval of 300 in 400
  expect(low).toBeCloseTo(0.7053, 2);
  expect(high).toBeCloseTo(0.7901, 2);
});

test('the interval is that of a bootstrap over families', () => {
  const random = seededRandom(5);
  const sizes = Array.from({ length: 300 }, () => 2 + Math.floor(6 * random() ** 3));
  const isFound = sizes.map(() => random() < 0.8);
  const pairsOf = sizes.map((size) => (size * (size - 1)) / 2);
  const recalls = Array.from({ length: 4000 }, () => {
    let [all, found] = [0, 0];
    for (let i = 0; i < sizes.length; i++) {
      const family = Math.floor(sizes.length * random());
      all += pairsOf[family]!;
      if (isFound[family]) found += pairsOf[family]!;
    }
    return found / all;
  }).sort((x, y) => x - y);
  const [low, high] = intervalOf(familyPairs(sizes, (family) => isFound[family]!));
  expect(Math.abs(low - recalls[100]!)).toBeLessThan(0.015);
  expect(Math.abs(high - recalls[3900]!)).toBeLessThan(0.015);
  // and no other than that of pairs as such: four times as wide
  expect(high - low).toBeGreaterThan(0.08);
});
