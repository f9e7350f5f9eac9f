import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PagePairsBuilder } from '../../src/cluster/pairs.ts';
import { evaluateCollection } from '../../src/evaluate/evaluate.ts';
import { evaluateSets } from '../../src/evaluate/index.ts';
import { wilsonInterval } from '../../src/evaluate/precision-recall.ts';
import { samplePages } from '../../src/evaluate/sample.ts';
import { jaccard, overlapOfSorted } from '../../src/grams/jaccard.ts';
import { Collection } from '../../src/methods/collection.ts';
import { methodNamed } from '../../src/methods/registry.ts';
import { findAll } from '../methods/find-all.ts';
import { setsOf } from './collections.ts';

const methods = [
  'qp',
  'sp-32',
  'calibrated-32',
  'bottom-k-32',
  'minhash-unconfirmed',
  'simhash-tf-7',
  'pairing',
];
const threshold = 0.6;
const options = { thresholds: [threshold], methods: [...methods, 'text-profile'], recall: 0.9 };

/** Pages of few texts, many of them equal, some of which have their grams more often than others. */
const collections = fc
  .tuple(
    fc.array(fc.uniqueArray(fc.nat(14), { minLength: 0, maxLength: 14 }), { minLength: 1, maxLength: 5 }),
    fc.array(fc.record({ set: fc.nat(4), times: fc.constantFrom(1, 1, 1, 5) }), {
      minLength: 1,
      maxLength: 24,
    }),
  )
  .map(([texts, pages]) => {
    const grams = texts.map((text) =>
      BigUint64Array.from(text, (word) => BigInt(word ** 3 + 1) << 40n).sort(),
    );
    const sets = setsOf(pages.map(({ set }) => grams[set % grams.length]));
    const counts = pages.flatMap(({ set, times }) => new Array(grams[set % grams.length].length).fill(times));
    return new Collection(sets, { counts: Uint32Array.from(counts) });
  });

type Pair = readonly [a: number, b: number];

const keyOf = ([a, b]: Pair): string => `${a} ${b}`;

function resemblance(collection: Collection, [a, b]: Pair): number {
  const [x, y] = [collection.gramsOf(a), collection.gramsOf(b)];
  return jaccard(overlapOfSorted(x, y), x.length, y.length);
}

/** All pairs of pages with at least a resemblance, by comparing every two. */
function bruteForce(collection: Collection, least: number): Pair[] {
  const pages = Array.from({ length: collection.pages }, (_, page) => page);
  return pages
    .flatMap((a) => pages.slice(a + 1).map((b): Pair => [a, b]))
    .filter((pair) => resemblance(collection, pair) >= least);
}

async function namedBy(variant: string, collection: Collection): Promise<Pair[]> {
  const asked = { similarity: 'jaccard', threshold, recall: 0.9, threads: 1, memoryBytes: 2 ** 28 } as const;
  const { pairs } = await findAll(methodNamed(variant), collection, asked);
  return Array.from(pairs.a, (a, i): Pair => [a, pairs.b[i]]);
}

const sum = (list: readonly number[]): number => list.reduce((total, value) => total + value, 0);

/** The ratio of sums of hits to all, and its interval: that of as many trials as the variance of such a ratio says. */
function ratio(all: readonly number[], hits: readonly number[]) {
  const recall = sum(all) === 0 ? 1 : sum(hits) / sum(all);
  const squares = sum(hits.map((hit, i) => (hit - recall * all[i]) ** 2));
  const variance = (squares / sum(all) ** 2) * (all.length / Math.max(1, all.length - 1));
  const trials =
    squares === 0
      ? all.filter((count) => count > 0).length
      : Math.min(sum(all), (recall * (1 - recall)) / variance);
  return {
    recall,
    recallInterval: wilsonInterval(recall * trials, trials).map((end) => expect.closeTo(end, 9)),
  };
}

/** Which family each page is in, pages that true pairs link being one. */
function families(pages: number, truth: readonly Pair[]): number[] {
  const family = Array.from({ length: pages }, (_, page) => page);
  for (const [a, b] of truth) {
    const [from, to] = [family[b], family[a]];
    for (const [page, of] of family.entries()) if (of === from) family[page] = to;
  }
  return family;
}

