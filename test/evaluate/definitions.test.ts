import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPair, type PagePairs, PagePairsBuilder, pairsWhere } from '../../src/cluster/pairs.ts';
import { evaluateCollection } from '../../src/evaluate/evaluate.ts';
import { evaluateSets } from '../../src/evaluate/index.ts';
import { wilsonInterval } from '../../src/evaluate/precision-recall.ts';
import { affordableSample, pairsOfSample, samplePages } from '../../src/evaluate/sample.ts';
import { countSimilarities, recallCurve } from '../../src/evaluate/similarities.ts';
import { estimateRecall, resemblanceOf, sampledTruth } from '../../src/evaluate/truth.ts';
import { contendersOf, recommend } from '../../src/evaluate/tuner.ts';
import type { EvaluationRow } from '../../src/index.ts';
import { joinBytesPerToken } from '../../src/join/out-of-core.ts';
import { confirmPairs } from '../../src/methods/confirm.ts';
import type { NamedPairs } from '../../src/methods/method.ts';
import { methodNamed } from '../../src/methods/registry.ts';
import { setsOf, smallCrawl } from './collections.ts';

const crawl = smallCrawl(9);
const everyPage = samplePages(crawl.pages, crawl.pages);
const { value: contents } = crawl.contents();
const pairs = pairsOfSample(crawl, everyPage, 0.3);
/** All pairs of pages, and for each the number of the pair of contents that it follows from. */
const { pairs: ofPages, from } = contents.pairsOfPages(pairs);
const resemblances = Array.from(ofPages.a, (_, i) => resemblanceOf(crawl, ofPages, i));
const edges = Array.from({ length: 28 }, (_, bin) => ({ from: (12 + bin) / 40, to: (13 + bin) / 40 }));
const isIn =
  ({ from, to }: { from: number; to: number }) =>
  (value: number) =>
    value >= from && (value < to || (to === 1 && value === 1));

/** Every third pair of contents. */
const named = (() => {
  const builder = new PagePairsBuilder();
  for (let i = 0; i < pairs.length; i += 3) builder.add(pairs.a[i], pairs.b[i], pairs.overlap[i]);
  return builder.finish(crawl.pages);
})();

describe('by bins of 1/40 from 0.3 to 1', () => {
  test('pairs are counted where their similarity lies, 1 in the last', () => {
    expect(countSimilarities(crawl, pairs, crawl.pages)).toEqual(
      edges.map((bin) => ({ ...bin, pairs: resemblances.filter(isIn(bin)).length })),
    );
    // Of 7 pages among n, a pair has an end drawn with the chance of not having both beside them.
    const chance = 1 - ((crawl.pages - 7) * (crawl.pages - 8)) / (crawl.pages * (crawl.pages - 1));
    expect(countSimilarities(crawl, pairs, 7)).toEqual(
      edges.map((bin) => ({ ...bin, pairs: Math.round(resemblances.filter(isIn(bin)).length / chance) })),
    );
    expect(countSimilarities(smallCrawl(9), { ...pairs, length: 0 }, 1).every((bin) => bin.pairs === 0)).toBe(
      true,
    );
  });

  test('a curve has the share that is promised and the share that is named, of bins that have a pair', () => {
    const model = (resemblance: number, x: number, y: number) => resemblance / (1 + x / 1000 + y / 500);
    const method = methodNamed('minhash-unconfirmed');
    const expected = edges.flatMap((bin) => {
      const here = resemblances.flatMap((value, i) => (isIn(bin)(value) ? [i] : []));
      const promised = here.map((i) =>
        model(resemblances[i], crawl.sizeOf(ofPages.a[i]), crawl.sizeOf(ofPages.b[i])),
      );
      return here.length === 0
        ? []
        : [
            {
              similarity: (bin.from + bin.to) / 2,
              promised: expect.closeTo(promised.reduce((sum, chance) => sum + chance, 0) / here.length, 12),
              measured: here.filter((i) => from[i] % 3 === 0).length / here.length,
              pairs: here.length,
            },
          ];
    });
    expect(expected.length).toBeGreaterThan(10);
    expect(recallCurve(crawl, method, 0.7, model, pairs, named)).toEqual({
      ...{ method: 'minhash-unconfirmed', threshold: 0.7, points: expected },
    });
  });
});

