import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { rankSets } from '../../src/grams/token-sets.ts';
import { type ValueSets, valueSetsFromIntegers } from '../../src/grams/value-sets.ts';
import { closeEngine } from '../../src/join/engine/parallel.ts';
import { exactJoin, type Pairs } from '../../src/join/exact-join.ts';
import { type OutOfCoreOptions, outOfCoreJoin } from '../../src/join/out-of-core.ts';
import type { Similarity } from '../../src/join/similarity.ts';

const directory = mkdtempSync(join(tmpdir(), 'neardup-out-of-core-'));
afterAll(async () => {
  rmSync(directory, { recursive: true });
  await closeEngine();
});

/** Little enough that the sets below make several blocks. */
const memoryBytes = 1 << 20;
const options = { similarity: 'jaccard', threshold: 0.6, directory, memoryBytes } as const;

describe('outOfCoreJoin', () => {
  test('finds the pairs of the join in memory, for every measure, on one and on two threads', async () => {
    const sets = sample(3000, 40);
    for (const [similarity, threshold] of [
      ['jaccard', 0.8],
      ['jaccard', 0.3],
      ['cosine', 0.7],
      ['dice', 0.9],
      ['overlap', 20],
    ] as [Similarity, number][]) {
      const expected = await inMemory(sets, similarity, threshold);
      expect(expected.length).toBeGreaterThan(0);
      for (const threads of [1, 2]) {
        const pairs = await outOfCoreJoin(recordsOf(sets), { ...options, similarity, threshold, threads });
        expect(rows(pairs)).toEqual(expected);
      }
    }
  });

  test('finds the pairs of random records cut into blocks of one record', async () => {
    const oneLargeRecord = Array.from({ length: 20_000 }, (_, i) => i);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(fc.nat(12), { maxLength: 9 }), { maxLength: 12 }),
        fc.constantFrom(0.2, 0.5, 2 / 3, 0.8, 1),
        async (records, threshold) => {
          const sets = valueSetsFromIntegers([...records, oneLargeRecord, oneLargeRecord.slice(1)]);
          const pairs = await outOfCoreJoin(recordsOf(sets), { ...options, threshold });
          expect(rows(pairs)).toEqual(await inMemory(sets, 'jaccard', threshold));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('takes records whose buffer is used again for the next one', async () => {
    const sets = sample(500, 30);
    const buffer = new BigUint64Array(100);
    function* reused(): Generator<BigUint64Array> {
      for (const record of recordsOf(sets)) {
        buffer.set(record);
        yield buffer.subarray(0, record.length);
      }
    }
    expect(rows(await outOfCoreJoin(reused(), options))).toEqual(await inMemory(sets, 'jaccard', 0.6));
  });

  test('answers no record and empty records with no pair', async () => {
    expect((await outOfCoreJoin([], options)).length).toBe(0);
    expect((await outOfCoreJoin([new BigUint64Array(0), new BigUint64Array(0)], options)).length).toBe(0);
  });

  test('leaves the folder as it was, after success, cancellation and an error in the input', async () => {
    const records = [...recordsOf(sample(3000, 40))];
    const progress: number[] = [];
    await outOfCoreJoin(records, { ...options, onProgress: (done) => progress.push(done) });
    expect(progress.at(-1)).toBe(3000);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(readdirSync(directory)).toEqual([]);

    const controller = new AbortController();
    const cancelled: OutOfCoreOptions = {
      ...options,
      signal: controller.signal,
      onProgress: () => controller.abort(new Error('enough')),
    };
    await expect(outOfCoreJoin(records, cancelled)).rejects.toThrow('enough');
    function* failing(): Generator<BigUint64Array> {
      yield records[0];
      throw new Error('bad record');
    }
    await expect(outOfCoreJoin(failing(), options)).rejects.toThrow('bad record');
    expect(readdirSync(directory)).toEqual([]);
  });

  test('says what it expects instead of too little memory', async () => {
    await expect(outOfCoreJoin([], { ...options, memoryBytes: 1000 })).rejects.toThrow(
      /memoryBytes: expected at least 1048576 .*; got 1000/,
    );
  });
});

function* recordsOf({ offsets, values }: ValueSets): Generator<BigUint64Array> {
  for (let i = 0; i + 1 < offsets.length; i++) yield values.subarray(offsets[i], offsets[i + 1]);
}

async function inMemory(values: ValueSets, similarity: Similarity, threshold: number): Promise<number[][]> {
  const sets = rankSets(values);
  const { length, x, y, overlap } = await exactJoin(sets, { similarity, threshold });
  const found: number[][] = [];
  for (let i = 0; i < length; i++) {
    const a = sets.records[x[i]];
    const b = sets.records[y[i]];
    found.push([Math.max(a, b), Math.min(a, b), overlap[i]]);
  }
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function rows({ length, x, y, overlap }: Pairs): number[][] {
  return Array.from({ length }, (_, i) => [x[i], y[i], overlap[i]]);
}

/** Seeded records of `size` tokens and fewer, every third a changed copy of an earlier one. */
function sample(count: number, size: number): ValueSets {
  let state = 11;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const all: number[][] = [];
  for (let i = 0; i < count; i++) {
    const copied = i % 3 === 2 ? all[i - 1 - random(2)].slice(random(5)) : [];
    const wanted = copied.length > 0 ? copied.length + random(4) : 1 + random(size);
    while (copied.length < wanted) copied.push(random(100 * size));
    all.push(copied);
  }
  return valueSetsFromIntegers(all);
}
