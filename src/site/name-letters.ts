import { partOfWord, unspaced } from '../text/unspaced.ts';
import { isUnnamedSubject } from './page-identities.ts';

/**
 * From these shares of single letters among the words of a site's names on, everyday words are on up to these shares of its
 * identities. Measured on documentation in Japanese, where half of the words are letters, and on news in Thai, where all are.
 */
const shares = [
  { letters: 3 / 4, identities: 1 / 8 },
  { letters: 1 / 8, identities: 1 / 32 },
] as const;
/**
 * Where half of the words are in scripts without spaces, so many of these among Han are Japanese: names of laws and notices have few other
 * letters, and an identity lacks those that most names have, such as the particles (6 to 9 of 100 are left in those of 600 laws). What is
 * said there has fixed forms: of 60 copies of laws under other names one was found, with a thirty-second of the identities 21, with an
 * eighth all.
 */
const fewLetters = { letters: 1 / 32, identities: 1 / 8 } as const;
/** Names that are looked at: their scripts are those of the others. */
const mostNames = 256;

const letter = new RegExp(`^${partOfWord}`, 'u');
const withoutSpaces = new RegExp(`^${unspaced}`, 'u');

/**
 * Whether a name is in letters of which several make a word but each counts as one: half of its words are in scripts without spaces, and one
 * of these is not Han. O(name)
 */
export function isInLetters(name: string): boolean {
  const words = name.split(' ');
  const letters = words.filter((word) => withoutSpaces.test(word));
  return 2 * letters.length >= words.length && letters.some((word) => letter.test(word));
}

/**
 * How much of a site is in letters of which several make a word but each counts as one, as in Thai and Japanese, by its names. Four
 * such letters recur on pages about different things as words do, and are no template for that (`block-grams.ts`).
 */
export class NameLetters {
  #names = 0;
  #words = 0;
  #letters = 0;
  /** The letters, and those of Han. */
  #unspaced = 0;

  /** Learns from an identity in which script the site is written. The first 256 suffice. O(identity) */
  learn(identity: string): void {
    if (this.isSettled || isUnnamedSubject(identity)) return;
    this.#names++;
    for (const word of identity.split(/\s/)) {
      this.#words++;
      if (!withoutSpaces.test(word)) continue;
      this.#unspaced++;
      if (letter.test(word)) this.#letters++;
    }
  }

  /** Whether further names make no difference. */
  get isSettled(): boolean {
    return this.#names === mostNames;
  }

  /** Share of the identities on which everyday words may be; 0 where letters are no words. */
  get everyday(): number {
    if (this.#letters === 0) return 0;
    const share = shares.find(({ letters }) => this.#letters >= letters * this.#words);
    if (share !== undefined) return share.identities;
    const isJapanese =
      2 * this.#unspaced >= this.#words && this.#letters >= fewLetters.letters * this.#unspaced;
    return isJapanese ? fewLetters.identities : 0;
  }
}
