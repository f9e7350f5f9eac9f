import { checkFunction, checkString } from '../argument-checks.ts';
import { dateNames, numbersNearDates } from './dates.ts';
import { hash53 } from './url-parts.ts';

/** Longest text with an outline, so that pages that say much cost nothing here. */
const MOST_CHARACTERS = 2048;
/** Longer runs of digits are no numbers that count pages, days or years. */
const MOST_DIGITS = 15;

/**
 * A hash of the words of a page other than those that its URL says: [0, 2⁵³). Numbers that differ from one of the URL's by
 * at most 1 are alike. If the URL names a date, so are those of a week around it, and names of days and months are left out.
 * `/calendar/2027/3` with the text `March 2027` and links to 2026 and 2028 has the outline of `/calendar/2026/3`. Undefined if
 * the URL has nothing that may vary without end (no digit, no query, no segment twice), and for a long text. O(|url| + |text| + |sources|)
 *
 * @param sources gives what else the page brings, such as the URLs of its pictures
 */
export function outlineOf(
  url: string,
  text: string,
  sources: () => Iterable<string> = () => [],
): number | undefined {
  checkString('outlineOf', 'url', url);
  checkString('outlineOf', 'text', text);
  checkFunction('outlineOf', 'sources', sources);
  if (text.length > MOST_CHARACTERS) return undefined;
  const place = decoded(url.replace(/^\w+:\/\/[^/]*/, '').replace(/#.*/, ''));
  if (!mayVary(place)) return undefined;
  const named = new Set(wordsIn(place));
  const near = new Set((place.match(/\d+/g) ?? []).flatMap(numbersIn).flatMap((n) => [n - 1, n, n + 1]));
  for (const number of numbersNearDates(place)) near.add(number);
  const ofDate = dateNames(place, named);
  const withoutNear = (digits: string): string =>
    digits.length <= MOST_DIGITS && near.has(Number(digits)) ? '#' : digits;
  const words = new Set<string>();
  for (const word of wordsIn(text.toLowerCase())) {
    if (!named.has(word) && !ofDate.has(word))
      words.add(/\d/.test(word) ? word.replace(/\d+/g, withoutNear) : word);
  }
  // a number alone is the URL's, as a word of the URL is
  words.delete('#');
  let sum = 0;
  for (const each of [...words, ...sources()]) {
    const hash = hash53(each);
    const rest = 2 ** 53 - hash;
    sum = sum >= rest ? sum - rest : sum + hash;
  }
  return sum;
}

function mayVary(place: string): boolean {
  if (/[\d?]/.test(place)) return true;
  const segments = place.split('/');
  return new Set(segments).size < segments.length;
}

/** What is between blanks and ASCII punctuation: the same text always gives the same words. */
function wordsIn(text: string): string[] {
  return text.split(/[\s!-/:-@[-`{-~]+/);
}

/** A number; also year, month and day of `20261126` and `202611`. */
function numbersIn(digits: string): number[] {
  if (digits.length > MOST_DIGITS) return [];
  const [, ...date] = /^((?:19|20)\d\d)(\d\d)(\d\d)?$/.exec(digits) ?? [];
  return [digits, ...date.filter((part) => part !== undefined)].map(Number);
}

function decoded(place: string): string {
  try {
    return decodeURIComponent(place).toLowerCase();
  } catch {
    return place.toLowerCase();
  }
}
