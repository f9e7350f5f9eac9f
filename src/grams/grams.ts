import type { Units } from '../text/words.ts';
import { splitCharacters, splitLines, splitSentences, splitWords } from '../text/words.ts';
import { hash64 } from './hash.ts';

/** What a q-gram is made of: `q` consecutive units of a text. */
export interface GramSpec {
  readonly unit: 'word' | 'char' | 'line' | 'sentence';
  /** At least 1. */
  readonly q: number;
}

/** Word 4-grams: the project's default, and the "shingles" of Broder (1997). */
export const wordFourGrams: GramSpec = { unit: 'word', q: 4 };

const splitters = {
  word: splitWords,
  char: splitCharacters,
  line: splitLines,
  sentence: splitSentences,
} satisfies Record<GramSpec['unit'], (text: string) => Units>;

/**
 * Reads `word:4`, `char:Q`, `line:Q` or `sentence:Q`.
 *
 * @throws RangeError that says what was expected.
 */
export function parseGramSpec(text: string): GramSpec {
  const [, unit, q] = /^(word|char|line|sentence):([1-9]\d{0,2})$/.exec(text) ?? [];
  if (unit === undefined) {
    throw new RangeError(
      `gram: expected word:Q, char:Q, line:Q or sentence:Q with Q from 1 to 999, such as word:4; got ${JSON.stringify(text)}`,
    );
  }
  return { unit: unit as GramSpec['unit'], q: Number(q) };
}

/** What {@link parseGramSpec} reads: `word:4`. */
export function gramName({ unit, q }: GramSpec): string {
  return `${unit}:${q}`;
}

/**
 * The set of a text's q-grams as 64-bit hashes, ascending and distinct: the "shingling" of Broder (1997).
 *
 * A text of fewer than q units has one gram, all of its units; a text of none has the empty set. With
 * `multiset` the k-th occurrence of a gram is an element of its own (Xiao et al., WWW 2008, §2.1).
 * O(n log n) for n units.
 */
export function gramSet(text: string, spec: GramSpec = wordFourGrams, multiset = false): BigUint64Array {
  return gramSetOf(splitUnits(text, spec.unit), spec.q, multiset);
}

/** {@link gramSet} of a text that is split already. */
export function gramSetOf(units: Units, q: number, multiset = false): BigUint64Array {
  const grams = gramSequence(units, q).sort();
  if (multiset) {
    numberOccurrences(grams);
    grams.sort();
  }
  return distinct(grams);
}

/** The set of a text's q-grams, ascending and distinct, and how often each occurs. O(n log n) for n units. */
export function countedGramSet(units: Units, q: number): { grams: BigUint64Array; counts: Uint32Array } {
  const all = gramSequence(units, q).sort();
  const grams = distinct(all.slice());
  const counts = new Uint32Array(grams.length);
  const halves = new Uint32Array(all.buffer);
  const distinctHalves = new Uint32Array(grams.buffer);
  for (let i = 0, k = 0; i < all.length; i++) {
    if (halves[2 * i] !== distinctHalves[2 * k] || halves[2 * i + 1] !== distinctHalves[2 * k + 1]) k++;
    counts[k]++;
  }
  return { grams, counts };
}

/** The q-grams of a text as 64-bit hashes, in the order of the text: gram i begins with unit i. O(n). */
export function gramSequence(units: Units, q: number): BigUint64Array {
  const { buffer, starts, ends, count } = units;
  if (count === 0) return new BigUint64Array(0);
  const bytes = new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const grams = new BigUint64Array(Math.max(1, count - q + 1));
  for (let i = 0; i < grams.length; i++) {
    const last = Math.min(i + q, count) - 1;
    grams[i] = hash64(bytes.subarray(2 * starts[i], 2 * ends[last]));
  }
  return grams;
}

/** The units of a text, for a gram's kind of unit. */
export function splitUnits(text: string, unit: GramSpec['unit']): Units {
  return splitters[unit](text);
}

/** Gives the second, third, … occurrence of each value of an ascending array a hash of its own, in place. */
function numberOccurrences(grams: BigUint64Array): void {
  const gram = new BigUint64Array(1);
  const bytes = new Uint8Array(gram.buffer);
  let occurrence = 0n;
  for (let i = 0; i < grams.length; i++) {
    if (i > 0 && grams[i] === gram[0]) {
      occurrence++;
      grams[i] = hash64(bytes, occurrence);
    } else {
      gram[0] = grams[i];
      occurrence = 0n;
    }
  }
}

/** Drops repeats from an ascending array; shares its memory when there are none. */
function distinct(ascending: BigUint64Array): BigUint64Array {
  if (ascending.length === 0) return ascending;
  const halves = new Uint32Array(ascending.buffer, ascending.byteOffset, 2 * ascending.length);
  let kept = 1;
  for (let i = 1; i < ascending.length; i++) {
    const low = halves[2 * i];
    const high = halves[2 * i + 1];
    if (low === halves[2 * kept - 2] && high === halves[2 * kept - 1]) continue;
    halves[2 * kept] = low;
    halves[2 * kept + 1] = high;
    kept++;
  }
  return kept === ascending.length ? ascending : ascending.slice(0, kept);
}
