import { hasMatches } from './has-matches.ts';

const unspaced =
  '[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]';
/** What stands between white space; of scripts that are written without, three letters. */
const word = new RegExp(`${unspaced}{1,3}|(?:(?!${unspaced})\\S)+`, 'gu');

/** Whether a text has about so many words, in any script, looking no further than these. */
export function hasRoughly(text: string, words: number): boolean {
  return hasMatches(text, word, words);
}

/** The runs of letters and digits of a text in lower case: not folded as `splitWords` does, for short texts that are held against each other. */
export function lowerCaseWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
