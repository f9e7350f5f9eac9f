import { haveNamesApart, haveOwnNamesEach } from './names-apart.ts';
import { areOfTwoNamespaces } from './namespaces.ts';
import {
  addPlaces,
  areInOnePlace,
  areInTwoReleases,
  areOfReleases,
  type Closeness,
  endAlike,
  standTogether,
  type UrlEnd,
  urlEnd,
} from './places.ts';

/** What the rule needs to know about a page. */
export interface JudgedPage {
  readonly host: string;
  readonly url: string;
  /** `urlEnd` of its URL. Default: looked up for each pair. */
  readonly end?: UrlEnd;
  /** The identity of the page; empty if it has none. */
  readonly identity: string;
  /** All its names, from `nameWords`. Default: none. */
  readonly names?: readonly string[];
  /** A hash of the pages that it lists (`SiteNames.listedBy`); 0 for none. Default: 0. */
  readonly listed?: number;
  /** Number of grams. */
  readonly size: number;
  /** Number of grams that cross from running text into what surrounds it. Default: 0. */
  readonly boundarySize?: number;
  /** Number of the other grams that are not in its site's template. */
  readonly contentSize: number;
}

/** How similar two pages are that are similar by all grams or by content. */
export interface PairLikeness {
  /** Whether their gram sets are equal. */
  readonly equal: boolean;
  /** Whether the similarity of all their grams reaches the threshold. Default: false. */
  readonly grams?: boolean;
  /** Similarity of the grams outside their sites' templates; undefined if it is below the threshold. */
  readonly content: number | undefined;
  /** Whether the similarity of the grams in no notice reaches the threshold; asked of pages of one name and site. Default: true. */
  readonly lasting?: boolean;
  /**
   * Tells whether the similarity of all their grams reaches half the threshold. Asked of pages that are similar only without notices,
   * or by hardly any content. Default: true.
   */
  readonly half?: () => boolean;
}

/**
 * What makes two pages alike: their `content`, or all `grams` of two pages with one name or without any difference.
 * `neither`: they are similar but about different things.
 */
export type LikenessBy = 'content' | 'grams' | 'neither';

/**
 * What makes two pages alike, as far as the two pages show: their content may do so `unless` pages with both names exist side by side.
 */
export type OwnLikeness = LikenessBy | { readonly unless: Closeness };

/** The least similarity of pages that are alike, and whether identities count. */
export interface LikenessOptions {
  readonly threshold: number;
  readonly namesCount: boolean;
}

/** Pages with fewer grams may be alike by chance or by a form that they fill in. */
export const fewestOfCopy = 25;
/** In pages that are mostly template, fewer grams than this are the rest of a heading or a number. */
export const fewestOfContent = 8;
/** A page with so many headings beside the first lists other things. */
const fewestListed = 2;
/** In longer pages content weighs more than names. */
export const mostOfNamed = 128;

/**
 * Whether two similar pages are duplicates, as a person would judge:
 *
 * - if all their grams are equal, and enough of them, or of one name: to a count, a text on many pages of a site, such as a
 *   licence, looks like template. Under two names that nothing shows to be of one thing, such a text of one site is what
 *   surrounds what the pages are about: a box that says more than a short note, a contact beside a list of titles;
 * - if they have one name, and their contents (without their sites' templates), all grams or the grams in no notice are
 *   similar (`ofOneName`). Pages of one site without a name, or with one title, are like pages of one name if they are of two
 *   releases by their URLs (`areOfReleases`): the headings of a manual change with what makes it;
 * - if they are of one site, list the same pages, all grams are similar, and one has hardly any content or their contents are similar;
 * - if they are of two sites, or one has no name, and their contents are similar;
 * - if they have two names on one site, are not mostly template, their contents are similar, and either they name each other
 *   (`nameEachOther`), or their URLs end alike, or nothing shows that they are two things (`ofTwoNames`).
 *
 * Pages of two sites that have hardly any content are none, nor are two of one site of which hardly more than the template is left and
 * that list other things (`listOtherThings`), or that have two namespaces (`areOfTwoNamespaces`) and no equal grams, or few: classes of
 * one name in two packages share what both inherit.
 */
export class PairRule {
  readonly #pageAt: (page: number) => JudgedPage;
  readonly #options: LikenessOptions;
  /** The places of the pages of each identity. */
  readonly #places = new Map<string, Set<string>>();
  readonly #asked = new Set<string>();

