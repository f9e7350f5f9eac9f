import { halvesOf } from '../grams/halves.ts';
import type { CommonTitles } from './common-titles.ts';
import { listedHash, listHash, NameLists, nameHash, wordHash } from './name-lists.ts';
import { leastOfAnswer } from './unlike-pages.ts';

/** Fewer lists of names do not show what is common. */
const fewest = 4;
/** A word or a name is common if more than this share of a site's lists have it. */
const commonWordShare = 1 / 2;
const commonNameShare = 1 / 20;
/**
 * A best name alone says too little if its lists have at least this many different last names, or next ones, and this
 * many a list. The last one is the title, and the next one may be that of a section.
 */
const fewestOther = 8;
const otherShare = 3 / 4;
const others = ['last', 'next'] as const;
type Other = (typeof others)[number];
/** More headings of a page are not counted, so that their number fits into a byte. */
const mostOwnHeadings = 255;
/** What is common is computed again when this share of the lists has changed. */
const newShare = 1 / 8;

/** What is asked about pages with their names, by their numbers. */
export interface AskedPages {
  namesOf(page: number): readonly string[];
  /** A number of the path of a page's URL. */
  pathOf(page: number): number;
  /** Whether eight pages are unlike. @param least resemblance of pages that are not */
  isUnlike(pages: Iterable<number>, least?: number): boolean;
}

/**
 * The identities of the pages of one site: separates the names that are about a page from those about the site.
 *
 * Distinct lists of names are counted, not pages, so that neither versions of one page nor a wall that answers for many
 * URLs make their names common. Memory: that of `NameLists`.
 */
export class SiteNames {
  readonly #lists: NameLists;
  /** Lists added since what is common was computed. */
  #changes = 0;
  /** Hashes of common names and words. */
  #commonNames: ReadonlySet<number> = none;
  #commonWords: ReadonlySet<number> = none;
  /** Best names of many pages, such as `Client` in a manual of services, and which other name distinguishes these. */
  #unspecificNames: ReadonlyMap<number, Other> = new Map();
  /** Number of pages with names. */
  #pages = 0;
  /** The lists that are no names, one name a line, with the numbers that `titleOf` returns. */
  #titles: ReadonlyMap<string, number> = new Map();
  #hasSiteTitle = false;

  /** @param mostLists most lists that are counted. Default: all */
  constructor(mostLists: number = Number.POSITIVE_INFINITY) {
    this.#lists = new NameLists(mostLists);
  }

  /** Bytes of memory for lists. */
  get bytes(): number {
    return this.#lists.bytes;
  }

  /** Number of pages with names. */
  get pages(): number {
    return this.#pages;
  }

