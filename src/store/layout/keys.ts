/**
 * The key layout of a stored index. All numbers are big-endian, so that the order of the bytes is the order of
 * the numbers; sizes in bytes. A page number counts the decided pages from 0 and is never given twice.
 *
 * A user key is any text. An index of several crawlers uses `CRAWLER NUL UNIQUE-KEY`. A crawler's name contains no NUL,
 * so the first NUL ends it, and the pages of one crawler are those with the prefix `CRAWLER NUL`.
 *
 *     !format                                       → "neardup/3", the only value without version and checksum
 *     !parameters                                   → parameters of the index
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
 *     and for unique pages, the only ones that can be found:
 *
 *      1         16            4
 *     ┌─┬───────────────────┬─────────┐
 *     │f│ set's fingerprint │ page    │             → size of the set: equal sets are adjacent
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
 *      1         4
 *     ┌─┬─────────┐
 *     │x│ page    │                                 → text of the page, compressed, if it came with one:
 *     └─┴─────────┘                                   deleted with the page
 *
 *     and, written by later versions of this format, in the frame of all values (`codec.ts`):
 *
 *      1         8
 *     ┌─┬───────────────────┬─────────┐
 *     │h│ hash of a host    │ sub-key │             → entry about a host: stays when its pages are removed;
 *     └─┴───────────────────┴─────────┘               with hash 0, a note about all hosts, named by the sub-key
 *
 * This version only checks their checksums and copies them unread: into exports and back, and into the index that
 * this one is merged into, unless that index already has entries about the host.
 *
 *     and for pages without a verdict, which have no page number yet:
 *
 *      1
 *     ┌─┬──────────────┐
 *     │i│ user key     │                            → intent: a page whose handler is running, or that was taken for
 *     └─┴──────────────┘                              a copy of such a page, with its set; deleted with its verdict
 *
 * Only this module builds and reads keys: for all others a `Key` is opaque.
 */
import { checkString, wrongType, wrongTypeShown, wrongValue } from '../../argument-checks.ts';
import { hash64 } from '../../grams/hash.ts';
import { type PermutedTable, permuteBits, unpermuteBits } from '../../sketch/simhash-tables.ts';

declare const opaque: unique symbol;

/** A stored key: a `Buffer` that only this module reads. */
export interface Key {
  readonly [opaque]: true;
}

/** The tables, named by their content. */
export type TableName =
  | 'decisions'
  | 'keys'
  | 'sketches'
  | 'gramSets'
  | 'fingerprints'
  | 'trees'
  | 'simHashTables'
  | 'texts'
  | 'hosts'
  | 'intents';

const [P, K, C, G, F, T, S, X, H, I] = Buffer.from('pkcgftsxhi');

const LETTERS: Readonly<Record<TableName, number>> = {
  decisions: P,
  keys: K,
  sketches: C,
  gramSets: G,
  fingerprints: F,
  trees: T,
  simHashTables: S,
  texts: X,
  hosts: H,
  intents: I,
};

const TABLES: ReadonlyMap<number, TableName> = new Map(
  Object.entries(LETTERS).map(([name, letter]) => [letter, name as TableName]),
);

/** Key of the format, the first of the header. */
export const FORMAT_KEY: Key = sealed(Buffer.from('!format'));
/** Key of the parameters. */
export const PARAMETERS_KEY: Key = sealed(Buffer.from('!parameters'));
/** Key of the counts. */
export const COUNTS_KEY: Key = sealed(Buffer.from('!counts'));

/** Bounds of a range scan: keys from `gte` to before `lt`. */
export interface KeyRange {
  readonly gte: Key;
  readonly lt: Key;
}

/** Every key that an index writes. */
export const ALL_KEYS: KeyRange = { gte: sealed(Buffer.of(0)), lt: sealed(Buffer.of(255)) };

