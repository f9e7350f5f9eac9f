import { hasMatches } from './has-matches.ts';
import { unspaced } from './unspaced.ts';

/** Length of the start of a string that is judged, in code units. */
const judged = 4000;
/** Fewer words may be a label. */
const fewestWords = 8;
/** Least share of the words of prose that are letters or numbers, perhaps between quotes and marks. */
const fewestOfLetters = 2 / 3;

const unspacedLetter = new RegExp(unspaced, 'gu');
const ofLetters =
  /^[\p{P}\p{S}]{0,3}(?:\p{L}[\p{L}\p{M}]*(?:['’.,:/-][\p{L}\p{M}\p{N}]+)*|\p{N}[\p{N}.,:/-]*\p{L}?)[\p{P}\p{S}]{0,3}$/u;
const sentenceEnd = /[\p{L}\p{M}\p{N}%]["'”’»)\]]*\p{Sentence_Terminal}["'”’»)\]]*(?:\s|$)/u;

/**
 * Whether a string is written for readers: it has at least eight words, most of them of letters, one of which ends a
 * sentence, or as much in a script without spaces. Lists of classes, style sheets, addresses, paths, markup of graphics
 * and encoded bytes are not prose. O(1).
 *
 * @param text without tags
 */
export function isProse(text: string): boolean {
  const head = text.length > judged ? text.slice(0, judged) : text;
  const letters = head.match(unspacedLetter)?.length ?? 0;
  if (letters >= 3 * fewestWords && 2 * letters >= head.length) return true;
  if (!hasMatches(head, /\S+/g, fewestWords) || !sentenceEnd.test(head)) return false;
  const words = head.split(/\s+/).filter((word) => word !== '');
  const readable = words.reduce((sum, word) => sum + (ofLetters.test(word) ? 1 : 0), 0);
  return readable >= fewestOfLetters * words.length;
}
