/** What is kept of a page for a report. */
export interface KeptText {
  readonly title: string;
  readonly text: string;
}

/** Both as one text: the title is a line of its own. */
export function packedText({ title, text }: KeptText): string {
  return `${title.replace(/\n/g, ' ')}\n${text}`;
}

/** What {@link packedText} made one text of. */
export function unpackedText(packed: string): KeptText {
  const end = packed.indexOf('\n');
  return { title: packed.slice(0, Math.max(0, end)), text: packed.slice(end + 1) };
}
