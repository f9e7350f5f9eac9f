import { partOfWord } from '../text/unspaced.ts';
import { isUnnamedSubject } from './page-identities.ts';

/** Grams on at least this many of the things that a site writes about are its template. */
export const fewestIdentities = 4;
/** If the words of a site are single letters, a gram must be on this share of them, too. */
const leastShare = 1 / 8;
/** Share of single letters among the words of names from which on those of the whole site count as such. */
const leastLetters = 1 / 8;
/** Names that are looked at: their scripts are those of the others. */
const mostNames = 256;

const letter = new RegExp(`^${partOfWord}`, 'u');

/**
 * On how many identities of a site a gram must be to be template: four, and an eighth of all where letters of which
 * several make a word count as words, as in Thai and Japanese. Four letters recur on pages about different things as words do:
 * with four identities, nine tenths of the grams of 3,000 pages in Thai and half of those of 900 in Japanese were
 * template, and copies under another headline were not found; with an eighth, a quarter and a twelfth.
 */
export class LeastOfTemplate {
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

  /** Of this many identities. */
  of(identities: number): number {
    const isOfLetters = this.#letters > 0 && this.#letters >= leastLetters * this.#words;
    return isOfLetters ? Math.max(fewestIdentities, Math.ceil(leastShare * identities)) : fewestIdentities;
  }
}
