import { jaccard, leastOverlap, overlapOfSorted, overlapReaching } from '../grams/jaccard.ts';
import { agreeingInDigests, sketchDigest } from '../sketch/digest.ts';
import { forestLabels, forestProbability, labelPrefixBytes } from '../sketch/forest.ts';
import { equalComponents } from '../sketch/minhash.ts';
import { differingBits, NEAR_BITS } from '../sketch/simhash.ts';
import type { ReportDamage } from './damage.ts';
import {
  type BinaryStore,
  firstEntry,
  present,
  readValues,
  type ScanOptions,
  visitEntries,
} from './disk/binary-store.ts';
import { damagedIndex, readableOfThisVersion } from './errors.ts';
import { estimateSimilarity, oddDifference } from './estimated-similarity.ts';
import { decodeGrams, decodeNumber, decodeSketch, type SketchRecord } from './layout/codec.ts';
import { DIGEST_OFFSET, type SketchedSet, sizeClassOf } from './layout/entries.ts';
import { type Scope, scopes } from './layout/host.ts';
import {
  gramsKey,
  type Key,
  pageOf,
  sameFingerprintRange,
  simHashOf,
  simHashRange,
  sketchKey,
  treeRange,
} from './layout/keys.ts';
import type { IndexLayout } from './layout/parameters.ts';
import { similarSizes } from './layout/size-class.ts';
import { leastAgreement, SCREENING_LOSS, type SearchPlan } from './search-plan.ts';

/** An indexed page that is similar to the set searched with. */
export interface FoundPage {
  readonly page: number;
  readonly size: number;
  /** Exact Jaccard; in the compact setting {@link estimateSimilarity}. */
  readonly similarity: number;
  /** Grams that both have; unknown in the compact setting. */
  readonly overlap?: number;
  /** Standard error of an estimated similarity. */
  readonly standardError?: number;
}

/** Options of a search besides the plan. */
interface SearchOptions {
  /** Default: `both`. */
  readonly scope?: Scope;
  /** A page to leave out. */
  readonly except?: number | undefined;
  /** Most pages to find, the best ones. Default: all. */
  readonly limit?: number;
  /** The pages that the plan leads to, with the number of trees leading to each. Default: from the tables on disk. */
  readonly candidates?: Map<number, number>;
  /** Reads pages. Default: from disk. */
  readonly read?: PageReader;
  /** Receives damage of a candidate's sketch, whose page is left out. Default: the search fails. */
  readonly report?: ReportDamage;
}

/** Reads pages that can be found. */
interface PageReader {
  /** Undefined for a damaged sketch, which is reported. */
  sketches(pages: readonly number[], report: ReportDamage): Promise<(SketchRecord | undefined)[]>;
  grams(pages: readonly number[]): Promise<BigUint64Array[]>;
  /** Splits candidates into those in memory, returning only the similar ones, and those that must be read. */
  atHand?(pages: readonly number[]): { readonly found: FoundPage[]; readonly rest: number[] };
}

/** A candidate that may be similar enough according to its sketch. */
interface Promising {
  readonly page: number;
  readonly agreeing: number;
  readonly sketch: SketchRecord;
}

/** Minimum that a candidate must reach to be examined further; raised once the best found so far are known. */
interface Bar {
  /** Trees that led to it. */
  trees: number;
  /** Components in which its sketch must agree. */
  agreeing: number;
}

/** Number of sketches, and of gram sets, read in one call. */
const SKETCHES_READ = 256;
const GRAM_SETS_READ = 64;

/**
 * The indexed pages that the sketches lead to and whose similarity to `set` reaches the plan's threshold: most similar
 * first, older first among equals. One range scan for each tree of the plan and each SimHash table.
 *
 * Candidates that more trees led to are read first. With a limit, a candidate is skipped if too few trees led to it or
 * its sketch agrees too little to be better than the worst of the best pages so far. This loses a better page with
 * probability 2 · 10⁻⁵, and saves most of the reading in crowds.
 */
