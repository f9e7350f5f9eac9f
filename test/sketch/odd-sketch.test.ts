import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differingBits, mostDifferingBits, oddResemblance, oddSketch } from '../../src/sketch/odd-sketch.ts';
import { randomPair, randomSet, seededRandom } from './sets.ts';

const gramSets = fc
  .uniqueArray(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { maxLength: 200 })
  .map((grams) => BigUint64Array.from(grams).sort());

test('a bit is set where an odd number of grams has its number in the last bits', () => {
  fc.assert(
    fc.property(gramSets, fc.constantFrom(32, 64, 512), (grams, bits) => {
      const odd = Array.from({ length: bits }, (_, bit) => {
        const there = [...grams].filter((gram) => gram % BigInt(bits) === BigInt(bit));
        return there.length % 2;
      });
      const sketch = oddSketch(grams, bits);
      expect(Array.from(odd, (_, bit) => (sketch[bit >> 5] >>> (bit & 31)) & 1)).toEqual(odd);
    }),
  );
});

test('grams that two sets share count for nothing: what differs is the sketch of the others', () => {
  fc.assert(
    fc.property(gramSets, gramSets, (x, y) => {
      const alone = [...x]
        .filter((gram) => !y.includes(gram))
        .concat([...y].filter((gram) => !x.includes(gram)));
      const expected = oddSketch(BigUint64Array.from(alone).sort(), 64);
      const none = new Uint32Array(2);
      expect(differingBits(oddSketch(x, 64), oddSketch(y, 64))).toBe(differingBits(expected, none));
    }),
  );
});

describe('the most bits that may differ', () => {
  test('are those of the chance of every number of bits, counted over all ways in which grams can fall', () => {
    const bits = 4;
    for (const loss of [0.001, 0.05, 0.3]) {
      const most = mostDifferingBits(bits, loss);
      expect(most).toHaveLength(4 * bits + 1);
      let before = 0;
      for (let grams = 0; grams <= 8; grams++) {
        const ways = new Float64Array(bits + 1);
        for (let way = 0; way < bits ** grams; way++) {
          let sketch = 0;
          for (let gram = 0, rest = way; gram < grams; gram++, rest = Math.floor(rest / bits)) {
            sketch ^= 1 << (rest % bits);
          }
          ways[[0, 1, 2, 3].filter((bit) => (sketch >> bit) & 1).length] += bits ** -grams;
        }
        let least = bits;
        let above = 0;
        while (least > 0 && above + ways[least] <= loss) above += ways[least--];
        // numbers of the other parity have no chance at all
        while (least > 0 && ways[least] === 0) least--;
        expect(most[grams]).toBe(Math.max(before, least));
        before = most[grams];
      }
    }
  });

  test('are passed by no larger share of random sets than may be lost', () => {
    const random = seededRandom(2048);
    const most = mostDifferingBits(512, 0.05);
    const none = new Uint32Array(16);
    for (const grams of [3, 40, 200, 700]) {
      let passed = 0;
      for (let trial = 0; trial < 3000; trial++) {
        if (differingBits(oddSketch(randomSet(random, grams), 512), none) > most[grams]) passed++;
      }
      expect(passed / 3000).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / 3000));
      // and not by far fewer: half of it at least, where there are numbers enough to choose from
      if (grams > 100) expect(passed / 3000).toBeGreaterThan(0.02);
    }
  });

  test('of one gram are one, and of none are none', () => {
    expect([...mostDifferingBits(2048, 1e-9).subarray(0, 3)]).toEqual([0, 1, 2]);
  });
});

describe('the estimate of resemblance', () => {
  test.each([
    [400, 0.8],
    [400, 0.5],
    [3000, 0.8],
    [100, 0.8],
  ])('of sets of %i grams scatters around %d as its error says', (size, resemblance) => {
    const random = seededRandom(size);
    const overlap = Math.round((2 * size * resemblance) / (1 + resemblance));
    const truth = overlap / (2 * size - overlap);
    const trials = 400;
    let sum = 0;
    let squares = 0;
    let claimed = 0;
    for (let i = 0; i < trials; i++) {
      const [x, y] = randomPair(random, size, overlap).map((grams) => oddSketch(grams, 2048));
      const { value, standardError } = oddResemblance(differingBits(x, y), 2048, size, size);
      sum += value - truth;
      squares += (value - truth) ** 2;
      claimed += standardError ** 2;
    }
    const error = Math.sqrt(claimed / trials);
    expect(Math.abs(sum / trials)).toBeLessThan(0.2 * error);
    expect(Math.abs(Math.sqrt(squares / claimed) - 1)).toBeLessThan(0.15);
  });

  test('keeps to what the sizes allow, and tells nothing where half of all bits differ', () => {
    expect(oddResemblance(0, 2048, 50, 100).value).toBe(0.5);
    expect(oddResemblance(1000, 2048, 5, 5).value).toBe(0);
    expect(oddResemblance(1024, 2048, 1e5, 1e5).standardError).toBe(Number.POSITIVE_INFINITY);
  });
});
