import { decodedPath, splitUrl } from './decoded-path.ts';
import { withoutMarks } from './letter-marks.ts';
import { withoutOwnAddress } from './own-address.ts';
import {
  lastPart,
  shortestOfOthers,
  shortestWord,
  urlParts,
  urlWords,
  withoutIds,
  wordsOfText,
} from './url-words.ts';

/** Shorter words, such as `of`, say little in words that are written together. Longer ones are ids. */
const shortestOfCompound = 3;
const longestCompound = 64;

/**
 * Whether a page names what its URL names: at least half of the URL's words are in its names or, if it has no names, in
 * its text; or the last part of its path is one of its names, or has only short words, all of them in its names, or is a
 * qualified name of what its names say (`Models.Entity.html` of `Class Entity`), ends with a whole name, or words of its names written together. The
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

/**
 * Whether a line of a text is one of the page's names, and the line below it says what the last part of its URL does, but for signs:
 * `Gauntlet II` at `/gauntletii.htm`, below the heading of all pages with a picture. A notice may stand above them. The page's own address
 * does not count. O(text + url).
 *
 * @param names as `extractText` gives them
 */
export function isSubtitledByUrl(url: string, text: string, names: readonly string[]): boolean {
  const asked = lettersIn(withoutIds(lastPart(withoutIndex(url)))).join('');
  if (asked.length < shortestWord) return false;
  const lines = text.split('\n');
  return lines.some(
    (subtitle, i) =>
      i > 0 &&
      names.includes(lines[i - 1]) &&
      lettersIn(subtitle).join('') === asked &&
      withoutOwnAddress(subtitle, url) === undefined,
  );
}

/** The numbers of a text, with one space between two and at both ends. */
function numbersIn(text: string): string {
  return ` ${(text.match(/\d+/g) ?? []).join(' ')} `;
}

/**
 * Whether a part of a URL is a name of the page, but for signs between letters, as `-s-m-s_-m-f-a` is `SMS_MFA` and `G`
 * is `G`; or has only short words, such as `GET.html`, and all of them are words of the names. Letters may lack their marks: `tin-tuc` is
 * `Tin tức`, and all words of such a language are short.
 *
 * @param names one a line
 */
function isShortNameIn(part: string, names: string): boolean {
  const words = lettersIn(withoutIds(part));
  if (words.length === 0) return false;
  if (areShortNameIn(words, names)) return true;
  const plain = words.every((word) => /^[a-z]+$/.test(word)) ? withoutMarks(names.toLowerCase()) : '';
  return plain !== '' && areShortNameIn(words, plain);
}

/** {@link isShortNameIn} of the words of a part, as they are written. */
function areShortNameIn(words: readonly string[], names: string): boolean {
  const joined = words.join('');
  if (names.split('\n').some((name) => lettersIn(name).join('') === joined)) return true;
  if (words.some((word) => word.length < shortestOfOthers || word.length >= shortestWord)) return false;
  const said = new Set(lettersIn(names));
  return words.every((word) => said.has(word));
}

/** Whether a part of a URL is a qualified name of what the names say, ends with a name, or its words are written together there (`privacypolicy`). */
function isComposedOf(part: string, names: string): boolean {
  return (
    isQualifiedNameIn(part, names) || endsWithName(part, names) || areCompoundsIn(wordsOfText(part), names)
  );
}

/**
 * Whether the last words of a part of a URL are a whole name, or its last word is the first of a name: `Shape.php` or `Shape extends Style`
 * at `/src-writer-shape.html`. O(part + names).
 */
function endsWithName(part: string, names: string): boolean {
  const words = lettersIn(withoutIds(part));
  const last = words.at(-1) ?? '';
  if (words.length < 2) return false;
  const joined = words.join('');
  return names.split('\n').some((name) => {
    const said = lettersIn(name);
    if (last.length >= shortestWord && said[0] === last) return true;
    const all = said.join('');
    return (
      all.length >= shortestWord && joined.endsWith(all) && startsAWord(words, joined.length - all.length)
    );
  });
}

/** Whether one of some words begins at a place of the string that they make. */
function startsAWord(words: readonly string[], place: number): boolean {
  let at = 0;
  for (const word of words) {
    if (at >= place) break;
    at += word.length;
  }
  return at === place;
}

/** Whether each word of a URL is one or several words of the names. O(words of the URL · words of the names), both few. */
function areCompoundsIn(words: readonly string[], names: string): boolean {
  const said = [...new Set(lettersIn(names))].filter((word) => word.length >= shortestOfCompound);
  return words.length > 0 && words.every((word) => word.length <= longestCompound && isMadeOf(word, said));
}

/** Whether a string is some of these words one behind the other. */
function isMadeOf(string: string, words: readonly string[]): boolean {
  const ends = new Set([0]);
  for (let at = 0; at < string.length; at++) {
    if (!ends.has(at)) continue;
    for (const word of words) if (string.startsWith(word, at)) ends.add(at + word.length);
  }
  return ends.has(string.length);
}

/** The last of several names that dots, or the dollar signs of compilers, join: `Models.Entity`, `FlatMap$$ops$`. */
const qualified = /(?<=.[.$])[^.$]+(?=\$*$)/;

/**
 * Whether a part of a URL is a name with those of what it belongs to before it, and all words of it are in the names; of a short name
 * (`iterable.min`), whether one of them ends with it (`Function min`).
 */
function isQualifiedNameIn(part: string, names: string): boolean {
  const words = lettersIn(qualified.exec(part)?.[0] ?? '');
  const { length } = words.join('');
  if (length < shortestOfOthers) return false;
  if (length < shortestWord)
    return names.split('\n').some((name) => lettersIn(name).at(-1) === words.join(''));
  const said = new Set(lettersIn(names));
  return words.every((word) => said.has(word));
}

/** The runs of letters of a text, in lower case. */
function lettersIn(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
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
  const { query } = splitUrl(url);
  const valueIn = (parameter: string): string =>
    decodedPath(parameter.slice(parameter.indexOf('=') + 1).replaceAll('+', ' '));
  const byPath = isIn(lastPart(url)) ? urlParts.path : 0;
  return byPath | (query.split('&').some((each) => isIn(valueIn(each))) ? urlParts.query : 0);
}

/** Whether a text has at least half of some words of a URL or a title. O(words · text). */
export function areHalfIn(words: readonly string[], text: string): boolean {
  return 2 * words.filter(wordsSaidIn(text)).length >= words.length;
}

/** Tells whether a text has a word of a URL, in which letters often lack their marks: `lich-lam-viec` is `Lịch làm việc`. */
function wordsSaidIn(text: string): (word: string) => boolean {
  const said = text.toLowerCase();
  let plain: string | undefined;
  return (word) =>
    said.includes(word) || (/^[a-z]+$/.test(word) && (plain ??= withoutMarks(said)).includes(word));
}

/** A URL without `index.html` at its end. With a query, as in `index.php?title=Name`, its folder is no name of the page. */
function withoutIndex(url: string): string {
  return url.replace(/(?<=\/)index\.html?$/i, '');
}
