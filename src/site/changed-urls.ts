import { textHash } from './text-hash.ts';

/**
 * If this many URLs gave other texts at other times, the text is a wall, unless those were all about one thing: then
 * either text may be its page. So it may if they all gave the same other texts: as a page that was edited does at all of its
 * addresses, whatever its print version is called.
 */
const fewestUrls = 3;
/**
 * This many are enough if they gave unlike things, the text is short, and every URL with it gave something else: such
 * pages were not moved to one place.
 */
const fewestOfShort = 2;
const fewestThings = 2;
const fewestTexts = 2;

/**
 * What a URL gave besides a page: 0 for nothing, 1 for another text, from 2 on for a text with a name (32 bits of it).
 */
const [sameText, otherText] = [0, 1];
/** Names are below it; multiples of it tell what else a URL gave by its texts. */
const textUnit = 2 ** 32;
/** Digests of texts are below it: with a name, they are whole numbers that a double holds. */
const textLimit = 2 ** 20;
/** Most texts of one URL that are told apart. */
const mostTexts = 16;

/** The names of everything that one URL gave. Memory: two numbers. */
export class NamesAtUrl {
  /** The smallest name, so that the order does not matter. */
  #first = Number.POSITIVE_INFINITY;
  #second = Number.POSITIVE_INFINITY;
  #hasUnnamed = false;

  /** @param name 32 bits; 0 for a page without a name */
  add(name: number): void {
    this.#hasUnnamed ||= name <= otherText;
    if (name <= otherText || name === this.#first || name >= this.#second) return;
    this.#second = Math.max(name, this.#first);
    this.#first = Math.min(name, this.#first);
  }

  /**
   * What else the URL gave besides a page of this name. If everything that it gave has this name, as with a page that
   * was edited, that name.
   *
   * @param hasChanged whether it gave another text
   */
  beside(name: number, hasChanged: boolean): number {
    if (!hasChanged) return sameText;
    const isFirst = name === this.#first;
    const other = isFirst ? this.#second : this.#first;
    if (Number.isFinite(other)) return other;
    return isFirst && !this.#hasUnnamed ? name : otherText;
  }
}

/** The texts that one URL gave, of those that more pages have. Memory: sixteen numbers. */
export class TextsAtUrl {
  readonly #texts = new Set<number>();
  #haveMore = false;

  /** @param text 32 bits; `undefined` for a text of no other page */
  add(text: number | undefined): void {
    if (text === undefined || (this.#texts.size === mostTexts && !this.#texts.has(text)))
      this.#haveMore = true;
    else this.#texts.add(text);
  }

  /** A digest of what else the URL gave besides a text, in any order; 0 if not all of that is known to be of more pages. */
  beside(own: number): number {
    if (this.#haveMore) return 0;
    let digest = 0;
    for (const text of this.#texts) if (text !== own) digest += textHash(`${text}`, 0) % textLimit;
    return digest % textLimit;
  }
}

/** What else a URL gave, by names (`NamesAtUrl.beside`) and by texts (`TextsAtUrl.beside`). */
export function withTexts(beside: number, texts: number): number {
  return beside === sameText ? sameText : beside + texts * textUnit;
}

/**
 * Decides whether a text on one host replaces other pages, by what else its URLs gave (`withTexts`). Memory: seven
 * values.
 */
export class ChangedUrls {
  readonly #urls = new Set<string>();
  readonly #things = new Set<number>();
  readonly #texts = new Set<number | string>();
  #areNamed = true;
  #areAllOfShort = true;

  /** Call it for each page. @param isShort whether the page is a message that does not contain the words of its URL */
  add(url: string, beside: number, isShort: boolean): void {
    const name = beside % textUnit;
    this.#areAllOfShort &&= isShort && name > otherText;
    if (name === sameText) return;
    if (this.#urls.size < fewestUrls) this.#urls.add(url);
    if (this.#texts.size < fewestTexts) this.#texts.add(Math.floor(beside / textUnit) || url);
    if (name === otherText) this.#areNamed = false;
    else if (this.#things.size < fewestThings) this.#things.add(name);
  }

  get areOfWall(): boolean {
    if (this.#texts.size < fewestTexts) return false;
    const areUnlike = this.#things.size >= fewestThings;
    if (this.#urls.size >= fewestUrls) return areUnlike || !this.#areNamed;
    return areUnlike && this.#areAllOfShort && this.#urls.size >= fewestOfShort;
  }
}
