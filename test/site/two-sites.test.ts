import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jaccard, jaccardOfSets } from '../../src/grams/jaccard.ts';
import { contentOfTwoSites, contentSimilarity, leastOfTwoSites } from '../../src/site/two-sites.ts';

/** Sets of small numbers, ascending, and a part of each. */
const pages = fc
  .array(fc.tuple(fc.nat(30), fc.boolean()), { maxLength: 25 })
  .map((grams) => new Map(grams.map(([gram, isContent]) => [BigInt(gram), isContent])))
  .map((grams) => ({
    grams: BigUint64Array.from(grams.keys()).sort(),
    content: BigUint64Array.from([...grams].flatMap(([gram, isContent]) => (isContent ? [gram] : []))).sort(),
  }));

test('what either of two sites takes for content counts of both pages', () => {
  fc.assert(
    fc.property(pages, pages, (x, y) => {
      const counted = new Set([...x.content, ...y.content]);
      const [ofX, ofY] = [x, y].map(({ grams }) => [...grams].filter((gram) => counted.has(gram)));
      const overlap = ofX.filter((gram) => ofY.includes(gram)).length;
      const shared = contentOfTwoSites(x, y);
      expect(shared).toEqual({ overlap, sizes: [ofX.length, ofY.length] });
      expect(jaccard(overlap, ...shared.sizes)).toBeGreaterThanOrEqual(jaccardOfSets(x.content, y.content));
    }),
    { numRuns: 200 },
  );
});

const range = (from: number, to: number): BigUint64Array =>
  BigUint64Array.from({ length: to - from }, (_, i) => BigInt(from + i));

test('a text is found on another site where half of it is template by chance, and a quoted licence is no copy of the licence', () => {
  const copy = { host: 'a.example', grams: range(0, 100), content: range(0, 100) };
  const by = (host: string, template: number) => ({
    host,
    grams: range(0, 100),
    content: range(template, 100),
  });
  expect(contentSimilarity(copy, by('b.example', 60), 0.8)).toBe(1);
  expect(contentSimilarity(copy, by('a.example', 60), 0.8)).toBe(0.4);
  expect(contentSimilarity(copy, by('b.example', 61), 0.8)).toBe(0.39);
  expect(leastOfTwoSites(0.8)).toBe(0.4);
  expect(leastOfTwoSites(5, true)).toBe(3);
});

test('pages that only half agree keep the similarity of what both sites take for content', () => {
  const x = { host: 'a.example', grams: range(0, 100), content: range(0, 100) };
  const y = { host: 'b.example', grams: range(30, 130), content: range(40, 130) };
  expect(contentSimilarity(x, y, 0.8)).toBe(60 / 130);
  expect(contentSimilarity(x, y, 0.5)).toBe(70 / 130);
});
