import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankSets, rankTwo, type TwoTokenSets } from '../../../src/grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../../src/grams/value-sets.ts';
import { savedMs, sharePrefix, worthwhileOrderings } from '../../../src/join/published/ordering-cost.ts';
import { furtherOrdering, orderedPrefixes, tokenFrequencies } from '../../../src/join/published/orderings.ts';
import { buildPostings } from '../../../src/join/published/postings.ts';
import { PrefixCandidates } from '../../../src/join/published/prefix-candidates.ts';
import { type Sides, sidesOf } from '../../../src/join/published/sides.ts';
import { boundsOf } from '../../../src/join/similarity.ts';
import { seededRandom } from '../../sketch/sets.ts';

/** Milliseconds that each thing takes, in all: the best of three rounds of a test is the first of them. */
interface Times {
  readonly verify: number;
  readonly orderings: readonly { readonly order: number; readonly prefixes: number; readonly test: number }[];
}

/** A clock by which things take just so long. */
function clockOf({ verify, orderings }: Times): () => number {
  const rounds = (best: number) => [best, 0, best + 1, 0, best + 2, 0];
  const steps = [
    ...rounds(verify),
    ...orderings.flatMap(({ order, prefixes, test }) => [order, prefixes, 0, ...rounds(test)]),
  ];
  let time = 100;
  return () => {
    const now = time;
    time += steps.shift() ?? 1e9;
    return now;
  };
}

/** Records of which most share prefix tokens, and none is similar to another. */
function recordsOf(count: number, seed: number): number[][] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => Array.from({ length: 12 }, () => Math.floor(80 * random())));
}

function sidesFor(input: Parameters<typeof sidesOf>[0]): Sides {
  return sidesOf(input, boundsOf('jaccard', 0.8));
}

function candidatesOf(sides: Sides): [number, number][] {
  const candidates = new PrefixCandidates(sides, buildPostings(sides.index, sides.indexPrefixes));
  const pairs: [number, number][] = [];
  for (let x = 0; x < sides.probe.size; x++) {
    const count = candidates.of(x);
    for (const y of candidates.found.subarray(0, count)) {
      pairs.push([x, y]);
      candidates.A[y] = 0;
    }
  }
  return pairs;
}

/** The number of orderings by the model, where all candidates are in the sample. */
function orderingsByModel(sides: Sides, { verify, orderings }: Times): number {
  let pairs = candidatesOf(sides);
  const tokens = sides.probe.tokens.length + sides.index.tokens.length;
  if (verify < tokens * 5e-6) return 1;
  const verifyMs = verify / pairs.length;
  const sizes = (sets: Sides['probe'], records: Set<number>) =>
    [...records].reduce((sum, x) => sum + sets.offsets[x + 1] - sets.offsets[x], 0);
  const sampled =
    sizes(sides.probe, new Set(pairs.map(([x]) => x))) + sizes(sides.index, new Set(pairs.map(([, y]) => y)));
  for (const [k, { order, prefixes, test }] of orderings.entries()) {
    const ranks = furtherOrdering(tokenFrequencies(sides), k + 2);
    const xs = orderedPrefixes(sides.probe, sides.probePrefixes, ranks);
    const ys = orderedPrefixes(sides.index, sides.indexPrefixes, ranks);
    const passed = pairs.filter(([x, y]) => sharePrefix(xs, x, ys, y));
    const saved = savedMs({
      ...{ candidates: pairs.length, passRate: passed.length / pairs.length, verifyMs },
      ...{ testMs: test / pairs.length, buildMs: order + (prefixes * tokens) / sampled },
    });
    if (saved <= 0) return k + 1;
    if (passed.length === 0) return k + 2;
    pairs = passed;
  }
  return 6;
}

