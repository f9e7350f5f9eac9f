import type { PagePairs } from '../cluster/pairs.ts';
import type { Similarity } from '../join/similarity.ts';
import type { RegisteredMethod } from './registered-pairs.ts';

/** What a pair finder needs to know. */
export interface PairFinderOptions {
  readonly similarity: Similarity;
  readonly threshold: number;
  readonly threads?: number;
  readonly memoryBytes?: number;
  readonly workDirectory?: string;
}

/** Pairs of pages with similarity ≥ the threshold, and what finding them took. */
export interface FoundPairs {
  readonly pairs: PagePairs;
  /** Estimated similarity of each pair, of a method that confirms none; its overlaps only follow from it. */
  readonly estimated?: Float64Array;
  /** Pairs that were looked at more closely than by an index look-up. */
  readonly candidates: number;
  /** Time per phase. */
  readonly milliseconds: Readonly<Record<string, number>>;
}

/** Takes the gram sets of a run's pages in input order, then names the pairs. Pages are numbered from 0 as added. */
export interface PairFinder {
  /** What `--method` calls it. */
  readonly method: 'qp' | 'qa' | 'minhash' | RegisteredMethod;
  add(grams: BigUint64Array): void | Promise<void>;
  find(): Promise<FoundPairs>;
  /** Exact overlap of two pages. */
  overlap(a: number, b: number): number | Promise<number>;
  close(): Promise<void>;
}
