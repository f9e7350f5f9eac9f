import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankSets, rankTwo, type TokenSets } from '../../../src/grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../../src/grams/value-sets.ts';
import type { Join, JoinInput } from '../../../src/join/join.ts';
import { allPairs } from '../../../src/join/published/all-pairs.ts';
import { mgjoin } from '../../../src/join/published/mgjoin.ts';
import { naive } from '../../../src/join/published/naive.ts';
import { furtherOrdering, tokenFrequencies } from '../../../src/join/published/orderings.ts';
import { ppjoin, ppjoinPlus } from '../../../src/join/published/ppjoin.ts';
import { sidesOf } from '../../../src/join/published/sides.ts';
import { suffixFilter } from '../../../src/join/published/suffix-filter.ts';
import { boundsOf, measures } from '../../../src/join/similarity.ts';
import { joinStatistics } from '../../../src/join/statistics.ts';
import { collections } from '../common.ts';

/** A pair whose sizes fit and whose prefixes share a token: all that the filters look at. */
interface Met {
  readonly x: Uint32Array;
  readonly y: Uint32Array;
  /** The smaller record's own number and the other's, in ranked order. */
  readonly needed: number;
  readonly prefixX: number;
  readonly prefixY: number;
  /** Positions of the shared prefix tokens in x and in y. */
  readonly shared: readonly (readonly [number, number])[];
}

function recordOf({ tokens, offsets }: TokenSets, x: number): Uint32Array {
  return tokens.subarray(offsets[x], offsets[x + 1]);
}

/** Every pair that prefixes bring together, by comparing all prefixes with all. */
function pairsMet(input: JoinInput, t: number): Met[] {
  const measure = measures.jaccard;
  const [r, s] = 'r' in input ? [input.r, input.s] : [input, input];
  const isSelfJoin = !('r' in input);
  const met: Met[] = [];
  for (let i = 0; i < r.size; i++) {
    const x = recordOf(r, i);
    for (let j = 0; j < (isSelfJoin ? i : s.size); j++) {
      const y = recordOf(s, j);
      const [m, n] = [x.length, y.length];
      if (m === 0 || n === 0 || n < measure.minSize(m, t) || n > measure.maxSize(m, t)) continue;
      const prefixX = measure.probePrefix(m, t);
      const prefixY = isSelfJoin ? measure.indexPrefix(n, t) : measure.probePrefix(n, t);
      const shared = [...x.subarray(0, prefixX)].flatMap((token, p) => {
        const q = y.subarray(0, prefixY).indexOf(token);
        return q < 0 ? [] : [[p, q] as const];
      });
      if (shared.length > 0) {
        met.push({ x, y, needed: measure.neededOverlap(m, n, t), prefixX, prefixY, shared });
      }
    }
  }
  return met;
}

/** Whether the positional filter lets a pair through, at every shared token. */
function passesPositions({ x, y, needed, shared }: Met): boolean {
  return shared.every(([p, q], k) => k + Math.min(x.length - p, y.length - q) >= needed);
}

function passesSuffixes({ x, y, needed, shared: [[p, q]] }: Met, depth: number): boolean {
  const most = x.length + y.length - 2 * needed - p - q;
  return suffixFilter(x, p + 1, x.length, y, q + 1, y.length, most, depth) <= most;
}

/** Whether the tokens of a pair are compared: what is left after the prefix that ends first can still be enough. */
function isVerified({ x, y, needed, prefixX, prefixY, shared }: Met): boolean {
  const left = x[prefixX - 1] < y[prefixY - 1] ? x.length - prefixX : y.length - prefixY;
  return shared.length + left >= needed;
}

const count = (pairs: readonly Met[], test: (pair: Met) => boolean): number => pairs.filter(test).length;

function inputs(r: number[][], s: number[][]): JoinInput[] {
  const [first, second] = [valueSetsFromIntegers(r), valueSetsFromIntegers(s)];
  return [rankSets(first), rankTwo(first, second)];
}

