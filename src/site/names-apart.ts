import { decodedPath, pathOf } from './decoded-path.ts';
import { nameWords } from './names.ts';

/** What stands in the place of `latest`. */
const version = /\d\.\d/;

/** A page with its names, as `nameWords` gives them; none unless told. */
interface NamedPage {
  readonly url: string;
  readonly names?: readonly string[];
}

/**
 * Whether two pages that may have one name, such as `Set` of two packages, are told apart by the others: by a word of the
 * names of one that the other's lack, and that is in a part of its path that the other's path lacks. The path alone says nothing, for
 * it may be an id of a session, nor do names alone, which may be those of a version; nor does a word in whose place the
 * other path has the number of a version. O(names + urls).
 */
export function haveNamesApart(x: NamedPage, y: NamedPage): boolean {
  return hasNameOfItsOwn(x, y) || hasNameOfItsOwn(y, x);
}

function hasNameOfItsOwn(page: NamedPage, other: NamedPage): boolean {
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
      return own.some((word) => words.includes(word));
    });
}

function wordsOf({ names = [] }: NamedPage): string[] {
  return names.flatMap((name) => name.split(' '));
}
