import {
  type Cluster,
  type ClusterPolicy,
  clusterPages,
  clusterPolicies,
  gatherClusters,
} from './cluster/clusters.ts';
import { findPair, type PagePairs } from './cluster/pairs.ts';
import { type KeepPolicy, keepPolicies, preferenceOrder } from './cluster/preference.ts';
import { decide, type PageDecision } from './flow/decisions.ts';
import { type FoundPairs, FoundSearch } from './flow/found-search.ts';
import { judgeFound } from './flow/judge.ts';
import type { SimilarPairs } from './flow/judged-pairs.ts';
import { pairCondition, pairScopes } from './flow/pair-scope.ts';
import { partWalls } from './flow/part-walls.ts';
import type { ShingleOptions } from './flow/shingle-page.ts';
import { type PageFacts, type PageGrams, shinglePages } from './flow/shingle-pages.ts';
import {
  checkThreshold,
  defaultThreshold,
  measures,
  type Similarity,
  similarities,
} from './join/similarity.ts';
import { defaultMethod } from './methods/defaults.ts';
import { checkMethod, openSearch, usesFrequencies } from './methods/open-search.ts';
import type { Site } from './site/site-model.ts';
import type { Page } from './text/page.ts';

/** How to deduplicate; every field has a default. */
export interface DeduplicateOptions extends ShingleOptions {
  /** Pairs with similarity ≥ threshold are near-duplicates. (0, 1]; a count for `overlap`. Default 0.8. */
  readonly threshold?: number;
  /** How similar two gram sets are; all but `jaccard`, the default, need a method that is an exact join. */
  readonly similarity?: Similarity;
  /**
   * How pairs are found: any kind or variant that `evaluate` names, such as `qp`, `calibrated` and `simhash-3`, or
   * `auto`, the default: `qp` while the gram sets fit in `memoryBytes`, `minhash-disk` beyond.
   */
  readonly method?: string;
  /**
   * Whether what the pages of a site have in common counts less than what they say: pairs that only their site's
   * template makes alike, and pairs about different things, are no duplicates. Default true; false is the plain
   * definition, in which all grams count alike.
   */
  readonly siteModel?: boolean;
  /** Whether what pages call themselves, by heading or title, counts in the site model. Default true. */
  readonly identity?: boolean;
  /** Which page of a cluster is kept. Default `first`. */
  readonly keep?: KeepPolicy;
  /** How pairs become clusters. Default `representative`. */
  readonly cluster?: ClusterPolicy;
  /** Of which pages pairs count: any, those of one host, or those of two. Default `any`. */
  readonly scope?: 'any' | 'same-host' | 'cross-host';
  /** Threads for shingling and the exact join. The result does not depend on it. Default 1. */
  readonly threads?: number;
  /** What gram sets and join may take. Default 2 GiB. */
  readonly memoryBytes?: number;
  /** An existing folder of this run's own, for sketches when memory is not enough. Default: a temporary one. */
  readonly workDirectory?: string;
  /** Called after every page with the number of pages so far, then once per later phase. */
  onProgress?(phase: 'read' | 'join' | 'cluster', pages: number): void;
}

/** How to deduplicate gram sets. */
export interface DeduplicateGramsOptions extends DeduplicateOptions {
  /**
   * Called with the template of each site that has one, as it is made; the next is made when what it returns is
   * fulfilled. They are not kept: those of many sites take as much as a quarter of all gram sets.
   */
  readonly onTemplate?: ((site: Site) => void | Promise<void>) | undefined;
  /** All pairs, where an exact join of the same gram sets has found them elsewhere: then none is sought here. */
  readonly found?: FoundPairs | undefined;
}

