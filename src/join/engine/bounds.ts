import type { SimilarityMeasure } from '../similarity.ts';

/** How the kernel finds the overlap that records of sizes m and n need. */
export const needed = {
  /** Jaccard, Dice: in a table by m + n. */
  bySum: 0,
  /** Overlap: in a table by n alone. */
  constant: 1,
  /** Cosine: in a row by n, filled anew for every m. */
  byRow: 2,
} as const;

/** Fills `table[s]` with the overlap needed by two records of m + n = s, for a measure that depends on m + n only. */
export function fillNeededBySum(table: Uint32Array, measure: SimilarityMeasure, t: number): void {
  let o = 1;
  for (let s = 2; s < table.length; s++) {
    const n = s >>> 1;
    while (!measure.isSimilar(o, s - n, n, t)) o++;
    table[s] = o;
  }
}

/** Fills `row[n]` with the overlap needed by records of sizes m and n, for `from` ≤ n ≤ m. */
export function fillNeededRow(
  row: Uint32Array,
  m: number,
  from: number,
  measure: SimilarityMeasure,
  t: number,
): void {
  let o = from > m ? 0 : measure.neededOverlap(m, from, t);
  for (let n = from; n <= m; n++) {
    while (!measure.isSimilar(o, m, n, t)) o++;
    row[n] = o;
  }
}