test('a sample is as large as the list entries allow that its pilot meets, and no smaller than the pilot', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 30 }), fc.integer({ min: 1, max: 40_000 }), (floor, entries) => {
      const pilot = samplePages(crawl.pages, floor);
      const pagesOfGram = new Map<bigint, number>();
      for (const page of pilot) {
        for (const gram of crawl.gramsOf(page)) pagesOfGram.set(gram, (pagesOfGram.get(gram) ?? 0) + 1);
      }
      const visits = [...pagesOfGram.values()].reduce((sum, count) => sum + count ** 2, 0);
      const aPage = (visits / floor) * (crawl.pages / floor);
      expect(affordableSample(crawl.sets, entries, floor)).toEqual(
        samplePages(crawl.pages, Math.max(floor, Math.floor(entries / aPage))),
      );
    }),
  );
});

describe('from drawn pages', () => {
  const truePairs = pairsOfSample(crawl, everyPage, 0.6);
  const isNamed = (a: number, b: number) => (a * 7 + b) % 4 !== 0;
  const builder = new PagePairsBuilder();
  for (let i = 0; i < truePairs.length; i++) {
    if (isNamed(truePairs.a[i], truePairs.b[i]))
      builder.add(truePairs.a[i], truePairs.b[i], truePairs.overlap[i]);
  }
  // And one that is none.
  builder.add(contents.firsts[0], contents.firsts.at(-1)!, 0);
  const found = builder.finish(crawl.pages);
  /** The pages that a page is paired with. */
  const otherPages = (named: PagePairs, page: number): number[] => {
    const { pairs: all } = contents.pairsOfPages(named);
    return [...all.a].flatMap((a, i) => (a === page ? [all.b[i]] : all.b[i] === page ? [a] : []));
  };
  const { pairs: foundPages } = contents.pairsOfPages(found);
  const isFound = (x: number, y: number) => findPair(foundPages, x, y) >= 0;

  test('recall is a ratio of sums over the pages, and its interval has the variance of such a ratio', () => {
    for (const count of [5, 20, 40]) {
      const sample = samplePages(crawl.pages, count, 3);
      const known = pairsOfSample(crawl, sample, 0.6);
      const all = [...sample].map((page) => otherPages(known, page).length);
      const hits = [...sample].map(
        (page) => otherPages(known, page).filter((other) => isFound(page, other)).length,
      );
      const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
      const recall = sum(hits) / sum(all);
      const squares = sum(hits.map((hit, i) => (hit - recall * all[i]) ** 2));
      const variance = (squares / sum(all) ** 2) * (count / (count - 1));
      const trials = Math.min(sum(all), (recall * (1 - recall)) / variance);
      const estimate = estimateRecall(contents, sample, known, found);
      expect(estimate.recall).toBeCloseTo(recall, 12);
      expect(estimate.truePairs).toBeCloseTo((sum(all) * crawl.pages) / (2 * count), 9);
      const [low, high] = wilsonInterval(recall * trials, trials);
      expect(estimate.interval[0]).toBeCloseTo(low, 12);
      expect(estimate.interval[1]).toBeCloseTo(high, 12);
    }
    const none = { ...truePairs, length: 0 };
    expect(estimateRecall(contents, samplePages(crawl.pages, 5), none, found)).toEqual({
      ...{ recall: 1, interval: [0, 1], truePairs: 0 },
    });
  });

  test('precision is exact: confirmed where the method does not, and the truth has as many pairs as it is right in', () => {
    const sample = samplePages(crawl.pages, 30);
    const known = pairsOfSample(crawl, sample, 0.4);
    const truth = sampledTruth(crawl, sample, known, 0.6);
    const asNamed = { pairs: found } as NamedPairs;
    const unconfirmed = truth.score(asNamed, methodNamed('sp-32'));
    const correct = confirmPairs(crawl, foundPages, 0.6).length;
    expect(correct).toBeLessThan(foundPages.length);
    const { recall, truePairs: estimated } = estimateRecall(
      ...([contents, sample, pairsOfSample(crawl, sample, 0.6), found] as const),
    );
    const precision = correct / foundPages.length;
    expect(unconfirmed).toMatchObject({ pairs: foundPages.length, correct, precision, recall });
    expect(unconfirmed.f1).toBeCloseTo((2 * precision * recall) / (precision + recall), 12);
    expect(unconfirmed.truePairs).toBe(Math.max(correct, Math.round(estimated)));
    expect(truth.score(asNamed, methodNamed('calibrated-32'))).toMatchObject({
      correct: foundPages.length,
      precision: 1,
    });
    const nothing = { pairs: { ...found, length: 0 } } as NamedPairs;
    expect(truth.score(nothing, methodNamed('qp'))).toMatchObject({
      pairs: 0,
      precision: 1,
      recall: 0,
      f1: 0,
    });
    const isDrawn = (page: number) => sample.includes(page);
    const { pairs: all } = contents.pairsOfPages(pairsOfSample(crawl, sample, 0.6));
    const atThreshold = pairsWhere(all, (i) => isDrawn(all.a[i]) || isDrawn(all.b[i]));
    const mean =
      Array.from(atThreshold.a, (_, i) => resemblanceOf(crawl, atThreshold, i)).reduce((a, b) => a + b) /
      atThreshold.length;
    expect(truth.predict((resemblance) => resemblance)).toBeCloseTo(mean, 12);
  });
});

