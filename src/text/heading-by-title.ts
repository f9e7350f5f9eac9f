import { lowerCaseWords } from './rough-words.ts';

/** Longer lines are no headings. In code units. */
const longest = 200;
/** One word, such as the name of the site, stands in many lines. */
const fewestWords = 2;

/**
 * What stands for a heading on a page without: the first line of its text that has all the words of the title, and more. None where the title
 * has fewer than two. O(text).
 */
export function headingByTitle(title: string, text: string): string[] {
  const said = lowerCaseWords(title);
  if (said.length < fewestWords) return [];
  for (const line of text.split('\n')) {
    if (line.length <= title.length || line.length > longest) continue;
    const shown = new Set(lowerCaseWords(line));
    if (said.every((word) => shown.has(word))) return [line];
  }
  return [];
}
