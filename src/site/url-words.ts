import { decodedPath, isFolderIndex, pathOf } from './decoded-path.ts';
import { withoutOwnAddress } from './own-address.ts';
import { remembered } from './remembered.ts';

/** Bounds on what is examined: characters of a URL, and its words. */
const longest = 2048;
const mostWords = 8;
/** Shorter words, such as `of`, say little in words that are written together. Longer ones are ids. */
const shortestOfCompound = 3;
const longestCompound = 64;
/** Most folders whose words are compared: the innermost. */
const mostFolders = 8;
/**
 * Shorter strings of the letters a to z are seldom words: they are parts of ids, and endings. In other letters neither
 * occurs.
 */
const shortestWord = 4;
const shortestOfOthers = 2;

/**
 * The words by which a URL may name what its page is about: those of the last part of its path that has any, in lower
 * case, without numbers and versions; `index.html` has none of its own. Empty if the path has no words, as in
 * `/p/8s7df6`. O(url).
 */
export function urlWords(url: string): readonly string[] {
  return lastWithWords(partsOf(url)).words;
}

/** The parts of a URL's path, without an index at its end, such as `index.html`. */
function partsOf(url: string): string[] {
  const parts = pathOf(url).split('/');
  while (parts.length > 0 && (parts.at(-1) === '' || isFolderIndex(parts.at(-1)!))) parts.pop();
  return parts;
}

/** The words of the last part that has any, and its place; -1 if there is none. */
function lastWithWords(parts: readonly string[]): { readonly words: readonly string[]; readonly at: number } {
  for (let at = parts.length - 1; at >= 0; at--) {
    const words = wordsIn(parts[at]);
    if (words.length > 0) return { words, at };
  }
  return { words: [], at: -1 };
}

/** The words of a host's home page, as {@link comparedUrl} writes them: it often has other addresses, such as `/welcome`. */
export const homeWords = '/';

/** What the words of a URL may name: the page, a series of pages, as `lesson-3` does, or only the folder, as in `/lessons/3`. */
export const wordsOf = { folder: 0, series: 1, page: 2 } as const;
/** One of the values of `wordsOf`. */
export type WordsOf = 0 | 1 | 2;

/** What texts under several URLs are compared by. */
export interface ComparedUrl {
  /** `urlWords`, separated by one space; `homeWords` for `/`. */
  readonly words: string;
  /** The words of each folder that has any, of those that the part with these words is in, one a line. */
  readonly folders: string;
  readonly of: WordsOf;
}

/** What a URL is compared by. O(url). */
export function comparedUrl(url: string): ComparedUrl {
  if (isHome(url)) return { words: homeWords, folders: '', of: wordsOf.page };
  const parts = partsOf(url);
  const { words, at } = lastWithWords(parts);
  return {
    words: words.join(' '),
    folders: foldersOf(parts.slice(0, Math.max(0, at))),
    of: parts.slice(at + 1).some((part) => !releasePart.test(part))
      ? wordsOf.folder
      : isOfSeries(parts[at] ?? '')
        ? wordsOf.series
        : wordsOf.page,
  };
}

function foldersOf(parts: readonly string[]): string {
  const words = parts.slice(-mostFolders).map((part) => wordsIn(part).join(' '));
  return words.filter((each) => each !== '').join('\n');
}

function isOfSeries(part: string): boolean {
  return seriesPart.test(withoutEnding(decodedPath(part)));
}

/** A word and a number: `lesson-3`, `script01`. */
const seriesPart = /^\p{L}+[-_. ]?\d+$/u;

/** The name of a release, as a part of a path: `15.0.4`. The page of its folder is that of the folder around it, in one release. */
const releasePart = /^v?\d+(?:\.\d+)+$/i;

/** Whether words as {@link comparedUrl} writes them may name a page: neither those of the home page nor those of a URL without words do. */
export function areNaming(words: string): boolean {
  return words !== '' && words !== homeWords;
}

