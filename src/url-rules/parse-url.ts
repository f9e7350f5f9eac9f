/**
 * The URL that a text is; undefined if it is none. O(text)
 *
 * In Node 20.20, `URL.canParse` denies that a URL with a host beyond ASCII is one, as soon as the function that calls it
 * has been compiled.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
