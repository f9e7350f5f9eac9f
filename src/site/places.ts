import { isFolderIndex } from './decoded-path.ts';
import { remembered } from './remembered.ts';

/** `/3.1/`, `/v2.0/`, as a part of a path or between hyphens or underlines. */
const version = /(?<=[/_-])v?\d+(?:\.\d+)+(?=[/_-])/gi;
/** The same at the end of a path, where one number may be a version, too: `Foo.v2.html`, `api-1.2`. */
const versionInEnd = /(?<![\p{L}\p{N}])(?:v?\d+(?:[._]\d+)+|v\d+)(?![\p{L}\p{N}])/gu;
/** One thing stands in few places; more are not looked at. */
const mostPlaces = 64;
/** URLs are looked at as far as this. */
const longest = 2048;

/**
 * Where a page stands among the others of its host: its folder, and the version that the folder is of, if it names one.
 * Empty for a page without URL. O(url).
 */
export function placesOf(url: string): string[] {
  const [, origin, path] = /^\w+:\/\/([^/?#]+)(\/[^?#]*)/.exec(url.slice(0, longest)) ?? [];
  if (path === undefined) return [];
  const folder = folderOf(path);
  const versions = folder.match(version);
  return versions === null ? [origin + folder] : [origin + folder, `${origin} ${versions.join(' ')}`];
}

/**
 * The folder of a path: of the first page of a folder, such as `create_user/index.html`, that which the folder lies in, since the folder's
 * name is the page's (`endOf`); the folder itself where its name has a version, as of `api/v2/`.
 */
function folderOf(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const page = path.slice(folder.length);
  if (folder === '/' || (page !== '' && !isFolderIndex(page))) return folder;
  const outer = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
  return hasVersion(folder.slice(outer.length)) ? folder : outer;
}

/** How close to each other the pages of two names stand: in one place, or in two releases, each of which has both. */
export type Closeness = 'one-place' | 'two-releases';

/** What a page is looked for by among places: the name, and with it the end of its URL where a version is in that. O(url). */
export function placedNames({
  identity,
  url,
}: {
  readonly identity: string;
  readonly url: string;
}): string[] {
  if (identity === '') return [];
  const { end, common } = endOf(url);
  return end === common ? [identity] : [identity, nameAtEnd(identity, end)];
}

/**
 * Of two pages of one name whose URLs end alike but for a version, such as `format.v2.html` and `format.v3.html`, what they are
 * looked for by among places (`placedNames`); undefined for others. O(urls).
 */
export function namesOfVersions(identity: string, url: string, other: string): [string, string] | undefined {
  const [x, y] = [endOf(url), endOf(other)];
  if (x.end === y.end || x.query !== y.query || x.common !== y.common) return undefined;
  // without letters it is the version itself, as in /docs/v2 and /docs/v3
  if (!/\p{L}/u.test(withoutEnding(x.common))) return undefined;
  return [nameAtEnd(identity, x.end), nameAtEnd(identity, y.end)];
}

/** Whether a version is in the end of a URL, as in `format.v2.html`. O(url). */
export function endsInVersion(url: string): boolean {
  const { end, common } = endOf(url);
  return end !== common;
}

function hasVersion(end: string): boolean {
  return end !== withoutVersions(end);
}

function withoutVersions(end: string): string {
  return end.replace(versionInEnd, '');
}

function withoutEnding(end: string): string {
  return end.replace(/\.[a-z]{1,5}$/, '');
}

function nameAtEnd(identity: string, end: string): string {
  return `${identity}\n${end}`;
}

/** Adds where a page stands to the places of its name, unless these are 64 or more. */
export function addPlaces(places: Set<string>, url: string): void {
  if (places.size < mostPlaces) for (const place of placesOf(url)) places.add(place);
}

/**
 * Whether two names have pages so close to each other. Folders are of two releases where their numbers differ, as those of
 * `/39/api/` and `/38/api/` do: one thing may well have two names in a folder and in that of its printed pages. O(places).
 */
export function standTogether(
  places: ReadonlySet<string>,
  others: ReadonlySet<string>,
  closeness: Closeness,
): boolean {
  const [fewer, more] = places.size < others.size ? [places, others] : [others, places];
  const [ofFolders, ofVersions] = [new Set<string>(), new Set<string>()];
  for (const place of fewer) {
    if (!more.has(place)) continue;
    if (closeness === 'one-place') return true;
    const folder = place.indexOf('/');
    const releases = folder < 0 ? ofVersions : ofFolders;
    releases.add(folder < 0 ? place : numbersIn(place.slice(folder)));
    if (releases.size === 2) return true;
  }
  return false;
}

function numbersIn(folder: string): string {
  return folder.match(/\d+(?:\.\d+)*/g)?.join(' ') ?? '';
}

/**
 * Whether two URLs end in the same part of a path, such as `Foo.html` in two versions: that speaks for one thing. The
 * first page of a folder ends in the folder's name. `view.php?t=1` and `view.php?t=2` do not end alike.
 */
export function endAlike(url: string, other: string): boolean {
  const [x, y] = [endOf(url), endOf(other)];
  return x.end !== '' && x.end === y.end && (x.query === '' || y.query === '' || x.query === y.query);
}

/** How a URL ends. */
interface UrlEnd {
  /** The last part of the path that says something, in lower case. */
  readonly end: string;
  /** The same without versions. */
  readonly common: string;
  readonly query: string;
}

/** The pairs of a cluster ask for the ends of the same URLs again and again. */
const endOf = remembered(readEnd, { most: 1 << 15, longest: 400 });

function readEnd(url: string): UrlEnd {
  const [, path = '', query = ''] = /^\w+:\/\/[^/?#]+(\/[^?#]*)(\?[^#]*)?/.exec(url.slice(0, longest)) ?? [];
  const parts = path.split('/').filter((part) => part !== '' && !isFolderIndex(part));
  const end = (parts.at(-1) ?? '').toLowerCase();
  return { end, common: withoutVersions(end), query };
}
