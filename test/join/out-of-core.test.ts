import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { rankSets } from '../../src/grams/token-sets.ts';
import { type ValueSets, valueSetsFromIntegers } from '../../src/grams/value-sets.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';
import { DealtBlocks } from '../../src/join/dealt-blocks.ts';
import { closeEngine } from '../../src/join/engine/parallel.ts';
import { exactJoin, type Pairs } from '../../src/join/exact-join.ts';
import { joinStored, type OutOfCoreOptions, outOfCoreJoin } from '../../src/join/out-of-core.ts';
import type { Similarity } from '../../src/join/similarity.ts';
import { argumentError } from '../argument-error.ts';

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
    // A block of 1 MiB has room for 9362 values: for one of these, never for two.
    const base = Array.from({ length: 4700 }, (_, i) => i);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(4000), fc.constantFrom(0, 1, 300, 5000, 9000)), { maxLength: 6 }),
        fc.constantFrom<[Similarity, number]>(
          ['jaccard', 0.5],
          ['cosine', 2 / 3],
          ['dice', 0.8],
          ['overlap', 3000],
        ),
        async (records, [similarity, threshold]) => {
          const sets = valueSetsFromIntegers(
            records.map(([dropped, added]) => [
              ...base.slice(dropped),
              ...Array.from({ length: dropped + added }, (_, i) => 10_000 + i),
            ]),
          );
          const statistics = { blocks: 0, blocksRead: 0 };
          const pairs = await outOfCoreJoin(recordsOf(sets), {
            ...{ ...options, similarity, threshold, statistics },
          });
          expect(statistics.blocks).toBe(records.length);
          expect(rows(pairs)).toEqual(await inMemory(sets, similarity, threshold));
        },
      ),
      { numRuns: 20 },
    );
  });

  test('finds every pair of a set with one that is just large enough, whatever blocks the two are in', async () => {
    // 40 tokens out of 50 are 0.8: the sizes of the last block that can match.
    const large = Array.from({ length: 400 }, (_, i) => Array.from({ length: 50 }, (_, k) => 100 * i + k));
    const small = large.map((record) => record.slice(10));
    const sets = valueSetsFromIntegers([...large, ...small]);
    const statistics = { blocks: 0, blocksRead: 0 };
    const pairs = await outOfCoreJoin(recordsOf(sets), { ...options, threshold: 0.8, statistics });
    expect(rows(pairs)).toEqual(large.map((_, i) => [400 + i, i, 40]));
    // 234 of the small ones, the other 166 with 54 large ones, two of 187 large ones.
    expect(statistics).toEqual({ blocks: 4, blocksRead: 10 });
  });

  test('reads no block twice whose records are too small for those of the next one', async () => {
    const sets = valueSetsFromIntegers(
      Array.from({ length: 500 }, (_, i) => Array.from({ length: i < 250 ? 39 : 50 }, (_, k) => 100 * i + k)),
    );
    const statistics = { blocks: 0, blocksRead: 0 };
    await outOfCoreJoin(recordsOf(sets), { ...options, threshold: 0.8, statistics });
    // 240 of 39, 10 of 39 with 179 of 50, the others; the second block reaches the first, and the third the second.
    expect(statistics).toEqual({ blocks: 3, blocksRead: 5 });
  });

  test('refuses a record that is not ascending by its number in the stream, and leaves the folder as it was', async () => {
    const records = [...recordsOf(sample(1000, 40)), BigUint64Array.of(3n, 1n)];
    await expect(outOfCoreJoin(records, options)).rejects.toThrow(
      argumentError('RangeError', 'record 1000: expected ascending and distinct values; got 1 after 3'),
    );
    expect(readdirSync(directory)).toEqual([]);
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

  test('reads all blocks into the same two places in memory', async () => {
    const records = Array.from({ length: 400 }, (_, x) =>
      BigUint64Array.from({ length: 500 }, (_, i) => BigInt(1000 * x + i)),
    );
    const folder = new WorkFolder();
    const read = vi.spyOn(DealtBlocks.prototype, 'read');
    try {
      const stored = {
        length: records.length,
        sizeOf: (record: number) => records[record].length,
        read: (record: number, into: BigUint64Array) => into.set(records[record]),
      };
      const { blocks } = await joinStored(stored, { ...options, folder, threads: 1 }, () => {});
      expect(blocks).toBeGreaterThan(20);
      expect(read.mock.calls.length).toBeGreaterThan(200);
      expect(new Set(read.mock.calls.map(([, values]) => values.buffer)).size).toBe(2);
    } finally {
      read.mockRestore();
      folder.close();
    }
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

  test('says what it expects instead of a wrong number of threads, before it reads the input', async () => {
    const unread: Iterable<BigUint64Array> = {
      [Symbol.iterator]() {
        throw new Error('the input was read');
      },
    };
    await expect(outOfCoreJoin(unread, { ...options, threads: 0 })).rejects.toThrow(
      argumentError('RangeError', 'threads: expected 1, 2, 3 …; got 0'),
    );
  });

  test('says what it expects instead of a folder that is not there', async () => {
    const directory = join(options.directory, 'missing');
    await expect(outOfCoreJoin([], { ...options, directory })).rejects.toThrow(
      argumentError(
        'RangeError',
        `outOfCoreJoin: directory: expected an existing folder; got "${directory}"`,
      ),
    );
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
