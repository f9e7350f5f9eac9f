/** A whole id that may have more digits than a double. The key cannot be in a string: there, a backslash would precede its second quote. */
const LONG_ID = /("id"[ \t\r\n]*:[ \t\r\n]*)(-?\d{16,})(?=[ \t\r\n]*[,}])/g;

/**
 * The value of JSON. The id of an object that is a whole number beyond 2⁵³ is its digits: rounded, unlike ids would become one. O(text).
 *
 * @throws SyntaxError as `JSON.parse` does
 */
export function parseRecord(text: string): unknown {
  const value = JSON.parse(text) as { readonly id?: unknown } | null;
  const id = value?.id;
  if (!Number.isInteger(id) || Number.isSafeInteger(id)) return value;
  return JSON.parse(text.replace(LONG_ID, '$1"$2"'));
}