describe('an evaluation', () => {
  test('tells before each method which it is, and how much is done', async () => {
    const told: string[] = [];
    const onProgress = (what: string, done: number, total: number) => told.push(`${what} ${done}/${total}`);
    await evaluateSets(crawl.sets, { thresholds: [0.9, 0.8], methods: ['qp', 'exact-hash'], onProgress });
    expect(told).toEqual([
      'qp at 0.9 0/4',
      'exact-hash at 0.9 1/4',
      'qp at 0.8 2/4',
      'exact-hash at 0.8 3/4',
    ]);
    told.length = 0;
    await evaluateSets(crawl.sets, { methods: ['qp'], onProgress });
    expect(told.map((line) => line.split(' ')[2])).toEqual(['0.95', '0.9', '0.85', '0.8']);
  });

  test('tells how many pages there were where it has not all of them', async () => {
    const options = { thresholds: [0.8], methods: ['qp'] };
    const evaluated = { collection: crawl, gram: 'word:4', multiset: false };
    const { dataset, sample } = await evaluateCollection({ ...evaluated, pagesRead: 1000 }, options);
    expect([dataset.pages, dataset.pagesRead, sample?.pages]).toEqual([crawl.pages, 1000, crawl.pages]);
    expect(sample?.how).toContain(`${crawl.pages} of 1000 pages were kept`);
    for (const pagesRead of [{}, { pagesRead: crawl.pages }]) {
      const all = await evaluateCollection({ ...evaluated, ...pagesRead }, options);
      expect(all.dataset).not.toHaveProperty('pagesRead');
      expect(all.sample).toBeUndefined();
    }
  });

  test('aims at a recall of 0.99, at the one asked for, or half-way from the target to 1', async () => {
    const aimed = async (options: object) => {
      const { rows } = await evaluateSets(crawl.sets, {
        thresholds: [0.8],
        methods: ['calibrated-32'],
        ...options,
      });
      return /recall (.*)$/.exec(rows[0].parameters)?.[1];
    };
    expect([await aimed({}), await aimed({ recall: 0.5 })]).toEqual(['0.99', '0.5']);
    expect([await aimed({ targetRecall: 0.9 }), await aimed({ targetRecall: 0.9, recall: 0.7 })]).toEqual([
      '0.95',
      '0.7',
    ]);
  });

  test('samples where the exact join does not fit, by 4,000 pages at most, and leaves out the exact methods', async () => {
    const methods = ['qp', 'qa', 'calibrated-32'];
    const bytes = joinBytesPerToken * crawl.sets.values.length;
    const fitting = await evaluateSets(crawl.sets, { thresholds: [0.8], methods, memoryBytes: bytes });
    expect([fitting.sample, fitting.rows.length, fitting.similarityPages]).toEqual([
      undefined,
      3,
      crawl.pages,
    ]);
    const sampled = await evaluateSets(crawl.sets, { thresholds: [0.8], methods, memoryBytes: bytes - 1 });
    expect(sampled.rows.map(({ variant }) => variant)).toEqual(['calibrated-32']);
    expect(sampled.sample).toMatchObject({ pages: crawl.pages });
    expect(sampled.sample?.how).toMatch(
      /^the exact join was too large: (\d+) of \1 pages were drawn uniformly/,
    );
    const many = setsOf(Array.from({ length: 4100 }, (_, i) => BigUint64Array.of(BigInt(i))));
    const large = await evaluateSets(many, { thresholds: [0.8], methods: ['calibrated-32'], memoryBytes: 1 });
    expect(large.sample?.pages).toBe(4000);
  });
});