  /** Adds the names of a page. O(characters), and sometimes O(memory). @param names from `nameWords` */
  add(names: readonly string[]): void {
    const list = names.join('\n');
    if (list === '') return;
    this.#pages++;
    if (this.#lists.add(names, listHash(list))) this.#changes++;
  }

  /** From now on counts at most `mostLists` lists. */
  shrink(mostLists: number): void {
    this.#lists.shrink(mostLists);
  }

  /** From now on pages with one of these lists of names have no name. */
  disownTitles({ ofSite, ofFolders }: CommonTitles): void {
    const titles = new Map(ofFolders.map((list, i) => [list, i + 1]));
    this.#hasSiteTitle = ofSite !== undefined;
    if (ofSite !== undefined) titles.set(ofSite, 0);
    this.#titles = titles;
  }

  /**
   * Which title a page has that is no name: that of a folder, from 1, or 0 for the site's, which pages without names count as having;
   * undefined for other pages.
   */
  titleOf(names: readonly string[]): number | undefined {
    return this.#ownTitleOf(names) ?? (this.#hasSiteTitle ? 0 : undefined);
  }

  /**
   * A best name that says too little (`fewestOther`) counts alone after all if its pages are not unlike and one of these holds: the other
   * names also stand below further best names, as the quotation of the day does in a forum; or its pages have one title of their own and few
   * paths, as those of an article have that recommends another one at each of its addresses (`?replytocom=`). Call it when all pages have
   * been added. O(pages) if there is such a name.
   *
   * @param pages all pages with their names
   */
  disownOtherNames(pages: Iterable<number>, { namesOf, pathOf, isUnlike }: AskedPages): void {
    if (this.#changes > 0) this.#count();
    if (this.#unspecificNames.size === 0) return;
    const below = new Set(this.#belowCommon());
    const sole = this.#withSoleTitle();
    const having = new Map<number, number[]>(Array.from([...below, ...sole], (best) => [best, []]));
    if (having.size === 0) return;
    for (const page of pages) {
      const best = namesOf(page)
        .map(nameHash)
        .find((name) => !this.#commonNames.has(name));
      if (best !== undefined) having.get(best)?.push(page);
    }
    const unspecific = new Map(this.#unspecificNames);
    for (const [best, of] of having) {
      const isOnePage = below.has(best)
        ? !isUnlike(of)
        : new Set(of.map(pathOf)).size < fewestOther && !isUnlike(of, leastOfAnswer);
      if (isOnePage) unspecific.delete(best);
    }
    this.#unspecificNames = unspecific;
  }

  /** The best names whose other names mostly stand below a second best name, too. */
  *#belowCommon(): Generator<number> {
    for (const other of others) {
      const firstOf = new Map<number, number>();
      const isBelowTwo = new Set<number>();
      const othersOf = new Map<number, Set<number>>();
      for (const { names } of this.#lists) {
        const [best, second] = this.#bestAnd(other, names);
        const first = firstOf.get(second);
        if (first === undefined) firstOf.set(second, best);
        else if (first !== best) isBelowTwo.add(second);
        if (this.#unspecificNames.get(best) === other)
          othersOf.set(best, (othersOf.get(best) ?? new Set()).add(second));
      }
      for (const [best, all] of othersOf) {
        const common = [...all].filter((second) => isBelowTwo.has(second)).length;
        if (2 * common > all.size) yield best;
      }
    }
  }

  /** The best names that say too little whose lists end in one title, in which no list of another best name ends. */
  #withSoleTitle(): number[] {
    const titleOf = new Map<number, number | undefined>();
    const bestOf = new Map<number, number | undefined>();
    for (const { names } of this.#lists) {
      const [best, title] = this.#bestAnd('last', names);
      titleOf.set(best, titleOf.has(best) && titleOf.get(best) !== title ? undefined : title);
      bestOf.set(title, bestOf.has(title) && bestOf.get(title) !== best ? undefined : best);
    }
    return [...this.#unspecificNames.keys()].filter((best) => {
      const title = titleOf.get(best);
      return title !== undefined && bestOf.get(title) === best;
    });
  }

  #ownTitleOf(names: readonly string[]): number | undefined {
    // most sites have none, so that no list need be put together
    return this.#titles.size === 0 ? undefined : this.#titles.get(names.join('\n'));
  }

  /**
   * The identity of a page: the words of its first name that is not common on the site, without common words if others
   * are left. If many pages have that name and different last or next names, also the words of that one. Empty if it has
   * no such name.
   */
  identityOf(names: readonly string[]): string {
    if (this.#ownTitleOf(names) !== undefined) return '';
    if (this.#changes > 0 && this.#changes >= newShare * this.#lists.size) this.#count();
    let best = '';
    let other: Other | undefined;
    let last = '';
    for (const name of names) {
      const hash = this.#commonNames.size + this.#unspecificNames.size === 0 ? undefined : nameHash(name);
      if (hash !== undefined && this.#commonNames.has(hash)) continue;
      last = name;
      if (best !== '') {
        if (other === 'next') break;
        continue;
      }
      best = name;
      other = hash === undefined ? undefined : this.#unspecificNames.get(hash);
      if (other === undefined) break;
    }
    if (best === '') return '';
    return last === best ? this.#ownWords(best) : `${this.#ownWords(best)} ${this.#ownWords(last)}`;
  }

  /**
   * A hash of the pages that a page lists: its names between the first and the last, which is its title, if each is what another page of the
   * site calls itself; 0 if it lists none. Headings of sections are no pages. The name of the site does not count, nor does it as the title of
   * a list that is called nothing else. O(names).
   *
   * @param isPage whether a page of the site has this identity
   */
  listedBy(names: readonly string[], isPage: (identity: string) => boolean): number {
    if (names.length <= 2 || this.titleOf(names) !== undefined) return 0;
    const own = names
      .slice(0, -1)
      .filter((name) => !this.#isOfSite(name))
      .slice(1);
    if (own.length === 0 || !own.every((name) => isPage(this.identityOf([name])))) return 0;
    return listedHash(own.sort());
  }

  /**
   * Number of headings of a page beside the first that are not common on the site, as those of sections are; at most 255. The last name is
   * the title. O(names).
   */
  countOwnHeadings(names: readonly string[]): number {
    const headings = names.slice(1, -1);
    const own =
      this.#commonNames.size === 0
        ? headings
        : headings.filter((name) => !this.#commonNames.has(nameHash(name)));
    return Math.min(own.length, mostOwnHeadings);
  }

  /** Whether a name is common, or made of common words. */
  #isOfSite(name: string): boolean {
    if (this.#commonNames.has(nameHash(name))) return true;
    return (
      this.#commonWords.size > 0 && name.split(' ').every((word) => this.#commonWords.has(wordHash(word)))
    );
  }

  /** A name without common words, if others are left. */
  #ownWords(name: string): string {
    if (this.#commonWords.size === 0) return name;
    const words = name.split(' ');
    const own = words.filter((word) => !this.#commonWords.has(wordHash(word)));
    // the name itself if nothing is left out, so that no other string is kept for most pages
    return own.length === 0 || own.length === words.length ? name : own.join(' ');
  }

  /** Computes what is common. */
  #count(): void {
    this.#changes = 0;
    if (this.#lists.size < fewest) return;
    const [names, words] = [new Map<number, number>(), new Map<number, number>()];
    for (const list of this.#lists) {
      countEach(list.names, names);
      countEach(list.words, words);
    }
    this.#commonNames = commonIn(names, commonNameShare * this.#lists.size);
    this.#commonWords = commonIn(words, commonWordShare * this.#lists.size);
    this.#unspecificNames = this.#unspecific();
  }

  /** The best names of lists with many different other names; versions of a page have one or a few. */
  #unspecific(): ReadonlyMap<number, Other> {
    const found = new Map<number, Other>();
    for (const other of others) {
      const pairs = new BigUint64Array(this.#lists.size);
      let list = 0;
      for (const { names } of this.#lists) {
        const [best, second] = this.#bestAnd(other, names);
        pairs[list++] = (BigInt(best) << 32n) | BigInt(second);
      }
      const halves = halvesOf(pairs.sort());
      for (let from = 0, to = 0; from < list; from = to) {
        let different = 0;
        for (; to < list && halves[2 * to + 1] === halves[2 * from + 1]; to++)
          if (to === from || halves[2 * to] !== halves[2 * to - 2]) different++;
        const best = halves[2 * from + 1];
        if (different >= fewestOther && different >= otherShare * (to - from) && !found.has(best))
          found.set(best, other);
      }
    }
    return found;
  }

  /** The hashes of the first name of a list that is not common, and of another one; 0 if there is none. */
  #bestAnd(other: Other, names: Uint32Array): [number, number] {
    let [best, second] = [0, 0];
    for (const name of names) {
      if (this.#commonNames.has(name)) continue;
      if (best === 0) {
        best = name;
        continue;
      }
      second = name;
      if (other === 'next') break;
    }
    return [best, second];
  }
}

const none: ReadonlySet<number> = new Set();

function countEach(hashes: Uint32Array, counts: Map<number, number>): void {
  for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
}

function commonIn(counts: ReadonlyMap<number, number>, share: number): ReadonlySet<number> {
  const common = new Set<number>();
  for (const [hash, count] of counts) if (count >= fewest && count > share) common.add(hash);
  return common.size === 0 ? none : common;
}
