import { unspaced } from './unspaced.ts';

/** Letter, number or `_`. */
export const LETTER = 0;
/** Separates words. */
const SEPARATOR = 1;
/** Dropped without separating: format characters and all other invisible ones, such as variation selectors. */
const IGNORED = 2;
/** Combining mark: belongs to the character before it. */
export const MARK = 3;
/** Letter of a script without spaces: a word of its own. */
export const SINGLE = 4;
/** Bit: NFKC may change this character, or join it with the one before. */
export const COMPATIBLE = 8;

const letter = /^[\p{L}\p{N}_]$/u;
const mark = /^\p{M}$/u;
const ignorable = /^[\p{Cf}\p{Default_Ignorable_Code_Point}]$/u;
const unspacedOnly = new RegExp(`^${unspaced}$`, 'u');
const decimal = /^\p{Nd}$/u;

const zeroWidthSpace = 0x200b;
const dotlessI = 0x131;
/** The one mark whose case fold is a letter. */
const iotaSubscript = 0x345;

/** Class of a code point, one of those above. A lone surrogate separates. */
export function classOf(codePoint: number): number {
  if (codePoint >= 0xd800 && codePoint < 0xe000) return SEPARATOR;
  const character = String.fromCodePoint(codePoint);
  if (ignorable.test(character)) return codePoint === zeroWidthSpace ? SEPARATOR : IGNORED;
  if (mark.test(character)) return MARK | COMPATIBLE;
  const normalised = character.normalize('NFKC');
  if (normalised !== character) {
    // What becomes only separators, such as the no-break space, separates without the detour.
    return /[\p{L}\p{M}\p{N}_\p{Cf}]/u.test(normalised)
      ? classOfNormalised(character) | COMPATIBLE
      : SEPARATOR;
  }
  return classOfNormalised(character) | (isJamo(codePoint) ? COMPATIBLE : 0);
}

function classOfNormalised(character: string): number {
  if (letter.test(character)) {
    return unspacedOnly.test(character) && !decimal.test(character) ? SINGLE : LETTER;
  }
  return SEPARATOR;
}

/** Vowels and final consonants that NFKC joins with the Hangul letter before them. */
function isJamo(codePoint: number): boolean {
  return codePoint >= 0x1160 && codePoint <= 0x11ff;
}

const folds = new Map<number, string>();

/**
 * Case fold of a character: lower case of upper case of lower case, which puts `ẞ ß SS`, `ſ s` and `ς σ Σ`
 * together as Unicode's full case folding does, and the dotless `ı` with itself only.
 */
export function foldOf(codePoint: number): string {
  const known = folds.get(codePoint);
  if (known !== undefined) return known;
  const character = String.fromCodePoint(codePoint);
  if (codePoint === dotlessI) return character;
  const upper = character.toLowerCase().toUpperCase();
  // One character at a time: within a word, the lower case of Σ depends on its place.
  let fold = '';
  for (const each of upper) fold += each.toLowerCase();
  // Some thousand characters are cased. This makes reading a text of only long folds ten times faster.
  if (fold !== character) folds.set(codePoint, fold);
  return fold;
}

/** What a word contains for a character of a class other than SEPARATOR and IGNORED, in a text in NFKC. */
export function writtenOf(codePoint: number, characterClass: number): string {
  return characterClass === LETTER || codePoint === iotaSubscript
    ? foldOf(codePoint)
    : String.fromCodePoint(codePoint);
}