describe('recommend', () => {
  const row = (variant: string, total: number, low: number): EvaluationRow => ({
    ...{
      threshold: 0.8,
      method: 'sp',
      variant,
      parameters: 'as told',
      confirmed: true,
      pairs: 10,
      correct: 10,
    },
    ...{
      truePairs: 10,
      precision: 0.995,
      recall: (1 + low) / 2,
      recallInterval: [low, 1],
      f1: 1,
      candidates: 10,
    },
    ...{ milliseconds: { total }, bytesPerPage: 1 },
  });

  test('takes the exact join where another is quicker by less than times differ from run to run', () => {
    const runs = (variant: string, ...totals: number[]): EvaluationRow => ({
      ...row(variant, totals[1]!, 0.999),
      recall: 1,
      totals,
    });
    const wanted = { targetRecall: 0.99 };
    const within = recommend([runs('qp', 30, 34, 40), runs('sp-32', 26, 28, 31)], wanted);
    expect(within.variant).toBe('qp');
    expect(within.totals).toEqual([30, 34, 40]);
    expect(within.reason).toMatch(
      /none is clearly quicker than the exact join, .* 34 ms \(30–40 in 3 runs\)$/,
    );
    const clearly = recommend([runs('qp', 30, 34, 40), runs('sp-32', 20, 21, 29)], wanted);
    expect(clearly.variant).toBe('sp-32');
    expect(clearly.reason).toMatch(/the quickest is sp-32 .* 21 ms \(20–29 in 3 runs\)$/);
  });

  test('rows that may be recommended, and no others, are run again', () => {
    const rows = [
      row('qp', 15, 0),
      row('a', 10, 0.99),
      row('b', 19, 0.99),
      row('c', 21, 0.99),
      row('d', 1, 0.5),
    ];
    const exact = row('qp', 15, 1);
    const contenders = contendersOf([exact, ...rows.slice(1)], { targetRecall: 0.98 });
    expect([...contenders].map(({ variant }) => variant)).toEqual(['a', 'qp', 'b']);
    expect(contendersOf(rows, { targetRecall: 0.9999 }).size).toBe(0);
  });

  test('of two that come equally near, or are equally quick, takes the quicker, or the first', () => {
    const rows = [row('slow', 50, 0.9), row('quick', 20, 0.9), row('also', 20, 0.9), row('far', 1, 0.5)];
    expect(recommend(rows, { targetRecall: 0.97 }).variant).toBe('quick');
    expect(recommend(rows, { targetRecall: 0.9 }).variant).toBe('quick');
    // In no time, the nearest of all.
    expect(recommend(rows, { targetRecall: 0.9, maxMilliseconds: 0.5 }).variant).toBe('quick');
    expect(recommend(rows, { targetRecall: 0.9, maxMilliseconds: 20 })).toMatchObject({
      reached: true,
      variant: 'quick',
    });
  });

  test('says what was chosen, by what rule, and all that is known of it', () => {
    const rows = [row('slow', 50.4, 0.9), row('quick', 20.6, 0.96)];
    expect(recommend(rows, { targetRecall: 0.95, maxMilliseconds: 30 })).toEqual({
      ...{
        threshold: 0.8,
        targetRecall: 0.95,
        maxMilliseconds: 30,
        reached: true,
        variant: 'quick',
        method: 'sp',
      },
      ...{ parameters: 'as told', recall: 0.98, recallLow: 0.96, precision: 0.995, milliseconds: 20.6 },
      reason:
        '1 of 2 methods reach recall ≥ 0.95 (lower end of the 95 % interval) and precision ≥ 0.99 within 30 ms; ' +
        'the quickest is quick (as told): recall 0.9800, surely 0.9600, precision 0.9950, 21 ms',
    });
    expect(recommend(rows, { targetRecall: 0.99 }).reason).toMatch(
      /^none of 2 methods reaches recall ≥ 0.99 \(lower/,
    );
  });
});