/** All keys in the store except the decisions, including keys that the index did not write. */
export const RANGES_BESIDE_DECISIONS: readonly KeyRange[] = [
  { gte: sealed(Buffer.alloc(0)), lt: sealed(Buffer.of(P)) },
  { gte: sealed(Buffer.of(P + 1)), lt: sealed(Buffer.of(255, 255, 255, 255)) },
];

/** Bytes of a page number at the end of a key. */
const PAGE_NUMBER_BYTES = 4;
const NUMBERED_BYTES = 1 + PAGE_NUMBER_BYTES;

/** Bytes of a fingerprint. */
export const FINGERPRINT_BYTES = 16;
/** Bytes of a fingerprint key before the page, of a tree key before the label, and of a SimHash key before its bits. */
const FINGERPRINT_HEAD_BYTES = 1 + FINGERPRINT_BYTES;
const TREE_HEAD_BYTES = 2;
const SIMHASH_HEAD_BYTES = 2;
const SIMHASH_KEY_BYTES = SIMHASH_HEAD_BYTES + 8 + PAGE_NUMBER_BYTES;
/** Bytes of a host's key before the sub-key. */
const HOST_HEAD_BYTES = 9;

/** Key of a page's decision. */
export function decisionKey(page: number): Key {
  return numbered(P, page);
}

/** Key of a page's sketch. */
export function sketchKey(page: number): Key {
  return numbered(C, page);
}

/** Key of a page's gram set. */
export function gramsKey(page: number): Key {
  return numbered(G, page);
}

/**
 * Key of the caller's own key.
 *
 * @throws TypeError when that has a lone surrogate, since UTF-8 maps all of these to one
 */
export function userKey(key: string): Key {
  return keyed('k', key);
}

/** Key of the intent of a caller's own key. @throws as {@link userKey} */
export function intentKey(key: string): Key {
  return keyed('i', key);
}

/** Key in the table of fingerprints. @param fingerprint 16 bytes, of `fingerprint128` */
export function fingerprintKey(fingerprint: Uint8Array, page: number): Key {
  const key = Buffer.allocUnsafe(FINGERPRINT_HEAD_BYTES + PAGE_NUMBER_BYTES);
  key[0] = F;
  key.set(fingerprint, 1);
  key.writeUInt32BE(page, FINGERPRINT_HEAD_BYTES);
  return sealed(key);
}

/** Key in a tree of the MinHash forest. @param label of that tree, see `forestLabels` */
export function treeKey(tree: number, label: Uint8Array, page: number): Key {
  const key = Buffer.allocUnsafe(TREE_HEAD_BYTES + label.length + PAGE_NUMBER_BYTES);
  key[0] = T;
  key[1] = tree;
  key.set(label, TREE_HEAD_BYTES);
  key.writeUInt32BE(page, TREE_HEAD_BYTES + label.length);
  return sealed(key);
}

/**
 * Key in a SimHash table.
 *
 * @param number of the table in its design
 * @param simHash `[low, high]`, not yet permuted
 */
export function simHashKey(number: number, table: PermutedTable, simHash: Uint32Array, page: number): Key {
  const [low, high] = permuteBits(simHash, table);
  const key = Buffer.allocUnsafe(SIMHASH_KEY_BYTES);
  key[0] = S;
  key[1] = number;
  key.writeUInt32BE(high, 2);
  key.writeUInt32BE(low, 6);
  key.writeUInt32BE(page, 10);
  return sealed(key);
}

/** Key of a page's text. */
export function textKey(page: number): Key {
  return numbered(X, page);
}

/**
 * Key of a host's entry.
 *
 * @param digits the host's hash and the sub-key in hexadecimal
 * @throws RangeError when they are not hexadecimal, or fewer than 16
 */
export function hostKey(digits: string): Key {
  const key = sealed(Buffer.from(`${H.toString(16)}${digits}`, 'hex'));
  if (tableOf(key) === 'hosts' && digitsOfHostKey(key) === digits) return key;
  throw wrongValue('host', '16 hexadecimal digits or more', digits);
}

