import { describe, expect, test } from 'vitest';
import { type EvaluationRow, evaluateSets } from '../../src/evaluate/index.ts';
import { recommend } from '../../src/evaluate/tuner.ts';
import { evaluate, type Page } from '../../src/index.ts';
import { independentPairs, smallCrawl } from './collections.ts';

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

const words =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' ');

/** Page i says the words from `from` on. */
function textPage(id: string, from: number): Page {
  return { id, url: '', body: words.slice(from).join(' '), contentType: 'text/plain' };
}

const pages = [textPage('a', 0), textPage('b', 0), textPage('c', 1), textPage('d', 9), textPage('empty', 99)];

describe('evaluate', () => {
  test('tells of pages, grams, and of each method its pairs, scores, time and memory', async () => {
    const { dataset, truth, rows } = await evaluate(each(pages), { thresholds: [1, 0.8] });
    expect(dataset).toEqual({
      ...{ pages: 5, emptyPages: 1, grams: 12 + 12 + 11 + 3, universe: 12 },
      ...{ gram: 'word:4', multiset: false },
    });
    expect(truth).toBe('qp');
    const qp = rows.filter(({ method }) => method === 'qp');
    expect(qp).toMatchObject([
      { threshold: 1, pairs: 1, correct: 1, truePairs: 1, precision: 1, recall: 1, f1: 1, confirmed: true },
      { threshold: 0.8, pairs: 3, correct: 3, truePairs: 3, precision: 1, recall: 1, f1: 1, confirmed: true },
    ]);
    // by definition, however few the pairs are
    expect(qp.map(({ recallInterval }) => recallInterval)).toEqual([
      [1, 1],
      [1, 1],
    ]);
    const hash = rows.find(({ method, threshold }) => method === 'exact-hash' && threshold === 0.8);
    expect(hash).toMatchObject({
      pairs: 1,
      correct: 1,
      precision: 1,
      recall: 1 / 3,
      predictedRecall: 1 / 3,
      f1: 0.5,
    });
  });

  test('holds methods against labels instead, and says how they stand to the exact join', async () => {
    const labels = [
      ['c', 'a'],
      ['a', 'c'],
      ['d', 'a'],
      ['b', 'b'],
      ['a', 'nobody'],
    ] as const;
    const {
      truth,
      rows,
      labels: known,
    } = await evaluate(each(pages), { thresholds: [0.8], methods: ['qp'], labels });
    expect(truth).toBe('labels');
    expect(known).toEqual({ pairs: 2, unknownIds: 1, firstUnknown: [{ id: 'nobody', pair: 5 }] });
    expect(rows).toMatchObject([
      { pairs: 3, correct: 1, truePairs: 2, recall: 0.5, exact: { correct: 3, precision: 1, recall: 1 } },
    ]);
    const [{ recallInterval, exact }] = rows;
    expect(recallInterval[1]).toBeGreaterThan(recallInterval[0]);
    expect(exact?.recallInterval).toEqual([1, 1]);
  });

  test('counts words for the text profile, which sees what repeats only', async () => {
    const repeated = (extra: string): Page => ({ ...textPage('', 99), body: `to be or not to be ${extra}` });
    const { rows } = await evaluate(each([repeated('that'), repeated('this'), repeated('or not')]), {
      thresholds: [0.8],
      methods: ['text-profile'],
    });
    expect(rows).toMatchObject([{ pairs: 1, parameters: expect.stringContaining('words') }]);
  });

  test('with a page twice under one id still counts both', async () => {
    const { dataset } = await evaluate(each([textPage('a', 0), textPage('a', 1)]), { methods: ['qp'] });
    expect(dataset.pages).toBe(2);
  });

  test('a threshold that is given twice has its rows once', async () => {
    const { rows } = await evaluate(each(pages), { thresholds: [0.8, 1, 0.8], methods: ['qp'] });
    expect(rows.map(({ threshold }) => threshold)).toEqual([0.8, 1]);
  });

  test('refuses thresholds, methods and recalls that are none, before it reads a page', async () => {
    const unread = each(pages);
    await expect(evaluate(unread, { thresholds: [0] })).rejects.toThrow(/threshold: expected .* got 0/);
    await expect(evaluate(unread, { methods: ['qq'] })).rejects.toThrow(/methods: expected/);
    await expect(evaluate(unread, { targetRecall: 1 })).rejects.toThrow(/targetRecall: expected .* got 1/);
    await expect(evaluate(unread, { samplePages: 0 })).rejects.toThrow(/samplePages: expected/);
    await expect(evaluate(unread, { methods: 'qp' as never })).rejects.toThrow(
      'methods: expected an array; got string',
    );
    await expect(evaluate(unread, { thresholds: 0.8 as never })).rejects.toThrow(
      'thresholds: expected an array; got number',
    );
    await expect(evaluate(unread, { thresholds: [] })).rejects.toThrow(
      'thresholds: expected one or more; got',
    );
    await expect(evaluate(unread, { methods: [] })).rejects.toThrow('methods: expected one or more; got');
    await expect(evaluate(unread, { samplePages: 1, methods: ['qp', 'qa'] })).rejects.toThrow(
      /not exact ones alone; got qp, qa/,
    );
    expect((await unread.next()).value).toBe(pages[0]);
  });
});

