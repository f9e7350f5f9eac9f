import { decodedPath, isFolderIndex, pathOf } from './decoded-path.ts';
import { withoutOwnAddress } from './own-address.ts';
import { remembered } from './remembered.ts';

/** URLs are looked at as far as this, and so many words of them. */
const longest = 2048;
const mostWords = 8;
/** Shorter ones are seldom words: they are parts of ids, and endings. Neither are written in other letters than a to z. */
const shortestWord = 4;
const shortestOfOthers = 2;

/**
 * The words by which a URL may name what its page is about: those of the last part of its path that has any, in lower
 * case, without numbers and versions; `index.html` has none of its own. Empty where the path says nothing, as in
 * `/p/8s7df6`. O(url).
 */
export function urlWords(url: string): readonly string[] {
  const parts = pathOf(url).split('/');
  for (let i = parts.length - 1; i >= 0; i--) {
    if (isFolderIndex(parts[i])) continue;
    const words = wordsOf(withoutEnding(decodedPath(parts[i])));
    if (words.length > 0) return words;
  }
  return [];
}

/**
 * Whether a page names what its URL does: at least half of the URL's words are in its names or, where it has none, in its
 * text; or all words of the last part of its path are short, and are words of its names. Menus in a text name all pages, and its
 * own address names none. Undefined where the URL has no words.
 */
export function isNamedByUrl(url: string, text: string, names: readonly string[]): boolean | undefined {
  const words = urlWords(url);
  if (words.length === 0) return undefined;
  const own = names.length > 0 ? names.join('\n') : text;
  // Looking for the address costs more than looking for words, and takes words away at most.
  if (!areHalfIn(words, own)) return names.length > 0 && isShortNameIn(lastPart(url), own);
  const said = withoutOwnAddress(own, url);
  return said === undefined || areHalfIn(words, said);
}

/** Whether the part of a URL is of short words alone, such as `GET.html`, and all of them are words of the page's names. */
function isShortNameIn(part: string, names: string): boolean {
  const words =
    withoutIds(part)
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  if (
    words.length === 0 ||
    words.some((word) => word.length < shortestOfOthers || word.length >= shortestWord)
  )
    return false;
  const said = new Set(names.toLowerCase().match(/[\p{L}\p{M}]+/gu));
  return words.every((word) => said.has(word));
}

/** Parts of URLs, as bits: what patterns of them leave open, and what pages name. */
export const urlParts = { path: 1, query: 2 } as const;

/** The last part of a URL's path that is not empty, without its ending and percent encoding; empty without. */
export function lastPart(url: string): string {
  return withoutEnding(decodedPath(pathOf(url).replace(/\/$/, '').split('/').at(-1)!));
}

/**
 * Which of `urlParts` a page names, as bits: the last part of the path, or a parameter, as in `index.php?title=Harbour_bridge`. At least half
 * of the words there are in the page's names. O(url + names).
 */
export function namedParts(url: string, names: readonly string[]): number {
  const own = names.join('\n');
  const isIn = (part: string): boolean => {
    const words = wordsOf(part);
    return words.length > 0 ? areHalfIn(words, own) : isShortNameIn(part, own);
  };
  const values = /\?([^#]*)/.exec(url.slice(0, longest))?.[1].split('&') ?? [];
  const valueIn = (parameter: string): string =>
    decodedPath(parameter.slice(parameter.indexOf('=') + 1).replaceAll('+', ' '));
  const byPath = isIn(lastPart(url)) ? urlParts.path : 0;
  return byPath | (values.some((each) => isIn(valueIn(each))) ? urlParts.query : 0);
}

function areHalfIn(words: readonly string[], text: string): boolean {
  const said = text.toLowerCase();
  return 2 * words.filter((word) => said.includes(word)).length >= words.length;
}

/** The words of a part: versions of a page stand under the same. */
const wordsOf = remembered<readonly string[]>(wordsIn, { most: 4096, longest: 128 });

/** A digest or another id in hexadecimal digits, one of them from 0 to 9: the letters in it are no words. */
const hexadecimal = /(?<![\p{L}\p{N}])(?=[a-f]*[0-9])[0-9a-f]{8,}(?![\p{L}\p{N}])/giu;

function withoutIds(part: string): string {
  return part.replace(hexadecimal, ' ');
}

function wordsIn(part: string): string[] {
  const written = withoutIds(part);
  const words = wordsAsWritten(written.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  // `MsMpEng` has no word but itself
  return words.length > 0 ? words : wordsAsWritten(written);
}

function wordsAsWritten(text: string): string[] {
  // marks are vowels in Devanagari, Thai and others
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const shortest = (word: string): number => (/^[a-z]+$/.test(word) ? shortestWord : shortestOfOthers);
  return [...new Set(words.filter((word) => word.length >= shortest(word)))].slice(0, mostWords);
}

function withoutEnding(part: string): string {
  return part.replace(/\.[a-z]{1,5}$/i, '');
}
