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
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads: expected 1, 2, 3 …; got ${threads}`);
  }
  return Math.min(threads, mostThreads);
}
