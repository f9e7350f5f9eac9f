import { decomposed } from './letter-marks.ts';
import { urlWords } from './url-words.ts';

/**
 * Letters of Cyrillic and Greek in Latin ones, as passports have them (ICAO Doc 9303, ELOT 743). Other ways of writing them differ in what
 * {@link folded} makes equal.
 */
const latin: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...lettersOf(
      'абвгдезиклмнопрстуфхцчшщыэюя',
      'a b v g d e z i k l m n o p r s t u f kh ts ch sh shch y e yu ya',
    ),
    ...lettersOf('жъьієґђјљњћџ', 'zh - - i ye g dj j lj nj c dz'),
    ...lettersOf('αβγδεζηθικλμνξοπρσςτυφχψω', 'a v g d e z i th i k l m n x o p r s s t y f ch ps o'),
  }),
);
/** A word in these letters, with its marks. */
const foreignWord = /[\p{Script=Cyrillic}\p{Script=Greek}][\p{Script=Cyrillic}\p{Script=Greek}\p{M}]*/gu;
/** What is left of a word must be this long: shorter ones begin words of most names. */
const shortestFolded = 3;

/**
 * Whether at least half of a URL's words begin words of a page's names that are in Cyrillic or Greek letters, as `staryj-most` is
 * `Старый мост`. Most addresses are in Latin letters: on a Russian site none of 375 pages named its URL, with this 79 %. What names have in
 * Latin letters does not count, as it may be the address that was asked for. O(url + names).
 */
export function isNamedInLatin(url: string, names: readonly string[]): boolean {
  const written = names.join('\n').match(foreignWord);
  if (written === null) return false;
  const said = ` ${folded(inLatin(written.join(' ')))}`;
  const words = urlWords(url);
  const known = words
    .map(folded)
    .filter((word) => word.length >= shortestFolded && said.includes(` ${word}`));
  return known.length > 0 && 2 * known.length >= words.length;
}

function inLatin(text: string): string {
  let written = '';
  for (const letter of decomposed(text.toLowerCase())) written += latin.get(letter) ?? letter;
  return written.replace(/\p{M}/gu, '');
}

/** A text in lower case in which the usual ways to write one letter are one: `ya`, `ja`, `ia`; `kh`, `h`, `x`; `shch`, `sch`; `ts`, `c`. */
function folded(text: string): string {
  return text
    .replace(/shch|sch|shh|sh/g, 's')
    .replace(/zh/g, 'z')
    .replace(/ch|ts|tz|cz/g, 'c')
    .replace(/kh|x|g/g, 'h')
    .replace(/[yij]+/g, 'i');
}

/** @param written separated by spaces; `-` for none */
function lettersOf(letters: string, written: string): Record<string, string> {
  const each = written.split(' ');
  return Object.fromEntries(Array.from(letters, (letter, i) => [letter, each[i] === '-' ? '' : each[i]]));
}