/** What `deduplicate` found. Pages are numbered from 0 in input order. */
export interface Deduplication {
  /** Every page, in input order. */
  readonly pages: readonly PageFacts[];
  /** Number of grams of each page. */
  readonly sizes: Uint32Array;
  /**
   * Every pair found, shells (soft 404s, consent walls …) included; sorted by a, then b. Overlaps are those of what the
   * pair was found similar by: the grams that are not of the sites' templates, or all grams.
   */
  readonly pairs: PagePairs;
  /** Similarity of each pair: exact, unless it is `estimated`. */
  readonly similarity: Float64Array;
  /** Similarity of each pair over all grams; NaN where it is below the threshold and was not computed. */
  readonly rawSimilarity: Float64Array;
  /** Pairs that are as similar and no duplicates: about different things, as far as the site model can tell. */
  readonly alike: Pick<Deduplication, 'pairs' | 'similarity' | 'rawSimilarity'>;
  /** Number of grams of each page that are not of its site's template. */
  readonly contentSizes: Uint32Array;
  /** What each page calls itself, without what is common on its site; empty where it does not say. */
  readonly identities: readonly string[];
  /** 128 bits in hexadecimal that stand for the templates of all sites; empty where there is none. */
  readonly templateDigest: string;
  /** Whether the method only estimates: then overlaps follow from the estimates. */
  readonly estimated: boolean;
  /** Clusters of two or more articles, in the order of their first page. */
  readonly clusters: readonly Cluster[];
  /** One for each page, in input order. */
  readonly decisions: readonly PageDecision[];
  /** The variant that ran, as in `calibrated-32`: what a kind stands for, or `auto` chose. */
  readonly method: string;
  /** Pairs that it looked at more closely than by an index look-up. */
  readonly candidates: number;
  /** Time per phase; reading is counted in `shingle`. */
  readonly milliseconds: Readonly<Record<string, number>>;
}

/**
 * Near-duplicates among `pages`: pages → gram sets → pairs → clusters → a decision for each page.
 *
 * The result is the same whatever the number of threads. Pages that are no articles (empty, soft 404s, consent
 * walls) are paired but never clustered: they are alike without repeating each other. Memory: about
 * `memoryBytes`, and some 300 bytes a page for what the result says of it.
 *
 * @throws RangeError for an option out of range, before any page is read.
 */
export async function deduplicate(
  pages: AsyncIterable<Page>,
  options: DeduplicateOptions = {},
): Promise<Deduplication> {
  checkDeduplicateOptions(options);
  const shingled = { ...options, frequencies: wantsFrequencies(options) };
  return deduplicateGrams(shinglePages(pages, shingled, options.threads), options);
}

/** Throws a RangeError for an option out of range, so that no page is read in vain. */
export function checkDeduplicateOptions(options: DeduplicateOptions): void {
  const { method, similarity, threshold } = settled(options);
  checkThreshold(similarity, threshold);
  checkMethod(method, similarity);
}

/**
 * Whether the method of `options` makes use of how often grams and words occur in a page: then gram sets made
 * apart, for {@link deduplicateGrams}, are to be made with `frequencies`.
 */
export function wantsFrequencies(options: DeduplicateOptions): boolean {
  return usesFrequencies(settled(options).method);
}

/**
 * {@link deduplicate} from gram sets made earlier, by `shinglePages` with the same options. Without the frequencies
 * that a method wants (`wantsFrequencies`) it takes every gram to occur once.
 */