function isHome(url: string): boolean {
  const [first, ...others] = pathOf(url).slice(1).split('/');
  return (
    others.length === 0 && (first === '' || isFolderIndex(first)) && !/[?#]./.test(url.slice(0, longest))
  );
}

/**
 * Whether a page names what its URL names: at least half of the URL's words are in its names or, if it has no names, in
 * its text; or the last part of its path is one of its names, or has only short words, all of them in its names, or is a
 * qualified name of what its names say (`Models.Entity.html` of `Class Entity`), or words of its names written together. The
 * text of a page with names does not count, since menus name all pages. Nor does the page's own address. Undefined if the URL
 * has no words.
 */
export function isNamedByUrl(url: string, text: string, names: readonly string[]): boolean | undefined {
  const words = urlWords(url);
  if (words.length === 0) return undefined;
  const own = names.length > 0 ? names.join('\n') : text;
  // Searching for the address costs more than searching for words, and can only remove words.
  if (!areHalfIn(words, own)) {
    const part = lastPart(withoutIndex(url));
    if (names.length === 0 || isShortNameIn(part, own)) return names.length > 0;
    return isComposedOf(part, own) && isComposedOf(part, withoutOwnAddress(own, url) ?? own);
  }
  const said = withoutOwnAddress(own, url);
  return said === undefined || areHalfIn(words, said);
}

/**
 * Whether a text contains all words of a URL as they are written there, besides the page's own address. O(url + text).
 *
 * Letters without their marks do not do: with them the articles of a site that has one title for all its pages name their URLs, and
 * its short notices, whose subject is in no name, are taken for walls.
 */
export function hasUrlWords(url: string, text: string): boolean {
  const words = urlWords(url);
  const areIn = (text: string): boolean => {
    const said = text.toLowerCase();
    return words.every((word) => said.includes(word));
  };
  if (!areIn(text)) return false;
  const said = withoutOwnAddress(text, url);
  return said === undefined || areIn(said);
}

/** Numbers that signs join, with few letters: `1-129.01`, `an4.142`, `2-1217.33k`. */
const joinedNumbers = /^[a-z]{0,3}\d+(?:[-._]\d+)+[a-z]?$/i;

/**
 * Whether a page states the number by which its URL names it, as `§ 1–129.01` does at `/1-129.01.html`: numbers that
 * signs join in the last part of the path follow each other in one of the texts, without the page's own address. A
 * single number, or a longer id, says less: a message that nothing is there repeats it, too.
 */
export function isNumberedByUrl(url: string, texts: readonly string[]): boolean {
  const part = lastPart(url);
  if (!joinedNumbers.test(part)) return false;
  const asked = numbersIn(part);
  return texts.some((text) => numbersIn(withoutOwnAddress(text, url) ?? text).includes(asked));
}

/** The numbers of a text, with one space between two and at both ends. */
function numbersIn(text: string): string {
  return ` ${(text.match(/\d+/g) ?? []).join(' ')} `;
}

/**
 * Whether a part of a URL is a name of the page, but for signs between letters, as `-s-m-s_-m-f-a` is `SMS_MFA` and `G`
 * is `G`; or has only short words, such as `GET.html`, and all of them are words of the names.
 *
 * @param names one a line
 */
function isShortNameIn(part: string, names: string): boolean {
  const words = lettersIn(withoutIds(part));
  if (words.length === 0) return false;
  const joined = words.join('');
  if (names.split('\n').some((name) => lettersIn(name).join('') === joined)) return true;
  if (words.some((word) => word.length < shortestOfOthers || word.length >= shortestWord)) return false;
  const said = new Set(lettersIn(names));
  return words.every((word) => said.has(word));
}

/** Whether a part of a URL is a qualified name of what the names say, or its words are written together there (`privacypolicy`). */
function isComposedOf(part: string, names: string): boolean {
  return isQualifiedNameIn(part, names) || areCompoundsIn(wordsOfText(part), names);
}

/** Whether each word of a URL is one or several words of the names. O(words of the URL · words of the names), both few. */
function areCompoundsIn(words: readonly string[], names: string): boolean {
  const said = [...new Set(lettersIn(names))].filter((word) => word.length >= shortestOfCompound);
  return words.length > 0 && words.every((word) => word.length <= longestCompound && isOneOf(word, said));
}

/** Whether a string is some of these words one behind the other. */
function isOneOf(string: string, words: readonly string[]): boolean {
  const ends = new Set([0]);
  for (let at = 0; at < string.length; at++) {
    if (!ends.has(at)) continue;
    for (const word of words) if (string.startsWith(word, at)) ends.add(at + word.length);
  }
  return ends.has(string.length);
}

/** Whether a part of a URL is a name with those of what it belongs to before it, which dots join, and all words of it are in the names. */
function isQualifiedNameIn(part: string, names: string): boolean {
  const words = lettersIn(/(?<=.\.)[^.]+$/.exec(part)?.[0] ?? '');
  if (words.join('').length < shortestWord) return false;
  const said = new Set(lettersIn(names));
  return words.every((word) => said.has(word));
}

/** The runs of letters of a text, in lower case. */
function lettersIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}

/** Parts of URLs, as bits. Patterns leave them open, and pages name them. */
export const urlParts = { path: 1, query: 2 } as const;

/** The last part of a URL's path that is not empty, without its ending and percent encoding; empty if there is none. */
export function lastPart(url: string): string {
  return withoutEnding(decodedPath(pathOf(url).replace(/\/$/, '').split('/').at(-1)!));
}

/**
 * Which of `urlParts` a page names, as bits: the last part of the path, or a parameter, as in
 * `index.php?title=Harbour_bridge`. At least half of the words there are in the page's names. O(url + names).
 */
