/** How a NUL is written in a key, in JSON too: no argument of a command can hold one. */
const WRITTEN_NUL = String.raw`\u0000`;

/** A key as it is shown, such that a command that takes keys accepts it: crawlers that share an index have a NUL in theirs. */
export function shownKey(key: string): string {
  return key.replaceAll('\0', WRITTEN_NUL);
}

/** The key that {@link shownKey} shows so. A key that has these six characters itself is another one. */
export function keyShownAs(shown: string): string {
  return shown.replaceAll(WRITTEN_NUL, '\0');
}
