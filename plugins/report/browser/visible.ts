/**
 * Makes text from a page safe to display. Control characters are shown as their pictures (␀), and characters that
 * change the direction of the text after them by their code (‹U+202E›). Line feeds and tabs stay.
 */
export function visible(text: string): string {
  return text.replace(unseen, (run) => Array.from(run, (each) => picture(each.charCodeAt(0))).join(''));
}

function picture(code: number): string {
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
}

/**
 * C0 except tab and line feed, C1, direction marks, embeddings, overrides and isolates, and line separators. A match
 * has several characters, since each match of a text takes memory.
 */
const unseen =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]{1,256}/g;

/** The URL in the form that a link may have, or undefined if it is not http or https. */
export function linkTarget(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, href } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? href : undefined;
}