  /**
   * @param pageAt a page by its number
   * @param threshold least similarity of pages that are alike
   * @param namesCount whether identities count
   */
  constructor(pageAt: (page: number) => JudgedPage, threshold: number, namesCount = true) {
    this.#pageAt = pageAt;
    this.#options = { threshold, namesCount };
  }

  /**
   * Learns the places of the pages of some identities. Call it for all pages with an identity in `asked`. Memory: up to
   * 64 places an identity.
   */
  learnPlaces(pages: Iterable<Pick<JudgedPage, 'identity' | 'url'>>): void {
    for (const { identity, url } of pages) {
      if (identity === '') continue;
      let places = this.#places.get(identity);
      if (places === undefined) this.#places.set(identity, (places = new Set()));
      addPlaces(places, url);
    }
  }

  /**
   * The identities about whose places judged pairs have asked. Names whose places have not been learned count as apart.
   */
  get asked(): ReadonlySet<string> {
    return this.#asked;
  }

  /**
   * Whether judging two pages with these identities may add to `asked`. If not, the pair need not be judged before
   * places are learned. O(1).
   */
  mayAskAnew(x: string, y: string): boolean {
    // most pairs of a site with versions are of one name
    if (x === '' || y === '' || x === y) return false;
    return !this.#asked.has(x) || !this.#asked.has(y);
  }

