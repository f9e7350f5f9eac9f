import { isFolderIndex, splitUrl } from './decoded-path.ts';
import { remembered } from './remembered.ts';

/** `/3.1/`, `/v2.0/`, as a part of a path or between hyphens or underlines. */
const version = /(?<=[/_-])v?\d+(?:\.\d+)+(?=[/_-])/gi;
/**
 * A folder that may be named by the id of its page: four digits or more, and neither a year nor a version. `url-patterns.ts` asks for fewer:
 * here a release such as `jdk17` must not be one place with others.
 */
const idOfPage = /(?<=\/)(?!(?:19|20)\d\d\/$)(?=(?:[^/\d]*\d){4})[^/.]+\/$/;
/** Most places of a name that are kept: one thing is in few places. */
const mostPlaces = 64;

/**
 * The place of a page on its host: its folder, and the folder's version, if it names one. Folders that differ in the id of their page, as
 * `/listing/48213/red-lamp` and `/listing/48977/blue-lamp` do, are one. Empty for a page without URL. O(url).
 */
export function placesOf(url: string): string[] {
  const { host, path } = splitUrl(url);
  if (host === '' || path === '') return [];
  const folder = folderOf(path).replace(idOfPage, '#/');
  const versions = folder.match(version);
  return versions === null ? [host + folder] : [host + folder, `${host} ${versions.join(' ')}`];
}

/**
 * The folder of a path. For the first page of a folder, such as `create_user/index.html`, it is the parent folder,
 * since the folder's name is that of the page (`endOf`).
 */
function folderOf(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const page = path.slice(folder.length);
  if (folder === '/' || (page !== '' && !isFolderIndex(page))) return folder;
  return folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);
}

/** Whether two pages are in one folder, or in folders of one version. O(urls). */
export function areInOnePlace(url: string, other: string): boolean {
  const places = placesOf(url);
  return placesOf(other).some((place) => places.includes(place));
}

/** How close the pages of two names must be: in one place, or in two releases that each have both. */
export type Closeness = 'one-place' | 'two-releases';

/** Adds the place of a page to those of its name, unless these are 64 or more. */
export function addPlaces(places: Set<string>, url: string): void {
  if (places.size < mostPlaces) for (const place of placesOf(url)) places.add(place);
}

/**
 * Whether two names have pages that are this close. Folders belong to two releases if their numbers differ, as in
 * `/39/api/` and `/38/api/`: one thing may have two names both in a folder and in that of its printed pages. O(places).
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
 * Whether two URLs end in the same part of a path, such as `Foo.html` in two versions, which suggests one thing. The
 * first page of a folder ends in the folder's name. `view.php?t=1` and `view.php?t=2` do not end alike.
 */
export function endAlike(x: UrlEnd, y: UrlEnd): boolean {
  return x.end !== '' && x.end === y.end && (x.query === '' || y.query === '' || x.query === y.query);
}

/** Whether a path ends in a number, as that of a month or of a part of a list does. */
export function endsInNumber({ end }: UrlEnd): boolean {
  return /^\d+(?:\.[a-z]+)?$/.test(end);
}

/** Whether two URLs differ, but only in versions that name folders, as `/docs/3.0.1/a.html` and `/docs/3.0.2/a.html` do. O(urls). */
export function areOfReleases(url: string, other: string): boolean {
  return url !== other && withoutReleases(url) === withoutReleases(other);
}

/** A URL without the versions that name its folders: what two that are {@link areOfReleases} have in common. O(url). */
export function withoutReleases(url: string): string {
  return url.replace(version, '');
}

/** Whether the folder of a URL names a version that the other's does not, as `/v4.6/ol.Map.html` and `/latest/Map.html` do. O(urls). */
export function areInTwoReleases(url: string, other: string): boolean {
  return placesOf(url)[1] !== placesOf(other)[1];
}

/** Numbers that signs join, behind a word: `4-1` of `winch-driver-4-1.html`. */
const release = /(?<=\p{L}[-_.])v?\d+(?:[-_.]\d+)+(?=$|\.[a-z]{1,5}$)/iu;

/**
 * Whether two URLs end in the same words and two releases or days, as `/notes/winch-4-1` and `/notes/winch-4-2` do: what is said of one of
 * them is not said of the other, though names, which have no versions, are equal. The first pages of two folders, such as
 * `/rel-0.12/index.html` and `/rel-0.13/index.html`, are one page in two releases of a site. O(urls).
 */
export function areOfTwoReleases(url: string, other: string): boolean {
  const [x, y] = [url, other].map((each) => release.exec(urlEnd(each).end));
  if (!x || !y || x[0] === y[0]) return false;
  const [beforeX, beforeY] = [x, y].map(({ input, index }) => input.slice(0, index));
  return beforeX === beforeY && !isFirstOfFolder(url) && !isFirstOfFolder(other);
}

/** Whether a URL names the first page of a folder, as `/a/index.html` does and `/a/` does not. */
function isFirstOfFolder(url: string): boolean {
  const { path } = splitUrl(url);
  const page = path.slice(path.lastIndexOf('/') + 1);
  return page !== '' && isFolderIndex(page);
}

/** How a URL ends. */
export interface UrlEnd {
  /** The last meaningful part of the path, in lower case. */
  readonly end: string;
  readonly query: string;
}

/** How a URL ends; remembered, since URLs are asked about more than once. O(url). */
export const urlEnd: (url: string) => UrlEnd = remembered(readEnd, { most: 1 << 15, longest: 400 });

function readEnd(url: string): UrlEnd {
  const { path, query } = splitUrl(url);
  const parts = path.split('/').filter((part) => part !== '' && !isFolderIndex(part));
  return { end: (parts.at(-1) ?? '').toLowerCase(), query };
}