/** Key of a note about all hosts: it has the host hash 0, which no host has. */
export function noteKey(name: string): Key {
  checkString('note', 'name', name);
  return hostKey(`${'0'.repeat(16)}${Buffer.from(name).toString('hex')}`);
}

/** Keys of the notes whose names begin with `prefix`. */
export function noteRange(prefix: string): KeyRange {
  const key = noteKey(prefix);
  return prefixRange(key, bytesOf(key).length);
}

/** The name in the key of a note. */
export function nameOfNote(key: Key): string {
  return bytesOf(key).toString('utf8', HOST_HEAD_BYTES);
}

/** The digits from which {@link hostKey} made a key. */
export function digitsOfHostKey(key: Key): string {
  return hexOfKey(key).slice(2);
}

/** A key from its bytes in a file of the store. */
export function storedKey(bytes: Buffer): Key {
  return sealed(bytes);
}

/** The table of a key; undefined for the header, and for a key that fits no table. */
export function tableOf(key: Key): TableName | undefined {
  const bytes = bytesOf(key);
  const table = TABLES.get(bytes[0]);
  return table !== undefined && hasFormOf(table, bytes.length) ? table : undefined;
}

/** Whether a key is one of the three header keys. */
export function isHeaderKey(key: Key): boolean {
  return [FORMAT_KEY, PARAMETERS_KEY, COUNTS_KEY].some((known) => bytesOf(known).equals(bytesOf(key)));
}

/** Page number of a key of any table except `keys`, `hosts` and `intents`. */
export function pageOf(key: Key): number {
  const bytes = bytesOf(key);
  const end = bytes.length;
  return ((bytes[end - 4] << 24) | (bytes[end - 3] << 16) | (bytes[end - 2] << 8) | bytes[end - 1]) >>> 0;
}

/** The caller's key from a key of the table `keys` or `intents`. */
export function textOfUserKey(key: Key): string {
  return bytesOf(key).toString('utf8', 1);
}

/** SimHash `[low, high]` of a SimHash key, permuted back. */
export function simHashOf(key: Key, table: PermutedTable): Uint32Array {
  const bytes = bytesOf(key);
  const high = ((bytes[2] << 24) | (bytes[3] << 16) | (bytes[4] << 8) | bytes[5]) >>> 0;
  const low = ((bytes[6] << 24) | (bytes[7] << 16) | (bytes[8] << 8) | bytes[9]) >>> 0;
  return unpermuteBits(Uint32Array.of(low, high), table);
}

/** The fingerprint in a key of the table `fingerprints`, 16 bytes. */
export function fingerprintOf(key: Key): Buffer {
  return bytesOf(key).subarray(1, FINGERPRINT_HEAD_BYTES);
}

/** Whether two keys of the table `fingerprints` belong to equal sets. */
export function haveSameFingerprint(x: Key, y: Key): boolean {
  const end = FINGERPRINT_HEAD_BYTES;
  return bytesOf(x).compare(bytesOf(y), 0, end, 0, end) === 0;
}

/** Whether two keys of the table `hosts` belong to one host. */
export function areOfSameHost(x: Key, y: Key): boolean {
  return bytesOf(x).compare(bytesOf(y), 0, HOST_HEAD_BYTES, 0, HOST_HEAD_BYTES) === 0;
}

/** The bytes of any key in hexadecimal: equal for equal keys. */
export function hexOfKey(key: Key): string {
  return bytesOf(key).toString('hex');
}

/** 64-bit hash of a key. */
export function hashOfKey(key: Key): bigint {
  return hash64(bytesOf(key));
}

/** All keys of one table. */
export function tableRange(table: TableName): KeyRange {
  const letter = LETTERS[table];
  return { gte: sealed(Buffer.of(letter)), lt: sealed(Buffer.of(letter + 1)) };
}

