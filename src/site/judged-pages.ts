import { lettersOfWord } from '../text/character-kinds.ts';
import { isInLetters } from './name-letters.ts';
import { areInTwoReleases, endAlike, type UrlEnd, urlEnd } from './places.ts';

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
  /** How many headings beside the first are not common on its site (`SiteNames.countOwnHeadings`). Default: all. */
  readonly ownHeadings?: number | undefined;
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

/** Pages with fewer grams may be alike by chance or by a form that they fill in. */
export const fewestOfCopy = 25;

/** In pages that are mostly template, fewer grams than this are the rest of a heading or a number. */
export const fewestOfContent = 8;

/** In pages of more words content weighs more than names. */
const mostOfNamed = 128;

/** Whether each of two pages has an identity. */
export function areNamed(x: JudgedPage, y: JudgedPage): boolean {
  return x.identity !== '' && y.identity !== '';
}

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

/** Number of grams of content of the page that has fewer. */
export function leastContent(x: JudgedPage, y: JudgedPage): number {
  return Math.min(x.contentSize, y.contentSize);
}

/** Whether neither page has more than twice as many grams as the other. */
export function haveLikeSizes(x: JudgedPage, y: JudgedPage): boolean {
  return 2 * Math.min(x.size, y.size) >= Math.max(x.size, y.size);
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

/** The end of the URL of a page. */
export function endOf({ url, end }: Pick<JudgedPage, 'url' | 'end'>): UrlEnd {
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
