import { GrowingColumn } from '../grams/growing-columns.ts';
import { standsForOtherValues } from './pattern-evidence.ts';
import { areVersions, isOfFolder, patternsOf, type TextAtPattern, TextPatterns } from './url-patterns.ts';
import { fewestValues } from './wall-evidence.ts';
import {
  type OwnNames,
  pagesOfEachHost,
  type TextGroup,
  type TextGroups,
  type WallPages,
} from './wall-pages.ts';

/** What the values of a pattern have in common where they do not determine the page. */
export interface SharedAtPatterns {
  /** Pages of one message, or of one name. */
  readonly sharing: TextGroups;
  /** Pages that repeat each other, of any length: those that are no messages share a text, too. */
  readonly copies: TextGroups;
}

/** Numbers kept for a pattern that may decide: its pages, those that share a text or a name, and those that hide their titles; */
const [PAGES, SHARED, HIDING] = [0, 1, 2];
/** the texts or names that they share, and those of these that have as many values as a wall. */
const [COPIED, TESTED, NUMBERS] = [3, 4, 5];

/**
 * Decides which texts of several pages replace other pages, by the patterns of their URLs (`standsForOtherValues`).
 *
 * Memory: 29 bytes for each text under unlike URLs of a pattern, 28 for each pattern with three such URLs, and a bit a
 * host.
 */
export class PatternWalls {
  /** For each text, where its first entry is. The entries of a text are adjacent. */
  readonly #starts = column32();
  readonly #keys = new GrowingColumn((length) => new Float64Array(length));
  readonly #pages = column32();
  readonly #named = column32();
  readonly #unlike = column32();
  readonly #hiding = column32();
  /** Whether pages of each entry that hide their titles have two or more. */
  readonly #titled = new GrowingColumn((length) => new Uint8Array(length));
  /** The patterns that may decide, ascending, and the numbers kept for each. */
  readonly #asked: Float64Array;
  readonly #counts: Uint32Array;

  constructor(texts: TextGroups, pages: WallPages, shared: SharedAtPatterns) {
    const isOnHost = this.#addTexts(texts, pages, shared.sharing === texts);
    this.#asked = distinct(this.#keys.values.filter((_, i) => this.#unlike.at(i) >= fewestValues));
    this.#counts = new Uint32Array(NUMBERS * this.#asked.length);
    if (this.#asked.length === 0) return;
    this.#countPages(pages, isOnHost);
    this.#countShared(texts, pages, isOnHost, shared);
  }

  /**
   * Notes where each text is at unlike URLs. Returns for each host, by number, whether one is at so many that it may be a wall.
   *
   * @param isShared whether the texts are what the pages share at patterns
   */
  #addTexts(texts: TextGroups, pages: WallPages, isShared: boolean): Uint8Array {
    const isOnHost = new Uint8Array(pages.hosts);
    for (const members of texts) {
      this.#starts.push(this.#keys.length);
      for (const at of unlikeIn(members, pages)) {
        if (isShared && isOfFolder(at.key)) continue;
        if (at.unlike >= fewestValues) isOnHost[pages.hostNumberOf(at.page)] = 1;
        this.#keys.push(at.key);
        this.#pages.push(at.pages);
        this.#named.push(at.named);
        this.#unlike.push(at.unlike);
        this.#hiding.push(at.hiding ?? 0);
        this.#titled.push(at.haveTitles ? 1 : 0);
      }
    }
    this.#starts.push(this.#keys.length);
    return isOnHost;
  }

