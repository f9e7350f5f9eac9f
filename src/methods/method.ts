import type { PagePairs } from '../cluster/pairs.ts';
import type { SortedPairs } from '../cluster/sorted-pairs.ts';
import type { GramSets } from '../grams/gram-sets.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import type { Similarity } from '../join/similarity.ts';
import type { Collection, GramFrequencies } from './collection.ts';

/** What a method is asked for. */
export interface MethodOptions {
  readonly similarity: Similarity;
  /** Least similarity of a pair that counts. (0, 1]; a count for `overlap`. */
  readonly threshold: number;
  /** Share of the pairs exactly at the threshold that methods with a choice aim at. (0, 1) */
  readonly recall: number;
  /** Threads for exact joins; the pairs do not depend on it. */
  readonly threads: number;
  /** What gram sets may take in memory. */
  readonly memoryBytes: number;
  /** An existing folder for what a method keeps on disk. Default: a temporary one. */
  readonly workDirectory?: string;
}

/** The pairs that a method names, and what naming them took. */
export interface NamedPairs {
  /** Each once, sorted by a, then b. Overlaps are exact where pairs were confirmed, else they follow from the estimate. */
  readonly pairs: PagePairs;
  /** Estimated resemblance of each pair, of a method that confirms none: it may lie below the threshold. */
  readonly estimated?: Float64Array;
  /** Pairs that it looked at more closely than by an index look-up. */
  readonly candidates: number;
  readonly milliseconds: Readonly<Record<string, number>> & { readonly total: number };
  /** What it keeps of a page, on average. */
  readonly bytesPerPage: number;
}

/**
 * One way to find near-duplicates, with its parameters fixed: the contract that all methods meet, whether they
 * are evaluated or decide what is dropped.
 *
 * `find` names the pairs that the method takes for near-duplicates at the threshold: each pair once, none of a page
 * without grams, the same ones in every run.
 */
export interface Method {
  /** Its kind, as in `simhash`; several methods may share it. */
  readonly name: string;
  /** A name of its own, as in `simhash-3-confirmed`. */
  readonly variant: string;
  /** Whether it names only pairs that were confirmed on the full gram sets: precision 1. */
  readonly confirmed: boolean;
  /** Whether it is an exact join: names every pair, of any similarity measure. The others serve Jaccard alone. */
  readonly exact?: true;
  /** Whether it makes use of how often grams and words occur in a page. */
  readonly usesFrequencies?: true;
  /** What it is set to, in words. */
  parameters(options: MethodOptions, collection: Collection): string;
  find(collection: Collection, options: MethodOptions): Promise<NamedPairs>;
  /** The same for gram sets that need not fit in memory, of a method that can do without. */
  findStored?(sets: PageSets, options: StoredOptions): Promise<SearchResult>;
  /** The model of its recall; missing where there is none. */
  model?(options: MethodOptions): RecallModel;
  /** Whether the model promises a curve: holds below the threshold too, by the resemblance alone. */
  readonly promisesCurve?: boolean;
}

/** The gram sets of a run's pages, which need not be in memory. */
export interface PageSets extends GramSets {
  /** How often things occur in a page, where that is known. */
  frequenciesOf(page: number): GramFrequencies | undefined;
}

/** What a search over stored gram sets is asked for. */
export interface StoredOptions extends MethodOptions {
  /** Where it keeps what does not fit in memory. */
  readonly folder: WorkFolder;
}

/** The pairs that a method names among stored gram sets, and what naming them took. */
export interface SearchResult {
  /** Which method named them. */
  readonly method: Method;
  /** Each once. One column of values beside them where they are estimates: the resemblance, which may lie below the threshold. */
  readonly pairs: SortedPairs;
  readonly isEstimated: boolean;
  /** Pairs that it looked at more closely than by an index look-up. */
  readonly candidates: number;
  readonly milliseconds: Readonly<Record<string, number>> & { readonly total: number };
}

/** Probability that a method names a pair of that resemblance and those sizes. */
export type RecallModel = (resemblance: number, sizeX: number, sizeY: number) => number;
