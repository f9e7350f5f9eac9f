import { splitWords } from '../text/words.ts';
import { remembered } from './remembered.ts';

/**
 * What a hyphen may join to a version: a number, perhaps after a letter, the hash of a commit, or what says how ready it is. Other words say
 * what it is of: `2.0-linux` and `2.0-windows` are two downloads, and `2.0rc1-menu-2.png` is one of several pictures.
 */
const afterHyphen = String.raw`-(?:\p{L}?\d[\p{L}\p{N}]*|g?[\da-f]{7,}|(?:alpha|beta|build|canary|dev|ea|final|ga|hotfix|incubating|latest|lts|milestone|next|nightly|patch|post|pre|preview|rc|release|snapshot|sp|stable)\d*)(?![\p{L}\p{N}])`;

/**
 * `1.2`, `v3`, `4.0.0-beta.1`: what distinguishes versions of one thing. A number that an underscore joins to a word
 * (`ConsumeKafka_2_0`), or such a `v3` that a dot joins to one (`ip.v4`), belongs to the name of a thing beside which others of that
 * kind exist. So does the time of a picture (`20130927_094534`), and a date (`5.3.2023`), which tells the figures or the minutes of one day
 * from those of another.
 */
const version = new RegExp(
  String.raw`(?<![\p{L}\p{N}]|[\p{L}\p{N}]_|\p{N}\.)(?!(?:[012]?\d|3[01])\.(?:0?\d|1[012])\.(?:19|20)\d\d(?![\p{L}\p{N}]))(?:v?\d+(?:\.\d+|_\d{1,3}(?!\d))+(?:[.+]?[\p{L}\p{N}]+|${afterHyphen})*|(?<![\p{L}\p{N}]\.)v\d+(?:[+]?[\p{L}\p{N}]+|\.\d[\p{L}\p{N}]*|${afterHyphen})*)`,
  'giu',
);

/** A page with its names, from `namesAt`. Default: none. */
export interface NamedPage {
  readonly url: string;
  readonly names?: readonly string[];
}

/** What Sphinx writes in place of a title, in the name of a page without one. */
const noTitle = '<no title>';

/**
 * Signs that belong to the word before them, as in `operator++`, `C++` and `C#`. Other signs after a word are links to
 * headings (`Setup#`), end a list of types (`vector<bool>`), or separate a name from that of the site.
 */
const signsOfWord =
  /(?<=[\p{L}\p{N}])([-+*=<&|^%~][-+*=<>&|^%~]+(?!\p{L})|(?:[+*=&^]|(?<=(?<![\p{L}\p{N}])\p{L})#)(?![\p{L}\p{N}]))(?![-+*=<>&|^%~])/u;

/**
 * The words of each name of a page, separated by one space, without versions and with the signs that belong to them.
 * Names without a letter, such as a release date, are dropped, and so are repeats and `<no title>`.
 *
 * @param names the best first, as `extractText` gives them
 */
export function nameWords(names: readonly string[]): string[] {
  const words = new Set<string>();
  for (const name of names) {
    const own = wordsOf(name);
    if (own !== '') words.add(own);
  }
  return [...words];
}

/**
 * The words of a name; empty if it has no letter. Versions of a page have the same names, and so have the titles and
 * menus of a site.
 */
const wordsOf = remembered(wordsOfName, { most: 4096, longest: 400, lengthOf: (words) => words.length });

function wordsOfName(name: string): string {
  if (name.toLowerCase().includes(noTitle)) return '';
  let words = '';
  for (const [i, part] of name.replace(version, ' ').split(signsOfWord).entries()) {
    if (i % 2 === 1) {
      words += part;
      continue;
    }
    const own = Buffer.from(splitWords(part).bytes).toString();
    words += words === '' || own === '' ? own : ` ${own}`;
  }
  return /\p{L}/u.test(words) ? words : '';
}
