import { lowerCaseWords } from './rough-words.ts';

/** Longer lines are no headings. In code units. */
const longest = 200;
/** A single word, such as the name of the site, is in many lines. */
const fewestWords = 2;
/** A title of more parts is none of a page; each is sought in all its text. */
const mostNames = 4;
/** What separates the name of a site from that of a page. */
const separator = /\s+[|–—·»-]+\s+|[:|]\s+/u;

/**
 * What serves as the heading of a page without one: the first line of its text that contains all words of the title, and
 * more; or else the first that ends with the last part of it, and says more: `Tree Member List` of a page with the title
 * `Library: Member List`. A line that begins with a part is often a sentence. None if the title, or the part, has fewer
 * than two words. O(text).
 */
export function headingByTitle(title: string, text: string): string[] {
  if (title.length >= longest) return [];
  const lines = text.split('\n').filter((line) => line.length <= longest);
  const said = lowerCaseWords(title);
  if (said.length < fewestWords) return [];
  for (const line of lines) {
    if (line.length <= title.length) continue;
    const shown = new Set(lowerCaseWords(line));
    if (said.every((word) => shown.has(word))) return [line];
  }
  const parts = partsOf(title);
  const last = parts.at(-1)!;
  if (parts.length < 2 || lowerCaseWords(last).length < fewestWords) return [];
  const heading = lines.find((line) => line.length > last.length && line.endsWith(last));
  return heading === undefined ? [] : [heading];
}

/**
 * The part of a title, of two words or more, with which a text begins: what that text is called, if it is all of a page. Undefined if there is none.
 * O(title).
 */
export function titleBefore(text: string, title: string): string | undefined {
  return partsOf(title).find(
    (part) =>
      text.length > part.length && text.startsWith(part) && lowerCaseWords(part).length >= fewestWords,
  );
}

function partsOf(title: string): readonly string[] {
  return title.length >= longest ? [] : title.split(separator);
}

/**
 * The first part of a title, of two words or more, that is a line of a page, if the main text has neither the title nor a part of it: what names
 * the page where that is no heading, as in manuals of Haddock and Doxygen. Undefined if there is none. O(text).
 *
 * @param lines those of the page that may name it
 */
export function titleLine(title: string, mainText: string, lines: () => string): string | undefined {
  if (title === '' || title.length >= longest) return undefined;
  const parts = [title, ...partsOf(title)];
  if (parts.some((part) => mainText.includes(part))) return undefined;
  const names = parts.filter((part) => lowerCaseWords(part).length >= fewestWords).slice(0, mostNames);
  if (names.length === 0) return undefined;
  // a set of all lines of a page of short ones took as long as reading it
  const all = `\n${lines()}\n`;
  return names.find((name) => all.includes(`\n${name}\n`));
}
