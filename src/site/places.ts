import { isFolderIndex } from './decoded-path.ts';

/** `/3.1/`, `/v2.0/`, as a part of a path or between hyphens or underlines. */
const version = /(?<=[/_-])v?\d+(?:\.\d+)+(?=[/_-])/gi;
/** URLs are looked at as far as this. */
const longest = 2048;

/**
 * Where a page stands among the others of its host: its folder, and the version that the folder is of, if it names one.
 * Empty for a page without URL. O(url).
 */
export function placesOf(url: string): string[] {
  const [, origin, path] = /^\w+:\/\/([^/?#]+)(\/[^?#]*)/.exec(url.slice(0, longest)) ?? [];
  if (path === undefined) return [];
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const versions = folder.match(version);
  return versions === null ? [origin + folder] : [origin + folder, `${origin} ${versions.join(' ')}`];
}

/**
 * Whether two URLs end in the same part of a path, such as `Foo.html` in two versions: that speaks for one thing. The
 * first page of a folder ends in the folder's name. `view.php?t=1` and `view.php?t=2` do not end alike.
 */
export function endAlike(url: string, other: string): boolean {
  const [end, query] = endOf(url);
  const [otherEnd, otherQuery] = endOf(other);
  return end !== '' && end === otherEnd && (query === '' || otherQuery === '' || query === otherQuery);
}

/** The last part of the path, and the query. */
function endOf(url: string): [end: string, query: string] {
  const [, path = '', query = ''] = /^\w+:\/\/[^/?#]+(\/[^?#]*)(\?[^#]*)?/.exec(url.slice(0, longest)) ?? [];
  const parts = path.split('/').filter((part) => part !== '' && !isFolderIndex(part));
  return [(parts.at(-1) ?? '').toLowerCase(), query];
}
