/** URLs are looked at as far as this. */
const longest = 2048;

/** A URL's path as it stands there; empty without. */
export function pathOf(url: string): string {
  return /^\w+:\/\/[^/?#]*([^?#]*)/.exec(url.slice(0, longest))?.[1] ?? '';
}

/** A URL's path or a part of it without percent encoding; as it stands where that is broken. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whether a part of a path stands for the folder that it is in, such as `index.html`. */
export function isFolderIndex(part: string): boolean {
  return /^index(?:\.\w{1,5})?$/i.test(part);
}
