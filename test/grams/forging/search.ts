import { gramSequence } from '../../../src/grams/grams.ts';
import type { Units } from '../../../src/text/words.ts';

/** How a search varies the grams that it tries: all words drawn at random, or one long word that counts up. */
export type Variation = 'random words' | 'counting';

const batchUnits = 1 << 16;
const wordLetters = 7;
const countingLetters = 31;

/**
 * Tries `count` grams against the grams of a victim, one compression each.
 *
 * @param victim ascending and distinct
 * @returns at b, how many of those tried share their first b bits, or more, with a gram of the victim; b ≤ 64
 */
export function searchHits(
  victim: BigUint64Array,
  count: number,
  variation: Variation,
  seed: number,
): Float64Array {
  const isFirstHalf = firstHalves(victim);
  const exactly = new Float64Array(65);
  const fill = variation === 'counting' ? countingWords(seed) : randomWords(seed);
  for (let left = count; left > 0; ) {
    const { units, q } = fill();
    const grams = gramSequence(units, q);
    const tried = Math.min(left, grams.length);
    const halves = new Uint32Array(grams.buffer);
    for (let i = 0; i < tried; i++) {
      const half = halves[2 * i + 1]! >>> 16;
      if (isFirstHalf[half] === 1) exactly[sharedBits(victim, grams[i]!)]++;
      else exactly[0]++;
    }
    left -= tried;
  }
  for (let bits = 63; bits >= 0; bits--) exactly[bits] += exactly[bits + 1]!;
  return exactly;
}

/** How many of `count` hashes are expected to share their first `bits` bits with one of the victim's, by chance. */
export function expectedHits(victim: BigUint64Array, count: number, bits: number): number {
  const prefixes = new Set(Array.from(victim, (gram) => gram >> BigInt(64 - bits)));
  return (count * prefixes.size) / 2 ** bits;
}

/** The fewest bits that are counted: the search passes quickly over grams that share fewer. */
export const fewestBits = 16;

function firstHalves(victim: BigUint64Array): Uint8Array {
  const is = new Uint8Array(1 << fewestBits);
  for (const gram of victim) is[Number(gram >> BigInt(64 - fewestBits))] = 1;
  return is;
}

/** Most leading bits that a gram shares with one of the victim's. */
function sharedBits(victim: BigUint64Array, gram: bigint): number {
  let most = 0;
  for (const other of victim) {
    const difference = (gram ^ other).toString(2);
    most = Math.max(most, gram === other ? 64 : 64 - difference.length);
  }
  return most;
}

interface Batch {
  readonly units: Units;
  readonly q: number;
}

function randomWords(seed: number): () => Batch {
  const bytes = new Uint8Array(batchUnits * (wordLetters + 1)).fill(0x20);
  const units = {
    unit: 'word',
    bytes,
    count: batchUnits,
    lines: new Uint32Array(0),
    gap: 1,
    starts: evenStarts(wordLetters),
  } as const;
  // xorshift32 (Marsaglia 2003): any nonzero state
  let state = seed | 1;
  return () => {
    for (let at = 0; at < bytes.length; at += wordLetters + 1) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      for (let k = 0; k < wordLetters; k++) bytes[at + k] = 97 + ((state >>> (4 * k)) & 15);
    }
    return { units, q: 4 };
  };
}

function countingWords(seed: number): () => Batch {
  const bytes = new Uint8Array(batchUnits * (countingLetters + 1)).fill(0x61);
  for (let end = countingLetters; end < bytes.length; end += countingLetters + 1) bytes[end] = 0x20;
  const units = {
    unit: 'word',
    bytes,
    count: batchUnits,
    lines: new Uint32Array(0),
    gap: 1,
    starts: evenStarts(countingLetters),
  } as const;
  let next = seed * 2 ** 40;
  return () => {
    for (let end = countingLetters; end < bytes.length; end += countingLetters + 1) {
      let value = next++;
      for (let at = end - 1; value > 0; at--) {
        bytes[at] = 97 + (value % 16);
        value = Math.floor(value / 16);
      }
    }
    return { units, q: 1 };
  };
}

function evenStarts(letters: number): Uint32Array {
  return Uint32Array.from({ length: batchUnits + 1 }, (_, i) => i * (letters + 1));
}
