import { createHash } from 'node:crypto';
import { withoutOwnAddress } from './own-address.ts';

/** Longer texts are more than a message about what was asked for. In UTF-16 code units. */
const longestMessage = 3000;
/** Words and whatever is written together with a digit, such as dates, times, addresses of visitors and numbers of a case. */
const numbered = /[^\s]*\p{N}[^\s]*/gu;

/**
 * A digest (48 bits) of a short text without the page's own address and whatever has a digit: equal for the pages by which a
 * host says of each of its addresses that nothing is there. Undefined for other texts. O(text + url).
 */
export function messageDigest(text: string, url: string): number | undefined {
  const said = messageOf(text, url);
  return said === undefined ? undefined : createHash('sha256').update(said).digest().readUIntBE(0, 6);
}

function messageOf(text: string, url: string): string | undefined {
  if (text.length > longestMessage) return undefined;
  const said = (withoutOwnAddress(text, url) ?? text).replace(numbered, ' ').replace(/\s+/g, ' ').trim();
  return /\p{L}/u.test(said) ? said : undefined;
}
