import { checkAsyncSeries, checkOptionNames, refusedValue } from './argument-checks.ts';
import type { Cluster } from './cluster/clusters.ts';
import type { PagePairs } from './cluster/pairs.ts';
import { gatherPairs, type SortedPairs } from './cluster/sorted-pairs.ts';
import { clusterArticles } from './flow/cluster-articles.ts';
import { type CrowdPages, Crowds } from './flow/crowds.ts';
import type { PageDecision } from './flow/decisions.ts';
import {
  checkDeduplicateOptions,
  type DeduplicateOptions,
  deduplicateOptionNames,
  settledOptions,
  wantsFrequencies,
} from './flow/deduplicate-options.ts';
import { type FoundPairs, resultOf } from './flow/found-search.ts';
import { givenPages } from './flow/given-pages.ts';
import { Journal } from './flow/journal.ts';
import { judgeFound } from './flow/judge.ts';
import type { SimilarPairs } from './flow/judged-pairs.ts';
import { namePages } from './flow/named-pages.ts';
import { bytesPerString } from './flow/numbered-strings.ts';
import type { PageFacts, PageGrams } from './flow/page-grams.ts';
import { areMany, countOf, type ShingledPages } from './flow/page-records.ts';
import { pairCondition } from './flow/pair-scope.ts';
import { ResolvedPages } from './flow/resolved-pages.ts';
import { shingleRecords } from './flow/shingle-pages.ts';
import type { StoredStrings } from './flow/stored-strings.ts';
import { WorkFolder } from './grams/work-folder.ts';
import { defaultMemoryBytes } from './methods/defaults.ts';
import { findPairs } from './methods/find-pairs.ts';
import { shareOfPairs } from './methods/shares.ts';
import type { Site } from './site/site-model.ts';
import type { Page } from './text/page.ts';

/** How to deduplicate gram sets. */
export interface DeduplicateGramsOptions extends DeduplicateOptions {
  /**
   * Called with the template of each site that has one. The next template is made once the returned promise is
   * fulfilled. Templates are not kept: for many sites together they take up to a quarter of the size of all gram sets.
   */
  readonly onTemplate?: ((site: Site) => void | Promise<void>) | undefined;
  /** From how many similar pages on there are pages that are compared with one of them alone. Default 1,000 (`Crowds`). */
  readonly mostCompared?: number | undefined;
  /** All pairs, if an exact join of the same gram sets has found them elsewhere; then no search is done here. */
  readonly found?: FoundPairs | undefined;
}

/**
 * Most bytes that the flow keeps of a page in memory: 17 from reading it, 21 for its name, what it lists, its content, its crowd
 * and the page it equals, and 35 while its decision is made. While a dump is read, only the 17 are there, and its reader has up to 36
 * for the page's id.
 */
export const bytesPerPage = 73;

/** Most bytes that the flow keeps of a host in memory: its number and name, and sums while templates and walls are found. */
const bytesPerHost = bytesPerString + 16;

/** Bytes of a page while pairs are sought: what stays in memory, and 34 bytes for the search. */
const searchedBytesPerPage = 72;

/** Share of a run's memory that pages may take. */
const shareOfColumns = 0.9;

/** The result of `deduplicateJournal`, on disk. Pages are numbered from 0 in input order. */
export interface StoredDeduplication {
  /** Facts and gram set of every page. */
  readonly journal: Journal;
  /**
   * Every pair found, as in {@link Deduplication}. Two values belong to each pair: its similarity, and its similarity over
   * all grams, which is NaN if it is below the threshold and was not computed.
   */
  readonly duplicates: SortedPairs;
  /** Pairs about different things, with the same values. */
  readonly alike: SortedPairs;
  /** Pages of which not every pair was sought. */
  readonly crowds: CrowdPages;
  /** Clusters and decisions. */
  readonly resolved: ResolvedPages;
  readonly contentSizes: Uint32Array;
  readonly identities: StoredStrings;
  readonly templateDigest: string;
  readonly isEstimated: boolean;
  readonly method: string;
  readonly candidates: number;
  readonly milliseconds: Readonly<Record<string, number>>;
}