test('an ordering is added as long as what it saves of the verification outweighs its tests and its prefixes', () => {
  const some = fc.double({ min: 0, max: 4, noNaN: true });
  const times = fc.record({
    verify: fc.double({ min: 0.001, max: 30, noNaN: true }),
    orderings: fc.array(fc.record({ order: some, prefixes: some, test: some }), {
      minLength: 5,
      maxLength: 5,
    }),
  });
  const [r, s] = [recordsOf(45, 1), recordsOf(30, 2)].map(valueSetsFromIntegers);
  const inputs = [sidesFor(rankSets(r)), sidesFor(rankTwo(r, s))];
  for (const sides of inputs) expect(candidatesOf(sides).length).toBeGreaterThan(100);
  const seen = new Set<number>();
  fc.assert(
    fc.property(fc.nat(1), times, (which, given) => {
      const sides = inputs[which];
      const postings = buildPostings(sides.index, sides.indexPrefixes);
      const heads = postings.heads.slice();
      const found = worthwhileOrderings(sides, postings, clockOf(given));
      expect(found).toBe(orderingsByModel(sides, given));
      // The sample leaves the lists as they are.
      expect(postings.heads).toEqual(heads);
      seen.add(found);
    }),
    { numRuns: 200 },
  );
  expect([...seen].sort()).toEqual(expect.arrayContaining([1, 2, 3]));
});

test('orderings that cost nothing are added until no candidate is left, six at most', () => {
  const free = Array.from({ length: 5 }, () => ({ order: 0, prefixes: 0, test: 0 }));
  const random = sidesFor(rankSets(valueSetsFromIntegers(recordsOf(45, 1))));
  const postings = () => buildPostings(random.index, random.indexPrefixes);
  const found = worthwhileOrderings(random, postings(), clockOf({ verify: 10, orderings: free }));
  expect(found).toBe(orderingsByModel(random, { verify: 10, orderings: free }));
  expect(found).toBeGreaterThan(2);
  // Halves of records are alike in every prefix but for a token: every ordering rules some out.
  const lists = Array.from({ length: 60 }, (_, i) => [
    i % 2,
    2 + (i % 3),
    5 + (i % 5),
    ...recordsOf(1, i)[0],
  ]);
  const alike = sidesOf(rankSets(valueSetsFromIntegers(lists)), boundsOf('jaccard', 0.3));
  const all = { verify: 1e6, orderings: free };
  expect(worthwhileOrderings(alike, buildPostings(alike.index, alike.indexPrefixes), clockOf(all))).toBe(
    orderingsByModel(alike, all),
  );
});

test('verification that takes less time than reading each token once is not worth a second ordering', () => {
  const sides = sidesFor(rankSets(valueSetsFromIntegers(recordsOf(45, 1))));
  const tokens = 2 * sides.probe.tokens.length;
  const free = Array.from({ length: 5 }, () => ({ order: 0, prefixes: 0, test: 0 }));
  const found = (verify: number) =>
    worthwhileOrderings(
      sides,
      buildPostings(sides.index, sides.indexPrefixes),
      clockOf({ verify, orderings: free }),
    );
  expect(found(tokens * 4.9e-6)).toBe(1);
  expect(found(tokens * 5.1e-6)).toBeGreaterThan(1);
});

test('of many records and candidates a part is measured, evenly spread', () => {
  // 400 records, each a candidate of the 100 that share a token with it.
  const lists = Array.from({ length: 400 }, (_, i) => [
    i % 4,
    ...Array.from({ length: 9 }, (_, k) => 1000 * i + k + 10),
  ]);
  const one = valueSetsFromIntegers(lists);
  const two: TwoTokenSets = rankTwo(one, one);
  const sides = sidesOf(two, boundsOf('overlap', 1));
  const pairs: [number, number][] = [];
  const watched: Sides = {
    ...sides,
    bounds: {
      ...sides.bounds,
      neededOverlap(m, n) {
        pairs.push([m, n]);
        return sides.bounds.neededOverlap(m, n);
      },
    },
  };
  const times = { verify: 0, orderings: [] };
  expect(worthwhileOrderings(watched, buildPostings(sides.index, sides.indexPrefixes), clockOf(times))).toBe(
    1,
  );
  // Every third of 400 records from the second on, 133 of them; each has 100 candidates, of which every fourth is measured, in three rounds; the size
  // filter asks once for the one size that there is.
  expect(pairs).toHaveLength(3 * 133 * 25 + 1);
});
