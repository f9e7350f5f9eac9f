/**
 * The key layout of a stored index. All numbers are big-endian, so that the order of the bytes is the order of
 * the numbers; sizes in bytes. A page number counts the decided pages from 0 and is never given twice.
 *
 *     !format                                       → "neardup/2", the only value without version and checksum
 *     !parameters                                   → what the index was made with
 *     !counts                                       → counts, next page number, sequence: in every batch
 *
 *      1         4
 *     ┌─┬─────────┐
 *     │p│ page    │                                 → decision; one for every page number below the next one:
 *     └─┴─────────┘                                   a removed page leaves a tombstone
 *     ┌─┬──────────────┐
 *     │k│ user key     │                            → page number
 *     └─┴──────────────┘
 *
 *     ┌─┬─────────┐
 *     │c│ page    │                                 → sketch: unique pages; duplicates too in the compact setting
 *     │g│ page    │                                 → gram set: unique pages and duplicates, in the exact setting
 *     └─┴─────────┘
 *
 *     and for unique pages, which alone can be found:
 *
 *      1         8             4
 *     ┌─┬───────────────────┬─────────┐
 *     │f│ set's fingerprint │ page    │             → size of the set: equal sets stand together
 *     └─┴───────────────────┴─────────┘
 *      1 1     rows + 1        4
 *     ┌─┬─┬───────────────┬─────────┐
 *     │t│i│ label         │ page    │               → size class and digest: tree i of the MinHash forest; a label
 *     └─┴─┴───────────────┴─────────┘                 is two bytes of the tree's first component and one of each
 *                                                     further one
 *      1 1          8              4
 *     ┌─┬─┬───────────────────┬─────────┐
 *     │s│t│ permuted simhash  │ page    │           → size class: SimHash table t, its key bits first
 *     └─┴─┴───────────────────┴─────────┘
 *
 * This module alone builds and reads keys.
 */
import { type PermutedTable, permuteBits, unpermuteBits } from '../../sketch/simhash-tables.ts';

/** The tables by their letters: decisions, user keys, sketches, gram sets, fingerprints, trees, SimHash tables. */
export type Table = 'p' | 'k' | 'c' | 'g' | 'f' | 't' | 's';

const [P, C, G, F, T, S] = Buffer.from('pcgfts');

export const FORMAT_KEY: Buffer = Buffer.from('!format');
export const PARAMETERS_KEY: Buffer = Buffer.from('!parameters');
export const COUNTS_KEY: Buffer = Buffer.from('!counts');

/** Bounds of a range scan: keys from `gte` to before `lt`. */
export interface KeyRange {
  readonly gte: Buffer;
  readonly lt: Buffer;
}

/** Bytes of a key's leading part that tell which pages can be candidates of each other. */
export const FINGERPRINT_PREFIX_BYTES = 9;

/** Bytes of a tree's key before the label, and of a SimHash key before the fingerprint. */
const TREE_HEAD_BYTES = 2;
const SIMHASH_HEAD_BYTES = 2;

export function decisionKey(page: number): Buffer {
  return numbered(P, page);
}

export function sketchKey(page: number): Buffer {
  return numbered(C, page);
}

export function gramsKey(page: number): Buffer {
  return numbered(G, page);
}

/** @throws TypeError when the key has a lone surrogate, which UTF-8 cannot tell from another */
export function userKey(key: string): Buffer {
  const bytes = Buffer.from(`k${key}`);
  if (bytes.toString() !== `k${key}`) {
    throw new TypeError(`a page's key must be well-formed Unicode, got ${JSON.stringify(key)}`);
  }
  return bytes;
}

/** @param fingerprint 8 bytes */
export function fingerprintKey(fingerprint: Uint8Array, page: number): Buffer {
  const key = Buffer.allocUnsafe(13);
  key[0] = F;
  key.set(fingerprint, 1);
  key.writeUInt32BE(page, 9);
  return key;
}

