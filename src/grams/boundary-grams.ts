import type { Units } from '../text/words.ts';
import { crossingGramSet, gramSetOf } from './gram-kernel.ts';
import { halvesOf } from './halves.ts';

/** Fewest words of a block of running text; a shorter block is a heading, a label or a menu entry. */
const fewestOfRunningText = 8;
/** Most words of adjacent shorter blocks that count as an insert next to running text; more are a list or code. */
const mostOfInsert = 24;

/**
 * Longest grams that are marked, in words. They reach this far to both sides of a boundary: on a short page, all longer
 * grams would cross.
 */
const mostWords = 16;

const noBits = new Uint8Array(0);

/** A gram set, and which of its grams cross. */
export interface BoundedGrams {
  /** Ascending and distinct. */
  readonly grams: BigUint64Array;
  /** Bit i % 8 of byte ⌊i / 8⌋ for `grams[i]`, in base64; '' if no gram crosses. */
  readonly boundary: string;
}

/**
 * The set of a text's q-grams (`gramSet`), and which of them cross a boundary. A boundary is between running text and a
 * shorter block, such as a heading, or between shorter blocks next to running text that have up to 24 words together,
 * such as a heading and an author. The surroundings of running text change with the template or its version, so these
 * grams say nothing about the text. A gram is marked even if it also occurs elsewhere. Only grams of 2 to 16 words are
 * marked. O(bytes of the text · q).
 *
 * @param units of a text with one block per line
 */
export function boundedGrams(units: Units, q: number, multiset = false): BoundedGrams {
  const isTold = units.unit === 'word' && q >= 2 && q <= mostWords && q <= units.count;
  const boundaries = isTold ? boundariesOf(units) : [];
  if (boundaries.length === 0) return { grams: gramSetOf(units, q, multiset), boundary: '' };
  const { grams, bits } = crossingGramSet(units, q, multiset, Uint32Array.from(boundaries));
  return { grams, boundary: Buffer.from(bits.buffer).toString('base64') };
}

/**
 * The first words of lines at which running text begins or ends, and of the lines of inserts; none if no line is
 * running text.
 */
function boundariesOf({ lines, count }: Units): number[] {
  const boundaries: number[] = [];
  /** First words of the adjacent shorter lines so far. */
  let shorter: number[] = [];
  let hasRunning = false;
  const endInsert = (end: number): void => {
    if (shorter.length === 0) return;
    const isInsert = end - shorter[0] <= mostOfInsert;
    for (const first of isInsert ? shorter : [shorter[0]]) if (first > 0) boundaries.push(first);
    if (end < count) boundaries.push(end);
    shorter = [];
  };
  let first = 0;
  for (let line = 0; line <= lines.length; line++) {
    const next = line < lines.length ? lines[line] : count;
    if (next - first < fewestOfRunningText) shorter.push(first);
    else {
      hasRunning = true;
      endInsert(first);
    }
    first = next;
  }
  endInsert(count);
  return hasRunning ? boundaries : [];
}

/**
 * The grams of a set that do not cross, by `boundary` of {@link boundedGrams}; the set itself if none cross. O(grams).
 */
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
