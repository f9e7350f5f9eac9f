import { expect, test } from 'vitest';
import { placeOfHash } from '../../src/grams/hash-place.ts';

/** How many of 4,096 places are the first of some of 4,096 hashes; of random ones 63 % are. */
function placesOf(hash: (i: number) => [low: number, high: number]): number {
  const places = new Set<number>();
  for (let i = 0; i < 4096; i++) places.add(placeOfHash(...hash(i), 4096));
  return places.size;
}

test('hashes chosen to agree in their leading or last bits, or in one half, do not meet in few places', () => {
  const chosen: ((i: number) => [number, number])[] = [
    (i) => [7, i << 17],
    (i) => [7, i],
    (i) => [i, 7],
    (i) => [i << 17, 7],
    // of one place where high ^ high >>> 15 tells it
    (i) => [7, (i << 15) ^ (i & 0xfff)],
  ];
  for (const hash of chosen) expect(placesOf(hash)).toBeGreaterThan(512);
});

test('every place is one of the table, the smallest and the largest too', () => {
  for (const places of [2, 64, 2 ** 20, 2 ** 32]) {
    for (const hash of [0, 1, 2 ** 31, 2 ** 32 - 1]) {
      const place = placeOfHash(hash, ~hash >>> 0, places);
      expect(place).toBeGreaterThanOrEqual(0);
      expect(place).toBeLessThan(places);
    }
  }
});
