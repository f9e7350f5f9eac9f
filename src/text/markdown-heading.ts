/** A first-level heading, marked in front or underlined (CommonMark, §4.2 and §4.3). */
const firstLevel = /^ {0,3}#[ \t]+(\S.*)$|^ {0,3}([^\s=].{0,200})\r?\n {0,3}=+[ \t]*$/m;

/** The text of the first heading of the first level in a text in Markdown, as written; '' if there is none. O(text). */
export function markdownHeading(markdown: string): string {
  const found = firstLevel.exec(markdown);
  return (found?.[1] ?? found?.[2] ?? '').trim();
}
