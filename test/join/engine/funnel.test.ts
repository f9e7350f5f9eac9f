import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { rankSets, type TokenSets } from '../../../src/grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../../src/grams/value-sets.ts';
import { closeEngine } from '../../../src/join/engine/parallel.ts';
import { type ExactJoinOptions, exactJoin } from '../../../src/join/exact-join.ts';
import { naive } from '../../../src/join/published/naive.ts';
import { measures, type Similarity } from '../../../src/join/similarity.ts';
import { joinStatistics } from '../../../src/join/statistics.ts';
import { collections } from '../common.ts';
import { sampleSets } from '../sample-sets.ts';

afterAll(closeEngine);

/** What the engine may look at, by comparing the prefixes of all distinct sets. */
function countsOf(sets: TokenSets, { similarity, threshold: t }: ExactJoinOptions) {
  const measure = measures[similarity];
  const all = Array.from({ length: sets.size }, (_, x) =>
    sets.tokens.subarray(sets.offsets[x], sets.offsets[x + 1]),
  );
  const records = [...new Map(all.map((record) => [record.join(' '), record])).values()];
  // Of two sets of one size that differ, a token is not shared.
  const meetsOwnSize = (m: number): boolean => measure.isSimilar(m - 1, m, m, t);
  const sizes = [...new Set(records.map((record) => record.length))];
  const isMet = (n: number): boolean => sizes.some((m) => m > n && measure.minSize(m, t) <= n);
  const counts = { entries: 0, candidates: 0, reachable: 0 };
  for (const [i, x] of records.entries()) {
    const m = x.length;
    if (m === 0 || !measure.isSimilar(m, m, m, t)) continue;
    if (!meetsOwnSize(m) && measure.minSize(m, t) === m) continue;
    const prefix = new Set(x.subarray(0, measure.probePrefix(m, t)));
    for (const y of records.slice(0, i)) {
      const n = y.length;
      if (n < measure.minSize(m, t)) continue;
      // Such sets are indexed for larger ones only; of cosine it is not known in time.
      if (n === m && !meetsOwnSize(n) && (similarity !== 'cosine' || !isMet(n))) continue;
      const indexed = measure.indexPrefix(n, t);
      const shared = y.subarray(0, indexed).filter((token) => prefix.has(token)).length;
      const needed = measure.neededOverlap(m, n, t);
      counts.entries += shared;
      if (n === m && !meetsOwnSize(n)) continue;
      // What is not shared in the prefixes lies behind the one that ends first.
      if (shared === 0 || shared + Math.max(m - prefix.size, n - indexed) < needed) continue;
      counts.candidates++;
      // Where y's ends first, what is left of either lies behind its last token.
      const last = y[indexed - 1];
      const passed = x.filter((token) => token <= last).length;
      const left = last <= x[prefix.size - 1] ? Math.min(n - indexed, m - passed) : m - prefix.size;
      if (shared + left >= needed) counts.reachable++;
    }
  }
  return counts;
}

async function statisticsOf(sets: TokenSets, options: ExactJoinOptions) {
  const statistics = joinStatistics();
  const { length } = await exactJoin(sets, { ...options, statistics });
  expect(statistics.results).toBe(length);
  const { candidates } = statistics;
  expect([statistics.afterPrefix, statistics.afterPositional]).toEqual([candidates, candidates]);
  expect([statistics.afterSuffix, statistics.afterOrderings]).toEqual([candidates, candidates]);
  return statistics;
}

const questions: [Similarity, number][] = [
  ['jaccard', 0.4],
  ['jaccard', 0.8],
  ['cosine', 0.6],
  ['dice', 0.8],
  ['overlap', 3],
  ['jaccard', 0.9],
  ['cosine', 0.95],
];

test('the engine reads the index entries that share a prefix token, and verifies those pairs that share enough', async () => {
  await fc.assert(
    fc.asyncProperty(collections, fc.constantFrom(...questions), async (lists, [similarity, threshold]) => {
      // A token of each one's own makes all sets distinct; it is the rarest and does no more.
      const sets = rankSets(valueSetsFromIntegers(lists.map((list, i) => [...list, 1000 + i])));
      const options = { similarity, threshold };
      const { entries, candidates, reachable } = countsOf(sets, options);
      const statistics = await statisticsOf(sets, options);
      expect(statistics).toMatchObject({ entries, candidates });
      expect(statistics.verified).toBeLessThanOrEqual(reachable);
      expect(statistics.verified).toBeGreaterThanOrEqual(statistics.results);
    }),
    { numRuns: 120 },
  );
});

test('sets that cannot be similar to others of their size are met by larger ones alone, which find them all', async () => {
  const lists = new Set<string>();
  for (let i = 0; i < 400; i++) {
    const left = Array.from({ length: 14 }, (_, token) => token);
    for (let k = 0; k < i % 6; k++) left.splice((i * (7 + 3 * k)) % left.length, 1);
    lists.add(left.join(' '));
  }
  const sets = rankSets(valueSetsFromIntegers([...lists].map((list) => list.split(' ').map(Number))));
  const options = { similarity: 'jaccard', threshold: 0.9 } as const;
  const { entries, candidates } = countsOf(sets, options);
  expect(entries).toBeGreaterThan(0);
  const statistics = await statisticsOf(sets, options);
  expect(statistics).toMatchObject({ entries, candidates });
  let pairs = 0;
  naive(sets, options.similarity, options.threshold, () => pairs++);
  expect(statistics.results).toBe(pairs);
  expect(pairs).toBeGreaterThan(0);
});

test.each([
  ['few tokens, so that most of the window is counted', 70, 40],
  ['few tokens, and without signatures', 170, 160],
  ['many tokens, so that few records are met', 70, 2000],
])('the counts hold for sets of %s', async (_, size, universe) => {
  let state = 3;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const lists = Array.from({ length: 150 }, (_, i) => [
    ...Array.from({ length: size + random(size / 8) }, () => random(universe)),
    universe + i,
  ]);
  const sets = rankSets(valueSetsFromIntegers(lists));
  for (const threshold of [0.3, 0.7]) {
    const options = { similarity: 'jaccard', threshold } as const;
    const { entries, candidates, reachable } = countsOf(sets, options);
    const statistics = await statisticsOf(sets, options);
    expect(statistics).toMatchObject({ entries, candidates });
    // Above 64 tokens on average there are no signatures, which tell most pairs apart.
    if (sets.tokens.length > 64 * sets.size) expect(statistics.verified).toBe(reachable);
  }
});

test('sets above 64 tokens on average are compared without signatures: as many are verified as can reach the overlap', async () => {
  const sets = sampleSets(300, 80);
  const options = { similarity: 'jaccard', threshold: 0.5 } as const;
  const { verified } = await statisticsOf(sets, options);
  expect(verified).toBe(countsOf(sets, options).reachable);
  // Smaller ones are told apart by their signatures, most of them.
  const small = rankSets(
    valueSetsFromIntegers(
      Array.from({ length: 400 }, (_, i) =>
        Array.from({ length: 10 }, (_, k) => (i * i * (k + 1) * 7) % 211),
      ),
    ),
  );
  const asked = { similarity: 'jaccard', threshold: 0.7 } as const;
  const { verified: left, candidates } = await statisticsOf(small, asked);
  expect(countsOf(small, asked).reachable).toBeGreaterThan(100);
  expect(left).toBeLessThan(0.3 * candidates);
});
