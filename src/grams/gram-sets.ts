import { ascending, numbersWhere, radixSort } from './counting-sort.ts';
import { fingerprint128 } from './fingerprint.ts';

/** Gram sets with numbers from 0, wherever they are stored. */
export interface GramSets {
  readonly length: number;
  /** Number of grams of a set. */
  sizeOf(set: number): number;
  /** One of the four words of a set's {@link fingerprintWords}; by default the first. */
  hashOf(set: number, word?: number): number;
  /** Writes a set, ascending and distinct, to the beginning of `into`, or as much of the set as fits. */
  read(set: number, into: BigUint64Array): void;
  /** The result of {@link firstEqualOf} for these sets, if there is a cheaper way to it. */
  firstEqual?(): Uint32Array;
}

/** A set in a new array. */
export function gramsOf(sets: GramSets, set: number): BigUint64Array {
  const grams = new BigUint64Array(sets.sizeOf(set));
  sets.read(set, grams);
  return grams;
}

/** Reads sets into the same memory in turn: each set is valid until the next is read. */
export function gramReader(sets: Pick<GramSets, 'sizeOf' | 'read'>): (set: number) => BigUint64Array {
  let room = new BigUint64Array(1 << 10);
  return (set) => {
    const size = sets.sizeOf(set);
    if (size > room.length) room = new BigUint64Array(2 * size);
    sets.read(set, room);
    return room.subarray(0, size);
  };
}

/** The 128-bit fingerprint of a set in four words: the same for equal sets, and practically never for others. */
export function fingerprintWords(grams: BigUint64Array): Uint32Array {
  const { buffer, byteOffset } = fingerprint128(grams);
  return new Uint32Array(buffer, byteOffset, wordNumbers.length);
}

const wordNumbers = [0, 1, 2, 3];

/**
 * For each set the first set with the same fingerprint, or itself. Reads no set: equal sets may be anywhere on a disk.
 * Memory: 4 bytes a set, 12 while sets are sorted, and 32 for each set that shares the first word of its fingerprint.
 *
 * @param knownFirst returns an earlier set known to be equal, for which it returns −1 itself; −1 if there is none
 */
export function firstEqualOf(sets: GramSets, knownFirst: (set: number) => number = () => -1): Uint32Array {
  const alike = sharingWord(sets, knownFirst);
  const words = wordNumbers.map((word) => alike.map((set) => sets.hashOf(set, word)));
  const order = words.reduce((order, word) => radixSort(order, word), ascending(alike.length));
  const firstOf = ascending(sets.length);
  for (let i = 1, first = 0; i < order.length; i++) {
    if (words.some((word) => word[order[i]] !== word[order[first]])) first = i;
    else firstOf[alike[order[i]]] = alike[order[first]];
  }
  for (let set = 0; set < firstOf.length; set++) {
    const known = knownFirst(set);
    if (known >= 0) firstOf[set] = firstOf[known];
  }
  return firstOf;
}

/** Sets without a known equal set whose fingerprint shares its first word with another such set's, ascending. */
function sharingWord(sets: GramSets, knownFirst: (set: number) => number): Uint32Array {
  const hashes = new Uint32Array(sets.length);
  for (let set = 0; set < sets.length; set++) hashes[set] = sets.hashOf(set);
  const order = radixSort(
    numbersWhere(sets.length, (set) => knownFirst(set) < 0),
    hashes,
  );
  const isAt = (i: number, hash: number): boolean => i >= 0 && i < order.length && hashes[order[i]] === hash;
  return numbersWhere(order.length, (i) => isAt(i - 1, hashes[order[i]]) || isAt(i + 1, hashes[order[i]]))
    .map((i) => order[i])
    .sort();
}
