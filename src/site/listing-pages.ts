import {
  areLong,
  fewestOfCopy,
  haveLikeSizes,
  type JudgedPage,
  mayBeOfOnePage,
  type PairLikeness,
} from './judged-pages.ts';
import { haveOneTitle } from './names-alike.ts';

/** A page with so many headings beside the first lists other things. */
const fewestListed = 2;

/** What tells whether a page lists other things than another. */
export type ListingPage = Pick<JudgedPage, 'url' | 'end' | 'names' | 'ownHeadings'>;

/**
 * Whether the name of one page is among the headings of the other, as that of an article is on the list of a month or tag that shows it in full
 * and nothing else. The text of an article with several such lists counts as template. Its heading, where many lists have it, says too little
 * for a name: then the titles of the lists are part of their names, and the title of the article is part of its own.
 */
export function listsTheOther(x: JudgedPage, y: JudgedPage): boolean {
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
export function listSamePages(x: JudgedPage, y: JudgedPage): boolean {
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
export function listOtherPages(x: JudgedPage, y: JudgedPage, { grams, content }: PairLikeness): boolean {
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
 * Whether two pages of one site have two or more headings each of their own below the first, and none in common: those of the products of a
 * shelf, or of the entries of a list, which are links and no main text. What is left of such pages may be the text that all shelves of a
 * shop have. Headings that are common on the site are those of sections, which a page may have others of on a redesigned site, or for phones;
 * and so may the same page in another release.
 */
export function listOtherThings(x: ListingPage, y: ListingPage): boolean {
  const { names: ofX = [] } = x;
  const { names: ofY = [] } = y;
  // most pairs have one list
  if (ofX === ofY || Math.min(ownHeadingsOf(x), ownHeadingsOf(y)) < fewestListed) return false;
  const listed = ofY.slice(1, -1);
  if (ofX.slice(1, -1).some((name) => listed.includes(name))) return false;
  return !mayBeOfOnePage(x, y);
}

/** Number of headings beside the first that may be those of things. The last name is the title. */
function ownHeadingsOf({ names = [], ownHeadings = names.length - 2 }: ListingPage): number {
  return ownHeadings;
}