/** @param label of one tree, see `forestLabels` */
export function treeKey(tree: number, label: Uint8Array, page: number): Buffer {
  const key = Buffer.allocUnsafe(TREE_HEAD_BYTES + label.length + 4);
  key[0] = T;
  key[1] = tree;
  key.set(label, TREE_HEAD_BYTES);
  key.writeUInt32BE(page, TREE_HEAD_BYTES + label.length);
  return key;
}

/** Keys of a tree whose labels begin with `prefix`. */
export function treeRange(tree: number, prefix: Uint8Array): KeyRange {
  return prefixRange(treeKey(tree, prefix, 0), TREE_HEAD_BYTES + prefix.length);
}

/**
 * @param number of the table in its design
 * @param simHash `[low, high]`, not yet permuted
 */
export function simHashKey(number: number, table: PermutedTable, simHash: Uint32Array, page: number): Buffer {
  const [low, high] = permuteBits(simHash, table);
  const key = Buffer.allocUnsafe(14);
  key[0] = S;
  key[1] = number;
  key.writeUInt32BE(high, 2);
  key.writeUInt32BE(low, 6);
  key.writeUInt32BE(page, 10);
  return key;
}

/** Keys of a SimHash table whose fingerprints have the table's key bits of `simHash`. */
export function simHashRange(number: number, table: PermutedTable, simHash: Uint32Array): KeyRange {
  return bitPrefixRange(simHashKey(number, table, simHash, 0), 8 * SIMHASH_HEAD_BYTES + table.keyBits);
}

/** Page number of a key that ends in one. */
export function pageOf(key: Uint8Array): number {
  const end = key.length;
  return ((key[end - 4] << 24) | (key[end - 3] << 16) | (key[end - 2] << 8) | key[end - 1]) >>> 0;
}

/** SimHash `[low, high]` of a SimHash key, permuted back. */
export function simHashOf(key: Uint8Array, table: PermutedTable): Uint32Array {
  const high = ((key[2] << 24) | (key[3] << 16) | (key[4] << 8) | key[5]) >>> 0;
  const low = ((key[6] << 24) | (key[7] << 16) | (key[8] << 8) | key[9]) >>> 0;
  return unpermuteBits(Uint32Array.of(low, high), table);
}

/** All keys that share the first `bytes` bytes of `key`. */
export function prefixRange(key: Buffer, bytes: number): KeyRange {
  return bitPrefixRange(key, 8 * bytes);
}

/** All keys that share the first `bits` bits of `key`. */
function bitPrefixRange(key: Buffer, bits: number): KeyRange {
  const bytes = Math.ceil(bits / 8);
  const step = 1 << (8 * bytes - bits);
  const gte = Buffer.from(key.subarray(0, bytes));
  let last = bytes - 1;
  gte[last] &= 256 - step;
  const lt = Buffer.from(gte);
  // The next prefix: carry over bytes that are full. The table's letter never is.
  if (lt[last] === 256 - step) {
    lt[last--] = 0;
    while (lt[last] === 255) lt[last--] = 0;
    lt[last]++;
  } else lt[last] += step;
  return { gte, lt };
}

/** All keys of one table, by its letter as drawn above. */
export function tableRange(table: Table): KeyRange {
  const [letter] = Buffer.from(table);
  return { gte: Buffer.of(letter), lt: Buffer.of(letter + 1) };
}

export function decisionRange(fromPage = 0): KeyRange {
  return { gte: numbered(P, fromPage), lt: Buffer.of(P + 1) };
}

export function fingerprintRange(): KeyRange {
  return tableRange('f');
}

/** User keys that begin with `prefix`. */
export function userKeyRange(prefix: string): KeyRange {
  const key = userKey(prefix);
  return prefixRange(key, key.length);
}

/** Sketches of the pages `from` to before `to`. */
export function sketchRange(from: number, to: number): KeyRange {
  return { gte: numbered(C, from), lt: numbered(C, to) };
}

function numbered(table: number, page: number): Buffer {
  const key = Buffer.allocUnsafe(5);
  key[0] = table;
  key.writeUInt32BE(page, 1);
  return key;
}
