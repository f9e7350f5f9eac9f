import { jaccard, overlapOfSorted } from '../grams/jaccard.ts';
import { type Bands, bandHashes } from '../sketch/bands.ts';
import { hammingDistance, NEAR_BITS, SIMHASH_TABLES } from '../sketch/simhash.ts';
import { BINARY, type BinaryStore, keysOf, present } from './binary-store.ts';
import { decodeGrams, decodeSketch } from './codec.ts';
import {
  BAND_PREFIX,
  bandKey,
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
} from './keys.ts';
import { mayBeSimilar, type SketchedSet } from './sketched.ts';

/** An indexed page that is similar to the one searched with. */
export interface FoundPage {
  readonly page: number;
  readonly size: number;
  readonly overlap: number;
  readonly similarity: number;
}

/**
 * All indexed pages that the sketches lead to and whose exact Jaccard with `set` reaches `threshold`: best
 * first, among equals the older first. One range scan for each band and each SimHash table.
 */
export async function findSimilar(
  store: BinaryStore,
  bands: Bands,
  threshold: number,
  set: SketchedSet,
  except?: number,
): Promise<FoundPage[]> {
  if (set.size === 0) return [];
  const candidates = await candidatesOf(store, bands, set);
  if (except !== undefined) candidates.delete(except);
  const promising = await promisingOf(store, threshold, set, [...candidates]);
  const found = await confirmed(store, threshold, set, promising);
  return found.sort((a, b) => b.similarity - a.similarity || a.page - b.page);
}

/** The oldest indexed page with the very same gram set, by one short range scan. */
export async function findCopy(store: BinaryStore, set: SketchedSet): Promise<FoundPage | undefined> {
  const keys = await keysOf(store, prefixRange(fingerprintKey(set.fingerprint, 0), FINGERPRINT_PREFIX));
  if (keys.length === 0) return undefined;
  const [copy] = await confirmed(store, 1, set, [pageOf(keys[0])]);
  return copy;
}

/** Pages that share a band, or whose SimHash is within 3 bits. */
async function candidatesOf(store: BinaryStore, bands: Bands, set: SketchedSet): Promise<Set<number>> {
  const probes: KeyRange[] = [];
  const hashes = bandHashes(set.minHash, bands);
  for (let band = 0; band < hashes.length; band++) {
    probes.push(prefixRange(bandKey(band, hashes[band], 0), BAND_PREFIX));
  }
  for (let table = 0; table < SIMHASH_TABLES; table++) {
    probes.push(prefixRange(simHashKey(table, set.simHash, 0), SIMHASH_PREFIX));
  }
  const found = await Promise.all(probes.map((range) => keysOf(store, range)));
  const candidates = new Set<number>();
  for (let band = 0; band < hashes.length; band++) {
    for (const key of found[band]) candidates.add(pageOf(key));
  }
  for (const key of found.slice(hashes.length).flat()) {
    if (hammingDistance(simHashOf(key), set.simHash) <= NEAR_BITS) candidates.add(pageOf(key));
  }
  return candidates;
}

async function promisingOf(
  store: BinaryStore,
  threshold: number,
  set: SketchedSet,
  pages: number[],
): Promise<number[]> {
  const stored = await store.getMany<Buffer, Buffer>(pages.map(sketchKey), BINARY);
  return pages.filter((page, i) => {
    const what = `sketch of page ${page}`;
    return mayBeSimilar(decodeSketch(present(stored[i], what), what), set, threshold);
  });
}

async function confirmed(
  store: BinaryStore,
  threshold: number,
  set: SketchedSet,
  pages: number[],
): Promise<FoundPage[]> {
  const found: FoundPage[] = [];
  for (const [i, grams] of (await readGrams(store, pages)).entries()) {
    const overlap = overlapOfSorted(grams, set.grams);
    const similarity = jaccard(overlap, grams.length, set.size);
    if (similarity >= threshold) found.push({ page: pages[i], size: grams.length, overlap, similarity });
  }
  return found;
}

/** Gram sets of indexed pages. @throws IndexError NEARDUP_INDEX_DAMAGED when one is missing */
export async function readGrams(store: BinaryStore, pages: readonly number[]): Promise<BigUint64Array[]> {
  const stored = await store.getMany<Buffer, Buffer>(pages.map(gramsKey), BINARY);
  return stored.map((bytes, i) => {
    const what = `gram set of page ${pages[i]}`;
    return decodeGrams(present(bytes, what), what);
  });
}
