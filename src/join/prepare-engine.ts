import { setTimeout as delay } from 'node:timers/promises';
import { checkWhole } from '../argument-checks.ts';
import type { TokenSets } from '../grams/token-sets.ts';
import { possibleThreads, startWorkers } from './engine/parallel.ts';
import { exactJoin } from './exact-join.ts';
import { threadCount } from './threads.ts';

const RECORD_TOKENS = 64;
const ROUNDS = 4;
/** V8 optimises the kernel in the background, between rounds. */
const PAUSE_MS = 5;

/**
 * Prepares the join engine, so that a first short join takes a fraction of the time. Starts workers for `threads`
 * threads, compiles the engine and has V8 optimise it by joining a few made-up sets. Call it while the input is read.
 *
 * Takes about 100 ms, half of it on this thread. Joins also work without it.
 */
export async function prepareEngine(threads = 1): Promise<void> {
  startWorkers(possibleThreads(threadCount(threads)) - 1);
  // Sets with many tokens in common take the kernel's dense path, those with few the sparse one.
  const samples = [madeUpSets(2048, 32), madeUpSets(8192, 8192)];
  for (let round = 0; round < ROUNDS; round++) {
    for (const sets of samples) await exactJoin(sets, { similarity: 'jaccard', threshold: 0.6, threads });
    await delay(PAUSE_MS);
  }
}

/**
 * Fewer tokens are not worth starting workers, as far as can be told before ranking: ranking them takes a tenth of a
 * second.
 */
const SHARED_TOKENS = 1 << 20;

/**
 * Starts the workers of a join of `tokens` tokens on `threads` threads, unless the join is small. Call it before the
 * sets are ranked: the workers are then ready when the join begins, and their start, some 50 ms each, does not delay
 * it.
 *
 * @throws RangeError unless both are whole numbers, from 0 and from 1
 */
export function startJoinWorkers(tokens: number, threads = 1): void {
  checkWhole('startJoinWorkers: tokens', tokens, 0);
  const workers = possibleThreads(threadCount(threads)) - 1;
  if (tokens >= SHARED_TOKENS && workers > 0) startWorkers(workers);
}

/** `size` sets whose k-th token is one of `choices`; many are equal or nearly so. */
function madeUpSets(size: number, choices: number): TokenSets {
  const tokens = new Uint32Array(size * RECORD_TOKENS);
  for (let x = 0; x < size; x++) {
    for (let k = 0; k < RECORD_TOKENS; k++) {
      // Of four records, two are equal and the others nearly equal.
      const original = k % 9 === 0 && x % 4 !== 1 ? x : x & ~3;
      const mixed = Math.imul(original * RECORD_TOKENS + k + 1, 0x9e3779b1) >>> 16;
      tokens[x * RECORD_TOKENS + k] = k * choices + (mixed % choices);
    }
  }
  return {
    size,
    offsets: Uint32Array.from({ length: size + 1 }, (_, x) => x * RECORD_TOKENS),
    tokens,
    records: Uint32Array.from({ length: size }, (_, x) => x),
    universe: RECORD_TOKENS * choices,
  };
}
