import { decodedPath } from './decoded-path.ts';
import { withoutOwnAddress } from './own-address.ts';

/** URLs are looked at as far as this, and so many words of them. */
const longest = 2048;
const mostWords = 8;
/** Shorter ones are seldom words: they are parts of ids, and endings. Neither are written in other letters than a to z. */
const shortestWord = 4;
const shortestOfOthers = 2;

/**
 * The words by which a URL may name what its page is about: those of the last part of its path that has any, in lower
 * case, without numbers and versions. Empty where the path says nothing, as in `/p/8s7df6`. O(url).
 */
export function urlWords(url: string): string[] {
  const [, path = ''] = /^\w+:\/\/[^/?#]*([^?#]*)/.exec(url.slice(0, longest)) ?? [];
  const parts = path.split('/');
  for (let i = parts.length - 1; i >= 0; i--) {
    const words = wordsOf(decodedPath(parts[i]).replace(/\.[a-z]{1,5}$/i, ''));
    if (words.length > 0) return words;
  }
  return [];
}

/**
 * Whether a page names what its URL does: at least half of the URL's words are in its names or, where it has none, in its
 * text. Menus in a text name all pages, and its own address names none. Undefined where the URL has no words.
 */
export function isNamedByUrl(url: string, text: string, names: readonly string[]): boolean | undefined {
  const words = urlWords(url);
  if (words.length === 0) return undefined;
  const own = names.length > 0 ? names.join('\n') : text;
  // Looking for the address costs more than looking for words, and takes words away at most.
  if (!areHalfIn(words, own)) return false;
  const said = withoutOwnAddress(own, url);
  return said === undefined || areHalfIn(words, said);
}

/**
 * Whether a page names what a parameter of its URL does, as `index.php?title=Harbour_bridge`: at least half of the words of its
 * value are in the page's names. O(url + names).
 */
export function isNamedByQuery(url: string, names: readonly string[]): boolean {
  const query = /\?([^#]*)/.exec(url.slice(0, longest))?.[1];
  if (query === undefined) return false;
  const own = names.join('\n');
  return query.split('&').some((parameter) => {
    const words = wordsOf(decodedPath(parameter.slice(parameter.indexOf('=') + 1).replaceAll('+', ' ')));
    return words.length > 0 && areHalfIn(words, own);
  });
}

function areHalfIn(words: readonly string[], text: string): boolean {
  const said = text.toLowerCase();
  return 2 * words.filter((word) => said.includes(word)).length >= words.length;
}

function wordsOf(part: string): string[] {
  const split = part.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  // marks are vowels in Devanagari, Thai and others
  const words = split.match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const shortest = (word: string): number => (/^[a-z]+$/.test(word) ? shortestWord : shortestOfOthers);
  return [...new Set(words.filter((word) => word.length >= shortest(word)))].slice(0, mostWords);
}
