/** Only this many characters of a URL are examined. */
export const longestUrl = 2048;

/** A parameter within a path, such as `;jsessionid=…`. */
const pathParameter = /;([^/;=]+=[^/;]*)/g;

/** A URL without scheme and fragment. */
interface SplitUrl {
  readonly host: string;
  /** With its slash; empty if there is none. */
  readonly path: string;
  /** Without `?`; empty if there is none. */
  readonly query: string;
}

/**
 * The name of a file in which wget keeps a page with a query: `topic%3Fpage=2.html`, in which `?` is percent-encoded since the copy is a path, or
 * `topic@page=2` for file systems without `?`.
 */
const copyOfQuery = /(?:%3F|@)([\w.-]+(?:=|%3D).*)$/i;
/** What wget adds to the names of pages that have no ending of their own. */
const addedEnding = /\.html?$/i;

/** Host, path and query of a URL; of a copy by wget, those of the page that it is a copy of. O(url). */
export function splitUrl(url: string): SplitUrl {
  const [, host = '', path = '', query = ''] =
    /^\w+:\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?/.exec(url.slice(0, longestUrl)) ?? [];
  const last = path.lastIndexOf('/') + 1;
  const copied = query === '' ? copyOfQuery.exec(path.slice(last)) : null;
  if (copied === null) return { host, path, query };
  const named = path.slice(0, last + copied.index);
  const [ending = ''] = /\.\w{1,5}$/.test(named) ? [] : (addedEnding.exec(copied[1]) ?? []);
  const written = copied[1].replace(addedEnding, '').replace(/%3D/gi, '=').replaceAll('%26', '&');
  return { host, path: named + ending, query: written };
}

/** A URL's path, unchanged except that its parameters are left out; empty if it has none. */
export function pathOf(url: string): string {
  return withoutParameters(splitUrl(url).path).path;
}

/** A path without the parameters within it, such as `jsessionid=…`, and these. O(path). */
export function withoutParameters(path: string): {
  readonly path: string;
  readonly parameters: readonly string[];
} {
  if (!path.includes(';')) return { path, parameters: [] };
  return {
    path: path.replace(pathParameter, ''),
    parameters: Array.from(path.matchAll(pathParameter), ([, parameter]) => parameter),
  };
}

/** A URL's path, or a part of it, without percent encoding; unchanged if that is invalid. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether a part of a path, such as `index.html`, or `default.htm` as IIS names it, stands for its folder. */
export function isFolderIndex(part: string): boolean {
  return /^(?:index(?:\.\w{1,5})?|default\.(?:htm|aspx?))$/i.test(part);
}
