/**
 * The key layout of a stored index. All numbers are big-endian, so that the order of the bytes is the order of
 * the numbers; sizes in bytes. A page number counts the decided pages from 0 and is never given twice.
 *
 *     !format                                       → "neardup/1", the only value without version and checksum
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
 *     and for unique pages, which alone can be found:
 *
 *     ┌─┬─────────┐
 *     │c│ page    │                                 → sketch
 *     │g│ page    │                                 → gram set
 *     └─┴─────────┘
 *      1         8             4
 *     ┌─┬───────────────────┬─────────┐
 *     │f│ set's fingerprint │ page    │             → size of the set: equal sets stand together
 *     └─┴───────────────────┴─────────┘
 *      1 1        4         4
 *     ┌─┬─┬─────────────┬─────────┐
 *     │m│b│ band's hash │ page    │                 → nothing: band b of the MinHash sketch
 *     └─┴─┴─────────────┴─────────┘
 *      1 1          8              4
 *     ┌─┬─┬───────────────────┬─────────┐
 *     │s│t│ permuted simhash  │ page    │           → nothing: SimHash table t, its 16-bit block first
 *     └─┴─┴───────────────────┴─────────┘
 *
 * This module alone builds and reads keys.
 */
import { permute } from '../sketch/simhash.ts';

const [P, C, G, F, M, S] = Buffer.from('pcgfms');

export const FORMAT_KEY: Buffer = Buffer.from('!format');
export const PARAMETERS_KEY: Buffer = Buffer.from('!parameters');
export const COUNTS_KEY: Buffer = Buffer.from('!counts');

/** Bounds of a range scan: keys from `gte` to before `lt`. */
export interface KeyRange {
  readonly gte: Buffer;
  readonly lt: Buffer;
}

/** Bytes of a key's leading part that tell which pages can be candidates of each other. */
export const FINGERPRINT_PREFIX = 9;
export const BAND_PREFIX = 6;
export const SIMHASH_PREFIX = 4;

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

/** @param hash 32 bits */
export function bandKey(band: number, hash: number, page: number): Buffer {
  const key = Buffer.allocUnsafe(10);
  key[0] = M;
  key[1] = band;
  key.writeUInt32BE(hash, 2);
  key.writeUInt32BE(page, 6);
  return key;
}

/** @param simHash `[low, high]`, not yet permuted */
export function simHashKey(table: number, simHash: Uint32Array, page: number): Buffer {
  const [low, high] = permute(simHash, table);
  const key = Buffer.allocUnsafe(14);
  key[0] = S;
  key[1] = table;
  key.writeUInt32BE(high, 2);
  key.writeUInt32BE(low, 6);
  key.writeUInt32BE(page, 10);
  return key;
}

/** Page number of a key that ends in one. */
export function pageOf(key: Uint8Array): number {
  const end = key.length;
  return ((key[end - 4] << 24) | (key[end - 3] << 16) | (key[end - 2] << 8) | key[end - 1]) >>> 0;
}

/** SimHash `[low, high]` of a SimHash key, permuted back. */
export function simHashOf(key: Uint8Array): Uint32Array {
  const high = ((key[2] << 24) | (key[3] << 16) | (key[4] << 8) | key[5]) >>> 0;
  const low = ((key[6] << 24) | (key[7] << 16) | (key[8] << 8) | key[9]) >>> 0;
  return permute(Uint32Array.of(low, high), (4 - key[1]) % 4);
}

/** All keys that share the first `bytes` bytes of `key`. */
export function prefixRange(key: Buffer, bytes: number): KeyRange {
  const gte = key.subarray(0, bytes);
  const lt = Buffer.from(gte);
  // The next prefix: carry over bytes that are full. The table's letter never is.
  let last = bytes - 1;
  while (lt[last] === 255) lt[last--] = 0;
  lt[last]++;
  return { gte, lt };
}

export function decisionRange(fromPage = 0): KeyRange {
  return { gte: numbered(P, fromPage), lt: Buffer.of(P + 1) };
}

export function fingerprintRange(): KeyRange {
  return { gte: Buffer.of(F), lt: Buffer.of(F + 1) };
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
