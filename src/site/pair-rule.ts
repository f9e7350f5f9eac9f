import { pathOf } from './decoded-path.ts';
import {
  areLong,
  areMostlyTemplate,
  areNamed,
  endOf,
  fewestOfContent,
  fewestOfCopy,
  haveLikeSizes,
  type JudgedPage,
  leastContent,
  mayBeOfOnePage,
  type PairLikeness,
  sayOtherThings,
} from './judged-pages.ts';
import { listOtherPages, listOtherThings, listSamePages, listsTheOther } from './listing-pages.ts';
import { haveOneListOfHeadings, haveOneName, isTitledAsOther, nameOneThing } from './names-alike.ts';
import { haveNamesApart, haveOwnNamesEach } from './names-apart.ts';
import { areOfTwoNamespaces } from './namespaces.ts';
import {
  addPlaces,
  areInOnePlace,
  areOfTwoReleases,
  type Closeness,
  endAlike,
  endsInNumber,
  standTogether,
} from './places.ts';

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
 *   are so only if nothing shows that they are two things, and they are not mostly template or have no names and say the same (`sayTheSame`).
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

/** Whether pages of two names with equal grams are copies, and not only what surrounds what they are about. */
export function mayBeCopies(x: JudgedPage, y: JudgedPage): boolean {
  if (x.size < fewestOfCopy) return false;
  if (x.host !== y.host || !areMostlyTemplate(x, y)) return true;
  if (leastContent(x, y) >= fewestOfCopy) return true;
  const nameOne = areNumbered(x, y) ? isTitledAsOther(x, y) : nameOneThing(x, y);
  return nameOne || haveOneListOfHeadings(x, y) || listsTheOther(x, y);
}

/**
 * Whether two paths end in one number: `/2012/05/` and `/2013/05/`, `/tag/sea/page/2/` and `/2013/page/2/` tell of a month or a part of a
 * list, and not of what it shows. Two ways to ask for one path do.
 */
function areNumbered(x: JudgedPage, y: JudgedPage): boolean {
  return endsInNumber(endOf(x)) && endAlike(endOf(x), endOf(y)) && pathOf(x.url) !== pathOf(y.url);
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
 * site with one heading and title for all its articles these may be mostly template. Asked only of pages that are similar by all grams: else
 * others could make most of a text template, so that the rest decides.
 */
function sayTheSame(x: JudgedPage, y: JudgedPage, content: number, threshold: number): boolean {
  if (x.identity !== '' || y.identity !== '') return false;
  return areLong(x, y, leastContent(x, y)) && content >= leastOfNamed(threshold);
}

/**
 * What makes two pages of one site with different names alike, if their contents are similar and not mostly template. They
 * must not differ by more than half of what the threshold allows unless both are long, nor have fewer than 25 grams of
 * content. The two names must not exist side by side (`standTogether`): not in two releases, since a renamed page has its
 * old name in old releases and its new name in new ones, and not anywhere if a page is short or they differ by that much.
 */
function ofTwoNames(x: JudgedPage, y: JudgedPage, content: number, threshold: number): OwnLikeness {
  const least = leastContent(x, y);
  const isFar = content < leastOfNamed(threshold);
  const isLong = areLong(x, y, least);
  if (least < fewestOfCopy || (isFar && !isLong)) return 'neither';
  return { unless: isFar || !isLong ? 'one-place' : 'two-releases' };
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

/** Similarity from which pages with two names differ little: halfway from the threshold to 1. */
function leastOfNamed(threshold: number): number {
  return (1 + threshold) / 2;
}
