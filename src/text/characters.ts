/** Separates words. */
export const SEPARATOR = 0;
/** Dropped, without separating: format characters. */
export const IGNORED = 1;
/** Letter, number or `_`. */
export const LETTER = 2;
/** Combining mark: belongs to the character before it. */
export const MARK = 3;
/** Letter of a script without spaces: a word of its own. */
export const SINGLE = 4;
/** Letter whose case fold is several code units, or a letter of one unit that `foldedUnits` cannot hold. */
export const MULTI_UNIT_FOLD = 5;
/** Half of a surrogate pair: ask `classOf` with the code point. */
export const SURROGATE = 6;
/** Bit: NFKC may change this character, or join it with the one before. */
export const COMPATIBLE = 8;

const letter = /^[\p{L}\p{N}_]$/u;
const mark = /^\p{M}$/u;
const format = /^\p{Cf}$/u;
const unspaced =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u;
const decimal = /^\p{Nd}$/u;

const zeroWidthSpace = 0x200b;
const dotlessI = 0x131;

/** Class of a code point, above. */
export function classOf(codePoint: number): number {
  if (codePoint >= 0xd800 && codePoint < 0xe000) return SURROGATE;
  const character = String.fromCodePoint(codePoint);
  if (mark.test(character)) return MARK | COMPATIBLE;
  const normalised = character.normalize('NFKC');
  if (normalised !== character) {
    // What becomes separators only, as the no-break space does, separates without the detour.
    return /[\p{L}\p{M}\p{N}_\p{Cf}]/u.test(normalised)
      ? classOfNormalised(character) | COMPATIBLE
      : SEPARATOR;
  }
  return classOfNormalised(character) | (isJamo(codePoint) ? COMPATIBLE : 0);
}

function classOfNormalised(character: string): number {
  if (letter.test(character)) {
    if (unspaced.test(character) && !decimal.test(character)) return SINGLE;
    return foldOf(character.codePointAt(0)!).length > 1 ? MULTI_UNIT_FOLD : LETTER;
  }
  if (format.test(character) && character.codePointAt(0) !== zeroWidthSpace) return IGNORED;
  return SEPARATOR;
}

/** Vowels and final consonants that NFKC joins with the Hangul letter before them. */
function isJamo(codePoint: number): boolean {
  return codePoint >= 0x1160 && codePoint <= 0x11ff;
}

/**
 * Case fold of a character: lower case of upper case of lower case, which puts `ẞ ß SS`, `ſ s` and `ς σ Σ`
 * together as Unicode's full case folding does, and the dotless `ı` with itself only.
 */
export function foldOf(codePoint: number): string {
  const character = String.fromCodePoint(codePoint);
  if (codePoint === dotlessI) return character;
  const upper = character.toLowerCase().toUpperCase();
  // One character at a time: within a word, the lower case of Σ depends on its place.
  let fold = '';
  for (const each of upper) fold += each.toLowerCase();
  return fold;
}

let classes: Uint8Array | undefined;
let folded: Uint16Array | undefined;

/** Class of every UTF-16 code unit, made on first use (Uint8Array(65536)). */
export function classesOfUnits(): Uint8Array {
  if (classes === undefined) build();
  return classes!;
}

/**
 * Case fold of every code unit that is a letter of words, is as NFKC leaves it and folds to one code unit;
 * 0 for all others (Uint16Array(65536)).
 */
export function foldedUnits(): Uint16Array {
  if (folded === undefined) build();
  return folded!;
}

function build(): void {
  classes = new Uint8Array(0x10000);
  folded = new Uint16Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) {
    // Han and Hangul need no test each: half of the table, and half of the time.
    if (unit > 0x4e00 && unit < 0x9fa0) classes[unit] = SINGLE;
    else if (unit > 0xac00 && unit < 0xd7a0) classes[unit] = LETTER;
    else classes[unit] = classOf(unit);
    if (classes[unit] === LETTER) folded[unit] = unit < 0xac00 ? foldOf(unit).charCodeAt(0) : unit;
  }
}
