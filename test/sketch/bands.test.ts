import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bandHashes, chooseBands, collisionProbability } from '../../src/sketch/bands.ts';
import { COMPONENTS, minHash } from '../../src/sketch/minhash.ts';
import { randomPair, seededRandom } from './sets.ts';

test('threshold 0.8 with recall 0.99 is cut into 21 bands of 6 rows', () => {
  const { bands, rows, recall } = chooseBands(0.8, 0.99);
  expect([bands, rows]).toEqual([21, 6]);
  expect(recall).toBeCloseTo(0.998312, 6);
});

test('the cut reaches the recall by the formula, and no longer band would', () => {
  const some = fc.double({ min: 0.05, max: 1, noNaN: true });
  fc.assert(
    fc.property(some, fc.double({ min: 0.5, max: 0.995, noNaN: true }), (threshold, recall) => {
      const cut = chooseBands(threshold, recall);
      const reached = (rows: number) => 1 - (1 - threshold ** rows) ** Math.floor(COMPONENTS / rows);
      expect(cut.bands).toBe(Math.floor(COMPONENTS / cut.rows));
      expect(cut.recall).toBe(reached(cut.rows));
      expect(cut.recall).toBeGreaterThanOrEqual(recall);
      for (let rows = cut.rows + 1; rows <= COMPONENTS; rows++) expect(reached(rows)).toBeLessThan(recall);
    }),
  );
});

test('a recall out of reach and arguments out of range are refused', () => {
  expect(() => chooseBands(0.01, 0.99)).toThrow(
    /^recall: expected 0\.723 at most, .* at threshold 0\.01; got 0\.99/,
  );
  for (const bad of [0, -1, 1.1, Number.NaN]) expect(() => chooseBands(bad, 0.9)).toThrow(RangeError);
  for (const bad of [0, 1, Number.NaN]) expect(() => chooseBands(0.8, bad)).toThrow(RangeError);
});

test.each([
  [5, 4],
  [10, 9],
  [18, 12],
  [20, 19],
  [500, 334],
  [500, 400],
  [500, 445],
  [500, 487],
])('pairs of %i grams that share %i collide as often as the formula says', (size, overlap) => {
  const random = seededRandom(7 * size + overlap);
  const cut = chooseBands(0.8, 0.99);
  const trials = size > 100 ? 500 : 4000;
  let collided = 0;
  for (let i = 0; i < trials; i++) {
    const [x, y] = randomPair(random, size, overlap).map((set) => bandHashes(minHash(set), cut));
    if (x.some((hash, band) => hash === y[band])) collided++;
  }
  const expected = collisionProbability(overlap / (2 * size - overlap), cut.bands, cut.rows);
  const error = Math.sqrt((expected * (1 - expected)) / trials);
  expect(Math.abs(collided / trials - expected)).toBeLessThan(4 * error + 1 / trials);
});

test('band hashes tell the bands apart, depend on every row, and stay the same in every release', () => {
  const same = new Int32Array(COMPONENTS).fill(42);
  const cut = { bands: 21, rows: 6, recall: 1 };
  const hashes = bandHashes(same, cut);
  expect(new Set(hashes).size).toBe(21);
  for (let i = 0; i < 126; i++) {
    const changed = same.slice();
    changed[i]++;
    const differing = bandHashes(changed, cut).map((hash, band) => Number(hash !== hashes[band]));
    expect(differing.indexOf(1)).toBe(Math.floor(i / 6));
    expect(differing.lastIndexOf(1)).toBe(Math.floor(i / 6));
  }
  expect([...hashes.subarray(0, 3)]).toEqual([295475676, 2275111920, 729834504]);
});
