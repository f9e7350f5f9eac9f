import type { ClusterKind } from './report.ts';

/**
 * The clusters of a report as they lie in the file: columns, pages numbered from 0 cluster by cluster.
 *
 * A page may be in one of copies and in one of pages about different things. Pages `starts[c] .. starts[c + 1]` are those of cluster c, its representative first.
 */
export interface EmbeddedClusters {
  readonly format: string;
  readonly method: string;
  readonly threshold: number;
  readonly similarity: string;
  readonly gram: string;
  /** Words in the grams by which shared text is marked. */
  readonly markedWords: number;
  readonly pairsComplete: boolean;
  /** What the pages of each cluster have to do with each other. */
  readonly kinds: readonly ClusterKind[];
  /** Numbers of pages: clusters + 1. */
  readonly starts: readonly number[];
  readonly ids: readonly string[];
  /** 1 for pages that were known before the run, else 0. */
  readonly known: readonly number[];
  readonly urls: readonly string[];
  /** Titles of pages whose text is here, else empty. */
  readonly titles: readonly string[];
  /** Number of grams of each page, -1 where unknown. */
  readonly grams: readonly number[];
  /** Similarity of each page to its representative. */
  readonly similarities: readonly number[];
  readonly pairs: EmbeddedPairs;
  /** Which block holds the text of each page, -1 for none. */
  readonly textBlocks: readonly number[];
  /** Place of each page's text in its block. */
  readonly textPlaces: readonly number[];
}

/** Pairs by page number, as columns, a < b. */
export interface EmbeddedPairs {
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly similarity: readonly number[];
  readonly overlap: readonly number[];
  readonly estimated: boolean;
}

/**
 * A page's text in a block: what is shown of it, how many characters the whole has, and what of it does not count:
 * its number of words, then three numbers for each run of words: from, up to, and how many in a hundred pages have it.
 */
export type EmbeddedText = readonly [text: string, length: number, template?: readonly number[]];

/** Id of the element that holds the clusters, as gzipped JSON in base64. */
export const CLUSTERS_ELEMENT = 'data-clusters';
/** Id of an element that holds a block of texts in the same way, up to the block's number. */
export const TEXT_BLOCK_ELEMENT = 'data-text-';
