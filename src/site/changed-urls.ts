/**
 * If this many URLs gave other texts at other times, the text is a wall, unless those were all about one thing: then
 * either text may be its page.
 */
const fewestUrls = 3;
/**
 * This many are enough if they gave unlike things, the text is short, and every URL with it gave something else: such
 * pages were not moved to one place.
 */
const fewestOfShort = 2;
const fewestThings = 2;

/**
 * What a URL gave besides a page: 0 for nothing, 1 for another text, from 2 on for a text with a name (32 bits of it).
 */
const [sameText, otherText] = [0, 1];

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

/**
 * Decides whether a text on one host replaces other pages, by what else its URLs gave (`NamesAtUrl`). Memory: five
 * values.
 */
export class ChangedUrls {
  readonly #urls = new Set<string>();
  readonly #things = new Set<number>();
  #areNamed = true;
  #areAllOfShort = true;

  /** Call it for each page. @param isShort whether the page is a message that does not contain the words of its URL */
  add(url: string, beside: number, isShort: boolean): void {
    this.#areAllOfShort &&= isShort && beside > otherText;
    if (beside === sameText) return;
    if (this.#urls.size < fewestUrls) this.#urls.add(url);
    if (beside === otherText) this.#areNamed = false;
    else if (this.#things.size < fewestThings) this.#things.add(beside);
  }

  get areOfWall(): boolean {
    const areUnlike = this.#things.size >= fewestThings;
    if (this.#urls.size >= fewestUrls) return areUnlike || !this.#areNamed;
    return areUnlike && this.#areAllOfShort && this.#urls.size >= fewestOfShort;
  }
}
