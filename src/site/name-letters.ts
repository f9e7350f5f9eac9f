import { partOfWord } from '../text/unspaced.ts';
import { isUnnamedSubject } from './page-identities.ts';

/**
 * From these shares of single letters among the words of a site's names on, everyday words are on up to these shares of its
 * identities. Measured on documentation in Japanese, where half of the words are letters, and on news in Thai, where all are.
 */
const shares = [
  { letters: 3 / 4, identities: 1 / 8 },
  { letters: 1 / 8, identities: 1 / 32 },
] as const;
/** Names that are looked at: their scripts are those of the others. */
const mostNames = 256;

const letter = new RegExp(`^${partOfWord}`, 'u');

/**
 * How much of a site is in letters of which several make a word but each counts as one, as in Thai and Japanese, by its names. Four
 * such letters recur on pages about different things as words do, and are no template for that (`block-grams.ts`).
 */
export class NameLetters {
  #names = 0;
  #words = 0;
  #letters = 0;

  /** Learns from an identity in which script the site is written. The first 256 suffice. O(identity) */
  learn(identity: string): void {
    if (this.isSettled || isUnnamedSubject(identity)) return;
    this.#names++;
    for (const word of identity.split(/\s/)) {
      this.#words++;
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
    return shares.find(({ letters }) => this.#letters >= letters * this.#words)?.identities ?? 0;
  }
}
