import { areLong, endOf, type JudgedPage } from './judged-pages.ts';
import { haveOwnNamesEach } from './names-apart.ts';
import { areOfReleases, endAlike } from './places.ts';

/**
 * Whether two pages have one name. Pages of one site without a name, or with one title whatever headings they have, are like pages of one
 * name if they are of two releases by their URLs: the headings of a manual change with what makes it.
 */
export function haveOneName(x: JudgedPage, y: JudgedPage): boolean {
  const isOneIdentity = x.identity === y.identity;
  if (isOneIdentity && x.identity !== '') return true;
  return (isOneIdentity || haveOneTitle(x, y)) && x.host === y.host && areOfReleases(x.url, y.url);
}

/** Whether two pages have one title. That of a page without one is its last heading. */
export function haveOneTitle(x: JudgedPage, y: JudgedPage): boolean {
  const title = x.names?.at(-1);
  return title !== undefined && title === y.names?.at(-1);
}

/**
 * Whether the title of one page is the name of the other: a page without a heading of its own is named by that of its first
 * section, and its title says what it is.
 */
export function isTitledAsOther(x: JudgedPage, y: JudgedPage): boolean {
  return x.names?.at(-1) === y.identity || y.names?.at(-1) === x.identity;
}

/**
 * Whether two pages of one site under two names show that these are of one thing: the title of one is the name of the other, or their URLs
 * end alike. Short pages whose URLs end in what each page of a kind has, as `/members/ann/topics/` and `/members/bob/topics/` do, are named by
 * what is before it.
 */
export function nameOneThing(x: JudgedPage, y: JudgedPage): boolean {
  if (isTitledAsOther(x, y)) return true;
  const isShort = !areLong(x, y, Math.min(x.size, y.size));
  return endAlike(endOf(x), endOf(y)) && !(isShort && haveOwnNamesEach(x, y));
}

/**
 * Whether two pages whose URLs end alike have the same headings, though other titles: of the modules of a project one page each says how
 * its issues are tracked. Of a member's topics the heading says whose they are.
 */
export function haveOneListOfHeadings(x: JudgedPage, y: JudgedPage): boolean {
  const [ofX, ofY] = [headingsOf(x), headingsOf(y)];
  if (ofX.length === 0 || ofX.length !== ofY.length || ofX.some((name, i) => name !== ofY[i])) return false;
  return endAlike(endOf(x), endOf(y));
}

/** The names of a page but the last, which is its title. */
function headingsOf({ names = [] }: JudgedPage): readonly string[] {
  return names.slice(0, -1);
}
