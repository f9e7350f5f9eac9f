import { checkGrams, wrongType } from '../../argument-checks.ts';
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
 * An entry to write, or to delete if it has no value. No value is empty: classic-level 3.0 leaks 32 bytes outside V8's
 * heap for every empty value, which was 640 MB for the trees of a million pages.
 */
export interface Change {
  readonly key: Key;
  readonly value?: Buffer;
}

/** A gram set with everything needed to search and store it. */
export interface SketchedSet extends SketchRecord {
  readonly grams: BigUint64Array;
  /**
   * `fingerprint128` of the set, 16 bytes: equal for equal sets, and for no others that anybody can find. A replay, and
   * the compact setting, rely on it alone.
   */
  readonly fingerprint: Buffer;
  /** The set in stored form, if it was already made. */
  readonly stored?: Buffer;
}

/** Sketches that depend on the gram set alone, for any index. They take most of the time of claiming a large page. */
export interface GramSketches {
  /** `fingerprint128`, 16 bytes. */
  readonly fingerprint: Uint8Array;
  /** `[low, high]` */
  readonly simHash: Uint32Array;
  /** Int32Array(128) */
  readonly minHash: Int32Array;
  /** The set in stored form: {@link withStored}. */
  readonly stored?: Uint8Array;
}

/**
 * Sketches of a gram set, to pass with it; another thread may make them. O(grams).
 *
 * @throws TypeError when it is not ascending and distinct
 */
export function sketchGrams(grams: BigUint64Array, components: number = COMPONENTS): GramSketches {
  assertAscending(grams);
  return {
    fingerprint: fingerprint128(grams),
    simHash: simHash(grams),
    minHash: minHash(grams, components),
  };
}

/** A gram set with its sketches and stored form, which go to another thread without a copy of the set. O(grams). */
export function withStored(given: BigUint64Array): {
  readonly grams: BigUint64Array<ArrayBuffer>;
  readonly sketches: GramSketches;
} {
  const { grams, stored } = storableGrams(given);
  return { grams, sketches: { ...sketchGrams(grams), stored } };
}

/** A gram set in stored form. */
export function gramsValue({ grams, stored }: SketchedSet): Buffer {
  return stored ?? encodeGrams(grams);
}

/**
 * A page's gram set with its sketches.
 *
 * @param made sketches of exactly these grams, if they were made before
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
    // A shorter sketch is the beginning of a longer one.
    minHash: minHash.length === components ? minHash : minHash.slice(0, components),
    ...(oddSketchBits > 0 && { oddSketch: oddSketch(grams, oddSketchBits) }),
    ...(stored && { stored: Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength) }),
  };
}

/**
 * All entries of a decided page except those of the search tables.
 *
 * @param text of the page, in stored form
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
  // Last: otherwise LevelDB's batch would copy this large value each time it grows for a small one.
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

/** Offset of the digest in the value of a tree entry, after the size class. */
export const DIGEST_OFFSET = 1;

/** Size class of a page, from the value of a search entry. */
export function sizeClassOf(value: Buffer): number {
  return value[0];
}

/**
 * The changes that remove a page: a tombstone keeps its number. They do not include its user key.
 *
 * @param sketch of a unique page that is in the trees and SimHash tables
 */
export function removalEntries(
  page: number,
  record: DecisionRecord,
  sketch: SketchRecord | undefined,
  layout: IndexLayout,
): Change[] {
  const keys = [sketchKey(page), gramsKey(page), textKey(page)];
  if (record.verdict === 'unique') keys.push(fingerprintKey(Buffer.from(record.fingerprint, 'hex'), page));
  if (sketch !== undefined) for (const key of searchKeys(page, sketch, layout)) keys.push(key);
  const tombstone = { key: decisionKey(page), value: encodeJson({ verdict: 'removed' }) };
  return [tombstone, ...keys.map((key) => ({ key }))];
}

/**
 * Number of the page that an entry belongs to.
 *
 * @param table of its key
 * @throws IndexError NEARDUP_INDEX_DAMAGED when the number is in the value, and that is damaged
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
  checkGrams('grams', grams);
  const words = new Uint32Array(grams.buffer, grams.byteOffset, 2 * grams.length);
  for (let k = 2; k < words.length; k += 2) {
    const high = words[k + 1] - words[k - 1];
    if (high < 0 || (high === 0 && words[k] <= words[k - 2])) {
      throw wrongType(
        'grams',
        'ascending and distinct ones',
        grams,
        `one at ${k / 2} that is not above the one before`,
      );
    }
  }
}
