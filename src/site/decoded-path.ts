/** Only this many characters of a URL are examined. */
const longest = 2048;

/** A URL's path, unchanged; empty if it has none. */
export function pathOf(url: string): string {
  return /^\w+:\/\/[^/?#]*([^?#]*)/.exec(url.slice(0, longest))?.[1] ?? '';
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
