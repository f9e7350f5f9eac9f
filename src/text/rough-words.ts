import { hasMatches } from './has-matches.ts';
import { unspaced } from './unspaced.ts';

/** A run of characters between white space; in scripts without spaces, three letters. */
const word = new RegExp(`${unspaced}{1,3}|(?:(?!${unspaced})\\S)+`, 'gu');

/** Whether a text has about so many words or more, in any script. Looks no further than these. */
export function hasRoughly(text: string, words: number): boolean {
  return hasMatches(text, word, words);
}

/** The runs of letters and digits of a short text, in lower case. Not folded as by `splitWords`. */
export function lowerCaseWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