function run(join: Join, input: JoinInput, t: number) {
  const statistics = joinStatistics();
  join(input, 'jaccard', t, () => {}, statistics);
  return statistics;
}

test('AllPairs, PPJoin and PPJoin+ count what each of their filters lets through, by its definition', () => {
  const thresholds = fc.constantFrom(0.3, 0.5, 0.6, 0.8, 0.95);
  fc.assert(
    fc.property(collections, collections, thresholds, (r, s, t) => {
      for (const input of inputs(r, s)) {
        const met = pairsMet(input, t);
        const entries = met.reduce((sum, { shared }) => sum + shared.length, 0);
        const all = met.length;

        const plain = run(allPairs, input, t);
        expect(plain).toMatchObject({ entries, afterPrefix: all, afterSuffix: all, candidates: all });
        expect([plain.afterPositional, plain.afterOrderings, plain.orderings]).toEqual([all, all, 1]);
        expect(plain.verified).toBe(count(met, isVerified));

        const positional = run(ppjoin, input, t);
        const left = count(met, passesPositions);
        expect(positional).toMatchObject({ entries, afterPrefix: all, afterPositional: left });
        expect([positional.afterSuffix, positional.candidates]).toEqual([left, left]);
        expect(positional.verified).toBe(count(met, (pair) => passesPositions(pair) && isVerified(pair)));

        // A pair that fails on its first token does not come to the suffix filter.
        const suffixes = run(ppjoinPlus, input, t);
        const failsFirst = (pair: Met) => !passesPositions({ ...pair, shared: pair.shared.slice(0, 1) });
        const prunedBySuffix = count(met, (pair) => !failsFirst(pair) && !passesSuffixes(pair, 2));
        const isLeft = (pair: Met) => passesPositions(pair) && passesSuffixes(pair, 2);
        expect(suffixes.candidates).toBe(count(met, isLeft));
        expect(suffixes.afterPositional - suffixes.afterSuffix).toBe(prunedBySuffix);
        expect(suffixes.verified).toBe(count(met, (pair) => isLeft(pair) && isVerified(pair)));
      }
    }),
    { numRuns: 80 },
  );
});

test('MGJoin counts the pairs whose prefixes share a token under every ordering', () => {
  fc.assert(
    fc.property(collections, collections, fc.constantFrom(0.5, 0.8), (r, s, t) => {
      for (const input of inputs(r, s)) {
        const met = pairsMet(input, t);
        const frequencies = tokenFrequencies(sidesOf(input, boundsOf('jaccard', t)));
        const orderings = [2, 3].map((number) => furtherOrdering(frequencies, number));
        const passes = ({ x, y, prefixX, prefixY }: Met, ranks: Uint32Array) => {
          const prefix = (record: Uint32Array, length: number) =>
            [...record].sort((a, b) => ranks[a] - ranks[b]).slice(0, length);
          const ofY = new Set(prefix(y, prefixY));
          return prefix(x, prefixX).some((token) => ofY.has(token));
        };
        const three: Join = (...given) => mgjoin(given[0], given[1], given[2], given[3], given[4], 3);
        const statistics = run(three, input, t);
        expect(statistics).toMatchObject({ afterPrefix: met.length, afterSuffix: met.length, orderings: 3 });
        expect(statistics.candidates).toBe(
          count(met, (pair) => orderings.every((ranks) => passes(pair, ranks))),
        );
      }
    }),
    { numRuns: 50 },
  );
});

test('naive verifies every pair', () => {
  const sets = rankSets(valueSetsFromIntegers([[1, 2], [1, 2, 3], [9], []]));
  expect(run(naive, sets, 0.5)).toMatchObject({ entries: 0, candidates: 6, verified: 6, results: 1 });
  const two = rankTwo(valueSetsFromIntegers([[1, 2], []]), valueSetsFromIntegers([[1], [1, 2], [3]]));
  expect(run(naive, two, 0.5)).toMatchObject({
    ...{ records: 5, tokens: 6, universe: 3, afterPrefix: 6, verified: 6, results: 2 },
  });
});
