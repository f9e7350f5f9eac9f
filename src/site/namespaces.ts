import { decodedPath, isFolderIndex, pathOf } from './decoded-path.ts';
import { type NamedPage, nameWords } from './names.ts';

/**
 * The words of each name of a page (`nameWords`), and before the last, the title, the qualified name that the page has at its address:
 * the end of its path in lower case, joined by dots, from where a qualified name that stands at its heading begins, or as far as the title
 * names it part by part. O(names + url).
 *
 * @param names the best first, as `extractText` gives them
 * @param qualified names that stand at the heading (`Extracted.qualified`)
 */
export function namesAt(url: string, names: readonly string[], qualified: readonly string[]): string[] {
  const words = nameWords(names);
  if (words.length === 0) return words;
  const own =
    (qualified.length === 0 ? undefined : qualifiedAt(url, qualified)) ?? titledAt(url, names.at(-1)!);
  if (own !== undefined) words.splice(Math.max(words.length - 1, 1), 0, own);
  return words;
}

/** How releases are called in paths, in letters and digits alone. */
const release =
  /^(?:v?\d+(?:(?:alpha|beta|m|rc|snapshot)\d*)?|current|dev|devel|edge|latest|main|master|next|nightly|snapshot|stable|unstable)$/;
/** Fewer parts in common are no qualified name: any page may have one word of its path. */
const fewestParts = 2;
/** So many parts are compared: the last of a path, and the first of a name. */
const mostParts = 64;

/**
 * The end of a path from where its longest run of parts begins that one of the names has, too; undefined if that run is a single part.
 * O(url + names).
 */
function qualifiedAt(url: string, qualified: readonly string[]): string | undefined {
  const path = partsOfPath(url).slice(-mostParts);
  let [start, longest] = [path.length, fewestParts - 1];
  for (const name of qualified) {
    const said = partsOf(name).slice(0, mostParts);
    // of each part of the name, how long the run is that ends with it and with a part of the path
    let before: number[] = [];
    for (const [i, part] of path.entries()) {
      const runs = said.map((each, j) => (each === part ? 1 + (before[j - 1] ?? 0) : 0));
      const length = Math.max(0, ...runs);
      if (length > longest) [start, longest] = [i + 1 - length, length];
      before = runs;
    }
  }
  return longest < fewestParts ? undefined : path.slice(start).join('.');
}

/** What titles have between the name of a page, that of what it belongs to, and that of the site. */
const between = /\s+[-–—|·»:]\s+/;
/** With fewer parts in common a title is that of an article in a section, which may be in two of them. */
const fewestTitled = 3;
/** Longer ones are no titles of that kind, in code units. */
const longestTitle = 400;

/**
 * The end of a path of which each part is a word of a part of the title, or all of it, the last of its first: `material/Card/color.html` of
 * `color property - Card class - material library`; undefined if those are fewer than three. O(url + title).
 */
function titledAt(url: string, title: string): string | undefined {
  const said = title.length > longestTitle ? [] : title.split(between);
  if (said.length < fewestTitled) return undefined;
  const path = partsOfPath(url).slice(-mostParts);
  let length = 0;
  while (length < Math.min(said.length, path.length) && isWordOf(path.at(-1 - length)!, said[length]))
    length++;
  return length < fewestTitled ? undefined : path.slice(-length).join('.');
}

/** Whether a part of a path is a word of a text, or all of it. */
function isWordOf(part: string, text: string): boolean {
  return asPart(text) === part || text.split(/\s+/).some((word) => asPart(word) === part);
}

/** The parts of a path, also of qualified names in it, without the ending of a file, in letters and digits alone. */
function partsOfPath(url: string): readonly string[] {
  const path = pathOf(url).split('/');
  const last = path.pop()!;
  if (!isFolderIndex(last)) path.push(last.replace(/\.x?html?$/i, ''));
  return partsOf(decodedPath(path.join('/')));
}

function partsOf(name: string): readonly string[] {
  return name
    .split(/[./\\:#$]+/)
    .map(asPart)
    .filter((part) => part !== '');
}

function asPart(written: string): string {
  return written.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Whether two pages of one site have qualified names at addresses that are the same up to where these begin, and differ in more than the
 * last part and the release: `smile.regression.RBFNetwork` and `smile.classification.RBFNetwork` in one folder. The path alone is not
 * enough, since it may contain a session id or a release, nor is what the pages say, which may be of two releases. A page with the same
 * heading below the other's address is the same in another form: `java.util.Map.print` of `java.util.Map`. O(names + urls).
 */
export function areOfTwoNamespaces(x: NamedPage, y: NamedPage): boolean {
  const [ofX, ofY] = [x, y].map(qualifiedOf);
  if (ofX === undefined || ofY === undefined || ofX === ofY) return false;
  const isBelow = ofX.startsWith(`${ofY}.`) || ofY.startsWith(`${ofX}.`);
  if (isBelow && x.names![0] === y.names![0]) return false;
  return namespaceOf(ofX) !== namespaceOf(ofY) && placeOf(x.url, ofX) === placeOf(y.url, ofY);
}

/** Other names have no dots. */
function qualifiedOf({ names = [] }: NamedPage): string | undefined {
  return names.find((name) => name.includes('.'));
}

/** A qualified name without its last part and releases. */
function namespaceOf(qualified: string): string {
  const parts = qualified.split('.').slice(0, -1);
  return parts.filter((part) => !release.test(part)).join('.');
}

/** What is before a qualified name in a path. */
function placeOf(url: string, qualified: string): string {
  const parts = partsOfPath(url);
  return parts.slice(0, parts.length - qualified.split('.').length).join('.');
}