describe('evaluateSets', () => {
  const crawl = smallCrawl(7);
  const methods = ['sp', 'calibrated', 'minhash'];

  test('estimates from a sample what the exact join measures, and says how', async () => {
    const full = await evaluateSets(crawl.sets, { thresholds: [0.8], methods });
    const sampled = await evaluateSets(crawl.sets, { thresholds: [0.8], methods, samplePages: 60 });
    expect(full.sample).toBeUndefined();
    expect(sampled.dataset).toEqual(full.dataset);
    expect(sampled.sample).toMatchObject({
      pages: 60,
      how: expect.stringContaining(`60 of ${crawl.pages} pages`),
    });
    for (const [i, row] of sampled.rows.entries()) {
      const exact = full.rows[i];
      expect([row.variant, row.pairs, row.correct, row.precision]).toEqual([
        ...[exact.variant, exact.pairs, exact.correct, exact.precision],
      ]);
      const [low, high] = row.recallInterval;
      expect(exact.recall).toBeGreaterThanOrEqual(low - 0.05);
      expect(exact.recall).toBeLessThanOrEqual(high + 0.05);
    }
  });

  test('samples where the exact join needs more memory than it may take, and leaves that join out', async () => {
    const { sample, rows } = await evaluateSets(crawl.sets, {
      methods: ['qp', 'qa', 'minhash'],
      memoryBytes: 1000,
    });
    expect(sample?.pages).toBe(crawl.pages);
    expect(new Set(rows.map(({ method }) => method))).toEqual(new Set(['minhash']));
    expect(rows.filter(({ confirmed }) => confirmed).every(({ recall }) => recall > 0.9)).toBe(true);
  });

  test('exact methods alone are refused where their join does not fit: there would be no row', async () => {
    const exact = { methods: ['qp', 'qa'], memoryBytes: 1000 };
    for (const asked of [exact, { ...exact, targetRecall: 0.9 }]) {
      const evaluating = evaluateSets(crawl.sets, asked);
      await expect(evaluating).rejects.toThrow(RangeError);
      await expect(evaluating).rejects.toThrow(
        /methods: expected one whose recall a sample can tell, or more memory, .*; got qp, qa/,
      );
    }
  });

  test('counts all pairs by similarity, and what bands promise beside what they find', async () => {
    const { sets } = independentPairs(2000, 0.3, 8);
    const { similarities, curves, similarityPages } = await evaluateSets(sets, {
      thresholds: [0.8],
      methods: ['minhash'],
    });
    expect(similarityPages).toBe(4000);
    expect(similarities).toHaveLength(28);
    expect(similarities[0]).toMatchObject({ from: 0.3, to: 0.325 });
    // all planted pairs; one or the other was planted just below 0.3
    expect(similarities.reduce((sum, bin) => sum + bin.pairs, 0)).toBeGreaterThan(1990);
    expect(curves.map(({ method }) => method)).toEqual(['minhash-unconfirmed']);
    for (const { promised, measured, pairs } of curves[0].points) {
      expect(Math.abs(promised - measured)).toBeLessThan(
        4 * Math.sqrt((promised * (1 - promised)) / pairs) + 0.03,
      );
    }
  });

  test('a recall that is asked for comes with the method that reaches it at least cost, timed several times', async () => {
    const { recommendations, rows } = await evaluateSets(crawl.sets, {
      thresholds: [0.8],
      targetRecall: 0.9,
    });
    const [found] = recommendations ?? [];
    expect(found).toMatchObject({ threshold: 0.8, targetRecall: 0.9, reached: true });
    expect(found!.totals!.length).toBeGreaterThan(1);
    expect(rows.find(({ variant }) => variant === found!.variant)!.totals).toEqual(found!.totals);
    const reaching = rows.filter((row) => row.precision >= 0.99 && row.recallInterval[0] >= 0.9);
    const clearlyCheaper = reaching.filter(
      ({ totals, milliseconds }) => (totals?.at(-1) ?? milliseconds.total) < found!.totals![0]!,
    );
    expect(clearlyCheaper).toEqual([]);
  });
});

