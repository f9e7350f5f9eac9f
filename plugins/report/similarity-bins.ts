import type { Evaluation } from '../../src/index.ts';

const BINS = 40;

/** Edges are rounded to twelve decimals: a pair at 0.915 is in the bin that is said to begin there. */
const PARTS_OF_ONE = 1e12;

/** Counts pairs by their similarity, in 40 bins of equal width from the threshold to 1. */
export class SimilarityBins {
  readonly #threshold: number;
  readonly #counts = new Array<number>(BINS).fill(0);

  /** @param threshold the least similarity of a pair; of a measure that counts, 1 or more */
  constructor(threshold: number) {
    this.#threshold = threshold;
  }

  /** Counts a pair. One below the threshold, whose similarity is an estimate, is counted at it. */
  add(similarity: number): void {
    const threshold = this.#threshold;
    if (threshold >= 1) return;
    const edge = Math.round((BINS * (similarity - threshold)) / (1 - threshold));
    const bin = similarity < this.#edge(edge) ? edge - 1 : edge;
    this.#counts[Math.max(0, Math.min(BINS - 1, bin))]!++;
  }

  /** The counts; none from a threshold of 1 on, where all pairs are equal or counts were compared. */
  get bins(): Evaluation['similarities'] {
    if (this.#threshold >= 1) return [];
    return this.#counts.map((pairs, i) => ({ from: this.#edge(i), to: this.#edge(i + 1), pairs }));
  }

  #edge(bin: number): number {
    const edge = this.#threshold + (bin * (1 - this.#threshold)) / BINS;
    return Math.round(edge * PARTS_OF_ONE) / PARTS_OF_ONE;
  }
}
