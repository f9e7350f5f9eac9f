import type { ClusterKind } from './report.ts';

/**
 * The clusters of a report as stored in its file: columns, with pages numbered from 0 cluster by cluster.
 *
 * A page may be both in a cluster of copies and in one of pages about different things. Then it has two numbers.
 * Pages `starts[c] .. starts[c + 1]` are those of cluster c, its representative first.
 */
export interface EmbeddedClusters {
  readonly format: string;
  readonly method: string;
  readonly threshold: number;
  readonly similarity: string;
  readonly gram: string;
  /** Number of words in the grams that mark shared text. */
  readonly markedWords: number;
  readonly pairsComplete: boolean;
  /** The kind of each cluster. */
  readonly kinds: readonly ClusterKind[];
  /** The number of each cluster's first page, and the number of pages: clusters + 1 values. */
  readonly starts: readonly number[];
  readonly ids: readonly string[];
  /** 1 for pages that were known before the run, else 0. */
  readonly known: readonly number[];
  readonly urls: readonly string[];
  /** Titles of pages whose text is in the report; empty for others. */
  readonly titles: readonly string[];
  /** Number of grams of each page, -1 where unknown. */
  readonly grams: readonly number[];
  /** Similarity of each page to its representative. */
  readonly similarities: readonly number[];
  /** Numbers of the pages that only similar pages link to their representative. */
  readonly linked: readonly number[];
  readonly pairs: EmbeddedPairs;
  /** The block with the text of each page; -1 for none. */
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
 * A page's text in a block: the shown part, the number of characters of the whole text, and the words that do not
 * count. The latter are the number of words of the text and then three numbers for each run of words: its begin, its
 * end, and the percentage of pages that have it.
 */
export type EmbeddedText = readonly [text: string, length: number, template?: readonly number[]];

/** Id of the element that holds the clusters, as gzipped JSON in base64. */
export const CLUSTERS_ELEMENT = 'data-clusters';
/** Id of an element with a block of texts, stored in the same way. The block's number is appended. */
export const TEXT_BLOCK_ELEMENT = 'data-text-';
