import { lowerCaseWords } from '../text/rough-words.ts';
import { decodedPath, pathOf } from './decoded-path.ts';
import { aboveList, isSentence, messageDigest } from './message.ts';
import {
  areHalfIn,
  hasUrlWords,
  isNamedByUrl,
  isNumberedByUrl,
  isSubtitledByUrl,
  namedParts,
} from './named-by-url.ts';
import { nameWords } from './names.ts';
import { isNamedInLatin } from './romanised.ts';
import { lastPart, urlParts, wordsOfText } from './url-words.ts';

/** What a page calls itself, and whether it is a message. */
export interface Naming {
  /**
   * From `isNamedByUrl`; for a message, by the names that the page shows, and for a longer text also by what it says
   * (`hasUrlWords`). Missing if the URL has no words.
   */
  readonly isNamedByUrl?: boolean | undefined;
  /** The `messageDigest` of a short text at an address whose number it does not state (`isNumberedByUrl`). */
  readonly message?: number;
  /** Set for a message that says all words of its URL (`hasUrlWords`), although it does not name it. */
  readonly saysUrl?: true;
  /** Set for a message of eight words or more that does not say what the title of its page says (`hidesTitle`). */
  readonly hidesTitle?: true;
}

/** The naming in what else is known of a page. */
export function namingIn({ isNamedByUrl, message, saysUrl, hidesTitle }: Naming): Naming {
  return {
    ...(isNamedByUrl !== undefined && { isNamedByUrl }),
    ...(message !== undefined && { message }),
    ...(saysUrl && { saysUrl }),
    ...(hidesTitle && { hidesTitle }),
  };
}

/**
 * Whether a page names what its URL names, and the digest of its text if that is short.
 *
 * @param names the best first, the title last, as `extractText` gives them
 * @param digestOfText as for `messageDigest`
 */
export function namingOf(
  url: string,
  text: string,
  names: readonly string[],
  digestOfText?: () => number | undefined,
): Naming {
  const ofText = url === '' ? undefined : messageDigest(text, url, digestOfText);
  if (ofText !== undefined && isSubtitledByUrl(url, text, names)) return { isNamedByUrl: true };
  const message = ofText !== undefined && isNumberedByUrl(url, [...names, text]) ? undefined : ofText;
  const shown = message === undefined ? names : shownNames(url, names);
  const asWritten = isNamedByUrl(url, text, shown);
  const byNames = asWritten === false ? isNamedInLatin(url, shown) : asWritten;
  // an article may have further names, such as its redirects in a wiki
  const isSaid = byNames === false && hasUrlWords(url, text);
  const named = byNames === false && ofText === undefined ? isSaid : byNames;
  return {
    ...(named !== undefined && { isNamedByUrl: named }),
    ...(message !== undefined && { message }),
    ...(message !== undefined && isSaid && { saysUrl: true }),
  };
}

/**
 * {@link namingOf} a page as `extractText` reads it. Where its text ends with a list of other pages, what stands above it is the message
 * (`isAboveList`) if it has eight words or more, as that of a login below which articles are recommended, others on each page.
 *
 * @param digestOfText as for `messageDigest`
 */
export function namingOfPage(
  url: string,
  page: {
    readonly text: string;
    readonly aboveList?: string;
    readonly title: string;
    readonly names: readonly string[];
  },
  digestOfText?: () => number | undefined,
): Naming {
  const { text, aboveList: above, names } = page;
  const ofAbove = above === undefined ? {} : namingOf(url, above, names);
  if (ofAbove.message !== undefined && isSentence(ofAbove.message))
    return { ...ofAbove, message: aboveList(ofAbove.message) };
  const naming = namingOf(url, text, names, digestOfText);
  const isHiding = naming.message !== undefined && isSentence(naming.message) && hidesTitle(page);
  return isHiding ? { ...naming, hidesTitle: true } : naming;
}

/**
 * Whether a page has a title that contains none of its headings, and of which neither these nor its text say even half: a login may be sent
 * under the title of the article in whose place it stands. Not asked where a list follows: lists of subjects may have a title each below
 * one heading. O(text).
 */
function hidesTitle({ text, title, names }: Parameters<typeof namingOfPage>[1]): boolean {
  const [said] = title === '' ? [] : nameWords([title]);
  if (said === undefined) return false;
  const headings = names.slice(0, -1);
  if (nameWords(headings).some((heading) => ` ${said} `.includes(` ${heading} `))) return false;
  const words = wordsOfText(title);
  return words.length > 0 && !areHalfIn(words, [...headings, text].join('\n'));
}

/**
 * What a page with a message calls itself when it is compared with others of its pattern (`TextPatterns`), and which
 * parts of its URL (`urlParts`) this names; undefined for a page that may be about something but does not say what.
 *
 * @param all from `namesAt`
 * @param hidesTitle as in `Naming`: the best name counts then, if that is no title; others may be those of lists
 */
export function ownNamesOf(
  url: string,
  all: readonly string[],
  message: number,
  hidesTitle = false,
): { readonly names: readonly string[]; readonly named: number; readonly hiddenTitle?: string } | undefined {
  const names = hidesTitle ? all.slice(0, -1).slice(0, 1) : all;
  const hidden = hidesTitle && { hiddenTitle: all.at(-1)! };
  if (names.length === 0) return isSentence(message) ? { names, named: 0, ...hidden } : undefined;
  const shown = shownNames(url, names);
  const inLatin = isNamedInLatin(url, shown) ? urlParts.path : 0;
  return { names: nameToCompare(url, names), named: namedParts(url, shown) | inLatin, ...hidden };
}

/**
 * The names that a page shows. A title may repeat the requested address, as that of a login does: if there is one
 * heading and it says something else, the title does not count. Several headings are those of sections, which all pages
 * of a manual have, and the title names the page; but not if it has the folder, too, as wikis title a page that nobody has written.
 */
function shownNames(url: string, names: readonly string[]): readonly string[] {
  if (names.length < 2) return names;
  const [heading, title] = [names[0], names.at(-1)!];
  const part = words(lastPart(url));
  const asked = names.length === 2 ? part : withFolder(url, part);
  const repeatsIt = words(title).includes(asked) && !words(heading).includes(part);
  return asked !== '' && repeatsIt ? names.slice(0, -1) : names;
}

/** The words of the folder of a URL and of the last part of its path, which follow; empty if there is no folder. */
function withFolder(url: string, part: string): string {
  const folder = words(decodedPath(pathOf(url)).split('/').filter(Boolean).at(-2) ?? '');
  return folder === '' || part === '' ? '' : folder + part.slice(1);
}

/**
 * The names by which a short page is compared with others of its site: the best that it shows, and its title. Headings
 * between these may be those of sections, or of other pages.
 */
export function nameToCompare(url: string, names: readonly string[]): readonly string[] {
  const shown = shownNames(url, names);
  return shown.length > 2 ? [shown[0], shown.at(-1)!] : shown;
}

/** Words of letters and digits, with one space between two and at both ends; empty if there are none. */
function words(text: string): string {
  const found = lowerCaseWords(text);
  return found.length === 0 ? '' : ` ${found.join(' ')} `;
}
