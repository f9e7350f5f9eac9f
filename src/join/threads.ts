/**
 * Threads that work is spread over at most.
 *
 * The join engine keeps a word of progress for each; beyond it another thread costs memory and gains nothing.
 */
export const mostThreads = 256;

/**
 * How many threads work where `threads` are asked for: no more than {@link mostThreads}. A machine may
 * have fewer cores.
 *
 * @throws RangeError unless `threads` is 1, 2, 3 …
 */
export function threadCount(threads: number): number {
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads: expected 1, 2, 3 …; got ${threads}`);
  }
  return Math.min(threads, mostThreads);
}
