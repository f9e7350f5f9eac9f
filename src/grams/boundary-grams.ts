import { type GramSpec, gramSequence, splitUnits } from './grams.ts';
import { halvesOf } from './halves.ts';

/** A block of as many words is running text; a shorter one is a heading, a label or an entry of a menu. */
const fewestOfRunningText = 8;

const noBits = new Uint8Array(0);

/**
 * Which grams of a text cross from running text into a shorter block, such as a heading, or back: bit i % 8 of byte ⌊i / 8⌋ for
 * `grams[i]`, in base64; '' where none does. What stands around running text is another in another template, or version
 * of one, so that these grams say nothing of the text. A gram that also stands elsewhere is among them. Word grams alone.
 * O(bytes of the text).
 *
 * @param text one block a line
 * @param grams its set: ascending and distinct
 */
export function boundaryGrams(text: string, { unit, q }: GramSpec, grams: BigUint64Array): string {
  if (unit !== 'word' || q < 2 || grams.length === 0) return '';
  const begins = boundaries(text);
  if (begins.length === 0) return '';
  const crossing = crossingGrams(text, q, begins);
  if (crossing.length === 0) return '';
  const bits = new Uint8Array(Math.ceil(grams.length / 8));
  const [all, wanted] = [halvesOf(grams), halvesOf(crossing)];
  for (let i = 0, k = 0; i < all.length && k < wanted.length; ) {
    const order = all[i + 1] - wanted[k + 1] || all[i] - wanted[k];
    if (order === 0) bits[i >> 4] |= 1 << ((i >> 1) & 7);
    if (order <= 0) i += 2;
    else k += 2;
  }
  return Buffer.from(bits).toString('base64');
}

/** The grams of a set that do not cross, for what {@link boundaryGrams} says; the set itself where that is all. O(grams). */
export function innerGrams(grams: BigUint64Array, boundary: string): BigUint64Array {
  if (boundary === '') return grams;
  const bits = bitsOf(boundary);
  const [all, inner] = [halvesOf(grams), new BigUint64Array(grams.length)];
  const kept = halvesOf(inner);
  let length = 0;
  for (let i = 0; i < grams.length; i++) {
    if (((bits[i >> 3] >> (i & 7)) & 1) === 1) continue;
    kept[2 * length] = all[2 * i];
    kept[2 * length + 1] = all[2 * i + 1];
    length++;
  }
  return length === grams.length ? grams : inner.subarray(0, length);
}

/** How many grams cross. */
export function countBoundary(boundary: string): number {
  let count = 0;
  for (let byte of bitsOf(boundary)) for (; byte !== 0; byte &= byte - 1) count++;
  return count;
}

function bitsOf(boundary: string): Uint8Array {
  return boundary === '' ? noBits : Buffer.from(boundary, 'base64');
}

/** The words, by number, with which a block begins that is running text where the one before is not, or the reverse. */
function boundaries(text: string): number[] {
  const { starts: lines, count } = splitUnits(text, 'line');
  if (count < 2) return [];
  const ends = lines.slice();
  // lines are split into the same bytes as words
  const { starts: words, count: all } = splitUnits(text, 'word');
  const found: number[] = [];
  let wasRunning = false;
  for (let line = 0, word = 0; line < count; line++) {
    const first = word;
    while (word < all && words[word] < ends[line + 1]) word++;
    const isRunning = word - first >= fewestOfRunningText;
    if (line > 0 && isRunning !== wasRunning) found.push(first);
    wasRunning = isRunning;
  }
  return found;
}

/** The hashes of the grams over each of these words that do not begin with it, ascending. */
function crossingGrams(text: string, q: number, begins: readonly number[]): BigUint64Array {
  const units = splitUnits(text, 'word');
  const { bytes, starts, count } = units;
  /** The words around a boundary, text after text; of each gram whether it is one. */
  const parts: Uint8Array[] = [];
  const placed: number[] = [];
  const isCrossing: boolean[] = [];
  let length = 0;
  let from = 0;
  for (const begin of begins) {
    // what lies in the window of the boundary before is there already
    from = Math.max(from, begin - q + 1);
    const last = Math.min(begin - 1, count - q);
    if (last < from) continue;
    for (let word = from; word < last + q; word++) {
      placed.push(length + starts[word] - starts[from]);
      isCrossing.push(word <= last);
    }
    parts.push(bytes.subarray(starts[from], starts[last + q]));
    length += starts[last + q] - starts[from];
    from = last + 1;
  }
  if (parts.length === 0) return new BigUint64Array(0);
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  placed.push(length);
  const around = { ...units, bytes: joined, starts: Uint32Array.from(placed), count: placed.length - 1 };
  const sequence = gramSequence(around, q);
  return sequence.filter((_, i) => isCrossing[i]).sort();
}