export async function deduplicateGrams(
  pages: AsyncIterable<PageGrams>,
  options: DeduplicateGramsOptions = {},
): Promise<Deduplication> {
  const { method, similarity, threshold, keep, cluster, scope, siteModel, identity } = settled(options);
  checkDeduplicateOptions(options);
  const search = options.found
    ? new FoundSearch(options.found, options.workDirectory)
    : await openSearch(method, { ...options, similarity, threshold });
  try {
    const startedAt = performance.now();
    const facts: PageFacts[] = [];
    const sizes: number[] = [];
    for await (const { facts: page, grams, frequencies } of pages) {
      await search.add(grams, frequencies);
      facts.push(page);
      sizes.push(grams.length);
      options.onProgress?.('read', facts.length);
    }
    const shingledAt = performance.now();

    options.onProgress?.('join', facts.length);
    const found = await search.find();
    const { total: _, ...phases } = found.milliseconds;
    const joinedAt = performance.now();
    const judged = await judgeFound(search, found, facts, sizes, {
      ...options,
      method,
      similarity,
      threshold,
      siteModel,
      identity,
      found: options.found,
    });
    const { contentSizes, identities, templateDigest } = judged;
    const isInQuestion = pairCondition(facts, scope);
    const duplicates = pairsInQuestion(judged.duplicates, isInQuestion);
    const alike = pairsInQuestion(judged.alike, isInQuestion);
    const { pairs, similarity: pairSimilarity, rawSimilarity } = duplicates;
    const rawValue = async (x: number, y: number): Promise<number> =>
      measures[similarity].value(await search.overlap(x, y), sizes[x], sizes[y]);
    const judgedAt = performance.now();

    options.onProgress?.('cluster', facts.length);
    const articles = amongArticles(pairs, pairSimilarity, facts);
    const preference = preferenceOrder(facts, keep);
    const representative = clusterPages(articles.pairs, articles.similarity, preference, cluster);
    // a chain of new pages may link two known ones
    for (const [page, { known }] of facts.entries()) if (known) representative[page] = page;
    const toRepresentative = new Float64Array(facts.length).fill(1);
    const rawToRepresentative = new Map<number, number>();
    const estimated = new Set<number>();
    for (let page = 0; page < facts.length; page++) {
      const best = representative[page];
      if (best === page) continue;
      const pair = findPair(pairs, page, best);
      if (pair >= 0 && found.estimated) estimated.add(page);
      const known = pair < 0 ? Number.NaN : rawSimilarity[pair];
      const raw = Number.isNaN(known) ? await rawValue(page, best) : known;
      toRepresentative[page] = pair < 0 ? raw : pairSimilarity[pair];
      if (raw !== toRepresentative[page]) rawToRepresentative.set(page, raw);
    }
    const gathered = gatherClusters(representative, toRepresentative);
    const { clusters, walls } = siteModel
      ? partWalls(gathered, facts)
      : { clusters: gathered, walls: new Map<number, number>() };
    const decisions = decide(facts, clusters, {
      threshold,
      similarity,
      estimated,
      alike,
      rawSimilarity: rawToRepresentative,
      walls,
    });
    const clusteredAt = performance.now();
    return {
      pages: facts,
      sizes: Uint32Array.from(sizes),
      pairs,
      similarity: pairSimilarity,
      rawSimilarity,
      alike,
      contentSizes,
      identities,
      templateDigest,
      estimated: found.estimated !== undefined,
      clusters,
      decisions,
      method: search.method.variant,
      candidates: found.candidates + judged.candidates,
      milliseconds: {
        shingle: shingledAt - startedAt,
        ...phases,
        judge: judgedAt - joinedAt,
        cluster: clusteredAt - judgedAt,
      },
    };
  } finally {
    await search.close();
  }
}

/** What decides the result, with defaults filled in. */
function settled({
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

/** The pairs that meet a condition. */
function pairsInQuestion(found: SimilarPairs, condition: (a: number, b: number) => boolean): SimilarPairs {
  const { pairs, similarity, rawSimilarity } = found;
  const kept: number[] = [];
  for (let i = 0; i < pairs.length; i++) if (condition(pairs.a[i], pairs.b[i])) kept.push(i);
  if (kept.length === pairs.length) return found;
  return {
    pairs: pickPairs(pairs, kept),
    similarity: Float64Array.from(kept, (i) => similarity[i]),
    rawSimilarity: Float64Array.from(kept, (i) => rawSimilarity[i]),
  };
}

function pickPairs({ a, b, overlap }: PagePairs, kept: readonly number[]): PagePairs {
  const pick = (column: Uint32Array): Uint32Array => Uint32Array.from(kept, (i) => column[i]);
  return { length: kept.length, a: pick(a), b: pick(b), overlap: pick(overlap) };
}

/** Pairs of two articles, with their similarities. */
function amongArticles(
  pairs: PagePairs,
  similarity: Float64Array,
  pages: readonly PageFacts[],
): { pairs: PagePairs; similarity: Float64Array } {
  const isArticle = Uint8Array.from(pages, ({ kind }) => (kind === 'article' ? 1 : 0));
  const kept: number[] = [];
  for (let i = 0; i < pairs.length; i++) {
    if (isArticle[pairs.a[i]] + isArticle[pairs.b[i]] === 2) kept.push(i);
  }
  if (kept.length === pairs.length) return { pairs, similarity };
  return { pairs: pickPairs(pairs, kept), similarity: Float64Array.from(kept, (i) => similarity[i]) };
}
