import { hash64 } from '../../../src/grams/hash.ts';
import { classOf, foldOf, LETTER } from '../../../src/text/characters.ts';

const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;

/** Code units of the last eight bytes, which are solved for. */
const LANE_UNITS = 4;
/** A tail lane of its own follows the stripes unless the length is a multiple of theirs. */
const STRIPE_UNITS = 16;
const FREE_LETTERS = 5;

/**
 * Words whose q-grams have the wanted hashes, in their order, under XXH64 of UTF-16: `wanted.length + q − 1` words.
 *
 * The last eight bytes that XXH64 reads can be solved for any hash. A word is some letters of free choice and the
 * four that are solved for; the free ones are drawn again until all four are letters that words keep as they are,
 * which one draw in some hundred gives.
 *
 * @param random numbers in [0, 1)
 */
export function forgeWords(wanted: BigUint64Array, q: number, random: () => number): string[] {
  const words = Array.from({ length: q - 1 }, () => letters(FREE_LETTERS, random));
  for (const hash of wanted) {
    const before = words.slice(words.length - q + 1).map((word) => `${word} `);
    words.push(solvedWord(before.join(''), hash, random));
  }
  return words;
}

/**
 * Gram sets of `size` grams without a gram in common with the first, whose XXH64 over their bytes is the same.
 *
 * @param size not a multiple of 4: the last gram is then a lane that XXH64 reads alone
 * @param random numbers in [0, 1)
 */
export function setsOfOneXxh64(count: number, size: number, random: () => number): BigUint64Array[] {
  const first = smallGrams(size, random);
  const hash = hash64(bytesOf(first));
  const sets = [first];
  while (sets.length < count) {
    const set = smallGrams(size, random);
    set[size - 1] = solvedLane(bytesOf(set.subarray(0, size - 1)), hash);
    if (set[size - 1]! > set[size - 2]! && set.every((gram) => !first.includes(gram))) sets.push(set);
  }
  return sets;
}

/** Ascending grams below 2⁴⁰, so that nearly every number is above them. */
function smallGrams(size: number, random: () => number): BigUint64Array {
  const grams = new Set<bigint>();
  while (grams.size < size) grams.add(BigInt(Math.floor(random() * 2 ** 40)));
  return BigUint64Array.from(grams).sort();
}

function bytesOf({ buffer, byteOffset, byteLength }: BigUint64Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function solvedWord(before: string, hash: bigint, random: () => number): string {
  let free = FREE_LETTERS;
  while (!isTail(before.length + free + LANE_UNITS)) free++;
  for (;;) {
    const word = letters(free, random);
    const lane = solvedLane(Buffer.from(before + word, 'utf16le'), hash);
    const solved = [0n, 16n, 32n, 48n].map((shift) => Number((lane >> shift) & 0xffffn));
    if (solved.every((unit) => keptUnits()[unit] === 1)) return word + String.fromCharCode(...solved);
  }
}

/** Whether a text of so many code units ends with a lane that is read alone, last of all. */
function isTail(units: number): boolean {
  return units % LANE_UNITS === 0 && units % STRIPE_UNITS !== 0;
}

/** The eight bytes that give `bytes`, followed by them, the wanted hash. */
function solvedLane(bytes: Buffer, hash: bigint): bigint {
  let mixed = hash;
  mixed = unshift(mixed, 32n);
  mixed = unshift(u64(mixed * inverse(P3)), 29n);
  mixed = unshift(u64(mixed * inverse(P2)), 33n);
  const round = rotate(u64((mixed - P4) * inverse(P1)), 64n - 27n) ^ stateAfter(bytes);
  return u64(rotate(u64(round * inverse(P1)), 64n - 31n) * inverse(P2));
}

/** XXH64's state, seed 0, before its last lane: `bytes` and eight more are the input. */
function stateAfter(bytes: Buffer): bigint {
  const length = bytes.length + 8;
  let at = 0;
  let state = P5;
  if (length >= 32) {
    const lanes = [u64(P1 + P2), P2, 0n, u64(-P1)];
    for (; at + 32 <= length; at += 32) {
      for (let i = 0; i < 4; i++) lanes[i] = round(lanes[i]!, bytes.readBigUInt64LE(at + 8 * i));
    }
    const [a, b, c, d] = lanes as [bigint, bigint, bigint, bigint];
    state = u64(rotate(a, 1n) + rotate(b, 7n) + rotate(c, 12n) + rotate(d, 18n));
    for (const lane of lanes) state = u64((state ^ round(0n, lane)) * P1 + P4);
  }
  state = u64(state + BigInt(length));
  for (; at < bytes.length; at += 8) {
    state = u64(rotate(state ^ round(0n, bytes.readBigUInt64LE(at)), 27n) * P1 + P4);
  }
  return state;
}

function round(lane: bigint, word: bigint): bigint {
  return u64(rotate(u64(lane + word * P2), 31n) * P1);
}

function rotate(value: bigint, bits: bigint): bigint {
  return u64(value << bits) | (value >> (64n - bits));
}

function u64(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

/** x, from `x ^ (x >> bits)`; bits ≥ 22. */
function unshift(value: bigint, bits: bigint): bigint {
  return value ^ (value >> bits) ^ (value >> (2n * bits));
}

/** Of an odd number, modulo 2⁶⁴; each step doubles the bits that are right. */
function inverse(odd: bigint): bigint {
  let guess = odd;
  for (let i = 0; i < 6; i++) guess = u64(guess * (2n - odd * guess));
  return guess;
}

let kept: Uint8Array | undefined;

/** 1 for every code unit that stays as it is within a word (Uint8Array(65536)). */
function keptUnits(): Uint8Array {
  kept ??= Uint8Array.from({ length: 0x10000 }, (_, unit) =>
    classOf(unit) === LETTER && foldOf(unit) === String.fromCharCode(unit) ? 1 : 0,
  );
  return kept;
}

function letters(count: number, random: () => number): string {
  return String.fromCharCode(...Array.from({ length: count }, () => 97 + Math.floor(26 * random())));
}
