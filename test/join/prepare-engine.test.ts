import { expect, test, vi } from 'vitest';
import type { TokenSets } from '../../src/grams/token-sets.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';
import type { ExactJoinOptions } from '../../src/join/exact-join.ts';
import { joinStored } from '../../src/join/out-of-core.ts';
import { prepareEngine, startJoinWorkers } from '../../src/join/prepare-engine.ts';

const started: number[] = [];
const joined: { sets: TokenSets; options: ExactJoinOptions; at: number }[] = [];
vi.mock('../../src/join/engine/parallel.ts', () => ({
  possibleThreads: (threads: number) => threads,
  startWorkers: (count: number) => started.push(count),
}));
vi.mock('../../src/join/exact-join.ts', () => ({
  exactJoin: async (sets: TokenSets, options: ExactJoinOptions) => {
    joined.push({ sets, options, at: performance.now() });
  },
}));

test('starts the workers, then joins two kinds of sets a few times with pauses between', async () => {
  await prepareEngine(3);
  expect(started.splice(0)).toEqual([2]);
  expect(joined).toHaveLength(8);
  for (const { options } of joined) {
    expect(options).toEqual({ similarity: 'jaccard', threshold: 0.6, threads: 3 });
  }
  expect(new Set(joined.map(({ sets }) => sets.size))).toEqual(new Set([2048, 8192]));
  expect(joined[7].at - joined[0].at).toBeGreaterThanOrEqual(3 * 4);

  for (const { sets } of joined.splice(0).slice(0, 2)) {
    const { size, offsets, tokens, records, universe } = sets;
    expect([offsets.length, offsets[0], offsets[size], records.length]).toEqual([
      ...[size + 1, 0, tokens.length, size],
    ]);
    const seen = new Map<string, number>();
    // A part of them is enough to see.
    const looked = 1024;
    for (let x = 0; x < looked; x++) {
      expect(records[x]).toBe(x);
      const record = tokens.subarray(offsets[x], offsets[x + 1]);
      if (record.length !== 64 || record.some((token, k) => k > 0 && token <= record[k - 1])) {
        expect.fail(`record ${x} is no ascending set of 64 tokens: ${record}`);
      }
      if (record[63] >= universe) expect.fail(`record ${x} has a token beyond the universe`);
      const key = record.join(' ');
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
    // Two of four are equal, and the other two differ from them in an eighth of their tokens at most.
    expect(seen.size).toBeGreaterThan(0.6 * looked);
    expect(seen.size).toBeLessThanOrEqual(0.76 * looked);
    const differing = (x: number, y: number) =>
      tokens.subarray(offsets[x], offsets[x + 1]).filter((token, k) => token !== tokens[offsets[y] + k])
        .length;
    expect(differing(400, 402)).toBeLessThanOrEqual(8);
    expect(differing(400, 402)).toBeGreaterThan(3);
    expect(differing(400, 404)).toBeGreaterThan(50);
  }
});

test('one thread needs no workers, and a wrong number of threads is refused', async () => {
  await prepareEngine();
  expect(started.splice(0)).toEqual([0]);
  expect(joined.splice(0)[0].options.threads).toBe(1);
  await expect(prepareEngine(0)).rejects.toThrow('threads: expected 1, 2, 3 …; got 0');
  await prepareEngine(1e6);
  expect(started.splice(0)).toEqual([255]);
});

test('the workers of a large join start before its sets are ranked; a small join, and one thread, start none', () => {
  started.length = 0;
  startJoinWorkers(2 ** 20, 3);
  expect(started.splice(0)).toEqual([2]);
  startJoinWorkers(2 ** 20 - 1, 3);
  startJoinWorkers(2 ** 30, 1);
  startJoinWorkers(2 ** 30);
  expect(started).toEqual([]);
});

test('a join of records wherever they lie starts its workers before it reads any', async () => {
  started.length = 0;
  const folder = new WorkFolder();
  const records = {
    length: 2,
    sizeOf: () => 2 ** 19,
    read() {
      throw new Error(`read after ${started} workers`);
    },
  };
  const options = {
    similarity: 'jaccard',
    threshold: 0.8,
    threads: 2,
    folder,
    memoryBytes: 2 ** 27,
  } as const;
  await expect(joinStored(records, options, () => {})).rejects.toThrow('read after 1 workers');
  folder.close();
});
