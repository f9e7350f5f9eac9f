/** Only this many characters of a URL are examined. */
export const longestUrl = 2048;

/** A parameter within a path, such as `;jsessionid=…`. */
const pathParameter = /;([^/;=]+=[^/;]*)/g;

/** A URL's path, unchanged except that its parameters are left out; empty if it has none. */
export function pathOf(url: string): string {
  const path = /^\w+:\/\/[^/?#]*([^?#]*)/.exec(url.slice(0, longestUrl))?.[1] ?? '';
  return withoutParameters(path).path;
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
