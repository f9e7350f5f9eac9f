import { decodedPath, pathOf } from './decoded-path.ts';
import { withoutMarks } from './letter-marks.ts';
import { type NamedPage, nameWords } from './names.ts';

/** A version number, which may be where another path has `latest`. */
const version = /\d\.\d/;

/**
 * Whether two pages that may have one name, such as `Set` of two packages, are distinguished by their other names: one
 * page has a word in its names that the other's names lack, and the word, perhaps without the marks of its letters, is in
 * a part of its path that the other's path lacks. The path alone is not enough, since it may contain a session id. Nor are
 * names alone, which may be those of a version, nor a word in whose place the other path has a version number. O(names + urls).
 */
export function haveNamesApart(x: NamedPage, y: NamedPage): boolean {
  return hasNameOfItsOwn(x, y) || hasNameOfItsOwn(y, x);
}

/**
 * Whether each of two pages has such a word, as `Kind` of `Audio` and `Kind` of `Video` do. A printed page, or one whose later
 * names say more, has one that the other lacks, and no more. O(names + urls).
 */
export function haveOwnNamesEach(x: NamedPage, y: NamedPage): boolean {
  return hasNameOfItsOwn(x, y) && hasNameOfItsOwn(y, x);
}

function hasNameOfItsOwn(page: NamedPage, other: NamedPage): boolean {
  // most versions of a page have one list
  if (page.names === other.names) return false;
  const known = new Set(wordsOf(other));
  const own = wordsOf(page).filter((word) => !known.has(word) && /\p{L}/u.test(word));
  if (own.length === 0) return false;
  const others = pathOf(other.url).split('/');
  return pathOf(page.url)
    .split('/')
    .some((part, i) => {
      if (others.includes(part) || version.test(others[i] ?? '')) return false;
      const [inPart = ''] = nameWords([decodedPath(part)]);
      const words = inPart.split(' ');
      return own.some(
        (word) => words.includes(word) || (inPart !== '' && words.includes(withoutMarks(word))),
      );
    });
}

function wordsOf({ names = [] }: NamedPage): string[] {
  return names.flatMap((name) => name.split(' '));
}
