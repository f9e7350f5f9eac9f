import type { PagePairs } from '../cluster/pairs.ts';
import type { Collection } from './collection.ts';

/** What a method is asked for. */
export interface MethodOptions {
  /** Jaccard resemblance from which on a pair counts. (0, 1] */
  readonly threshold: number;
  /** Share of the pairs exactly at the threshold that methods with a choice aim at. (0, 1) */
  readonly recall: number;
  /** Threads for exact joins; the pairs do not depend on it. */
  readonly threads: number;
}

/** The pairs that a method names, and what naming them took. */
export interface NamedPairs {
  /** Each once, sorted by a, then b. Overlaps are exact where pairs were confirmed, else they follow from the estimate. */
  readonly pairs: PagePairs;
  /** Estimated resemblance of each pair, of a method that confirms none. */
  readonly estimated?: Float64Array;
  /** Pairs that it looked at more closely than by an index look-up. */
  readonly candidates: number;
  readonly milliseconds: Readonly<Record<string, number>> & { readonly total: number };
  /** What it keeps of a page, on average. */
  readonly bytesPerPage: number;
}

/**
 * One way to find near-duplicates, with its parameters fixed: the contract that all methods meet.
 *
 * `find` names pairs of pages with resemblance ≥ the threshold, as well as the method can tell: each pair once,
 * none of a page without grams, the same ones in every run.
 */
export interface PairMethod {
  /** Its kind, as in `minhash`; several methods may share it. */
  readonly name: string;
  /** A name of its own, as in `simhash-3-confirmed`. */
  readonly variant: string;
  /** Whether it names only pairs that were confirmed on the full gram sets: precision 1. */
  readonly confirmed: boolean;
  /** What it is set to, in words. */
  parameters(options: MethodOptions, collection: Collection): string;
  find(collection: Collection, options: MethodOptions): Promise<NamedPairs>;
  /** The model of its recall; missing where there is none. */
  model?(options: MethodOptions): RecallModel;
  /** Whether the model promises a curve: holds below the threshold too, by the resemblance alone. */
  readonly promisesCurve?: boolean;
}

/** Probability that a method names a pair of that resemblance and those sizes. */
export type RecallModel = (resemblance: number, sizeX: number, sizeY: number) => number;
