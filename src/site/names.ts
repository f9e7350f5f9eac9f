import { splitWords } from '../text/words.ts';

/** `1.2`, `v3`, `4.0.0-beta.1`: what tells versions of one thing apart. */
const version = /(?<![\p{L}\p{N}])(?:v?\d+(?:[._]\d+)+|v\d+)(?:[-.+]?[\p{L}\p{N}]+)*/giu;

/**
 * The words of each name of a page, one space between two, without versions. Names without a letter, such as the date
 * of a release, are dropped, and so are repeats.
 *
 * @param names the best first, as `extractText` gives them
 */
export function nameWords(names: readonly string[]): string[] {
  const words = new Set<string>();
  for (const name of names) {
    const { bytes } = splitWords(name.replace(version, ' '));
    const own = Buffer.from(bytes).toString();
    if (/\p{L}/u.test(own)) words.add(own);
  }
  return [...words];
}