describe('recommend', () => {
  const row = (
    variant: string,
    total: number,
    low: number,
    more: Partial<EvaluationRow> = {},
  ): EvaluationRow => ({
    ...{ threshold: 0.8, method: variant, variant, parameters: 'as told', confirmed: true },
    ...{
      pairs: 10,
      correct: 10,
      truePairs: 10,
      precision: 1,
      recall: (1 + low) / 2,
      recallInterval: [low, 1],
    },
    ...{ f1: 1, candidates: 10, milliseconds: { total }, bytesPerPage: 1 },
    ...more,
  });
  const exact = row('qp', 90, 1);

  test('takes the quickest whose lower end reaches the target', () => {
    const rows = [exact, row('slow', 50, 0.99), row('quick', 20, 0.985), row('hasty', 5, 0.9)];
    expect(recommend(rows, { targetRecall: 0.98 })).toMatchObject({
      reached: true,
      variant: 'quick',
      milliseconds: 20,
    });
    expect(recommend(rows, { targetRecall: 0.995 })).toMatchObject({
      reached: true,
      variant: 'qp',
      recallLow: 1,
    });
    expect(recommend(rows, { targetRecall: 0.98 }).reason).toMatch(/^3 of 4 methods reach recall ≥ 0.98/);
  });

  test('takes a method that was timed several times, and none that was quicker in its only run', () => {
    const rows = [row('timed again', 50, 0.99, { totals: [20, 50, 60] }), row('once', 40, 0.99), exact];
    expect(recommend(rows, { targetRecall: 0.98 })).toMatchObject({ variant: 'timed again' });
  });

  test('passes over what names wrong pairs', () => {
    const rows = [exact, row('wrong', 5, 1, { precision: 0.98 })];
    expect(recommend(rows, { targetRecall: 0.9 })).toMatchObject({ reached: true, variant: 'qp' });
    const asked = { targetRecall: 0.9, leastPrecision: 0.98 };
    expect(recommend(rows, asked)).toMatchObject({ ...asked, variant: 'wrong', reached: true });
    expect(recommend(rows, asked).reason).toContain('and precision ≥ 0.98');
  });

  test('names the nearest within the time when nothing reaches the target there', () => {
    const rows = [exact, row('slow', 50, 0.99), row('near', 20, 0.95), row('far', 5, 0.5)];
    const answer = recommend(rows, { targetRecall: 0.97, maxMilliseconds: 30 });
    expect(answer).toMatchObject({ reached: false, variant: 'near', maxMilliseconds: 30 });
    expect(answer.reason).toMatch(/^none of 4 methods reaches .* within 30 ms; nearest comes near/);
  });

  test('rounds nothing up: .99998 is not 1.0000, and what misses the target does not read as reaching it', () => {
    const rows = [row('near', 20, 0.97999, { recall: 0.99998, precision: 0.99995 })];
    expect(recommend(rows, { targetRecall: 0.98 }).reason).toMatch(
      /near \(as told\): recall 0\.9999, surely 0\.9799, precision 0\.9999, 20 ms$/,
    );
  });

  test('has nothing to say of nothing', () => {
    expect(() => recommend([], { targetRecall: 0.9 })).toThrow(/at least one method/);
  });
});