/** The result of `deduplicate`. Pages are numbered from 0 in input order. */
export interface Deduplication {
  /** Every page, in input order. */
  readonly pages: readonly PageFacts[];
  /** Number of grams of each page. */
  readonly sizes: Uint32Array;
  /**
   * Every pair found, sorted by a, then b; shells (soft 404s, consent walls …) are included. An overlap counts the grams
   * by which the pair is similar: those outside the sites' templates, or all grams. Without `allPairs`, if more than a
   * thousand pages are similar to one, further ones are compared with this one alone, since the number of pairs grows with the
   * square of that of pages.
   */
  readonly pairs: PagePairs;
  /** Similarity of each pair: exact, unless it is `estimated`. */
  readonly similarity: Float64Array;
  /** Similarity of each pair over all grams; NaN if it is below the threshold and was not computed. */
  readonly rawSimilarity: Float64Array;
  /** Pairs that are as similar but no duplicates: by the site model they are about different things. */
  readonly alike: Pick<Deduplication, 'pairs' | 'similarity' | 'rawSimilarity'>;
  /** Number of grams of each page outside its site's template that are compared; grams that cross from running text into short blocks are left out. */
  readonly contentSizes: Uint32Array;
  /** The name of each page, without words that are common on its site; empty if it has none. */
  readonly identities: readonly string[];
  /** A digest of the templates of all sites, 128 bits in hexadecimal; empty if there is no template. */
  readonly templateDigest: string;
  /** Whether the method only estimates similarities; then overlaps are computed from the estimates. */
  readonly estimated: boolean;
  /** Clusters of two or more articles, in the order of their first page. */
  readonly clusters: readonly Cluster[];
  /** One for each page, in input order. */
  readonly decisions: readonly PageDecision[];
  /** The variant that ran, such as `calibrated-32`: the one that the kind stands for, or that `auto` chose. */
  readonly method: string;
  /**
   * Number of pairs that the method examined more closely than by an index look-up: a measure of the work. A join from disk examines others,
   * so it depends on `memoryBytes`, as none of the results does.
   */
  readonly candidates: number;
  /** Time per phase; reading is counted in `shingle`. */
  readonly milliseconds: Readonly<Record<string, number>>;
}

/**
 * Finds the near-duplicates among `pages`: pages → gram sets → pairs → clusters → a decision for each page.
 *
 * The result does not depend on the number of threads. Pages that are no articles (empty pages, soft 404s, consent walls)
 * are paired but never clustered, since they are similar without repeating each other. Memory: about `memoryBytes`, and
 * some 300 bytes a page for the result.
 *
 * @throws RangeError for an option out of range, before any page is read; TypeError for a misspelt one, and for what is no page
 */
export async function deduplicate(
  pages: AsyncIterable<Page> | Iterable<Page>,
  options: DeduplicateOptions = {},
): Promise<Deduplication> {
  checkOptionNames('deduplicate', options, deduplicateOptionNames);
  checkDeduplicateOptions(options);
  const shingled = { ...options, frequencies: wantsFrequencies(options) };
  const given = givenPages(pages, 'deduplicate');
  return deduplicateStored(shingleRecords(given, shingled, options.threads), options, gathered);
}

/**
 * {@link deduplicate} for gram sets that `shinglePages` made earlier with the same options. If a method wants frequencies
 * (`wantsFrequencies`) and there are none, every gram counts as occurring once.
 */
export async function deduplicateGrams(
  pages: AsyncIterable<PageGrams>,
  options: DeduplicateGramsOptions = {},
): Promise<Deduplication> {
  return deduplicateStored(pages, options, gathered);
}

/**
 * {@link deduplicateGrams} for more pages than fit in memory. `use` is called with the result on disk, which is deleted
 * once the returned promise is fulfilled.
 */
export async function deduplicateStored<Result>(
  pages: AsyncIterable<ShingledPages>,
  options: DeduplicateGramsOptions,
  use: (found: StoredDeduplication) => Result | Promise<Result>,
): Promise<Result> {
  checkDeduplicateOptions(options);
  checkAsyncSeries('deduplicateGrams', 'gram sets to await one by one, such as those of shinglePages', pages);
  const { workDirectory } = options;
  const folder = new WorkFolder(workDirectory);
  try {
    const journal = Journal.in(folder, options.memoryBytes);
    const startedAt = performance.now();
    await fillJournal(journal, pages, options);
    const shingle = performance.now() - startedAt;
    const found = await deduplicateJournal(journal, { ...options, folder });
    return await use({ ...found, milliseconds: { shingle, ...found.milliseconds } });
  } finally {
    folder.close();
  }
}

/**
 * Adds pages to a journal.
 *
 * @throws RangeError that names the numbers, if there are more pages than `memoryBytes` has room for
 */
