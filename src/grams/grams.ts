import { checkString, wrongValue } from '../argument-checks.ts';
import { splitUnits, type Unit, unitKinds } from '../text/words.ts';
import { gramSetOf } from './gram-kernel.ts';

export { splitUnits } from '../text/words.ts';
export { countedGramSet, gramSequence, gramSetOf } from './gram-kernel.ts';

/** What a q-gram is made of: `q` consecutive units of a text. */
export interface GramSpec {
  readonly unit: Unit;
  /** At least 1. */
  readonly q: number;
}

/** Word 4-grams: the project's default, and the "shingles" of Broder (1997). */
export const wordFourGrams: GramSpec = { unit: 'word', q: 4 };

/**
 * Reads `word:4`, `char:Q`, `line:Q` or `sentence:Q`.
 *
 * @throws RangeError that says what was expected.
 */
export function parseGramSpec(text: string): GramSpec {
  checkString('parseGramSpec', 'gram', text);
  const [, unit, q] = /^(word|char|line|sentence):([1-9]\d{0,2})$/.exec(text) ?? [];
  if (unit === undefined) {
    throw wrongValue(
      'gram',
      'word:Q, char:Q, line:Q or sentence:Q with Q from 1 to 999, such as word:4',
      text,
    );
  }
  return { unit: unit as GramSpec['unit'], q: Number(q) };
}

/**
 * Throws a RangeError for what is no {@link GramSpec}, such as its name: an index takes a spec by its name, so that is a likely
 * mistake.
 */
export function checkGramSpec(spec: GramSpec): void {
  const { unit, q } = Object(spec) as Partial<GramSpec>;
  if (unitKinds.some((each) => each === unit) && Number.isInteger(q) && q! >= 1) return;
  throw wrongValue(
    'gram',
    `{ unit, q } with a unit of ${unitKinds.join(', ')} and a whole number q from 1, as parseGramSpec('word:4') returns`,
    spec,
  );
}

/** The name of a spec, such as `word:4`, which {@link parseGramSpec} reads. */
export function gramName({ unit, q }: GramSpec): string {
  return `${unit}:${q}`;
}

/**
 * The set of a text's q-grams as 64-bit hashes, ascending and distinct: the "shingling" of Broder (1997).
 *
 * A gram's hash is the first eight bytes, little-endian, of the BLAKE3 of its encoding: a letter for the kind of
 * unit (`w`, `c`, `l` or `s`), then the units in UTF-8, one space between words, one line feed between lines and
 * between sentences, nothing between characters. No two grams share an encoding, and text with a given hash can be
 * found only by trial. "Exact" in this project means exact over these hashes: among 10⁸ distinct grams, 0.0003 pairs
 * are expected to share a hash.
 *
 * A text of fewer than q units has one gram, all of its units; a text without units has the empty set. With
 * `multiset`, the k-th occurrence of a gram is an element of its own (Xiao et al., WWW 2008, §2.1): from the second
 * on, the hash of `#`, the gram's hash in 8 bytes and k in 4, little-endian. O(bytes of the text · q).
 *
 * @throws RangeError for what is no spec
 */
export function gramSet(text: string, spec: GramSpec = wordFourGrams, multiset = false): BigUint64Array {
  checkString('gramSet', 'text', text);
  checkGramSpec(spec);
  return gramSetOf(splitUnits(text, spec.unit), spec.q, multiset);
}