export async function findSimilar(
  store: BinaryStore,
  layout: IndexLayout,
  plan: SearchPlan,
  set: SketchedSet,
  {
    scope = scopes[0],
    except,
    limit = Number.POSITIVE_INFINITY,
    candidates,
    read = {
      sketches: (pages, damages) => readableSketches(store, layout, pages, damages),
      grams: (pages) => readGrams(store, pages),
    },
    report = refuse,
  }: SearchOptions = {},
): Promise<{ found: FoundPage[]; candidates: number }> {
  if (set.size === 0 || limit < 1) return { found: [], candidates: 0 };
  const treesOf = candidates ?? (await treesOfCandidates(store, layout, plan, set));
  if (except !== undefined) treesOf.delete(except);
  const bar: Bar = { trees: 0, agreeing: plan.agreeing };
  const best = new BestPages(limit, (similarity) => raise(bar, layout, plan, similarity));
  let pages = [...treesOf.keys()];
  if (read.atHand !== undefined) {
    const { found, rest } = read.atHand(pages);
    best.add(found);
    pages = rest;
  }
  pages.sort((x, y) => treesOf.get(y)! - treesOf.get(x)!);
  for (let from = 0; from < pages.length; from += SKETCHES_READ) {
    const block = pages.slice(from, from + SKETCHES_READ).filter((page) => treesOf.get(page)! >= bar.trees);
    if (block.length === 0) break;
    const promising = await promisingOf(read, report, plan, set, block, scope, bar);
    if (layout.setting === 'exact') await confirm(read, plan, set, promising, bar, best);
    else
      best.add(
        promising.map(({ page, sketch }) => {
          const { value: similarity, standardError } = estimateSimilarity(sketch, set);
          return { page, size: sketch.size, similarity, standardError };
        }),
      );
  }
  return { found: best.sorted(), candidates: treesOf.size };
}

/** The oldest indexed page with exactly the same gram set, by one short range scan. */
export async function findCopy(
  store: BinaryStore,
  { setting }: IndexLayout,
  set: SketchedSet,
): Promise<FoundPage | undefined> {
  const entry = await firstEntry(store, sameFingerprintRange(set.fingerprint));
  if (entry === undefined) return undefined;
  const page = pageOf(entry[0]);
  const { size } = set;
  if (decodeNumber(entry[1], { table: 'fingerprints', page }) !== size) return undefined;
  if (setting === 'compact') return { page, size, similarity: 1 };
  const [grams] = await readGrams(store, [page]);
  const overlap = overlapOfSorted(grams, set.grams);
  return overlap === size && grams.length === size ? { page, size, similarity: 1, overlap } : undefined;
}

/** Gram sets of pages. @throws IndexError NEARDUP_INDEX_DAMAGED when one is missing */
export async function readGrams(
  store: BinaryStore,
  pages: readonly number[],
  options: ScanOptions = {},
): Promise<BigUint64Array[]> {
  const stored = await readValues(store, pages.map(gramsKey), options);
  return stored.map((bytes, i) => {
    const place = { table: 'gramSets', page: pages[i] } as const;
    return decodeGrams(present(bytes, place), place);
  });
}

/** Sketches of pages. @throws IndexError NEARDUP_INDEX_DAMAGED when one is missing or altered */
export async function readSketches(
  store: BinaryStore,
  layout: IndexLayout,
  pages: readonly number[],
): Promise<SketchRecord[]> {
  return (await readableSketches(store, layout, pages, refuse)) as SketchRecord[];
}

/**
 * Sketches of pages; undefined for a missing or altered one, which is reported.
 *
 * @throws IndexError NEARDUP_INDEX_VERSION
 */
export async function readableSketches(
  store: BinaryStore,
  layout: IndexLayout,
  pages: readonly number[],
  report: ReportDamage,
): Promise<(SketchRecord | undefined)[]> {
  const stored = await readValues(store, pages.map(sketchKey));
  return stored.map((bytes, i) => {
    const place = { table: 'sketches', page: pages[i] } as const;
    return readableOfThisVersion(() => decodeSketch(present(bytes, place), place, layout), report);
  });
}

const refuse: ReportDamage = (damage) => {
  throw damagedIndex(damage);
};

/**
 * Pages of similar size that share a prefix in the plan's trees and agree in enough of the digest, with the number of
 * these trees. Also pages whose SimHash is within 3 bits, with the number 0.
 */
