import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type PagePairs, PagePairsBuilder, pairsWhere } from '../../src/cluster/pairs.ts';
import { affordableSample, pairsOfSample, samplePages, samplingDraw } from '../../src/evaluate/sample.ts';
import { estimateRecall } from '../../src/evaluate/truth.ts';
import { jaccard, overlapOfSorted } from '../../src/grams/jaccard.ts';
import { Collection } from '../../src/methods/collection.ts';
import { confirmPairs } from '../../src/methods/confirm.ts';
import { seededRandom } from '../sketch/sets.ts';
import { setsOf, smallCrawl } from './collections.ts';

// few values, so that every resemblance occurs, scattered as hashes are; they differ in their low halves, their high halves or both
const pages = fc.constantFrom(1n, 2n ** 30n, 2n ** 32n).chain((unit) => {
  const page = fc
    .uniqueArray(fc.nat(12), { maxLength: 8 })
    .map((values) => BigUint64Array.from(values, (value) => BigInt(value ** 3 * 977) * unit).sort());
  return fc.array(page, { maxLength: 14 });
});

function listed({ length, a, b, overlap }: PagePairs): string[] {
  return Array.from({ length }, (_, i) => `${a[i]} ${b[i]} ${overlap[i]}`);
}

function bruteForce(
  sets: readonly BigUint64Array[],
  least: number,
  drawn: (page: number) => boolean,
): string[] {
  const pairs: string[] = [];
  for (let a = 0; a < sets.length; a++) {
    for (let b = a + 1; b < sets.length; b++) {
      const overlap = overlapOfSorted(sets[a], sets[b]);
      const isSimilar = jaccard(overlap, sets[a].length, sets[b].length) >= least;
      if (isSimilar && (drawn(a) || drawn(b))) pairs.push(`${a} ${b} ${overlap}`);
    }
  }
  return pairs;
}

describe('samplePages', () => {
  test('draws pages without repeats, ascending, the smaller sample within the larger', () => {
    const small = samplePages(1000, 50);
    const large = samplePages(1000, 200);
    expect(new Set(small).size).toBe(50);
    expect([...small]).toEqual([...small].sort((a, b) => a - b));
    expect([...small].filter((page) => !large.includes(page))).toEqual([]);
    expect(samplePages(3, 10)).toEqual(Uint32Array.of(0, 1, 2));
  });

  test('draws every page equally often', () => {
    const drawn = new Float64Array(20);
    for (let seed = 1; seed <= 4000; seed++) for (const page of samplePages(20, 5, seed)) drawn[page]++;
    // 1000 ± 5 standard deviations of √(4000 · 0.25 · 0.75)
    for (const times of drawn) expect(Math.abs(times - 1000)).toBeLessThan(137);
  });
});

test('each page draws a number of its own above 0 and below 1, half of them below a half', () => {
  const draws = Array.from({ length: 1000 }, (_, page) => samplingDraw(page));
  expect(new Set(draws).size).toBe(1000);
  expect(draws.every((draw) => draw > 0 && draw < 1)).toBe(true);
  // 500 ± 5 standard deviations of √(1000 / 4)
  expect(Math.abs(draws.filter((draw) => draw < 0.5).length - 500)).toBeLessThan(80);
});

