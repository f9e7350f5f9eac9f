import { lettersOfWord } from '../text/character-kinds.ts';
import { pathOf } from './decoded-path.ts';
import { isInLetters } from './name-letters.ts';
import { haveNamesApart, haveOwnNamesEach } from './names-apart.ts';
import { areOfTwoNamespaces } from './namespaces.ts';
import {
  addPlaces,
  areInOnePlace,
  areInTwoReleases,
  areOfReleases,
  areOfTwoReleases,
  type Closeness,
  endAlike,
  endsInNumber,
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
  /** Whether the similarity of all their grams reaches the threshold. Without it nothing speaks for or against that. */
  readonly grams?: boolean;
  /** Similarity of the grams outside their sites' templates; undefined if it is below the threshold. */
  readonly content: number | undefined;
  /** Whether the similarity of the grams in no notice reaches the threshold; asked of pages of one name and site. Default: true. */
  readonly lasting?: boolean;
  /**
   * How many of the grams in no notice one page has and the other lacks, of the page with more of them; given for pages that are similar by
   * these. Default: 0.
   */
  readonly apart?: number;
  /** How many of all its grams each of the two has at least that the other lacks; given for pages that are similar by these. Default: 0. */
  readonly ofEach?: number;
  /**
   * Tells whether the similarity of all their grams reaches half the threshold. Asked of pages that are similar only without notices,
   * by hardly any content, or by a lesser part, and of pages without a common name that are similar by content alone. Default: true.
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
/** In pages of more words content weighs more than names. */
const mostOfNamed = 128;

/**
 * Whether so many grams of some kind, of the page of two that has fewer, say so much that content weighs more than names. Where letters
 * count as words, as in Japanese, several grams begin in one word. O(names)
 */
export function areLong(
  { identity: x }: Pick<JudgedPage, 'identity'>,
  { identity: y }: Pick<JudgedPage, 'identity'>,
  size: number,
): boolean {
  if (size < mostOfNamed) return false;
  return size >= lettersOfWord * mostOfNamed || !(isInLetters(x) || isInLetters(y));
}

/**
 * Whether two similar pages are duplicates, as a person would judge: {@link ownLikeness}, and for two names on one site, whether pages with
 * both exist side by side.
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

  /** The identities about whose places judged pairs have asked. Names whose places have not been learned count as apart. */
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

/**
 * What makes two similar pages alike, as far as the pages themselves show. The first of these that applies decides. O(urls).
 *
 * - Two pages of one site are two things if one is hardly more than template and they list other things (`listOtherThings`), if they list
 *   other pages (`listOtherPages`), or if they have two namespaces (`areOfTwoNamespaces`). Pages with enough grams that are all equal are one
 *   thing in two namespaces, too; classes of one name in two packages are not, as they share what both inherit.
 * - Pages with equal grams are alike if they have one name, if one has none, or if they are copies (`mayBeCopies`). A text on many pages of a
 *   site, such as a licence, looks like template to a count. Under two names that nothing shows to be of one thing, it is what surrounds the
 *   pages' subjects: a box that says more than a short note, or a contact beside a list of titles.
 * - Pages of two sites with hardly any content are alike by all grams if they have one name.
 * - Pages of one name are alike by content, by all grams or by the grams in no notice, unless other names tell them apart (`ofOneName`).
 * - Other pages (`ofOtherNames`) are alike by all grams if they list the same pages, and by content if they are of two sites. On one site they
 *   are so only if nothing shows that they are two things and they are not mostly template, or neither has a name and they hardly differ, by all grams and by content.
 */
export function ownLikeness(
  x: JudgedPage,
  y: JudgedPage,
  likeness: PairLikeness,
  { threshold, namesCount }: LikenessOptions,
): OwnLikeness {
  const { equal, grams = false, content } = likeness;
  if (!namesCount) return equal ? 'grams' : content === undefined ? 'neither' : 'content';
  const isOneSite = x.host === y.host;
  const isLittle = leastContent(x, y) < fewestOfContent && areMostlyTemplate(x, y);
  if (isOneSite) {
    if (isLittle && listOtherThings(x, y)) return 'neither';
    if (!equal && listOtherPages(x, y, likeness)) return 'neither';
    const isCopy = equal && x.size >= fewestOfCopy;
    if (!isCopy && areOfTwoNamespaces(x, y)) return 'neither';
  }
  const isOneName = haveOneName(x, y);
  if (equal && (isOneName || !areNamed(x, y) || mayBeCopies(x, y))) return 'grams';
  if (!isOneSite && isLittle && content !== undefined) return isOneName && grams ? 'grams' : 'neither';
  return isOneName ? ofOneName(x, y, likeness, isLittle, threshold) : ofOtherNames(x, y, likeness, threshold);
}

/**
 * Whether two pages have one name. Pages of one site without a name, or with one title whatever headings they have, are like pages of one
 * name if they are of two releases by their URLs: the headings of a manual change with what makes it.
 */
function haveOneName(x: JudgedPage, y: JudgedPage): boolean {
  const isOneIdentity = x.identity === y.identity;
  if (isOneIdentity && x.identity !== '') return true;
  return (isOneIdentity || haveOneTitle(x, y)) && x.host === y.host && areOfReleases(x.url, y.url);
}

function areNamed(x: JudgedPage, y: JudgedPage): boolean {
  return x.identity !== '' && y.identity !== '';
}

/** Number of grams of content of the page that has fewer. */
function leastContent(x: JudgedPage, y: JudgedPage): number {
  return Math.min(x.contentSize, y.contentSize);
}

/** Whether pages of two names with equal grams are copies, and not only what surrounds what they are about. */
export function mayBeCopies(x: JudgedPage, y: JudgedPage): boolean {
  if (x.size < fewestOfCopy) return false;
  if (x.host !== y.host || !areMostlyTemplate(x, y)) return true;
  if (leastContent(x, y) >= fewestOfCopy) return true;
  const nameOne = areNumbered(x, y) ? isTitledAsOther(x, y) : nameOneThing(x, y);
  return nameOne || haveOneListOfHeadings(x, y) || listsTheOther(x, y);
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

/**
 * Whether two paths end in one number: `/2012/05/` and `/2013/05/`, `/tag/sea/page/2/` and `/2013/page/2/` tell of a month or a part of a
 * list, and not of what it shows. Two ways to ask for one path do.
 */
function areNumbered(x: JudgedPage, y: JudgedPage): boolean {
  return endsInNumber(endOf(x)) && endAlike(endOf(x), endOf(y)) && pathOf(x.url) !== pathOf(y.url);
}

/** The names of a page but the last, which is its title. */
function headingsOf({ names = [] }: JudgedPage): readonly string[] {
  return names.slice(0, -1);
}

/**
 * What makes two pages alike that do not have one name: two names, or none. Pages of one site that are similar by content alone must be half
 * alike by all grams, unless their addresses say that they are one.
 */
function ofOtherNames(
  x: JudgedPage,
  y: JudgedPage,
  { grams = false, content, half = () => true }: PairLikeness,
  threshold: number,
): OwnLikeness {
  // what each says beside the template tells two speakers of one talk apart
  const mayBeAlike = content !== undefined || leastContent(x, y) < fewestOfContent;
  if (grams && mayBeAlike && listSamePages(x, y)) return 'grams';
  if (content === undefined) return 'neither';
  if (x.host !== y.host) return 'content';
  if (areMostlyTemplate(x, y) && !(grams && sayTheSame(x, y, content, threshold))) return 'neither';
  // a list and one of its entries: what it shows of the others is template to a count where more lists show them
  if (!grams && !mayBeOfOnePage(x, y) && !half()) return 'neither';
  if (!areNamed(x, y) || nameOneThing(x, y)) return 'content';
  return ofTwoNames(x, y, content, threshold);
}

/**
 * Whether two long pages without a name, which nothing but their texts tells apart, differ by at most half of what the threshold allows. On a
 * site with one heading and title for all its articles these may be mostly template. Call it for pages that are similar by all grams: else
 * who makes most of a text template has the rest decide.
 */
function sayTheSame(x: JudgedPage, y: JudgedPage, content: number, threshold: number): boolean {
  if (x.identity !== '' || y.identity !== '') return false;
  return areLong(x, y, leastContent(x, y)) && content >= leastOfNamed(threshold);
}

/**
 * What makes two pages of one site with different names alike, if their contents are similar and not mostly template. They
 * must not differ by more than half of what the threshold allows unless both are long, nor have fewer than 25 grams of
 * content. The two names must not exist side by side (`standTogether`): not in two releases, since a renamed page has its
 * old name in old releases and its new name in new ones, and not anywhere if a page is short, if they differ by that much, or if
 * the address of each, in one folder, has the name that the other lacks, as those of two classes have that inherit from a third.
 */
function ofTwoNames(x: JudgedPage, y: JudgedPage, content: number, threshold: number): OwnLikeness {
  const least = leastContent(x, y);
  const isFar = content < leastOfNamed(threshold);
  const isLong = areLong(x, y, least);
  if (least < fewestOfCopy || (isFar && !isLong)) return 'neither';
  const areNamedByUrls = areInOnePlace(x.url, y.url) && haveOwnNamesEach(x, y);
  return { unless: isFar || !isLong || areNamedByUrls ? 'one-place' : 'two-releases' };
}

function endOf({ url, end }: Pick<JudgedPage, 'url' | 'end'>): UrlEnd {
  return end ?? urlEnd(url);
}

/**
 * Whether two URLs may be those of one page in two places: they end alike, or the folder of one names a version that the other's does
 * not.
 */
export function mayBeOfOnePage(
  x: Pick<JudgedPage, 'url' | 'end'>,
  y: Pick<JudgedPage, 'url' | 'end'>,
): boolean {
  return endAlike(endOf(x), endOf(y)) || areInTwoReleases(x.url, y.url);
}

/** Whether two pages have one title. That of a page without one is its last heading. */
function haveOneTitle(x: JudgedPage, y: JudgedPage): boolean {
  const title = x.names?.at(-1);
  return title !== undefined && title === y.names?.at(-1);
}

/**
 * Whether the name of one page is among the headings of the other, as that of an article is on the list of a month or tag that shows it in full
 * and nothing else. The text of an article with several such lists counts as template. Its heading, where many lists have it, says too little
 * for a name: then the titles of the lists are part of their names, and the title of the article is part of its own.
 */
function listsTheOther(x: JudgedPage, y: JudgedPage): boolean {
  const { names: ofX = [], identity: nameOfX } = x;
  const { names: ofY = [], identity: nameOfY } = y;
  if (ofX.includes(nameOfY) || ofY.includes(nameOfX)) return true;
  const heading = headingAndMore(x);
  return heading !== undefined && heading === headingAndMore(y);
}

/**
 * The heading of a page that says enough and is named by it and more. Above it may stand that of the site, which is no part of the name;
 * undefined for other pages.
 */
function headingAndMore(page: JudgedPage): string | undefined {
  const { names = [], identity, size } = page;
  return areLong(page, page, size) ? names.find((name) => identity.startsWith(`${name} `)) : undefined;
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
 * Whether two pages of one site that list different pages are two things. An archive of a month and one of a tag may both begin with one
 * article and be named by it, while what they show of other articles counts as template. So does one of two articles that a list shows in
 * full: to be a copy of the other, the list must be like it by all grams and name no further page, since the main text of a list with one long
 * article and the beginnings of others is that article. But articles, too, name related ones: pages with similar contents and one title are two
 * things only if both list pages and their sizes differ as those of lists do.
 */
function listOtherPages(x: JudgedPage, y: JudgedPage, { grams, content }: PairLikeness): boolean {
  const { listed = 0 } = x;
  const { listed: ofY = 0 } = y;
  if (listed === ofY || mayBeOfOnePage(x, y)) return false;
  if (content === undefined || (grams === false && !haveOneTitle(x, y))) return true;
  if (listed !== 0 && ofY !== 0) return !haveLikeSizes(x, y);
  return listsBesideOthers(x, y) || listsBesideOthers(y, x);
}

/** Whether a page lists another, which itself lists none, and further ones. */
function listsBesideOthers({ names = [], identity, listed = 0 }: JudgedPage, entry: JudgedPage): boolean {
  if (listed === 0 || identity === entry.identity) return false;
  const further = names.slice(1, -1);
  return further.length > 1 && further.includes(entry.identity);
}

/**
 * Whether two pages of one site under two names show that these are of one thing: the title of one is the name of the other, or their URLs
 * end alike. Short pages whose URLs end in what each page of a kind has, as `/members/ann/topics/` and `/members/bob/topics/` do, are named by
 * what is before it.
 */
function nameOneThing(x: JudgedPage, y: JudgedPage): boolean {
  if (isTitledAsOther(x, y)) return true;
  const isShort = !areLong(x, y, Math.min(x.size, y.size));
  return endAlike(endOf(x), endOf(y)) && !(isShort && haveOwnNamesEach(x, y));
}

/**
 * Whether the title of one page is the name of the other: a page without a heading of its own is named by that of its first
 * section, and its title says what it is.
 */
function isTitledAsOther(x: JudgedPage, y: JudgedPage): boolean {
  return x.names?.at(-1) === y.identity || y.names?.at(-1) === x.identity;
}

/**
 * Whether two pages of one site have two or more headings each below the first, and none of these in common: those of the products of a
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
  return haveLikeSizes(x, y) && half();
}

/** Whether neither page has more than twice as many grams as the other. */
function haveLikeSizes(x: JudgedPage, y: JudgedPage): boolean {
  return 2 * Math.min(x.size, y.size) >= Math.max(x.size, y.size);
}

/**
 * What makes two pages with one name alike, if they are one thing by their grams (`areOneThing`). Pages of one site that are similar by what
 * surrounds them are two things (`sayOtherThings`), and so are short ones whose addresses end in two releases (`areOfTwoReleases`). So are
 * pages that other names tell apart, such as `Kind` of two classes, if their contents are not similar; or if they are short, and differ by
 * more than pages of two names may, or are in one place.
 *
 * @param isLittle whether hardly more than the template is left of one
 */
function ofOneName(
  x: JudgedPage,
  y: JudgedPage,
  likeness: PairLikeness,
  isLittle: boolean,
  threshold: number,
): LikenessBy {
  const { grams = false, content, ofEach = 0 } = likeness;
  if (!grams && !areOneThing(x, y, likeness, isLittle)) return 'neither';
  if (x.host !== y.host) return content === undefined ? 'grams' : 'content';
  const least = leastContent(x, y);
  if (!areLong(x, y, least) && areOfTwoReleases(x.url, y.url)) return 'neither';
  if (content === undefined && sayOtherThings(x, y, ofEach)) return 'neither';
  if (content === undefined) return least >= fewestOfCopy && haveNamesApart(x, y) ? 'neither' : 'grams';
  const isFar = content < leastOfNamed(threshold);
  const areApart = !areLong(x, y, least) && haveOwnNamesEach(x, y) && (isFar || areInOnePlace(x.url, y.url));
  return areApart ? 'neither' : 'content';
}

/**
 * Whether two pages with one name are one thing, though not all their grams are similar. They must be alike as wholes if they have hardly
 * any content, or their contents are not similar. Pages of one site whose addresses do not say that they are one are two things:
 *
 * - if they have hardly any content, and notices are not all that tells them apart;
 * - if their contents are not similar, and the other lacks more than half of what the one with less says beside the template: cars of one
 *   model, each with some of the options that others have, too, are alike by the terms of a contract;
 * - if they are mostly template, and not half alike by all grams: of a report in twenty orders, each page shows tickets that others show,
 *   and only one of a hundred is content.
 */
function areOneThing(
  x: JudgedPage,
  y: JudgedPage,
  { content, lasting = true, apart = 0, half = () => true }: PairLikeness,
  isLittle: boolean,
): boolean {
  const mayBeApart = x.host === y.host && !mayBeOfOnePage(x, y);
  if (isLittle && !lasting && mayBeApart) return false;
  if (content === undefined && mayBeApart && 2 * apart > leastContent(x, y)) return false;
  if ((isLittle || content === undefined) && !areAlikeAsWholes(x, y, half)) return false;
  return !(mayBeApart && areMostlyTemplate(x, y) && !half());
}

/**
 * Whether two pages of one site and name that are similar by all grams each lack as much of the other as the one with less says beside the
 * template, and their addresses do not say that they are one: two persons of one name, each in a few lines above a long notice. Of a page that
 * says the same and more, the other has nothing that it lacks.
 */
export function sayOtherThings(
  x: Pick<JudgedPage, 'url' | 'end' | 'contentSize'>,
  y: Pick<JudgedPage, 'url' | 'end' | 'contentSize'>,
  ofEach: number,
): boolean {
  const least = Math.min(x.contentSize, y.contentSize);
  return least >= fewestOfContent && ofEach >= least && !mayBeOfOnePage(x, y);
}

/** Similarity from which pages with two names differ little: halfway from the threshold to 1. */
function leastOfNamed(threshold: number): number {
  return (1 + threshold) / 2;
}

/**
 * Whether less than half of the grams of two pages that do not cross are content. The crossing grams are asked for only
 * if they matter.
 */
export function areMostlyTemplate(x: JudgedPage, y: JudgedPage): boolean {
  const content = 2 * (x.contentSize + y.contentSize);
  if (content >= x.size + y.size) return false;
  const { boundarySize: ofX = 0 } = x;
  const { boundarySize: ofY = 0 } = y;
  return content < x.size - ofX + y.size - ofY;
}