async function treesOfCandidates(
  store: BinaryStore,
  { forest, simHash, components }: IndexLayout,
  { trees, depth, threshold, agreeingInDigest }: SearchPlan,
  set: SketchedSet,
): Promise<Map<number, number>> {
  const { least, most } = similarSizes(set.size, threshold);
  const treesOf = new Map<number, number>();
  const scans: Promise<void>[] = [];

  const digest = sketchDigest(set.minHash);
  const visitTree = (key: Key, value: Buffer): void => {
    const size = sizeClassOf(value);
    if (size < least || size > most) return;
    const page = pageOf(key);
    const earlier = treesOf.get(page);
    if (earlier === undefined) {
      const agreeing = agreeingInDigests(digest, value, DIGEST_OFFSET, components);
      if (agreeing < agreeingInDigest) return;
    }
    treesOf.set(page, (earlier ?? 0) + 1);
  };
  const labels = forestLabels(set.minHash, forest);
  const prefixBytes = labelPrefixBytes(depth);
  for (let tree = 0; tree < trees; tree++) {
    const from = tree * forest.labelBytes;
    const range = treeRange(tree, labels.subarray(from, from + prefixBytes));
    scans.push(visitEntries(store, range, visitTree));
  }

  for (const [number, table] of simHash.tables.entries()) {
    const visit = (key: Key, value: Buffer): void => {
      const size = sizeClassOf(value);
      if (size < least || size > most) return;
      const page = pageOf(key);
      if (treesOf.has(page) || differingBits(simHashOf(key, table), set.simHash) > NEAR_BITS) return;
      treesOf.set(page, 0);
    };
    scans.push(visitEntries(store, simHashRange(number, table, set.simHash), visit));
  }
  await Promise.all(scans);
  return treesOf;
}

/** Candidates in scope that may reach the threshold judged by their size, which is exact, and by their sketch. */
async function promisingOf(
  read: PageReader,
  report: ReportDamage,
  { threshold, mostDiffering }: SearchPlan,
  set: SketchedSet,
  pages: readonly number[],
  scope: Scope,
  bar: Bar,
): Promise<Promising[]> {
  const promising: Promising[] = [];
  for (const [i, sketch] of (await read.sketches(pages, report)).entries()) {
    if (sketch === undefined) continue;
    const { size, host, minHash } = sketch;
    if (scope !== 'both' && (scope === 'same-host') !== (host === set.host)) continue;
    const alone = size + set.size - 2 * leastOverlap(size, set.size, threshold);
    if (alone < Math.abs(size - set.size)) continue;
    const agreeing = equalComponents(minHash, set.minHash);
    if (agreeing < bar.agreeing) continue;
    const differing = oddDifference(sketch, set);
    const most = mostDiffering?.[alone];
    if (differing !== undefined && most !== undefined && differing > most) continue;
    promising.push({ page: pages[i], agreeing, sketch });
  }
  return promising;
}

/** Adds the pages whose exact Jaccard reaches the threshold; the most promising are read first. */
async function confirm(
  read: PageReader,
  { threshold }: SearchPlan,
  set: SketchedSet,
  promising: Promising[],
  bar: Bar,
  best: BestPages,
): Promise<void> {
  promising.sort((a, b) => b.agreeing - a.agreeing);
  const atOnce = Math.min(GRAM_SETS_READ, Math.max(8, best.limit));
  for (let from = 0; from < promising.length; from += atOnce) {
    const block = promising.slice(from, from + atOnce).filter(({ agreeing }) => agreeing >= bar.agreeing);
    if (block.length === 0) return;
    const pages = block.map(({ page }) => page);
    const found: FoundPage[] = [];
    for (const [i, grams] of (await read.grams(pages)).entries()) {
      const size = grams.length;
      const overlap = overlapReaching(grams, set.grams, threshold);
      if (overlap === undefined) continue;
      found.push({ page: pages[i], size, overlap, similarity: jaccard(overlap, size, set.size) });
    }
    best.add(found);
  }
}

/** Raises the bar to a level that a page of this similarity misses with probability at most 10⁻⁵ in each test. */
function raise(bar: Bar, { components }: IndexLayout, plan: SearchPlan, similarity: number): void {
  const prefix = forestProbability(similarity, plan.depth, 1);
  bar.trees = leastAgreement(plan.trees, prefix, SCREENING_LOSS);
  bar.agreeing = Math.max(plan.agreeing, leastAgreement(components, similarity, SCREENING_LOSS));
}

/** The best pages found so far. */
class BestPages {
  readonly limit: number;
  readonly #onFull: (worst: number) => void;
  #pages: FoundPage[] = [];

  /** @param onFull called with the worst similarity kept whenever there are `limit` pages */
  constructor(limit: number, onFull: (worst: number) => void) {
    this.limit = limit;
    this.#onFull = onFull;
  }

  add(found: readonly FoundPage[]): void {
    if (found.length === 0) return;
    for (const page of found) this.#pages.push(page);
    if (this.#pages.length < this.limit) return;
    this.#pages = this.sorted();
    this.#onFull(this.#pages[this.limit - 1].similarity);
  }

  sorted(): FoundPage[] {
    this.#pages.sort((a, b) => b.similarity - a.similarity || a.page - b.page);
    return this.#pages.slice(0, this.limit);
  }
}
