import { checkFields, checkFlag, checkOptions, type Field, wrongValue } from '../argument-checks.ts';
import { type ClusterPolicy, clusterPolicies } from '../cluster/clusters.ts';
import { type KeepPolicy, keepPolicies } from '../cluster/preference.ts';
import { checkThreshold, defaultThreshold, type Similarity, similarities } from '../join/similarity.ts';
import { defaultMemoryBytes, defaultMethod } from '../methods/defaults.ts';
import { checkMethod, usesFrequencies } from '../methods/find-pairs.ts';
import { pairScopes } from './pair-scope.ts';
import { extractModes, type ShingleOptions, shingleOptionNames } from './shingle-page.ts';

/** How to deduplicate; every field has a default. */
export interface DeduplicateOptions extends ShingleOptions {
  /** Pairs with similarity ≥ threshold are near-duplicates. (0, 1]; a count for `overlap`. Default 0.8. */
  readonly threshold?: number;
  /** The similarity measure. Default `jaccard`; every other measure needs a method that is an exact join. */
  readonly similarity?: Similarity;
  /**
   * How pairs are found: `auto` (the default), or any kind or variant that `evaluate` names, such as `qp`, `calibrated`
   * and `simhash-3`. `auto` is `qp`, from disk if necessary, as long as the gram sets take at most 32 times
   * `memoryBytes`, and `minhash-disk` beyond.
   */
  readonly method?: string;
  /**
   * Whether the template of a site, what its pages have in common, is ignored: pairs that are similar only by their
   * template, and pairs about different things, are no duplicates. Default true; false is the plain definition, in
   * which all grams count.
   */
  readonly siteModel?: boolean;
  /** Whether the site model compares the names of pages, their headings and titles. Default true. */
  readonly identity?: boolean;
  /** Which page of a cluster is kept. Default `first`. */
  readonly keep?: KeepPolicy;
  /** How pairs become clusters. Default `representative`. */
  readonly cluster?: ClusterPolicy;
  /** Which pairs count: all, only those within one host, or only those of two hosts. Default `any`. */
  readonly scope?: 'any' | 'same-host' | 'cross-host';
  /**
   * Whether a page of a crowd, of more than a thousand similar pages, is compared with all of them, which costs the square of their
   * number, instead of with one. Default false.
   */
  readonly allPairs?: boolean;
  /** Threads for shingling and the exact join. The result does not depend on it. Default 1. */
  readonly threads?: number;
  /** Memory for the run, without its result; what does not fit is kept on disk. Default half of the machine's memory. */
  readonly memoryBytes?: number;
  /**
   * An existing folder, in which this run makes one of its own for what does not fit in memory, `neardup-…`. Default: the system's folder
   * for temporary files.
   */
  readonly workDirectory?: string;
  /** Called after every page with the number of pages so far, then once per later phase. */
  onProgress?(phase: 'read' | 'join' | 'judge' | 'cluster', pages: number): void;
}

/** Every name of an option. */
export const deduplicateOptionNames: Record<keyof DeduplicateOptions, true> = {
  threshold: true,
  similarity: true,
  method: true,
  siteModel: true,
  identity: true,
  keep: true,
  cluster: true,
  scope: true,
  allPairs: true,
  threads: true,
  memoryBytes: true,
  workDirectory: true,
  onProgress: true,
  ...shingleOptionNames,
};

const fields: readonly Field<DeduplicateOptions>[] = [
  ['workDirectory', 'string', true],
  ['onProgress', 'function', true],
];

/** Throws a RangeError for an option out of range, a TypeError for a switch that is no boolean, so that no page is read in vain. */
export function checkDeduplicateOptions(options: DeduplicateOptions): void {
  checkOptions('deduplicate', options);
  const { method, similarity, threshold, keep, cluster, scope } = settledOptions(options);
  checkThreshold(similarity, threshold);
  checkMethod(method, similarity);
  checkAmong('keep', keep, keepPolicies);
  checkAmong('cluster', cluster, clusterPolicies);
  checkAmong('scope', scope, pairScopes);
  checkAmong('extract', options.extract ?? extractModes[0], extractModes);
  const { siteModel, identity, allPairs, multiset } = options;
  for (const [name, value] of Object.entries({ siteModel, identity, allPairs, multiset })) {
    checkFlag(name, value);
  }
  checkFields('deduplicate', 'options', options, fields, 'an object');
  const { memoryBytes = defaultMemoryBytes } = options;
  // NaN passes every later comparison with a number of pages
  if (typeof memoryBytes !== 'number' || !(memoryBytes > 0))
    throw wrongValue('memoryBytes', 'a number above 0', memoryBytes);
}

function checkAmong(option: string, value: string, values: readonly string[]): void {
  if (!values.includes(value)) throw wrongValue(option, `one of ${values.join(', ')}`, value);
}

/**
 * Whether the method of `options` uses the frequencies of grams and words in a page. If so, gram sets that are made
 * separately for `deduplicateGrams` must be made with `frequencies`.
 */
export function wantsFrequencies(options: DeduplicateOptions): boolean {
  checkOptions('wantsFrequencies', options);
  return usesFrequencies(settledOptions(options).method);
}

/** What decides the result, with defaults filled in. */
export function settledOptions({
  method = defaultMethod,
  similarity = similarities[0],
  threshold = defaultThreshold,
  keep = keepPolicies[0],
  cluster = clusterPolicies[0],
  scope = pairScopes[0],
  siteModel = true,
  identity = true,
}: DeduplicateOptions): Required<
  Pick<
    DeduplicateOptions,
    'method' | 'similarity' | 'threshold' | 'keep' | 'cluster' | 'scope' | 'siteModel' | 'identity'
  >
> {
  return { method, similarity, threshold, keep, cluster, scope, siteModel, identity };
}
