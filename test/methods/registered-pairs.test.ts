import { expect, test } from 'vitest';
import { jaccard } from '../../src/grams/jaccard.ts';
import { RegisteredPairs } from '../../src/methods/registered-pairs.ts';
import { independentPairs } from '../evaluate/collections.ts';

const planted = independentPairs(300, 0.7, 12);
const registered = ['sp', 'calibrated', 'simhash', 'bottom-k', 'super-shingles'] as const;

function finder(method: (typeof registered)[number], threshold: number): RegisteredPairs {
  const pairs = new RegisteredPairs(method, { similarity: 'jaccard', threshold });
  for (let page = 0; page < planted.pages; page++) pairs.add(planted.gramsOf(page));
  return pairs;
}

test.each(registered)(
  '%s names no pair that it takes for less similar than the threshold',
  async (method) => {
    const pairs = finder(method, 0.95);
    const { pairs: found, estimated } = await pairs.find();
    expect(found.length).toBeGreaterThan(20);
    expect(estimated === undefined).toBe(method === 'calibrated');
    for (let i = 0; i < found.length; i++) {
      const [a, b] = [found.a[i], found.b[i]];
      const exact = jaccard(pairs.overlap(a, b), planted.sizeOf(a), planted.sizeOf(b));
      expect(estimated?.[i] ?? exact).toBeGreaterThanOrEqual(0.95);
      if (!estimated) expect(found.overlap[i]).toBe(pairs.overlap(a, b));
    }
  },
);

test('sketches that estimate Jaccard serve no other similarity', () => {
  expect(() => new RegisteredPairs('sp', { similarity: 'cosine', threshold: 0.8 })).toThrow(
    /expected jaccard with the method sp; got cosine/,
  );
});
