import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadMinima } from '../../src/sketch/minhash-kernel.ts';
import { minimaInScript } from './minima-in-script.ts';
import { randomSet, seededRandom } from './sets.ts';

const kernel = loadMinima();
const words = fc.int32Array({ maxLength: 60 }).filter((halves) => halves.length % 2 === 0);
const components = fc.integer({ min: 1, max: 200 });

test('SIMD and script agree bit for bit, whatever the grams, the multipliers and the length of the sketch', () => {
  fc.assert(
    fc.property(words, components, fc.nat(), (halves, count, seed) => {
      const random = seededRandom(seed);
      const multipliers = Int32Array.from({ length: 16 * Math.ceil(count / 16) }, () => random() * 2 ** 32);
      expect(kernel(halves, multipliers, count)).toEqual(minimaInScript(halves, multipliers, count));
    }),
  );
});

test('sets larger than a block and sketches larger than the memory so far come out the same', () => {
  const random = seededRandom(11);
  for (const [grams, count] of [
    [8191, 16],
    [8192, 16],
    [20_001, 32],
    [10, 40_000],
    [10, 16],
  ]) {
    const halves = new Int32Array(randomSet(random, grams).buffer);
    const multipliers = Int32Array.from({ length: count }, () => random() * 2 ** 32);
    expect(kernel(halves, multipliers, count)).toEqual(minimaInScript(halves, multipliers, count));
  }
});

test('a minimum is the least value of low · multiplier + high, 2³¹ − 1 where there is none', () => {
  const multipliers = new Int32Array(16).fill(7);
  expect(minimaInScript(Int32Array.of(2, 5, 3, -40), multipliers, 5)).toEqual(new Int32Array(5).fill(-19));
  expect(minimaInScript(new Int32Array(0), multipliers, 5)).toEqual(new Int32Array(5).fill(0x7fffffff));
});
