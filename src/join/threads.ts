import { checkWhole } from '../argument-checks.ts';

/**
 * Most threads that work is spread over.
 *
 * The join engine keeps a word of progress for each thread. More threads cost memory and gain nothing.
 */
export const mostThreads = 256;

/**
 * How many threads work if `threads` are requested: at most {@link mostThreads}. The machine may have fewer cores.
 *
 * @throws RangeError unless `threads` is 1, 2, 3 …
 */
export function threadCount(threads: number): number {
  checkWhole('threads', threads, 1);
  return Math.min(threads, mostThreads);
}
