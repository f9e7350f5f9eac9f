import { fingerprint128 } from '../../grams/fingerprint.ts';
import { sketchDigest } from '../../sketch/digest.ts';
import { forestLabels } from '../../sketch/forest.ts';
import { COMPONENTS, minHash } from '../../sketch/minhash.ts';
import { oddSketch } from '../../sketch/odd-sketch.ts';
import { simHash } from '../../sketch/simhash.ts';
import {
  type DecisionRecord,
  decodeNumber,
  encodeGrams,
  encodeJson,
  encodeNumber,
  encodeSketch,
  type SketchRecord,
  storableGrams,
} from './codec.ts';
import { hostHash } from './host.ts';
import {
  decisionKey,
  fingerprintKey,
  gramsKey,
  type Key,
  pageOf,
  simHashKey,
  sketchKey,
  type TableName,
  textKey,
  textOfUserKey,
  treeKey,
  userKey,
} from './keys.ts';
import type { IndexLayout } from './parameters.ts';
import { sizeClass } from './size-class.ts';

/**
 * One entry to write, or without a value to delete. No value is empty: classic-level 3.0 leaks 32 bytes outside of
 * V8's heap for every empty one that it is given, which were 640 MB for the trees of a million pages.
 */
export interface Change {
  readonly key: Key;
  readonly value?: Buffer;
}

/** A gram set with all that it is searched and stored by. */
export interface SketchedSet extends SketchRecord {
  readonly grams: BigUint64Array;
  /**
   * `fingerprint128` of the set, 16 bytes: equal for equal sets and for no others that anybody finds. A replay, and
   * the compact setting, answer by it alone.
   */
  readonly fingerprint: Buffer;
  /** The set as it is stored, where that was made with it. */
  readonly stored?: Buffer;
}

/** What is made of a gram set alone, for an index of any kind: it takes most of the time of a claim of a large page. */
export interface GramSketches {
  /** `fingerprint128`, 16 bytes. */
  readonly fingerprint: Uint8Array;
  /** `[low, high]` */
  readonly simHash: Uint32Array;
  /** Int32Array(128) */
  readonly minHash: Int32Array;
  /** The set as the index stores it: {@link withStored}. */
  readonly stored?: Uint8Array;
}

/** Sketches of a gram set, to be handed over with it: another thread may make them. O(grams). @throws TypeError when it is not ascending and distinct */
export function sketchGrams(grams: BigUint64Array, components: number = COMPONENTS): GramSketches {
  assertAscending(grams);
  return {
    fingerprint: fingerprint128(grams),
    simHash: simHash(grams),
    minHash: minHash(grams, components),
  };
}

/** A gram set with its sketches and as the index stores it, all of which another thread can take over without a copy of the set. O(grams). */
export function withStored(given: BigUint64Array): {
  readonly grams: BigUint64Array<ArrayBuffer>;
  readonly sketches: GramSketches;
} {
  const { grams, stored } = storableGrams(given);
  return { grams, sketches: { ...sketchGrams(grams), stored } };
}

/** A gram set as it is stored. */
export function gramsValue({ grams, stored }: SketchedSet): Buffer {
  return stored ?? encodeGrams(grams);
}

/**
 * A page's gram set with its sketches.
 *
 * @param made sketches of these very grams, where they were made before
 * @throws TypeError when the set is not ascending and distinct
 */
export function sketchSet(
  grams: BigUint64Array,
  url: string,
  { components, oddSketchBits }: IndexLayout,
  made: GramSketches = sketchGrams(grams, components),
): SketchedSet {
  const { fingerprint, simHash, minHash, stored } = made;
  return {
    grams,
    size: grams.length,
    host: hostHash(url),
    fingerprint: Buffer.from(fingerprint),
    simHash,
    // a shorter sketch is the head of a longer one
    minHash: minHash.length === components ? minHash : minHash.slice(0, components),
    ...(oddSketchBits > 0 && { oddSketch: oddSketch(grams, oddSketchBits) }),
    ...(stored && { stored: Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength) }),
  };
}

