import { hash64 } from '../grams/hash.ts';
import { jaccard } from '../grams/jaccard.ts';
import { type Bands, bandHashes } from '../sketch/bands.ts';
import { COMPONENTS, estimateResemblance, minHash } from '../sketch/minhash.ts';
import { SIMHASH_TABLES, simHash } from '../sketch/simhash.ts';
import { bare, type Change } from './binary-store.ts';
import { encodeGrams, encodeNumber, encodeSketch, type SketchRecord } from './codec.ts';
import { bandKey, fingerprintKey, gramsKey, simHashKey, sketchKey } from './keys.ts';

/** A gram set with all that it is searched and stored by. */
export interface SketchedSet extends SketchRecord {
  readonly grams: BigUint64Array;
  /** 64-bit hash of the whole set, 8 bytes. */
  readonly fingerprint: Buffer;
}

/** Sketches of a gram set. @throws TypeError when it is not ascending and distinct */
export function sketchSet(grams: BigUint64Array): SketchedSet {
  assertAscending(grams);
  return {
    grams,
    size: grams.length,
    fingerprint: fingerprintOf(grams),
    simHash: simHash(grams),
    minHash: minHash(grams),
  };
}

/** 64-bit hash of a gram set, 8 bytes: equal for equal sets. */
function fingerprintOf(grams: BigUint64Array): Buffer {
  const fingerprint = Buffer.allocUnsafe(8);
  fingerprint.writeBigUInt64BE(hash64(new Uint8Array(grams.buffer, grams.byteOffset, grams.byteLength)));
  return fingerprint;
}

/** What is kept of a unique page's set. */
export function setEntries(page: number, set: SketchedSet): Change[] {
  return [
    { key: sketchKey(page), value: encodeSketch(set) },
    { key: gramsKey(page), value: encodeGrams(set.grams) },
    { key: fingerprintKey(set.fingerprint, page), value: encodeNumber(set.size) },
  ];
}

/** A unique page's entries in the band and SimHash tables, by which it is found. */
export function tableEntries(page: number, sketch: SketchRecord, bands: Bands): Change[] {
  return tableKeys(page, sketch, bands).map(bare);
}

/** All entries of a unique page, to be deleted. */
export function deletionsOf(page: number, sketch: SketchRecord, fingerprint: Buffer, bands: Bands): Change[] {
  const keys = [sketchKey(page), gramsKey(page), fingerprintKey(fingerprint, page)];
  return [...keys, ...tableKeys(page, sketch, bands)].map((key) => ({ key }));
}

/**
 * False when two sets cannot reach `threshold`: by their sizes, which is exact, or because their sketches
 * agree in five standard errors fewer components than the threshold calls for, which loses less than one
 * similar pair in a million and spares reading most of the sets that are not similar.
 */
export function mayBeSimilar(a: SketchRecord, b: SketchRecord, threshold: number): boolean {
  if (jaccard(Math.min(a.size, b.size), a.size, b.size) < threshold) return false;
  const slack = 5 * Math.sqrt((threshold * (1 - threshold)) / COMPONENTS);
  return estimateResemblance(a.minHash, b.minHash) >= threshold - slack;
}

function tableKeys(page: number, sketch: SketchRecord, bands: Bands): Buffer[] {
  const keys: Buffer[] = [];
  const hashes = bandHashes(sketch.minHash, bands);
  for (let band = 0; band < hashes.length; band++) keys.push(bandKey(band, hashes[band], page));
  for (let table = 0; table < SIMHASH_TABLES; table++) keys.push(simHashKey(table, sketch.simHash, page));
  return keys;
}

function assertAscending(grams: BigUint64Array): void {
  const words = new Uint32Array(grams.buffer, grams.byteOffset, 2 * grams.length);
  for (let k = 2; k < words.length; k += 2) {
    const high = words[k + 1] - words[k - 1];
    if (high < 0 || (high === 0 && words[k] <= words[k - 2])) {
      throw new TypeError(
        `a gram set must be ascending and distinct, gram ${k / 2} is not above the one before`,
      );
    }
  }
}
