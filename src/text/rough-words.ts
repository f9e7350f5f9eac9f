import { hasMatches } from './has-matches.ts';
import { unspaced } from './unspaced.ts';

const letter = `(?!${unspaced})\\S`;
/**
 * The beginning of a run of characters between white space; in scripts without spaces, three letters. Not the whole
 * run: V8 keeps a way back for each of its characters, and a run of some millions exceeds the stack.
 */
const word = new RegExp(`${unspaced}{1,3}|(?<!${letter})${letter}`, 'gu');

/** Whether a text has about so many words or more, in any script. Looks no further than these. */
export function hasRoughly(text: string, words: number): boolean {
  return hasMatches(text, word, words);
}

/** The runs of letters and digits of a short text, in lower case. Not folded as by `splitWords`. */
export function lowerCaseWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
