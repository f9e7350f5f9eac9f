import { jaccard, overlapOfSorted } from '../grams/jaccard.ts';
import { forestLabels, labelPrefixBytes } from '../sketch/forest.ts';
import { agreeingComponents } from '../sketch/minhash.ts';
import { hammingDistance, NEAR_BITS, SIMHASH_TABLES } from '../sketch/simhash.ts';
import { BINARY, type BinaryStore, keysOf, present } from './binary-store.ts';
import { decodeGrams, decodeNumber, decodeSketch, type SketchRecord } from './codec.ts';
import type { SketchedSet } from './entries.ts';
import type { Scope } from './host.ts';
import {
  FINGERPRINT_PREFIX,
  fingerprintKey,
  gramsKey,
  type KeyRange,
  pageOf,
  prefixRange,
  SIMHASH_PREFIX,
  simHashKey,
  simHashOf,
  sketchKey,
  treeRange,
} from './keys.ts';
import type { IndexLayout } from './parameters.ts';
import { leastAgreement, SCREENING_LOSS, type SearchPlan } from './search-plan.ts';

/** An indexed page that is similar to the one searched with. */
export interface FoundPage {
  readonly page: number;
  readonly size: number;
  /** Exact Jaccard, or in the compact setting the share of agreeing components. */
  readonly similarity: number;
  /** Grams that both have; unknown in the compact setting. */
  readonly overlap?: number;
}

/** What to search for beside the plan. */
export interface SearchOptions {
  /** Default: `both`. */
  readonly scope?: Scope;
  /** A page that is not to be found. */
  readonly except?: number | undefined;
  /** How many of the best to find; all unless told. */
  readonly limit?: number;
}

/** A candidate whose sketch says that it may be similar enough. */
interface Promising {
  readonly page: number;
  readonly size: number;
  readonly agreeing: number;
}

/** Sketches, and gram sets, that are read at once. */
const SKETCHES_READ = 1024;
const GRAM_SETS_READ = 128;

/**
 * The indexed pages that the sketches lead to and whose similarity to `set` reaches the plan's threshold: best
 * first, among equals the older first. One range scan for each tree of the plan and each SimHash table.
 *
 * With a limit, pages whose sketches agree too little to be better than the worst one named are passed over:
 * that loses a better page with probability 10⁻⁵.
 */
export async function findSimilar(
  store: BinaryStore,
  layout: IndexLayout,
  plan: SearchPlan,
  set: SketchedSet,
  { scope = 'both', except, limit = Number.POSITIVE_INFINITY }: SearchOptions = {},
): Promise<{ found: FoundPage[]; candidates: number }> {
  if (set.size === 0 || limit < 1) return { found: [], candidates: 0 };
  const pages = await candidatesOf(store, layout, plan, set);
  if (except !== undefined) pages.delete(except);
  const promising = await promisingOf(store, layout, plan, set, [...pages], scope);
  const found =
    layout.setting === 'exact'
      ? await confirmed(store, layout, plan, set, promising, limit)
      : promising.map(({ page, size, agreeing }) => ({
          page,
          size,
          similarity: agreeing / layout.components,
        }));
  found.sort(bestFirst);
  return { found: found.slice(0, limit), candidates: pages.size };
}

/** The oldest indexed page with the very same gram set, by one short range scan. */
export async function findCopy(
  store: BinaryStore,
  { setting }: IndexLayout,
  set: SketchedSet,
): Promise<FoundPage | undefined> {
  const range = prefixRange(fingerprintKey(set.fingerprint, 0), FINGERPRINT_PREFIX);
  const [entry] = await store.iterator<Buffer, Buffer>({ ...range, ...BINARY, limit: 1 }).all();
  if (entry === undefined) return undefined;
  const page = pageOf(entry[0]);
  const { size } = set;
  if (decodeNumber(entry[1], `size of page ${page}`) !== size) return undefined;
  if (setting === 'compact') return { page, size, similarity: 1 };
  const [grams] = await readGrams(store, [page]);
  const overlap = overlapOfSorted(grams, set.grams);
  return overlap === size && grams.length === size ? { page, size, similarity: 1, overlap } : undefined;
}

/** Gram sets of pages. @throws IndexError NEARDUP_INDEX_DAMAGED when one is missing */
export async function readGrams(store: BinaryStore, pages: readonly number[]): Promise<BigUint64Array[]> {
  const stored = await store.getMany<Buffer, Buffer>(pages.map(gramsKey), BINARY);
  return stored.map((bytes, i) => {
    const what = `gram set of page ${pages[i]}`;
    return decodeGrams(present(bytes, what), what);
  });
}

