import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PublishedAlgorithm, publishedAlgorithms } from '../../plugins/mr/published/algorithm.ts';
import type { Similarity } from '../../src/join/index.ts';
import { often } from '../repetition.ts';
import { joined, runAll, setLines } from './stages.ts';

/** Records of few tokens that most have, and of many that few have. */
const token = fc.oneof(
  { weight: 2, arbitrary: fc.nat(5) },
  { weight: 3, arbitrary: fc.nat(40) },
  fc.nat(2 ** 31),
);
const fresh = fc.array(token, { maxLength: 14 });
const records = fc.array(fc.tuple(fresh, fc.nat(), fc.nat(14)), { maxLength: 60 }).map((drawn) => {
  const made: number[][] = [];
  // every second one is an earlier one with a token less and one more
  for (const [i, [tokens, of, at]] of drawn.entries()) {
    const earlier = i % 2 === 1 ? made[of % i] : tokens;
    made.push([...earlier.slice(0, at), ...earlier.slice(at + 1), ...tokens.slice(0, 1)]);
  }
  return made;
});
const measure: fc.Arbitrary<readonly [Similarity, number]> = fc.oneof(
  fc.tuple(
    fc.constantFrom('jaccard', 'cosine', 'dice'),
    fc.constantFrom(0.3, 0.5, 2 / 3, 0.75, 0.8, 0.95, 1),
  ),
  fc.tuple(fc.constant('overlap' as const), fc.constantFrom(1, 2, 3, 5)),
);
const calls = fc.record({
  parts: fc.constantFrom(1, 3),
  blocks: fc.constantFrom(1, 4),
  memoryBytes: fc.constantFrom(1, 600, 4000, 2 ** 20),
  least: fc.constantFrom(2, 5, 1000),
  mostOfKey: fc.constantFrom(2, 9, 1000),
  algorithm: fc.constantFrom<(PublishedAlgorithm | undefined)[]>(
    undefined,
    undefined,
    ...publishedAlgorithms,
  ),
});

test('the stages find the pairs of the definition in any sets, with any memory, and however frequent tokens are split', async () => {
  await fc.assert(
    fc.asyncProperty(records, measure, calls, async (sets, [similarity, threshold], call) => {
      const { least, mostOfKey, algorithm, ...rest } = call;
      const how = {
        sample: ['--every', '1'],
        heavy: ['--every', '1', '--least', String(least)],
        keys: ['--most-of-key', String(mostOfKey)],
      };
      const wrote = await runAll(await setLines(sets), {
        ...{ similarity, threshold, ...rest },
        // the published ones count all tokens, and split none
        ...(algorithm === undefined ? { more: how } : { algorithm }),
      });
      expect(wrote.get('pairs')).toBe(joined(sets, similarity, threshold));
    }),
    { numRuns: often(150) },
  );
});