/**
 * All entries of a decided page but those of the tables by which it is found.
 *
 * @param text of the page, as it is stored
 */
export function pageEntries(
  page: number,
  record: DecisionRecord,
  set: SketchedSet,
  { setting }: IndexLayout,
  text?: Buffer,
): Change[] {
  const { verdict, key } = record;
  const entries: Change[] = [
    { key: decisionKey(page), value: encodeJson(record) },
    { key: userKey(key), value: encodeNumber(page) },
  ];
  if (text !== undefined) entries.push({ key: textKey(page), value: text });
  if (verdict === 'unclassifiable') return entries;
  const isUnique = verdict === 'unique';
  if (isUnique || setting === 'compact') entries.push({ key: sketchKey(page), value: encodeSketch(set) });
  if (isUnique) entries.push({ key: fingerprintKey(set.fingerprint, page), value: encodeNumber(set.size) });
  // last: LevelDB's batch would copy what is large to make room for what is small
  if (setting === 'exact') entries.push({ key: gramsKey(page), value: gramsValue(set) });
  return entries;
}

/** The entries by which a search finds a unique page, in the trees and SimHash tables. */
export function searchEntries(page: number, sketch: SketchRecord, layout: IndexLayout): Change[] {
  const size = Buffer.of(sizeClass(sketch.size));
  const sizeAndDigest = Buffer.concat([size, sketchDigest(sketch.minHash)]);
  const { trees } = layout.forest;
  return searchKeys(page, sketch, layout).map((key, i) => ({ key, value: i < trees ? sizeAndDigest : size }));
}

/** Where in the value of a tree's entry the digest stands, behind the size class. */
export const DIGEST_OFFSET = 1;

/** Size class of a page, of the value of an entry by which a search finds it. */
export function sizeClassOf(value: Buffer): number {
  return value[0];
}

/**
 * What to write so that a page is gone: a tombstone keeps its number. Its user key is not among it.
 *
 * @param sketch of a unique page
 */
export function removalEntries(
  page: number,
  record: DecisionRecord,
  sketch: SketchRecord | undefined,
  layout: IndexLayout,
): Change[] {
  const keys = [sketchKey(page), gramsKey(page), textKey(page)];
  if (sketch !== undefined) {
    keys.push(fingerprintKey(Buffer.from(record.fingerprint, 'hex'), page));
    for (const key of searchKeys(page, sketch, layout)) keys.push(key);
  }
  const tombstone = { key: decisionKey(page), value: encodeJson({ verdict: 'removed' }) };
  return [tombstone, ...keys.map((key) => ({ key }))];
}

/**
 * Number of the page that an entry belongs to.
 *
 * @param table of its key
 * @throws IndexError NEARDUP_INDEX_DAMAGED when it stands in the value, and that is damaged
 */
export function pageOfEntry(table: TableName, key: Key, value: Buffer): number {
  return table === 'keys' ? decodeNumber(value, { table, key: textOfUserKey(key) }) : pageOf(key);
}

function searchKeys(page: number, sketch: SketchRecord, { forest, simHash: design }: IndexLayout): Key[] {
  const keys: Key[] = [];
  const labels = forestLabels(sketch.minHash, forest);
  const { trees, labelBytes } = forest;
  for (let tree = 0; tree < trees; tree++) {
    keys.push(treeKey(tree, labels.subarray(tree * labelBytes, (tree + 1) * labelBytes), page));
  }
  for (const [number, table] of design.tables.entries()) {
    keys.push(simHashKey(number, table, sketch.simHash, page));
  }
  return keys;
}

function assertAscending(grams: BigUint64Array): void {
  const words = new Uint32Array(grams.buffer, grams.byteOffset, 2 * grams.length);
  for (let k = 2; k < words.length; k += 2) {
    const high = words[k + 1] - words[k - 1];
    if (high < 0 || (high === 0 && words[k] <= words[k - 2])) {
      throw new TypeError(
        `grams: expected ascending and distinct ones; got one at ${k / 2} that is not above the one before`,
      );
    }
  }
}