  /** Counts the pages of the patterns that may decide. */
  #countPages(pages: WallPages, isOnHost: Uint8Array): void {
    // few texts hide titles, and reading the names of all pages takes long
    const isAnyTitled = this.#titled.values.some((haveTitles) => haveTitles === 1);
    for (let page = 0; page < pages.length; page++) {
      if (isOnHost[pages.hostNumberOf(page)] === 0 || !pages.isArticle(page)) continue;
      for (const { key } of patternsOf(pages.urlOf(page))) {
        const at = this.#placeOf(key);
        if (at < 0) continue;
        this.#counts[at + PAGES]++;
        if (isAnyTitled && pages.namesOf(page)?.hiddenTitle !== undefined) this.#counts[at + HIDING]++;
      }
    }
  }

  /** Counts what the pages of these patterns share. */
  #countShared(
    texts: TextGroups,
    pages: WallPages,
    isOnHost: Uint8Array,
    { sharing, copies }: SharedAtPatterns,
  ): void {
    const share = ({ key, pages, unlike }: Omit<TextAtPattern, 'named'>): void => {
      const at = this.#placeOf(key);
      if (at < 0) return;
      this.#counts[at + SHARED] += pages;
      this.#counts[at + COPIED]++;
      if (unlike >= fewestValues) this.#counts[at + TESTED]++;
    };
    if (sharing === texts) for (let entry = 0; entry < this.#keys.length; entry++) share(this.#at(entry));
    else for (const members of sharing) for (const at of unlikeIn(members, pages)) share(at);
    // copies differ in their names
    const namesOf = (page: number) =>
      isOnHost[pages.hostNumberOf(page)] === 1 && pages.messageOf(page) === undefined
        ? { key: 0, named: 0 }
        : undefined;
    for (const members of copies) for (const at of unlikeIn(members, pages, namesOf)) share(at);
  }

  /** Whether a text replaces other pages, as far as is known. */
  isWall(text: number): boolean {
    for (let entry = this.#starts.at(text); entry < this.#starts.at(text + 1); entry++) {
      const at = this.#placeOf(this.#keys.at(entry));
      if (at < 0) continue;
      const [pages, shared, hiding, copied, tested] = this.#counts.subarray(at);
      if (standsForOtherValues(this.#at(entry), { pages, hiding, shared, copied, tested })) return true;
    }
    return false;
  }

  /** Removes the pages of a wall from the counts, since they do not show what is usual. */
  leaveOut(text: number): void {
    for (let entry = this.#starts.at(text); entry < this.#starts.at(text + 1); entry++) {
      const at = this.#placeOf(this.#keys.at(entry));
      if (at < 0) continue;
      this.#counts[at + PAGES] -= this.#pages.at(entry);
      this.#counts[at + SHARED] -= this.#pages.at(entry);
      this.#counts[at + HIDING] -= this.#hiding.at(entry);
    }
  }

  #at(entry: number): TextAtPattern {
    const of = [this.#pages, this.#named, this.#unlike, this.#hiding];
    const [pages, named, unlike, hiding] = of.map((each) => each.at(entry));
    const haveTitles = this.#titled.at(entry) === 1;
    return { key: this.#keys.at(entry), pages, named, unlike, hiding, haveTitles };
  }

  /** Where the numbers of a pattern are; -1 if it is none of those that may decide. */
  #placeOf(key: number): number {
    let [from, to] = [0, this.#asked.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#asked[middle] < key) from = middle + 1;
      else to = middle;
    }
    return this.#asked[from] === key ? NUMBERS * from : -1;
  }
}

/** Hosts, by number, that show a text under unlike URLs of one pattern; a label without a name counts, since the text is a wall elsewhere. */
export function patternHosts(members: TextGroup, pages: WallPages): Set<number> {
  const hosts = new Set<number>();
  const namesOf = (page: number): OwnNames => pages.namesOf(page) ?? { key: 0, named: 0 };
  for (const { page } of unlikeIn(members, pages, namesOf)) hosts.add(pages.hostNumberOf(page));
  return hosts;
}

/** For each host, what a text has at the patterns for which it has unlike URLs, with one of its pages there. */
function* unlikeIn(
  members: TextGroup,
  pages: WallPages,
  namesOf: WallPages['namesOf'] = (page) => pages.namesOf(page),
): Generator<TextAtPattern & { readonly page: number }> {
  for (const ofHost of pagesOfEachHost(members, pages)) {
    // most texts are such, and reading the names of their pages took a tenth of the time after shingling
    if (areVersions(ofHost, pages.urlOf)) continue;
    const patterns = new TextPatterns();
    for (const each of ofHost) {
      const names = namesOf(each);
      if (names !== undefined) patterns.add(pages.urlOf(each), names.key, names.named, names.hiddenTitle);
    }
    for (const at of patterns.unlike()) yield { ...at, page: ofHost[0] };
  }
}

function distinct(values: Float64Array): Float64Array {
  const sorted = values.slice().sort();
  return sorted.filter((value, i) => i === 0 || value !== sorted[i - 1]);
}

function column32(): GrowingColumn<Uint32Array> {
  return new GrowingColumn((length) => new Uint32Array(length));
}
