import { expect, test } from 'vitest';
import { GroupedCommits } from '../../src/store/grouped-commits.ts';
import type { Change } from '../../src/store/layout/entries.ts';
import { userKey } from '../../src/store/layout/keys.ts';
import { OperationQueue } from '../../src/store/operation-queue.ts';
import type { Commit, Writer } from '../../src/store/writer.ts';

/** The sizes of the batches that are written of commits with values of these lengths, handed over at once. */
async function batchesOf(lengths: readonly number[]): Promise<number[][]> {
  const batches: number[][] = [];
  const lengthOf = ({ entries = [] }: Commit) => entries.reduce((sum, { value }) => sum + value!.length, 0);
  const writer = { commit: async (commits: readonly Commit[]) => void batches.push(commits.map(lengthOf)) };
  const commits = new GroupedCommits(new OperationQueue('test'), writer as unknown as Writer);
  const entry = (length: number, i: number): Change => ({
    key: userKey(`${i}`),
    value: Buffer.alloc(length),
  });
  await Promise.all(lengths.map((length, i) => commits.add({ entries: [entry(length, i)] })));
  return batches;
}

test('what is handed over at once is one batch, of 128 commits at most', async () => {
  expect((await batchesOf(new Array(200).fill(10))).map(({ length }) => length)).toEqual([128, 72]);
});

test('large gram sets go one by one, so that no batch holds the event loop for long', async () => {
  const half = 256 << 10;
  expect(await batchesOf([half, half, 1, 3 * half, 3 * half, 1])).toEqual([
    [half, half],
    [1],
    [3 * half],
    [3 * half],
    [1],
  ]);
});