/** Keys of the decisions, starting at a page. */
export function decisionRange(fromPage = 0): KeyRange {
  return { gte: decisionKey(fromPage), lt: sealed(Buffer.of(P + 1)) };
}

/** Sketches of the pages `from` to before `to`. */
export function sketchRange(from: number, to: number): KeyRange {
  return { gte: sketchKey(from), lt: sketchKey(to) };
}

/** User keys that begin with `prefix`. */
export function userKeyRange(prefix: string): KeyRange {
  const key = userKey(prefix);
  return prefixRange(key, bytesOf(key).length);
}

/** Keys of the sets with this fingerprint, the oldest page first. */
export function sameFingerprintRange(fingerprint: Uint8Array): KeyRange {
  return prefixRange(fingerprintKey(fingerprint, 0), FINGERPRINT_HEAD_BYTES);
}

/** Keys of a tree whose labels begin with `prefix`. */
export function treeRange(tree: number, prefix: Uint8Array): KeyRange {
  return prefixRange(treeKey(tree, prefix, 0), TREE_HEAD_BYTES + prefix.length);
}

/** Keys of a SimHash table whose fingerprints have the table's key bits of `simHash`. */
export function simHashRange(number: number, table: PermutedTable, simHash: Uint32Array): KeyRange {
  return bitPrefixRange(simHashKey(number, table, simHash, 0), 8 * SIMHASH_HEAD_BYTES + table.keyBits);
}

/** Keys of the same host as a key of the table `hosts`. */
export function sameHostRange(key: Key): KeyRange {
  return prefixRange(key, HOST_HEAD_BYTES);
}

/** All keys that share the first `bytes` bytes of `key`. */
export function prefixRange(key: Key, bytes: number): KeyRange {
  return bitPrefixRange(key, 8 * bytes);
}

/** All keys that share the first `bits` bits of `key`. */
function bitPrefixRange(key: Key, bits: number): KeyRange {
  const bytes = Math.ceil(bits / 8);
  const step = 1 << (8 * bytes - bits);
  const gte = Buffer.from(bytesOf(key).subarray(0, bytes));
  let last = bytes - 1;
  gte[last] &= 256 - step;
  const lt = Buffer.from(gte);
  // The next prefix: carry over full bytes. The table's letter is never full.
  if (lt[last] === 256 - step) {
    lt[last--] = 0;
    while (lt[last] === 255) lt[last--] = 0;
    lt[last]++;
  } else lt[last] += step;
  return { gte: sealed(gte), lt: sealed(lt) };
}

/** Whether a key of this length fits a table. */
function hasFormOf(table: TableName, bytes: number): boolean {
  switch (table) {
    case 'keys':
    case 'intents':
      return true;
    case 'fingerprints':
      return bytes === FINGERPRINT_HEAD_BYTES + PAGE_NUMBER_BYTES;
    case 'trees':
      return bytes > TREE_HEAD_BYTES + PAGE_NUMBER_BYTES;
    case 'simHashTables':
      return bytes === SIMHASH_KEY_BYTES;
    case 'hosts':
      return bytes >= HOST_HEAD_BYTES;
    default:
      return bytes === NUMBERED_BYTES;
  }
}

function keyed(letter: string, key: string): Key {
  if (typeof key !== 'string') throw wrongType('key', 'a string', key);
  const bytes = Buffer.from(letter + key);
  if (bytes.toString('utf8', 1) !== key) {
    throw wrongTypeShown('key', 'a string of well-formed Unicode', key);
  }
  return sealed(bytes);
}

function numbered(letter: number, page: number): Key {
  const key = Buffer.allocUnsafe(NUMBERED_BYTES);
  key[0] = letter;
  key.writeUInt32BE(page, 1);
  return sealed(key);
}

function sealed(bytes: Buffer): Key {
  return bytes as unknown as Key;
}

function bytesOf(key: Key): Buffer {
  return key as unknown as Buffer;
}
