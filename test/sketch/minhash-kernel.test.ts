import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadKernel, lowerMinimaInScript } from '../../src/sketch/minhash-kernel.ts';
import { randomSet, seededRandom } from './sets.ts';

const kernel = loadKernel();
const words = fc.int32Array({ maxLength: 60 }).filter((halves) => halves.length % 2 === 0);
const components = fc.integer({ min: 1, max: 12 }).map((passes) => 16 * passes);

test('the build has made the kernel', () => {
  expect(kernel).toBeDefined();
});

test('SIMD and script agree bit for bit, whatever the grams, multipliers and minima so far', () => {
  fc.assert(
    fc.property(words, components, fc.nat(), (halves, count, seed) => {
      const random = seededRandom(seed);
      const drawn = () => Int32Array.from({ length: count }, () => random() * 2 ** 32);
      const multipliers = drawn();
      const inScript = drawn();
      const bySimd = inScript.slice();
      lowerMinimaInScript(halves, multipliers, inScript);
      kernel?.(halves, multipliers, bySimd);
      expect(bySimd).toEqual(inScript);
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
  ]) {
    const halves = new Int32Array(randomSet(random, grams).buffer);
    const multipliers = Int32Array.from({ length: count }, () => random() * 2 ** 32);
    const inScript = new Int32Array(count).fill(0x7fffffff);
    const bySimd = inScript.slice();
    lowerMinimaInScript(halves, multipliers, inScript);
    kernel?.(halves, multipliers, bySimd);
    expect(bySimd).toEqual(inScript);
  }
});

test('a minimum is the least value of low · multiplier + high', () => {
  const minima = new Int32Array(16).fill(0x7fffffff);
  lowerMinimaInScript(Int32Array.of(2, 5, 3, -40), new Int32Array(16).fill(7), minima);
  expect(minima).toEqual(new Int32Array(16).fill(-19));
});
