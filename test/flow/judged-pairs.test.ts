import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PagePairsBuilder } from '../../src/cluster/pairs.ts';
import { pairsInMemory } from '../../src/cluster/sorted-pairs.ts';
import { judgePairs } from '../../src/flow/judged-pairs.ts';
import type { PairLikeness } from '../../src/site/judged-pages.ts';
import type { PairRule } from '../../src/site/pair-rule.ts';
import { spin, turnsDuring } from '../event-loop.ts';

const pages = 7;
/** Pairs by "a b", with their overlaps. */
const pairLists = fc
  .uniqueArray(fc.tuple(fc.nat(pages - 1), fc.nat(pages - 1), fc.integer({ min: 1, max: 9 })), {
    selector: ([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`,
    maxLength: 15,
  })
  .map((list) => list.filter(([a, b]) => a !== b));

function named(list: readonly (readonly [number, number, number])[], isEstimated: boolean) {
  const builder = new PagePairsBuilder();
  for (const [a, b, overlap] of list) builder.add(a, b, overlap);
  const pairs = builder.finish(pages);
  const estimated = Float64Array.from(pairs.overlap, (overlap) => overlap / 100);
  return { pairs: pairsInMemory(pairs, ...(isEstimated ? [estimated] : [])), isEstimated };
}

test('each pair found by all grams or by a part of them is judged once, and has the values of what it was judged by', async () => {
  await fc.assert(
    fc.asyncProperty(
      pairLists,
      pairLists,
      fc.option(pairLists, { nil: undefined }),
      fc.option(pairLists, { nil: undefined }),
      fc.array(fc.integer({ min: 5, max: 9 }), { minLength: pages, maxLength: pages }),
      fc.boolean(),
      fc.func(fc.constantFrom('grams', 'content', 'neither')),
      async (byGrams, byContent, byTwoSites, byLasting, sizes, isEstimated, verdictOf) => {
        const expected = { duplicates: [] as unknown[], alike: [] as unknown[] };
        const asked: unknown[] = [];
        for (let a = 0; a < pages; a++) {
          for (let b = a + 1; b < pages; b++) {
            const overlapIn = (list: typeof byGrams = []) =>
              list.find(([x, y]) => Math.min(x, y) === a && Math.max(x, y) === b)?.[2];
            const [all, own, ofTwo, lasting] = [byGrams, byContent, byTwoSites, byLasting].map(overlapIn);
            // what two sites have in common is asked only where each one's own content is not similar
            const content = own ?? ofTwo;
            if (all === undefined && content === undefined && lasting === undefined) continue;
            const equal = all === sizes[a] && all === sizes[b];
            const byContentAlone =
              own === undefined ? ofTwo && ofTwo / 100 : isEstimated ? own / 100 : -own - a / 10 - b / 100;
            const half = (a + b) % 2 === 0;
            const likeness = { equal, grams: all !== undefined, content: byContentAlone };
            const isExact = lasting !== undefined && !isEstimated;
            const apart = isExact ? 2 * Math.max(sizes[a], sizes[b]) - lasting : 0;
            const ofEach = all === undefined || isEstimated ? 0 : Math.min(sizes[a], sizes[b]) - all;
            asked.push([a, b, { ...likeness, lasting: lasting !== undefined, apart, ofEach, half }]);
            // A pair without content in common cannot be judged by it.
            const by = ruling(a, b, content !== undefined);
            const raw = all === undefined ? Number.NaN : isEstimated ? all / 100 : all + a / 10 + b / 100;
            const isByContent = by === 'content' || (all === undefined && content !== undefined);
            const isByLasting = !isByContent && all === undefined;
            const ofLasting = lasting! / (isEstimated ? 100 : 7);
            const similarity = isByContent ? byContentAlone : isByLasting ? ofLasting : raw;
            const overlap = isByContent ? content : isByLasting ? lasting : all;
            (by === 'neither' ? expected.alike : expected.duplicates).push([a, b, overlap, similarity, raw]);
          }
        }
        function ruling(a: number, b: number, hasContent: boolean): string {
          const verdict = verdictOf(a, b);
          return verdict === 'content' && !hasContent ? 'neither' : verdict;
        }
        const seen: unknown[] = [];
        const rule = {
          judge(a: number, b: number, likeness: PairLikeness) {
            seen.push([a, b, { ...likeness, half: likeness.half!() }]);
            return ruling(a, b, likeness.content !== undefined);
          },
        } as unknown as PairRule;
        const told = { duplicates: [] as unknown[], alike: [] as unknown[] };
        await judgePairs(
          {
            grams: { ...named(byGrams, isEstimated), similarityOf: (o, a, b) => o + a / 10 + b / 100 },
            content: { ...named(byContent, isEstimated), similarityOf: (o, a, b) => -o - a / 10 - b / 100 },
            // with similarities of their own, whatever finds the others
            ofTwoSites: byTwoSites && { ...named(byTwoSites, true), similarityOf: () => Number.NaN },
            lasting: byLasting && {
              ...named(byLasting, isEstimated),
              similarityOf: (o) => o / 7,
              sizeOf: (page) => 2 * sizes[page],
            },
          },
          (page) => sizes[page]!,
          (a, b) => (a + b) % 2 === 0,
          rule,
          ({ a, b, overlap, similarity, rawSimilarity }, by) => {
            const row = [a, b, overlap, similarity, rawSimilarity];
            (by === 'neither' ? told.alike : told.duplicates).push(row);
          },
        );
        expect(told).toEqual(expected);
        expect(seen).toEqual(asked);
      },
    ),
    { numRuns: 100 },
  );
});

test('signals and timers are served while pairs are judged', async () => {
  const builder = new PagePairsBuilder();
  for (let b = 1; b <= 1000; b++) builder.add(0, b, 1);
  const found = { pairs: pairsInMemory(builder.finish(1001)), isEstimated: false, similarityOf: () => 1 };
  const none = {
    pairs: pairsInMemory(new PagePairsBuilder().finish(1001)),
    isEstimated: false,
    similarityOf: () => 1,
  };
  const slow = {
    judge() {
      spin(0.5);
      return 'grams';
    },
  } as unknown as PairRule;
  const judging = (): Promise<void> =>
    judgePairs(
      { grams: found, content: none },
      () => 1,
      () => true,
      slow,
      () => {},
    );
  expect(await turnsDuring(judging)).toBeGreaterThan(0);
});