/** Sketches of pages. @throws IndexError NEARDUP_INDEX_DAMAGED when one is missing */
export async function readSketches(
  store: BinaryStore,
  { components }: IndexLayout,
  pages: readonly number[],
): Promise<SketchRecord[]> {
  const stored = await store.getMany<Buffer, Buffer>(pages.map(sketchKey), BINARY);
  return stored.map((bytes, i) => {
    const what = `sketch of page ${pages[i]}`;
    return decodeSketch(present(bytes, what), what, components);
  });
}

/** Pages that share a prefix in one of the plan's trees, or whose SimHash is within 3 bits. */
async function candidatesOf(
  store: BinaryStore,
  { forest }: IndexLayout,
  { trees, depth }: SearchPlan,
  set: SketchedSet,
): Promise<Set<number>> {
  const labels = forestLabels(set.minHash, forest);
  const prefixBytes = labelPrefixBytes(depth);
  const probes: KeyRange[] = [];
  for (let tree = 0; tree < trees; tree++) {
    const from = tree * forest.labelBytes;
    probes.push(treeRange(tree, labels.subarray(from, from + prefixBytes)));
  }
  for (let table = 0; table < SIMHASH_TABLES; table++) {
    probes.push(prefixRange(simHashKey(table, set.simHash, 0), SIMHASH_PREFIX));
  }
  const found = await Promise.all(probes.map((range) => keysOf(store, range)));
  const candidates = new Set<number>();
  for (let tree = 0; tree < trees; tree++) {
    for (const key of found[tree]) candidates.add(pageOf(key));
  }
  for (let table = trees; table < probes.length; table++) {
    for (const key of found[table]) {
      if (hammingDistance(simHashOf(key), set.simHash) <= NEAR_BITS) candidates.add(pageOf(key));
    }
  }
  return candidates;
}

/** Candidates in scope that can reach the threshold by their size, which is exact, and by their sketch. */
async function promisingOf(
  store: BinaryStore,
  layout: IndexLayout,
  { threshold, agreeing: least }: SearchPlan,
  set: SketchedSet,
  pages: readonly number[],
  scope: Scope,
): Promise<Promising[]> {
  const promising: Promising[] = [];
  for (let from = 0; from < pages.length; from += SKETCHES_READ) {
    const block = pages.slice(from, from + SKETCHES_READ);
    const sketches = await readSketches(store, layout, block);
    for (let i = 0; i < block.length; i++) {
      const { size, host, minHash } = sketches[i];
      if (scope !== 'both' && (scope === 'same-host') !== (host === set.host)) continue;
      if (jaccard(Math.min(size, set.size), size, set.size) < threshold) continue;
      const agreeing = agreeingComponents(minHash, set.minHash);
      if (agreeing >= least) promising.push({ page: block[i], size, agreeing });
    }
  }
  return promising;
}

/** Those whose exact Jaccard reaches the threshold; with a limit those alone that may be among the best. */
async function confirmed(
  store: BinaryStore,
  { components }: IndexLayout,
  { threshold, agreeing }: SearchPlan,
  set: SketchedSet,
  promising: Promising[],
  limit: number,
): Promise<FoundPage[]> {
  promising.sort((a, b) => b.agreeing - a.agreeing || a.page - b.page);
  const found: FoundPage[] = [];
  let least = agreeing;
  for (let from = 0; from < promising.length; ) {
    const wanted = Math.min(GRAM_SETS_READ, Math.max(limit, 8));
    const block = promising.slice(from, from + wanted).filter((page) => page.agreeing >= least);
    if (block.length === 0) break;
    const sets = await readGrams(
      store,
      block.map(({ page }) => page),
    );
    for (const [i, grams] of sets.entries()) {
      const size = grams.length;
      const overlap = overlapOfSorted(grams, set.grams);
      const similarity = jaccard(overlap, size, set.size);
      if (similarity >= threshold) found.push({ page: block[i].page, size, overlap, similarity });
    }
    from += wanted;
    if (found.length >= limit) {
      found.sort(bestFirst).length = limit;
      least = Math.max(agreeing, leastAgreement(components, found[limit - 1].similarity, SCREENING_LOSS));
    }
  }
  return found;
}

function bestFirst(a: FoundPage, b: FoundPage): number {
  return b.similarity - a.similarity || a.page - b.page;
}
