import { ascending, numbersWhere, radixSort } from './counting-sort.ts';
import { fingerprint128 } from './fingerprint.ts';

/** Gram sets by number from 0, wherever they lie. */
export interface GramSets {
  readonly length: number;
  /** Number of grams of a set. */
  sizeOf(set: number): number;
  /** 32 bits of a fingerprint of the set: the same for equal sets. */
  hashOf(set: number): number;
  /** Puts a set, ascending and distinct, at the beginning of `into`. */
  read(set: number, into: BigUint64Array): void;
  /** What {@link firstEqualOf} says of these sets, where they know it for less. */
  firstEqual?(): Uint32Array;
}

/** A set of its own array. */
export function gramsOf(sets: GramSets, set: number): BigUint64Array {
  const grams = new BigUint64Array(sets.sizeOf(set));
  sets.read(set, grams);
  return grams;
}

/** Reads sets one after the other into the same memory: each lasts until the next is read. */
export function gramReader(sets: GramSets): (set: number) => BigUint64Array {
  let room = new BigUint64Array(1 << 10);
  return (set) => {
    const size = sets.sizeOf(set);
    if (size > room.length) room = new BigUint64Array(2 * size);
    sets.read(set, room);
    return room.subarray(0, size);
  };
}

/** What {@link GramSets.hashOf} says of a set. */
export function setHash(grams: BigUint64Array): number {
  const bytes = fingerprint128(grams);
  return new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true);
}

/**
 * For each set the first one equal to it; itself where none before is. Reads only sets that share a hash. Memory: 4 bytes a
 * set, 20 while they are sorted.
 *
 * @param knownFirst of a set an earlier one that is known to be equal, of which none is known itself; −1 where there is none
 */
export function firstEqualOf(sets: GramSets, knownFirst: (set: number) => number = () => -1): Uint32Array {
  const hashes = new Uint32Array(sets.length);
  for (let set = 0; set < sets.length; set++) hashes[set] = sets.hashOf(set);
  const order = radixSort(
    numbersWhere(sets.length, (set) => knownFirst(set) < 0),
    hashes,
  );
  const firstOf = ascending(sets.length);
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && hashes[order[to]] === hashes[order[from]]) to++;
    if (to - from > 1) linkEqual(sets, order.subarray(from, to), firstOf);
  }
  for (let set = 0; set < firstOf.length; set++) {
    const known = knownFirst(set);
    if (known >= 0) firstOf[set] = firstOf[known];
  }
  return firstOf;
}

/** Among sets of one hash, which are mostly equal. */
function linkEqual(sets: GramSets, alike: Uint32Array, firstOf: Uint32Array): void {
  const firsts: { readonly set: number; readonly bytes: Buffer }[] = [];
  for (const set of alike) {
    const { buffer } = gramsOf(sets, set);
    const bytes = Buffer.from(buffer);
    const first = firsts.find((other) => other.bytes.equals(bytes));
    if (first === undefined) firsts.push({ set, bytes });
    else firstOf[set] = first.set;
  }
}