export function namedParts(url: string, names: readonly string[]): number {
  const own = names.join('\n');
  const isIn = (part: string): boolean => {
    const words = wordsOfText(part);
    if (words.length === 0) return isShortNameIn(part, own);
    return areHalfIn(words, own) || isComposedOf(part, own);
  };
  const values = /\?([^#]*)/.exec(url.slice(0, longest))?.[1].split('&') ?? [];
  const valueIn = (parameter: string): string =>
    decodedPath(parameter.slice(parameter.indexOf('=') + 1).replaceAll('+', ' '));
  const byPath = isIn(lastPart(url)) ? urlParts.path : 0;
  return byPath | (values.some((each) => isIn(valueIn(each))) ? urlParts.query : 0);
}

function areHalfIn(words: readonly string[], text: string): boolean {
  return 2 * words.filter(wordsSaidIn(text)).length >= words.length;
}

/** Tells whether a text has a word of a URL, in which letters often lack their marks: `lich-lam-viec` is `Lịch làm việc`. */
function wordsSaidIn(text: string): (word: string) => boolean {
  const said = text.toLowerCase();
  let plain: string | undefined;
  return (word) =>
    said.includes(word) || (/^[a-z]+$/.test(word) && (plain ??= withoutMarks(said)).includes(word));
}

/** Latin letters with a mark, and those that are written without theirs although Unicode takes them for letters of their own. */
const latinWithMarks = /[\u00df-\u024f\u1e00-\u1eff]|[\u0300-\u036f]/;
const ownLetters = [
  ['đ', 'd'],
  ['ı', 'i'],
  ['ł', 'l'],
  ['ø', 'o'],
  ['ß', 'ss'],
] as const;

/** A text in lower case with the letters a to z in place of those with marks; empty if it has none. O(text). */
function withoutMarks(text: string): string {
  if (!latinWithMarks.test(text)) return '';
  let plain = decomposed(text).replace(/\p{M}/gu, '');
  for (const [letter, written] of ownLetters) plain = plain.replaceAll(letter, written);
  return plain;
}

/**
 * A text with each letter and its mark apart, without further marks. O(text): marks of their own are removed first, since sorting a
 * run of them takes time quadratic in its length.
 */
export function decomposed(text: string): string {
  return text.replace(/\p{M}/gu, '').normalize('NFD');
}

/**
 * What HTTrack puts before the ending of a file's name for a URL with a query, four digits of a hash, perhaps with a number: `index0e14.html`,
 * `viewtopic0d52-2.html`. Their letters are no words. A word before them has four letters or more: `node2d` is none of its names.
 */
const hashOfCopy = /(?<=\p{L}{4})(?=[a-f]*\d)[0-9a-f]{4}(?:-\d+)?(?=\.[a-z]{1,5}$)/iu;

/** The words of a part of a path. Those of an index, or of a copy of it under another query, are those of its folder. */
function wordsIn(part: string): readonly string[] {
  const named = decodedPath(part).replace(hashOfCopy, '');
  return isFolderIndex(named) ? [] : wordsOfText(withoutEnding(named));
}

/** The words of a text. Remembered, since versions of a page have the same ones. */
const wordsOfText = remembered<readonly string[]>(readWords, { most: 4096, longest: 128 });

/** A digest or another id in hexadecimal digits, at least one of them from 0 to 9. Its letters are no words. */
const hexadecimal = /(?<![\p{L}\p{N}])(?=[a-f]*[0-9])[0-9a-f]{8,}(?![\p{L}\p{N}])/giu;

function withoutIds(part: string): string {
  return part.replace(hexadecimal, ' ');
}

function readWords(part: string): string[] {
  const written = withoutIds(part);
  const words = wordsAsWritten(written.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  // `MsMpEng` has no word but itself
  return words.length > 0 ? words : wordsAsWritten(written);
}

/** Letters of the Latin script in a row, or others: `django设置` has two words, between which names may have a space. Marks are vowels in Devanagari, Thai and others. */
const wordLetters = /(?:(?=\p{sc=Latin})\p{L}\p{M}*)+|(?:(?!\p{sc=Latin})\p{L}\p{M}*)+/gu;

function wordsAsWritten(text: string): string[] {
  const words = text.toLowerCase().match(wordLetters) ?? [];
  const shortest = (word: string): number => (/^[a-z]+$/.test(word) ? shortestWord : shortestOfOthers);
  return [...new Set(words.filter((word) => word.length >= shortest(word)))].slice(0, mostWords);
}

/** A URL without `index.html` at its end. With a query, as in `index.php?title=Name`, its folder is no name of the page. */
function withoutIndex(url: string): string {
  return url.replace(/(?<=\/)index\.html?$/i, '');
}

function withoutEnding(part: string): string {
  return part.replace(/\.[a-z]{1,5}$/i, '');
}
