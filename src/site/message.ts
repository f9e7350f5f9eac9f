import { hasMatches } from '../text/has-matches.ts';
import { digest48 } from './digest48.ts';
import { withoutOwnAddress } from './own-address.ts';

/** Longer texts are more than a message about what was asked for. In UTF-16 code units. */
const longestMessage = 3000;
/** What has one is a date, a time, the address of a visitor, the number of a case. */
const digit = /\p{N}/u;
/** A text of so many words says something, a shorter one may be a label. */
const fewestWords = 8;
/** A text of which less is words without a digit is a table: it says what its numbers say. */
const leastInWords = 1 / 8;

/**
 * A digest (48 bits, the last of which is `isSentence`) of a short text without the page's own address and whatever has a digit, but for
 * numbers of its first line that it repeats: these are what it is about. Equal for the pages by which a
 * host says of each of its addresses that nothing is there. Undefined for other texts. O(text + url).
 */
export function messageDigest(text: string, url: string): number | undefined {
  const said = messageOf(text, url);
  if (said === undefined) return undefined;
  const digest = digest48(said);
  return digest - (digest % 2) + (hasMatches(said, /[\p{L}\p{M}]+/gu, fewestWords) ? 1 : 0);
}

/** Whether the text with a digest has eight words or more. */
export function isSentence(message: number): boolean {
  return message % 2 === 1;
}

function messageOf(text: string, url: string): string | undefined {
  if (text.length > longestMessage) return undefined;
  const words = (withoutOwnAddress(text, url) ?? text).trim().split(/\s+/);
  const plain = words.filter((word) => !digit.test(word));
  if (plain.length < leastInWords * words.length) return undefined;
  const about = saidAgain(text, words);
  const isSaid = (word: string): boolean => !digit.test(word) || about.has(bare(word));
  const said = (about.size === 0 ? plain : words.filter(isSaid)).join(' ');
  return /\p{L}/u.test(said) ? said : undefined;
}

/** The numbers of a text's first line that it repeats: of most texts that line has none. */
function saidAgain(text: string, words: readonly string[]): ReadonlySet<string> {
  const [line] = text.trimStart().split('\n', 1);
  if (!digit.test(line)) return none;
  const first = new Set(line.split(/\s+/).map(bare));
  const counts = new Map<string, number>();
  for (const word of words) {
    if (digit.test(word)) counts.set(bare(word), 1 + (counts.get(bare(word)) ?? 0));
  }
  return new Set([...first].filter((word) => (counts.get(word) ?? 0) > 1));
}

const none: ReadonlySet<string> = new Set();

function bare(word: string): string {
  return word.replace(/[^\p{L}\p{N}]+/gu, '');
}
