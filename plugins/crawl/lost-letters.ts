import { shinglePage } from '../../src/index.ts';

/** What a decoder writes for bytes that it cannot read. */
const REPLACEMENT = '\ufffd';

/** A page is unreadable if one letter in so many, or more, is lost. Text in a Latin alphabet keeps more than that. */
const LOST_ONE_IN = 5;

/** Part of a page by which this is judged. */
const MOST_CHARACTERS = 1 << 19;

/**
 * Whether a page was decoded in a wrong encoding, so that what is left of its text does not tell it from others. HTTP
 * clients read a page as UTF-8 if its header names no encoding, whatever its markup says. O(MOST_CHARACTERS), and a
 * search for one character in most pages.
 */
export function hasLostLetters(url: string, body: string | Uint8Array | undefined): boolean {
  if (typeof body !== 'string' || !body.includes(REPLACEMENT)) return false;
  const page = { id: url, url, body: body.slice(0, MOST_CHARACTERS) };
  const { text } = shinglePage(page, { extract: 'visible' });
  let [letters, lost] = [0, 0];
  for (const [character] of text.matchAll(/[\p{L}\ufffd]/gu)) {
    letters++;
    if (character === REPLACEMENT) lost++;
  }
  return lost > 0 && lost * LOST_ONE_IN >= letters;
}
