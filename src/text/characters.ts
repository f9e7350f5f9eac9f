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
/** Letter that `foldOf` changes, where its fold or itself is several code units. */
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
    const fold = foldOf(character.codePointAt(0)!);
    return fold.length > 1 && fold !== character ? MULTI_UNIT_FOLD : LETTER;
  }
  if (format.test(character) && character.codePointAt(0) !== zeroWidthSpace) return IGNORED;
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
  // Some thousand characters are cased; a text of those with long folds only is read ten times faster.
  if (fold !== character) folds.set(codePoint, fold);
  return fold;
}

let astralClasses: Uint8Array | undefined;

/** `classOf` for a code point above 0xffff, remembered. */
export function classOfAstral(codePoint: number): number {
  astralClasses ??= new Uint8Array(0x100000);
  const at = codePoint - 0x10000;
  // 0 is for those that were not met.
  if (astralClasses[at] === 0) astralClasses[at] = classOf(codePoint) + 1;
  return astralClasses[at]! - 1;
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
