import { lowerCaseWords } from './rough-words.ts';

/** Longer lines are no headings. In code units. */
const longest = 200;
/** A single word, such as the name of the site, is in many lines. */
const fewestWords = 2;

/**
 * What serves as the heading of a page without one: the first line of its text that contains all words of the title,
 * and more. None if the title has fewer than two words. O(text).
 */
export function headingByTitle(title: string, text: string): string[] {
  if (title.length >= longest) return [];
  const said = lowerCaseWords(title);
  if (said.length < fewestWords) return [];
  for (const line of text.split('\n')) {
    if (line.length <= title.length || line.length > longest) continue;
    const shown = new Set(lowerCaseWords(line));
    if (said.every((word) => shown.has(word))) return [line];
  }
  return [];
}