export async function fillJournal(
  journal: Journal,
  pages: AsyncIterable<ShingledPages>,
  { memoryBytes = defaultMemoryBytes, onProgress }: DeduplicateOptions,
): Promise<void> {
  for await (const each of pages) {
    const forPages = memoryBytes * shareOfColumns - bytesPerHost * journal.hosts;
    const most = Math.max(0, Math.floor(forPages / bytesPerPage));
    if (journal.length + countOf(each) > most) {
      throw refusedValue(
        'memory',
        `at most ${most} pages in ${Math.floor(memoryBytes / 2 ** 20)} MB, of which each takes ${bytesPerPage} bytes and a host ${bytesPerHost}`,
        `more: give ${Math.ceil((2 * memoryBytes) / 2 ** 20)} MB for twice as many`,
      );
    }
    for (const pages of areMany(each) ? each : [each]) {
      journal.add(pages);
      onProgress?.('read', journal.length);
    }
  }
}

/**
 * The whole flow over a journal of pages: pairs → judgement → clusters → what becomes of each page. All that grows with the
 * number of pages or pairs is in `folder`, but for {@link bytesPerPage} a page: the result is read from there, and stands
 * until the folder is closed.
 */
export async function deduplicateJournal(
  journal: Journal,
  { folder, ...options }: DeduplicateGramsOptions & { readonly folder: WorkFolder },
): Promise<StoredDeduplication> {
  const { method, similarity, threshold, keep, cluster, scope, siteModel, identity } =
    settledOptions(options);
  checkDeduplicateOptions(options);
  const { memoryBytes = defaultMemoryBytes, threads = 1, onTemplate, onProgress } = options;
  const { found: foundElsewhere, allPairs = false, mostCompared } = options;
  const searching = {
    ...{ similarity, threshold, threads, folder },
    memoryBytes: memoryBytes - journal.length * searchedBytesPerPage - journal.hosts * bytesPerHost,
  };
  onProgress?.('join', journal.length);
  const startedAt = performance.now();
  const named = namePages(journal, siteModel, searching);
  const { identities } = named;
  const crowds = new Crowds(journal, named, {
    ...{ similarity, threshold, siteModel, identity, keep, cluster, scope, folder },
    mostCompared: allPairs ? Number.POSITIVE_INFINITY : mostCompared,
  });
  const namedAt = performance.now();
  const all =
    foundElsewhere === undefined
      ? await findPairs(method, crowds.among(journal, 'grams'), searching)
      : resultOf(await foundElsewhere.byGrams(), foundElsewhere.method);
  const found = crowds.complete(all, 'grams');
  const { total: _, ...phases } = found.milliseconds;
  const joinedAt = performance.now();
  onProgress?.('judge', journal.length);
  const isInQuestion = pairCondition(journal, scope);
  const judged = await judgeFound(journal, found, {
    ...searching,
    ...{ method, siteModel, identity, onTemplate, isInQuestion, foundElsewhere, named, crowds },
  });
  const { duplicates, alike, contentSizes, templateDigest } = judged;
  const judgedAt = performance.now();

  onProgress?.('cluster', journal.length);
  const { representative, walls } = clusterArticles(journal, duplicates, crowds, {
    ...{ keep, cluster, folder, isInQuestion, messages: judged.messages },
    memoryBytes: shareOfPairs(searching.memoryBytes),
  });
  const { isEstimated } = found;
  const resolved = new ResolvedPages({
    ...{ journal, folder, representative, cluster, duplicates, alike, isEstimated, similarity, threshold },
    ...{ walls, leaderOf: (page) => crowds.leaderOf(page) },
  });
  const clusteredAt = performance.now();
  return {
    ...{
      journal,
      duplicates,
      alike,
      crowds,
      resolved,
      contentSizes,
      identities,
      templateDigest,
      isEstimated,
    },
    method: found.method.variant,
    candidates: found.candidates + judged.candidates,
    milliseconds: {
      ...phases,
      judge: namedAt - startedAt + (judgedAt - joinedAt),
      cluster: clusteredAt - judgedAt,
    },
  };
}

/** All of a result, in memory. */
function gathered(found: StoredDeduplication): Deduplication {
  const { journal, duplicates, resolved, alike, identities, contentSizes } = found;
  const { templateDigest, isEstimated, method, candidates, milliseconds } = found;
  const pages = [...journal.facts()];
  return {
    ...{ pages, contentSizes, templateDigest, method, candidates, milliseconds, estimated: isEstimated },
    ...similarPairs(duplicates),
    alike: similarPairs(alike),
    sizes: Uint32Array.from(pages, (_, page) => journal.sizeOf(page)),
    identities: pages.map((_, page) => identities.at(page)),
    clusters: Array.from(resolved.clusters(), ({ representative, members }) => ({
      representative,
      members: [...members()],
    })),
    decisions: [...resolved.decisions()],
  };
}

function similarPairs(stored: SortedPairs): SimilarPairs {
  const { values, ...pairs } = gatherPairs(stored, 2);
  return { pairs, similarity: values[0], rawSimilarity: values[1] };
}
