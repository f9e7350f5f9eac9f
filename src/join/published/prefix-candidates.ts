import type { Postings } from './postings.ts';
import type { Sides } from './sides.ts';
import { SizeWindow } from './sides.ts';

/**
 * The size and prefix filter: for each record x, in ascending order, finds the records of the index side that fit the
 * size of x and share a prefix token with it.
 */
export class PrefixCandidates {
  /** Records y found for the current x, in `found[0 .. count]`. */
  readonly found: Uint32Array;
  /** A[y]: number of prefix tokens that y shares with the current x. The caller sets it back to 0. */
  readonly A: Int32Array;
  /** Index entries visited so far. */
  entries = 0;
  readonly window: SizeWindow;
  readonly #sides: Sides;
  readonly #postings: Postings;

  /** Moves the heads of `postings` forward. */
  constructor(sides: Sides, postings: Postings) {
    this.#sides = sides;
    this.#postings = postings;
    this.window = new SizeWindow(sides);
    this.found = new Uint32Array(sides.index.size);
    this.A = new Int32Array(sides.index.size);
  }

  /** Fills `found` and `A` for x; returns the count. */
  of(x: number): number {
    const { probe, probePrefixes } = this.#sides;
    const { heads, ends, records } = this.#postings;
    const { found, A, window } = this;
    window.moveTo(x);
    const { begin, end } = window;
    if (begin >= end) return 0;
    const prefixBegin = probe.offsets[x];
    const prefixEnd = prefixBegin + probePrefixes[x];
    let count = 0;
    for (let k = prefixBegin; k < prefixEnd; k++) {
      const w = probe.tokens[k];
      const listEnd = ends[w];
      let entry = heads[w];
      while (entry < listEnd && records[entry] < begin) entry++;
      heads[w] = entry;
      const first = entry;
      for (; entry < listEnd; entry++) {
        const y = records[entry];
        if (y >= end) break;
        if (A[y] === 0) found[count++] = y;
        A[y]++;
      }
      this.entries += entry - first;
    }
    return count;
  }
}
