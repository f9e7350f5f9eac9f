import { hash64 } from '../../../src/grams/hash.ts';
import { splitWords } from '../../../src/text/words.ts';

/** The words of a text in UTF-16, one space between two: word i is `buffer[starts[i] .. ends[i])`. */
export interface Utf16Words {
  readonly buffer: Uint16Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** The words of a text as neardup 0.1 had them. */
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
 * The set of a text's q-grams, ascending and distinct, as neardup 0.1 hashed them: XXH64 of each gram's UTF-16, one
 * call a gram. The control of forging, and the yardstick of speed.
 */
export function xxh64GramSet({ buffer, starts, ends }: Utf16Words, q: number): BigUint64Array {
  const bytes = new Uint8Array(buffer.buffer);
  const grams = new BigUint64Array(starts.length === 0 ? 0 : Math.max(1, starts.length - q + 1));
  for (let i = 0; i < grams.length; i++) {
    const last = Math.min(i + q, starts.length) - 1;
    grams[i] = hash64(bytes.subarray(2 * starts[i]!, 2 * ends[last]!));
  }
  grams.sort();
  return grams.filter((gram, i) => i === 0 || gram !== grams[i - 1]);
}
