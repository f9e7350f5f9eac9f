import { digest48 } from './digest48.ts';
import { withoutOwnAddress } from './own-address.ts';

/** Longer texts are more than a message about what was asked for. In UTF-16 code units. */
const longestMessage = 3000;
/** What has one is a date, a time, the address of a visitor, the number of a case. */
const digit = /\p{N}/u;

/**
 * A digest (48 bits) of a short text without the page's own address and whatever has a digit: equal for the pages by which a
 * host says of each of its addresses that nothing is there. Undefined for other texts. O(text + url).
 */
export function messageDigest(text: string, url: string): number | undefined {
  const said = messageOf(text, url);
  return said === undefined ? undefined : digest48(said);
}

function messageOf(text: string, url: string): string | undefined {
  if (text.length > longestMessage) return undefined;
  const words = (withoutOwnAddress(text, url) ?? text).trim().split(/\s+/);
  const said = words.filter((word) => !digit.test(word)).join(' ');
  return /\p{L}/u.test(said) ? said : undefined;
}
