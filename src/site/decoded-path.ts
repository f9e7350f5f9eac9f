/** A URL's path or a part of it without percent encoding; as it stands where that is broken. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
