import { describe, expect, test } from 'vitest';
import { samplingDraw } from '../../src/evaluate/sample.ts';
import { gatherGrams } from '../../src/flow/gathered-grams.ts';
import { evaluateGrams } from '../../src/flow/index.ts';
import type { PageGrams } from '../../src/flow/page-grams.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';

/** Pages of 100 grams, two and two alike. */
async function* pages(count: number, frequencies = false): AsyncGenerator<PageGrams> {
  const random = seededRandom(1);
  let grams = randomSet(random, 100);
  for (let page = 0; page < count; page++) {
    if (page % 2 === 0) grams = randomSet(random, 100);
    const facts = {
      ...{ id: `p${page}`, url: '', fetchedAt: '', kind: 'article' },
      textLength: 1,
      bodyLength: 1,
    };
    yield {
      facts: { ...facts, truncatedFrom: 0 } as PageGrams['facts'],
      grams,
      ...(frequencies && { frequencies: { counts: new Uint32Array(100).fill(page), profile: BigInt(page) } }),
    };
  }
}

const bytesAPage = 400 + 800;

describe('gatherGrams', () => {
  test('keeps all pages, their counts and profiles, where they fit', async () => {
    const { collection, ids, pagesRead } = await gatherGrams(pages(20, true), 1e6);
    expect([collection.pages, pagesRead, ids[19]]).toEqual([20, 20, 'p19']);
    expect([collection.counts?.[1950], collection.profiles?.[19]]).toEqual([19, 19n]);
    expect((await gatherGrams(pages(20), 1e6)).collection.counts).toBeUndefined();
  });

  test('keeps a sample of the pages within its memory where they do not, early and late ones alike', async () => {
    const mostBytes = 200 * bytesAPage;
    const { collection, ids, pagesRead } = await gatherGrams(pages(4000), mostBytes);
    expect(pagesRead).toBe(4000);
    expect(collection.pages).toBe(ids.length);
    expect(ids.length).toBeLessThanOrEqual(200);
    expect(ids.length).toBeGreaterThan(60);
    const early = ids.filter((id) => Number(id.slice(1)) < 2000).length;
    // the halves differ by less than 4 standard deviations of an even draw
    expect(Math.abs(2 * early - ids.length)).toBeLessThan(4 * Math.sqrt(ids.length));
    expect(collection.gramsOf(0)).toHaveLength(100);
  });

  test('a page takes 400 bytes, 8 for a gram, and 4 for the count of one', async () => {
    const read: number[] = [];
    for (const [frequencies, bytes] of [
      [false, 1200],
      [true, 1600],
    ] as const) {
      const kept = async (mostBytes: number) =>
        (await gatherGrams(pages(20, frequencies), mostBytes, (page) => read.push(page))).ids.length;
      expect(await kept(20 * bytes)).toBe(20);
      expect(await kept(20 * bytes - 1)).toBeLessThan(20);
    }
    expect(read.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    // One page stays however little it may take.
    expect((await gatherGrams(pages(20), 1)).ids).toHaveLength(1);
  });

  test('keeps all pages whose draw is below a limit of 1, 1/2, 1/4 …, and no other', async () => {
    const { ids } = await gatherGrams(pages(400), 100 * bytesAPage);
    const limit = [1, 1 / 2, 1 / 4, 1 / 8, 1 / 16].find(
      (each) =>
        ids.length ===
        Array.from({ length: 400 }, (_, i) => samplingDraw(i)).filter((draw) => draw < each).length,
    )!;
    expect(ids).toEqual(
      Array.from({ length: 400 }, (_, i) => i)
        .filter((i) => samplingDraw(i) < limit)
        .map((i) => `p${i}`),
    );
  });
});

test('evaluate says that it kept some of the pages only', async () => {
  const { dataset, sample, rows } = await evaluateGrams(pages(2000), {
    thresholds: [0.8],
    methods: ['calibrated-32'],
    memoryBytes: 2 * 1000 * bytesAPage,
  });
  expect(dataset.pagesRead).toBe(2000);
  expect(dataset.pages).toBeLessThanOrEqual(1000);
  expect(sample?.how).toContain(`${dataset.pages} of 2000 pages were kept`);
  expect(sample?.pages).toBe(dataset.pages);
  expect(rows).toMatchObject([{ precision: 1, recall: 1 }]);
});