describe('pairsOfSample', () => {
  test('names the pairs of brute force that have an end in the sample, those of equal pages once, and says how many each stands for', () => {
    fc.assert(
      fc.property(pages, fc.nat(14), fc.constantFrom(0.1, 0.5, 2 / 3, 1), (sets, count, least) => {
        const sample = samplePages(sets.length, count);
        const isDrawn = (page: number): boolean => sample.includes(page);
        const collection = new Collection(setsOf(sets));
        const { value: contents } = collection.contents();
        const found = pairsOfSample(collection, sample, least);
        const { pairs, from } = contents.pairsOfPages(found);
        const drawn = pairsWhere(pairs, (i) => isDrawn(pairs.a[i]) || isDrawn(pairs.b[i]));
        expect(listed(drawn)).toEqual(bruteForce(sets, least, isDrawn));
        const weights = new Float64Array(found.length);
        for (let i = 0; i < pairs.length; i++) {
          if (isDrawn(pairs.a[i]) || isDrawn(pairs.b[i])) weights[from[i]]++;
        }
        expect(found.weights).toEqual(weights);
      }),
    );
  });

  test('draws from all pages what it may look at, and a least number where it may look at nothing', () => {
    const { sets } = smallCrawl(3);
    const pageCount = sets.offsets.length - 1;
    expect(affordableSample(sets, 1e9, 5)).toHaveLength(pageCount);
    const few = affordableSample(sets, 1, 5);
    expect(few).toEqual(samplePages(pageCount, 5));
  });
});

test('confirmPairs keeps the candidates that brute force finds similar, with their overlaps', () => {
  fc.assert(
    fc.property(pages, fc.constantFrom(0.3, 0.5, 2 / 3, 0.8, 1), (sets, threshold) => {
      const all = new PagePairsBuilder();
      for (let a = 0; a < sets.length; a++) for (let b = a + 1; b < sets.length; b++) all.add(a, b, 0);
      const confirmed = confirmPairs(new Collection(setsOf(sets)), all.finish(sets.length), threshold);
      expect(listed(confirmed)).toEqual(bruteForce(sets, threshold, () => true));
    }),
  );
});

describe('estimateRecall', () => {
  const crawl: Collection = smallCrawl(4);
  const everyPage = samplePages(crawl.pages, crawl.pages);
  const { value: contents } = crawl.contents();
  const truth = pairsOfSample(crawl, everyPage, 0.5);
  // A method that loses pairs page by page, so that pages differ as much as they can.
  const random = seededRandom(5);
  const isLost = Array.from({ length: crawl.pages }, () => random() < 0.3);
  const builder = new PagePairsBuilder();
  for (let i = 0; i < truth.length; i++) {
    if (!isLost[truth.a[i]]) builder.add(truth.a[i], truth.b[i], truth.overlap[i]);
  }
  const named = builder.finish(crawl.pages);
  const [truePairs, namedPairs] = [truth, named].map((pairs) => contents.countOf(pairs));
  const recall = namedPairs / truePairs;

  test('is the recall itself, and the pairs are all of them, when every page is drawn', () => {
    const estimate = estimateRecall(contents, everyPage, truth, named);
    expect(estimate.recall).toBeCloseTo(recall, 12);
    expect(estimate.truePairs).toBeCloseTo(truePairs, 9);
  });

  test('is right on average over samples, and its interval holds the truth in most', () => {
    const samples = 600;
    let sumOfRecalls = 0;
    let sumOfPairs = 0;
    let covered = 0;
    for (let seed = 1; seed <= samples; seed++) {
      const sample = samplePages(crawl.pages, 30, seed);
      const estimate = estimateRecall(contents, sample, pairsOfSample(crawl, sample, 0.5), named);
      sumOfRecalls += estimate.recall;
      sumOfPairs += estimate.truePairs;
      const [low, high] = estimate.interval;
      if (low <= recall && recall <= high) covered++;
    }
    expect(Math.abs(sumOfRecalls / samples - recall)).toBeLessThan(0.02);
    expect(Math.abs(sumOfPairs / samples / truePairs - 1)).toBeLessThan(0.03);
    expect(covered / samples).toBeGreaterThan(0.9);
  });

  test('claims no certainty from a few pages that are all alike', () => {
    const sample = samplePages(crawl.pages, 10);
    const { recall: all, interval } = estimateRecall(
      contents,
      sample,
      pairsOfSample(crawl, sample, 0.5),
      truth,
    );
    expect(all).toBe(1);
    expect(interval[0]).toBeLessThan(0.8);
  });
});
