/** Latin letters with a mark, and those that are written without theirs although Unicode takes them for letters of their own. */
const latinWithMarks = /[\u00df-\u024f\u1e00-\u1eff]|[\u0300-\u036f]/;
const ownLetters = [
  ['đ', 'd'],
  ['ı', 'i'],
  ['ł', 'l'],
  ['ø', 'o'],
  ['ß', 'ss'],
] as const;

/** A text in lower case with the letters a to z in place of those with marks; empty if it has none. O(text). */
export function withoutMarks(text: string): string {
  if (!latinWithMarks.test(text)) return '';
  let plain = decomposed(text).replace(/\p{M}/gu, '');
  for (const [letter, written] of ownLetters) plain = plain.replaceAll(letter, written);
  return plain;
}

/**
 * A text with each letter and its mark apart, without further marks. O(text): marks of their own are removed first, since sorting a
 * run of them takes time quadratic in its length.
 */
export function decomposed(text: string): string {
  return text.replace(/\p{M}/gu, '').normalize('NFD');
}
