import { unspaced } from './unspaced.ts';

/** Kinds of character, as bits; 0 for a character of none of these kinds. */
export const characterKinds = { letter: 1, number: 2, mark: 4, space: 8, unspaced: 16 } as const;

/** Bit in the table: the kinds of the unit are known. */
const KNOWN = 32;
/** Kinds of the UTF-16 code units met so far, except surrogates. */
const kindOfUnit = new Uint8Array(1 << 16);
const expressions = [
  [/\p{L}/u, characterKinds.letter],
  [/\p{N}/u, characterKinds.number],
  [/\p{M}/u, characterKinds.mark],
  [/\s/u, characterKinds.space],
  [new RegExp(unspaced, 'u'), characterKinds.unspaced],
] as const;

/**
 * The kinds of the character that a code unit of a text belongs to; a lone surrogate has none. Read from a table:
 * matching an expression for each word took five times as long. O(1).
 *
 * @param unit the code unit there, if the caller has it
 */
export function kindAt(text: string, place: number, unit: number = text.charCodeAt(place)): number {
  return kindOfUnit[unit] || kindOf(text, place, unit);
}

/** In scripts without spaces, so many letters count as a word. */
export const lettersOfWord = 3;

/**
 * Whether a text has at least `wanted` words: runs of letters and digits with their marks, cut after every three letters in
 * scripts without spaces. Looks no further than these.
 */
export function hasWords(text: string, wanted: number): boolean {
  let count = 0;
  let length = 0;
  let wasUnspaced = 0;
  for (let i = 0; i < text.length && count < wanted; i++) {
    const kind = kindAt(text, i);
    if ((kind & characterKinds.mark) !== 0) continue;
    if ((kind & (characterKinds.letter | characterKinds.number)) === 0) {
      length = 0;
      continue;
    }
    const isUnspaced = kind & characterKinds.unspaced;
    const isFull = isUnspaced !== 0 && length === lettersOfWord;
    if (length === 0 || isFull || isUnspaced !== wasUnspaced) {
      count++;
      length = 0;
    }
    length++;
    wasUnspaced = isUnspaced;
  }
  return count >= wanted;
}

function kindOf(text: string, place: number, unit: number): number {
  if (unit < 0xd800 || unit > 0xdfff) {
    const kind = kindOfCharacter(String.fromCharCode(unit)) | KNOWN;
    kindOfUnit[unit] = kind;
    return kind;
  }
  const isSecond = unit >= 0xdc00 && place > 0 && text.codePointAt(place - 1)! > 0xffff;
  return kindOfCharacter(String.fromCodePoint(text.codePointAt(isSecond ? place - 1 : place)!));
}

function kindOfCharacter(character: string): number {
  return expressions.reduce(
    (kinds, [expression, kind]) => kinds | (expression.test(character) ? kind : 0),
    0,
  );
}
