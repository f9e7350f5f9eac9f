/** So many URLs that gave other texts at other times have a wall now, unless they gave one thing: then either text may be its page. */
const fewestUrls = 3;
/** So many are enough that gave unlike things, where the text is short and no URL has it that gave nothing else: nobody moved these to one place. */
const fewestOfShort = 2;
const fewestThings = 2;

/** What a URL gave beside a page: 0 nothing else, 1 another text, and from 2 on a text of some name (32 bits of it). */
const [sameText, otherText] = [0, 1];

/** The names of all that one URL gave. Memory: two numbers. */
export class NamesAtUrl {
  /** The smallest, so that order plays no part. */
  #first = Number.POSITIVE_INFINITY;
  #second = Number.POSITIVE_INFINITY;
  #hasUnnamed = false;

  /** @param name 32 bits; 0 where a page has none */
  add(name: number): void {
    this.#hasUnnamed ||= name <= otherText;
    if (name <= otherText || name === this.#first || name >= this.#second) return;
    this.#second = Math.max(name, this.#first);
    this.#first = Math.min(name, this.#first);
  }

  /**
   * What else the URL gave than a page of this name: where all that it gave has the name, that same name, as a page has that was edited.
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

/** Tells by what else the URLs of a text on one host gave (`NamesAtUrl`) whether it stands in the place of others. Memory: five values. */
export class ChangedUrls {
  readonly #urls = new Set<string>();
  readonly #things = new Set<number>();
  #areNamed = true;
  #areAllOfShort = true;

  /** To be told of each page. @param isShort whether it is a message, and does not name what its URL does */
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
