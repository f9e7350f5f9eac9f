import { afterAll, describe, expect, test } from 'vitest';
import { rankSets } from '../../../src/grams/token-sets.ts';
import { valueSetsFromIntegers } from '../../../src/grams/value-sets.ts';
import { closeEngine } from '../../../src/join/engine/parallel.ts';
import { exactJoin, type Pairs } from '../../../src/join/exact-join.ts';
import { prepareEngine } from '../../../src/join/prepare-engine.ts';
import { cases } from '../../repetition.ts';
import { sampleSets } from '../sample-sets.ts';

afterAll(closeEngine);

// Above the size below which one thread does it all.
const sets = sampleSets(20_000, 30);
const options = { similarity: 'jaccard', threshold: 0.5 } as const;

describe('exactJoin on several threads', () => {
  test('gives the same bytes whatever the number of threads', async () => {
    await prepareEngine(2);
    const questions = (['jaccard', 'cosine', 'dice'] as const).flatMap((similarity) =>
      [0.6, 0.3, 0.9].map((threshold) => ({ similarity, threshold })),
    );
    for (const question of cases(questions, 4)) {
      const one = await exactJoin(sets, question);
      expect(one.length).toBeGreaterThan(0);
      for (const threads of [2, 3, 5]) expectEqual(await exactJoin(sets, { ...question, threads }), one);
    }
  });

  test('shares the pairs that follow from equal records, and gives the same bytes', async () => {
    await prepareEngine(2);
    // groups of some hundred, three of four of them alike, one record in ten by itself
    const records = Array.from({ length: 3000 }, (_, i) =>
      Array.from({ length: 12 }, (_, k) => (i % 10 === 0 ? 1000 + 20 * i + k : k === 11 ? 100 + (i % 4) : k)),
    );
    const many = rankSets(valueSetsFromIntegers(records));
    for (const inPlace of [false, true]) {
      const one = await exactJoin(many, { ...options, inPlace });
      expect(one.length).toBeGreaterThan(2 ** 19);
      const kept = { ...one, x: one.x.slice(), y: one.y.slice(), overlap: one.overlap.slice() };
      for (const threads of [2, 3])
        expectEqual(await exactJoin(many, { ...options, inPlace, threads }), kept);
    }
  });

  test('runs joins side by side', async () => {
    const one = await exactJoin(sets, options);
    const many = await Promise.all([1, 2, 3, 2].map((threads) => exactJoin(sets, { ...options, threads })));
    for (const pairs of many) expectEqual(pairs, one);
  });

  test('reports progress that never goes back and ends at all records', async () => {
    for (const threads of [1, 2]) {
      const reports: number[] = [];
      const totals: number[] = [];
      await exactJoin(sets, {
        ...{ similarity: 'jaccard', threshold: 0.15, threads },
        onProgress: (done, total) => {
          expect(total).toBeLessThanOrEqual(sets.size);
          if (reports.length > 0) expect(total).toBe(totals.at(-1));
          totals.push(total);
          reports.push(done);
        },
      });
      expect(reports.at(-1)).toBe(totals.at(-1));
      expect(reports.length).toBeGreaterThan(1);
      expect(reports).toEqual([...reports].sort((a, b) => a - b));
    }
  });

  test('ends with the reason of the signal, before and during the work, and works again afterwards', async () => {
    const one = await exactJoin(sets, options);
    for (const threads of [1, 2]) {
      await expect(exactJoin(sets, { ...options, threads, signal: AbortSignal.abort() })).rejects.toThrow(
        /aborted/,
      );
      const controller = new AbortController();
      const slow = exactJoin(sets, {
        ...{ similarity: 'jaccard', threshold: 0.15, threads, signal: controller.signal },
        onProgress: () => controller.abort(new Error('enough')),
      });
      await expect(slow).rejects.toThrow('enough');
      expectEqual(await exactJoin(sets, { ...options, threads }), one);
    }
  });
});

/** Millions of pairs: `toEqual` would take seconds. */
function expectEqual(pairs: Pairs, others: Pairs): void {
  for (const column of ['x', 'y', 'overlap'] as const) {
    expect(Buffer.compare(bytesOf(pairs[column]), bytesOf(others[column])), column).toBe(0);
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