/** Scores by their definitions, pair by pair of pages. */
function scores(collection: Collection, named: readonly Pair[], truth: readonly Pair[]) {
  const found = new Set(named.map(keyOf));
  const correct = truth.filter((pair) => found.has(keyOf(pair)));
  const family = families(collection.pages, truth);
  const ofFamily = (pairs: readonly Pair[]): number[] =>
    [...new Set(truth.map(([a]) => family[a]))].map(
      (each) => pairs.filter(([a]) => family[a] === each).length,
    );
  const { recall, recallInterval } = ratio(ofFamily(truth), ofFamily(correct));
  const precision = named.length === 0 ? 1 : correct.length / named.length;
  return {
    ...{
      pairs: named.length,
      correct: correct.length,
      truePairs: truth.length,
      precision,
      recall,
      recallInterval,
    },
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

test('of collections in which many pages are equal, every row has the scores of all their pairs', async () => {
  await fc.assert(
    fc.asyncProperty(
      collections,
      fc.array(fc.tuple(fc.nat(23), fc.nat(23)), { maxLength: 9 }),
      async (collection, drawn) => {
        const truth = bruteForce(collection, threshold);
        const { pages } = collection;
        const labelled = drawn
          .map(([x, y]): Pair => [Math.min(x, y) % pages, Math.max(x, y) % pages])
          .map(([x, y]): Pair => [Math.min(x, y), Math.max(x, y)])
          .filter(
            ([a, b], i, all) => a < b && all.findIndex((other) => keyOf(other) === keyOf([a, b])) === i,
          );
        const builder = new PagePairsBuilder();
        for (const [a, b] of labelled) builder.add(a, b, 0);
        const evaluated = { collection, gram: 'word:4', multiset: false };
        const { rows, similarities } = await evaluateCollection(evaluated, options);
        const labels = builder.finish(pages);
        const { rows: ofLabels } = await evaluateCollection({ ...evaluated, labels }, options);
        expect(rows).toHaveLength(methods.length + 1);
        for (const [i, row] of rows.entries()) {
          const named = await namedBy(row.variant, collection);
          const exact = {
            ...scores(collection, named, truth),
            ...(row.variant === 'qp' && { recallInterval: [1, 1] }),
          };
          expect(row).toMatchObject(exact);
          expect(ofLabels[i]).toMatchObject({ ...scores(collection, named, labelled), exact });
          const model = methodNamed(row.variant).model?.({
            ...options,
            similarity: 'jaccard',
            threshold,
          } as never);
          const chances = truth.map((pair) =>
            model?.(resemblance(collection, pair), collection.sizeOf(pair[0]), collection.sizeOf(pair[1])),
          ) as number[];
          if (model)
            expect(row.predictedRecall).toBeCloseTo(truth.length === 0 ? 1 : sum(chances) / truth.length, 12);
        }
        for (const { from, to, pairs } of similarities) {
          const here = bruteForce(collection, from).filter(
            (pair) => to === 1 || resemblance(collection, pair) < to,
          );
          expect(pairs).toBe(here.length);
        }
      },
    ),
    { numRuns: 40 },
  );
});

test('of a sample, the recall is that of the pairs of its pages, equal ones each by itself', async () => {
  await fc.assert(
    fc.asyncProperty(collections, fc.integer({ min: 1, max: 24 }), async (collection, count) => {
      const evaluated = { collection, gram: 'word:4', multiset: false };
      const { rows } = await evaluateCollection(evaluated, { ...options, samplePages: count });
      const truth = bruteForce(collection, threshold);
      const sample = [...samplePages(collection.pages, count)];
      const ofEach = (pairs: readonly Pair[]): number[] =>
        sample.map((page) => pairs.filter((pair) => pair.includes(page)).length);
      for (const { variant, pairs, correct, truePairs, recall, recallInterval } of rows) {
        const named = await namedBy(variant, collection);
        const found = new Set(named.map(keyOf));
        const right = truth.filter((pair) => found.has(keyOf(pair)));
        const estimated = (sum(ofEach(truth)) * collection.pages) / (2 * sample.length);
        expect({ pairs, correct, truePairs }).toEqual({
          ...{ pairs: named.length, correct: right.length },
          truePairs: Math.max(right.length, Math.round(estimated)),
        });
        const expected = ratio(ofEach(truth), ofEach(right));
        expect({ recall, recallInterval }).toEqual(
          sum(ofEach(truth)) === 0 ? { recall: 1, recallInterval: [0, 1] } : expected,
        );
      }
    }),
    { numRuns: 40 },
  );
});

test('thousands of equal pages need no memory for their pairs, which are counted all the same', async () => {
  const page = BigUint64Array.from({ length: 30 }, (_, i) => BigInt(i) << 32n);
  const other = page.slice(3);
  const pages = 4000;
  const sets = setsOf([...new Array<BigUint64Array>(pages).fill(page), other]);
  const { rows } = await evaluateSets(sets, { thresholds: [0.9], memoryBytes: 2 ** 23 });
  const equal = (pages * (pages - 1)) / 2;
  expect(rows.length).toBeGreaterThan(40);
  for (const { variant, correct, truePairs, candidates } of rows) {
    expect([variant, truePairs]).toEqual([variant, equal + pages]);
    expect(correct).toBeGreaterThanOrEqual(equal);
    expect(candidates).toBeGreaterThanOrEqual(correct);
  }
});