  /** What makes the pages number a and b alike. */
  judge(a: number, b: number, likeness: PairLikeness): LikenessBy {
    const [x, y] = [this.#pageAt(a), this.#pageAt(b)];
    const by = ownLikeness(x, y, likeness, this.#options);
    if (typeof by === 'string') return by;
    this.#asked.add(x.identity).add(y.identity);
    const [places, others] = [x, y].map(({ identity }) => this.#places.get(identity));
    // side by side they are two things, and not one under a later name
    return places !== undefined && others !== undefined && standTogether(places, others, by.unless)
      ? 'neither'
      : 'content';
  }
}

/** What makes two pages alike by `PairRule`, as far as that needs no other pages. O(urls). */
export function ownLikeness(
  x: JudgedPage,
  y: JudgedPage,
  { equal, grams = false, content, lasting = true, half = () => true }: PairLikeness,
  { threshold, namesCount }: LikenessOptions,
): OwnLikeness {
  if (!namesCount) return equal ? 'grams' : content === undefined ? 'neither' : 'content';
  const named = x.identity !== '' && y.identity !== '';
  const isOneSite = x.host === y.host;
  const isOfBoth = (): boolean => isOneSite && areOfReleases(x.url, y.url);
  const sameName = x.identity === y.identity ? named || isOfBoth() : haveOneTitle(x, y) && isOfBoth();
  const least = Math.min(x.contentSize, y.contentSize);
  const isLittle = least < fewestOfContent && areMostlyTemplate(x, y);
  if (isLittle && isOneSite && listOtherThings(x, y)) return 'neither';
  const isCopy = equal && Math.min(x.size, y.size) >= fewestOfCopy;
  if (isOneSite && !isCopy && areOfTwoNamespaces(x, y)) return 'neither';
  if (equal && (sameName || !named || mayBeCopies(x, y))) return 'grams';
  if (content !== undefined && isLittle && !isOneSite) return sameName && grams ? 'grams' : 'neither';
  if (sameName) {
    if (!grams && !areByMoreThanPart(x, y, { content, lasting, half, isLittle })) return 'neither';
    return ofOneName(x, y, isOneSite, content, threshold);
  }
  // what each says beside the template tells two speakers of one talk apart
  const mayBeAlike = content !== undefined || least < fewestOfContent;
  if (grams && mayBeAlike && listSamePages(x, y)) return 'grams';
  if (content === undefined) return 'neither';
  if (!isOneSite) return 'content';
  if (areMostlyTemplate(x, y)) return 'neither';
  if (!named || nameOneThing(x, y)) return 'content';
  return ofTwoNames(x, y, content, threshold);
}

/** Whether pages of two names with equal grams are copies, and not only what surrounds what they are about. */
export function mayBeCopies(x: JudgedPage, y: JudgedPage): boolean {
  if (x.size < fewestOfCopy) return false;
  if (x.host !== y.host || !areMostlyTemplate(x, y)) return true;
  if (Math.min(x.contentSize, y.contentSize) >= fewestOfCopy) return true;
  if (nameOneThing(x, y) || haveOneListOfHeadings(x, y)) return true;
  return listsTheOther(x, y) || listSamePages(x, y);
}

/**
 * Whether two pages whose URLs end alike have the same headings, though other titles: of the modules of a project one page each says how
 * its issues are tracked. Of a member's topics the heading says whose they are.
 */
function haveOneListOfHeadings(x: JudgedPage, y: JudgedPage): boolean {
  const [ofX, ofY] = [headingsOf(x), headingsOf(y)];
  if (ofX.length === 0 || ofX.length !== ofY.length || ofX.some((name, i) => name !== ofY[i])) return false;
  return endAlike(endOf(x), endOf(y));
}

/** The names of a page but the last, which is its title. */
function headingsOf({ names = [] }: JudgedPage): readonly string[] {
  return names.slice(0, -1);
}

/**
 * What makes two pages of one site with different names alike, if their contents are similar and not mostly template. They
 * must not differ by more than half of what the threshold allows unless both are long, nor have fewer than 25 grams of
 * content. The two names must not exist side by side (`standTogether`): not in two releases, since a renamed page has its
 * old name in old releases and its new name in new ones, and not anywhere if a page is short or they differ by that much.
 */
function ofTwoNames(x: JudgedPage, y: JudgedPage, content: number, threshold: number): OwnLikeness {
  const least = Math.min(x.contentSize, y.contentSize);
  const isFar = content < leastOfNamed(threshold);
  const isLong = least >= mostOfNamed;
  if (least < fewestOfCopy || (isFar && !isLong)) return 'neither';
  return { unless: isFar || !isLong ? 'one-place' : 'two-releases' };
}

function endOf({ url, end }: Pick<JudgedPage, 'url' | 'end'>): UrlEnd {
  return end ?? urlEnd(url);
}

/**
 * Whether two URLs may be those of one page in two places: they end alike, or the folder of one names a version that the other's does
 * not.
 */
function mayBeOfOnePage(x: Pick<JudgedPage, 'url' | 'end'>, y: Pick<JudgedPage, 'url' | 'end'>): boolean {
  return endAlike(endOf(x), endOf(y)) || areInTwoReleases(x.url, y.url);
}

/** Whether two pages have one title, whatever headings they have. That of a page without one is its last heading. */
function haveOneTitle(x: JudgedPage, y: JudgedPage): boolean {
  const title = x.names?.at(-1);
  return title !== undefined && title === y.names?.at(-1);
}

/**
 * Whether the name of one page is among the headings of the other, as that of an article is on a list of one month or tag that shows it in
 * full, and nothing else. To a count the text of an article with several such lists is template. So is its heading to the names, where many lists
 * have it: their titles are then part of their names, as its title is of its own.
 */
function listsTheOther(x: JudgedPage, y: JudgedPage): boolean {
  const { names: ofX = [], identity: nameOfX } = x;
  const { names: ofY = [], identity: nameOfY } = y;
  if (ofX.includes(nameOfY) || ofY.includes(nameOfX)) return true;
  return ofX[0] === ofY[0] && beginsWithHeading(x) && beginsWithHeading(y);
}

/** Whether a page that says enough is named by its first heading and more. */
function beginsWithHeading({ names: [heading] = [], identity, size }: JudgedPage): boolean {
  return size >= mostOfNamed && heading !== undefined && identity.startsWith(`${heading} `);
}

/**
 * Whether two pages of one site list the same pages, and say enough: the archives of two tags that one article has show the same excerpt.
 * To a count the excerpt is template where an article has several tags.
 */
function listSamePages(x: JudgedPage, y: JudgedPage): boolean {
  const { listed = 0 } = x;
  return listed !== 0 && listed === y.listed && x.host === y.host && Math.min(x.size, y.size) >= fewestOfCopy;
}

/**
 * Whether two pages of one site under two names show that these are of one thing: they name each other, or their URLs end alike. Short
 * pages whose URLs end in what each page of a kind has, as `/members/ann/topics/` and `/members/bob/topics/` do, are named by what is
 * before it.
 */
function nameOneThing(x: JudgedPage, y: JudgedPage): boolean {
  if (nameEachOther(x, y)) return true;
  const isShort = Math.min(x.size, y.size) < mostOfNamed;
  return endAlike(endOf(x), endOf(y)) && !(isShort && haveOwnNamesEach(x, y));
}

/**
 * Whether one page has the other's name as its title, or each has the other's name among its own: a page without a
 * heading of its own is named by that of its first section, and its title says what it is.
 */
function nameEachOther(x: JudgedPage, y: JudgedPage): boolean {
  const { names: ofX = [], identity: nameOfX } = x;
  const { names: ofY = [], identity: nameOfY } = y;
  if (ofX.at(-1) === nameOfY || ofY.at(-1) === nameOfX) return true;
  return ofX.includes(nameOfY) && ofY.includes(nameOfX);
}

/**
 * Whether two pages of one name that are not similar by all grams are alike by enough of them. If they are of one site, and their
 * addresses neither end alike nor name two releases, hardly any content is not enough.
 */
function areByMoreThanPart(
  x: JudgedPage,
  y: JudgedPage,
  {
    content,
    lasting,
    half,
    isLittle,
  }: Required<Omit<PairLikeness, 'equal' | 'grams'>> & { readonly isLittle: boolean },
): boolean {
  if (isLittle && !lasting && x.host === y.host && !mayBeOfOnePage(x, y)) return false;
  return (content !== undefined && !isLittle) || areAlikeAsWholes(x, y, half);
}

/**
 * Whether two pages of one site have further headings beside the first, two or three each, and none in common: those of the products of a
 * shelf, or of the entries of a list, which are links and no main text. What is left of such pages may be the text that all shelves of a
 * shop have. The same page in another release may have other sections.
 */
export function listOtherThings(
  x: Pick<JudgedPage, 'url' | 'end' | 'names'>,
  y: Pick<JudgedPage, 'url' | 'end' | 'names'>,
): boolean {
  const { names: ofX = [] } = x;
  const { names: ofY = [] } = y;
  // beside the first and the title; most pairs have one list
  if (ofX === ofY || Math.min(ofX.length, ofY.length) < fewestListed + 2) return false;
  const listed = ofY.slice(1, -1);
  if (ofX.slice(1, -1).some((name) => listed.includes(name))) return false;
  return !mayBeOfOnePage(x, y);
}

/**
 * Whether two pages that are similar only without notices, or by hardly any content, are also alike as wholes: neither has more
 * than twice as many grams as the other, and all grams are half as similar as the threshold asks. In an archive of mail, notices
 * are what some messages of a thread quote and others do not; a list that shows posts in full is named by the first of them, and
 * the others are notices.
 */
function areAlikeAsWholes(x: JudgedPage, y: JudgedPage, half: () => boolean): boolean {
  return 2 * Math.min(x.size, y.size) >= Math.max(x.size, y.size) && half();
}

/**
 * What makes two pages with one name alike. Short pages of one site that other names tell apart, such as `Kind` of two classes, are
 * two things if they differ by as much as two names may not or are in one place.
 */
function ofOneName(
  x: JudgedPage,
  y: JudgedPage,
  isOneSite: boolean,
  content: number | undefined,
  threshold: number,
): LikenessBy {
  if (content === undefined) return isOneSite && haveOtherNames(x, y) ? 'neither' : 'grams';
  if (!isOneSite) return 'content';
  const isShort = Math.min(x.contentSize, y.contentSize) < mostOfNamed;
  if (isShort && haveOwnNamesEach(x, y)) {
    if (content < leastOfNamed(threshold) || areInOnePlace(x.url, y.url)) return 'neither';
  }
  return 'content';
}

/** Similarity from which pages with two names differ little: halfway from the threshold to 1. */
function leastOfNamed(threshold: number): number {
  return (1 + threshold) / 2;
}

/**
 * Whether two pages of one site and identity, such as `Set` in two packages, have other names that distinguish them,
 * and enough content: one of them has a word in its names and its URL that the other's names lack.
 */
function haveOtherNames(x: JudgedPage, y: JudgedPage): boolean {
  if (Math.min(x.contentSize, y.contentSize) < fewestOfCopy) return false;
  return haveNamesApart(x, y);
}

/**
 * Whether less than half of the grams that do not cross are content. The crossing grams are asked for only if they
 * matter.
 */
function areMostlyTemplate(x: JudgedPage, y: JudgedPage): boolean {
  const content = 2 * (x.contentSize + y.contentSize);
  if (content >= x.size + y.size) return false;
  const { boundarySize: ofX = 0 } = x;
  const { boundarySize: ofY = 0 } = y;
  return content < x.size - ofX + y.size - ofY;
}
