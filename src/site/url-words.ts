import { decodedPath, isFolderIndex, longestUrl, pathOf, splitUrl } from './decoded-path.ts';
import { remembered } from './remembered.ts';

/** Most words of a URL that are examined. */
const mostWords = 8;
/** Most folders whose words are compared: the innermost. */
const mostFolders = 8;
/**
 * Shorter strings of the letters a to z are seldom words: they are parts of ids, and endings. In other letters neither
 * occurs.
 */
export const shortestWord = 4;
/** See {@link shortestWord}. */
export const shortestOfOthers = 2;

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

/** The words of the last part that has any but those of paging, and its place; -1 if there is none. */
function lastWithWords(parts: readonly string[]): { readonly words: readonly string[]; readonly at: number } {
  for (let at = parts.length - 1; at >= 0; at--) {
    const words = isOfPaging(parts[at], parts[at + 1]) ? [] : wordsIn(parts[at]);
    if (words.length > 0) return { words, at };
  }
  return { words: [], at: -1 };
}

/** Which page of a list a URL asks for: `page2`, `page/2`. The first is that of the list itself. */
const paging = /^(?:page|pagina|seite)(?:[-_.]?(\d+))?(?:\.[a-z]{1,5})?$/i;

function isOfPaging(part: string, next: string | undefined): boolean {
  const [all, number = next] = paging.exec(part) ?? [];
  return all !== undefined && number !== undefined && /^\d+$/.test(withoutEnding(number));
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
  /** The words of each folder that has any, of those that the part with these words is in, one a line; again with their `id`, if they have one. */
  readonly folders: string;
  readonly of: WordsOf;
  /** The number or other id by which the URL says which page it is, beside its words: `17` of `/story/17`; empty if there is none. */
  readonly id: string;
}

/** What a URL is compared by. O(url). */
export function comparedUrl(url: string): ComparedUrl {
  if (isHome(url)) return { words: homeWords, folders: '', of: wordsOf.page, id: '' };
  const parts = partsOf(url);
  const { words, at } = lastWithWords(parts);
  return {
    words: words.join(' '),
    folders: foldersOf(parts.slice(0, Math.max(0, at))),
    id: idOf(parts.slice(Math.max(0, at)), splitUrl(url).query),
    of: parts.slice(at + 1).some((part) => !releasePart.test(part))
      ? wordsOf.folder
      : isOfSeries(parts[at] ?? '')
        ? wordsOf.series
        : wordsOf.page,
  };
}

function foldersOf(all: readonly string[]): string {
  const folders: string[] = [];
  // the parts without words that follow the part looked at
  let ids: string[] = [];
  for (const part of all.slice(-mostFolders).reverse()) {
    const words = wordsIn(part).join(' ');
    if (words === '') {
      ids.unshift(part);
      continue;
    }
    const id = idOf([part, ...ids]);
    folders.push(words, ...(id === '' ? [] : [withId(words, id)]));
    ids = [];
  }
  return folders.join('\n');
}

/** Words with an id, as `ComparedUrl.folders` has them: words have no digits. */
export function withId(words: string, id: string): string {
  return `${words} ${id}`;
}

/**
 * The id in some parts of a path, of which only the first has words: the number of a series there, the others that have a digit, and the
 * number in the query. After the title of a page, such as `/how-to-count?style=3`, a number alone does not say which page it is.
 */
function idOf([first = '', ...others]: readonly string[], query = ''): string {
  const numbers = isOfSeries(first) ? (decodedPath(first).match(ownNumber) ?? []) : [];
  const ids = others.map((part) => withoutEnding(decodedPath(part))).filter((part) => /\d/.test(part));
  const inPath = [...numbers, ...ids];
  const isOfPage = inPath.length > 0 || scriptPart.test(withoutEnding(decodedPath(first)));
  return [...inPath, ...(isOfPage ? numberIn(query) : [])].join(' ');
}

/** A number that is no part of a word: `17` of `story-17.html`. */
const ownNumber = /(?<![\p{L}\p{N}])\d+(?![\p{L}\p{N}])/gu;

/** The first value in a query that is a number, since the page's own comes before those for paging. */
function numberIn(query: string): string[] {
  const [, number] = /(?:^|[&;])[^=&;]*=(\d+)(?=[&;]|$)/.exec(query) ?? [];
  return number === undefined ? [] : [number];
}

/** One word or two: `viewtopic`, `print-thread`. */
const scriptPart = /^\p{L}+(?:[-_.]\p{L}+)?$/u;

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
  const hasMore = splitUrl(url).query !== '' || /#./.test(url.slice(0, longestUrl));
  return others.length === 0 && (first === '' || isFolderIndex(first)) && !hasMore;
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

/** The words of a text or a part of a URL. Remembered, since versions of a page have the same ones. */
export const wordsOfText: (text: string) => readonly string[] = remembered<readonly string[]>(readWords, {
  most: 4096,
  longest: 128,
});

/** Parts of URLs, as bits. Patterns leave them open, and pages name them. */
export const urlParts = { path: 1, query: 2 } as const;

/** The last part of a URL's path that is not empty, without its ending and percent encoding; empty if there is none. */
export function lastPart(url: string): string {
  return withoutEnding(decodedPath(pathOf(url).replace(/\/$/, '').split('/').at(-1)!));
}

/** A digest or another id in hexadecimal digits, at least one of them from 0 to 9. Its letters are no words. */
const hexadecimal = /(?<![\p{L}\p{N}])(?=[a-f]*[0-9])[0-9a-f]{8,}(?![\p{L}\p{N}])/giu;

/** A part of a URL without digests and other ids. */
export function withoutIds(part: string): string {
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

/** A name that begins with its only dot, such as `.NET` or `.htaccess`, is no ending. */
function withoutEnding(part: string): string {
  return part.replace(/(?<=.)\.[a-z]{1,5}$/i, '');
}
