import type { PagePairs } from '../cluster/pairs.ts';
import type { SortedPairs } from '../cluster/sorted-pairs.ts';
import type { GramSets } from '../grams/gram-sets.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import type { Similarity } from '../join/similarity.ts';
import type { Collection, GramFrequencies } from './collection.ts';

/** The options of a search by a method. */
export interface MethodOptions {
  readonly similarity: Similarity;
  /** Least similarity of a pair that counts. (0, 1]; a count for `overlap`. */
  readonly threshold: number;
  /** Share of the pairs exactly at the threshold that methods with a choice aim at. (0, 1) */
  readonly recall: number;
  /** Threads for exact joins; the pairs do not depend on it. */
  readonly threads: number;
  /** Most bytes of memory for gram sets. */
  readonly memoryBytes: number;
  /** An existing folder for what a method keeps on disk. Default: a temporary one. */
  readonly workDirectory?: string;
}

/** The pairs that a method names, and their cost. */
export interface NamedPairs {
  /**
   * Pairs of pages that stand for their contents (`Collection.contents`), a ≤ b: each once, sorted by a, then b. Two pages with one content
   * are a pair where it is paired with itself. Overlaps are exact if pairs were confirmed; else they follow from the estimate.
   */
  readonly pairs: PagePairs;
  /** Estimated resemblance of each pair, for a method that confirms none. It may lie below the threshold. */
  readonly estimated?: Float64Array;
  /** Number of pairs of pages that it examined beyond an index look-up, or that follow from such a pair. */
  readonly candidates: number;
  readonly milliseconds: Readonly<Record<string, number>> & { readonly total: number };
  /** Average bytes kept for a page. */
  readonly bytesPerPage: number;
}

/**
 * One way to find near-duplicates, with fixed parameters. All methods meet this contract, whether they are evaluated or decide which pages
 * are dropped.
 *
 * `find` names the pairs that the method takes for near-duplicates at the threshold: each pair once, no page without grams, and the
 * same pairs in every run.
 */
export interface Method {
  /** Its kind, such as `simhash`. Several methods may share it. */
  readonly name: string;
  /** Its unique name, such as `simhash-3-confirmed`. */
  readonly variant: string;
  /** Whether it names only pairs that were confirmed on the full gram sets: precision 1. */
  readonly confirmed: boolean;
  /** Whether it is an exact join: names every pair, of any similarity measure. The others serve Jaccard alone. */
  readonly exact?: true;
  /** Whether it uses how often grams and words occur in a page. */
  readonly usesFrequencies?: true;
  /** Its settings, in words. */
  parameters(options: MethodOptions, collection: Collection): string;
  find(collection: Collection, options: MethodOptions): Promise<NamedPairs>;
  /** `find` for gram sets that need not fit into memory, if the method supports that. */
  findStored?(sets: PageSets, options: StoredOptions): Promise<SearchResult>;
  /** The model of its recall, if there is one. */
  model?(options: MethodOptions): RecallModel;
  /** Whether the model is a curve that holds below the threshold, too, and depends on the resemblance alone. */
  readonly promisesCurve?: boolean;
}

/** The gram sets of a run's pages, which may be on disk. */
export interface PageSets extends GramSets {
  /** How often grams and words occur in a page, if known. */
  frequenciesOf(page: number): GramFrequencies | undefined;
}

/** The options of a search over stored gram sets. */
export interface StoredOptions extends MethodOptions {
  /** Folder for what does not fit into memory. */
  readonly folder: WorkFolder;
}

/** The pairs that a method names among stored gram sets, and their cost. */
export interface SearchResult {
  /** Name of the method that found them. */
  readonly method: Method;
  /** Each pair once. If they are estimates, with one column of values: the resemblance, which may lie below the threshold. */
  readonly pairs: SortedPairs;
  readonly isEstimated: boolean;
  /** Pairs that it looked at more closely than by an index look-up. */
  readonly candidates: number;
  readonly milliseconds: Readonly<Record<string, number>> & { readonly total: number };
}

/** Probability that a method names a pair of that resemblance and those sizes. */
export type RecallModel = (resemblance: number, sizeX: number, sizeY: number) => number;
