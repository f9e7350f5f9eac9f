/** So few lists of names are too few to say what is common. */
const fewest = 4;
/** A word is common that more than this share of the lists of a site have, and a name that this share has. */
const commonWordShare = 1 / 2;
const commonNameShare = 1 / 20;

/**
 * What the pages of one site call themselves: tells the names that are about the page from those about the site.
 *
 * Counted are distinct lists of names, not pages, so that neither versions of one page nor a wall that answers for
 * many URLs make their names common.
 */
export class SiteNames {
  readonly #mostLists: number;
  readonly #lists = new Set<string>();
  readonly #words = new Map<string, number>();
  readonly #names = new Map<string, number>();

  /** @param mostLists that are counted: all unless told */
  constructor(mostLists: number = Number.POSITIVE_INFINITY) {
    this.#mostLists = mostLists;
  }

  /** @param names of a page, as `nameWords` gives them */
  add(names: readonly string[]): void {
    const list = names.join('\n');
    if (list === '' || this.#lists.size >= this.#mostLists || this.#lists.has(list)) return;
    this.#lists.add(list);
    for (const name of names) count(this.#names, name);
    for (const word of new Set(list.split(/[ \n]/))) count(this.#words, word);
  }

  /**
   * What a page calls itself: the words of its first name that is not common on the site, without common words where
   * others are left. Empty where it has no such name.
   */
  identityOf(names: readonly string[]): string {
    for (const name of names) {
      if (this.#isCommon(this.#names.get(name), commonNameShare)) continue;
      const words = name.split(' ');
      const own = words.filter((word) => !this.#isCommon(this.#words.get(word), commonWordShare));
      // the name itself where nothing is left out: of most pages no other string is kept
      return own.length === 0 || own.length === words.length ? name : own.join(' ');
    }
    return '';
  }

  #isCommon(lists = 0, share: number): boolean {
    return lists >= fewest && lists > share * this.#lists.size;
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
