import { hash64 } from '../../../src/grams/hash.ts';
import { splitWords } from '../../../src/text/words.ts';

/** The words of a text in UTF-16, one space between two: word i is `buffer[starts[i] .. ends[i])`. */
export interface Utf16Words {
  readonly buffer: Uint16Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** The words of a text as they were hashed before BLAKE3. */
export function utf16Words(text: string): Utf16Words {
  const { bytes, starts, count } = splitWords(text);
  const words = Array.from({ length: count }, (_, i) =>
    new TextDecoder().decode(bytes.subarray(starts[i], starts[i + 1]! - 1)),
  );
  const ends = new Uint32Array(count);
  let end = -1;
  for (const [i, word] of words.entries()) ends[i] = end += 1 + word.length;
  return {
    buffer: Uint16Array.from(words.join(' '), (unit) => unit.charCodeAt(0)),
    starts: ends.map((end, i) => end - words[i]!.length),
    ends,
  };
}

/**
 * The set of a text's q-grams, ascending and distinct, as they were hashed before BLAKE3: XXH64 of each gram's UTF-16,
 * one call a gram. The control of forging, and the yardstick of speed.
 */
export function xxh64GramSet({ buffer, starts, ends }: Utf16Words, q: number): BigUint64Array {
  const bytes = new Uint8Array(buffer.buffer);
  const grams = new BigUint64Array(starts.length === 0 ? 0 : Math.max(1, starts.length - q + 1));
  for (let i = 0; i < grams.length; i++) {
    const last = Math.min(i + q, starts.length) - 1;
    grams[i] = hash64(bytes.subarray(2 * starts[i]!, 2 * ends[last]!));
  }
  return distinct(grams.sort());
}

/** By halves, as it was then, since a BigInt is made for each number that is looked at whole. */
function distinct(ascending: BigUint64Array): BigUint64Array {
  const halves = new Uint32Array(ascending.buffer);
  let kept = Math.min(1, ascending.length);
  for (let i = 1; i < ascending.length; i++) {
    const low = halves[2 * i]!;
    const high = halves[2 * i + 1]!;
    if (low === halves[2 * kept - 2] && high === halves[2 * kept - 1]) continue;
    halves[2 * kept] = low;
    halves[2 * kept + 1] = high;
    kept++;
  }
  return ascending.slice(0, kept);
}
