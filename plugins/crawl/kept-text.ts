/** The parts of a page that are kept for a report. */
export interface KeptText {
  readonly title: string;
  readonly text: string;
}

/** Title and text as one string; the title is the first line. */
export function packedText({ title, text }: KeptText): string {
  return `${title.replace(/\n/g, ' ')}\n${text}`;
}

/** Undoes {@link packedText}. */
export function unpackedText(packed: string): KeptText {
  const end = packed.indexOf('\n');
  return { title: packed.slice(0, Math.max(0, end)), text: packed.slice(end + 1) };
}
