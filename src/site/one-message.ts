import { GrowingColumn } from '../grams/growing-columns.ts';
import { jaccardOfSets } from '../grams/jaccard.ts';
import { GramCounts } from './gram-counts.ts';

/** Short pages of one name are of one message that share so much of what most of them have, */
const leastShared = 1 / 2;
/** or so much of that beside the template of their site, where the lists of other pages that stand under a message differ: */
const leastContentShared = 1 / 3;
/** fewer grams may be common by chance. */
const fewestContent = 8;
/** Of the pages of one name so many are of its message at least, or the name is their site's. */
const leastOfName = 1 / 2;
/** A brief message is so much of what its pages have beside the template, … */
const leastBriefShared = 1 / 2;
/** … and has so many grams there at most: whoever answers in a thread, or copies an article, says more. */
const mostOfBrief = 64;
/** What most of them have is told by so many of them at most. */
export const mostCounted = 4096;

/** What is compared of pages, by number: each set until the next one is asked for. */
export interface PageContents {
  gramsOf(page: number): BigUint64Array;
  /** Those that are not of the template of its site (`PageContent`). */
  contentOf(page: number): BigUint64Array;
}

/** Pages of one message, in the order in which they were given. */
export interface MessagePages {
  readonly pages: Uint32Array;
  /** Those that say hardly more; none where the message is long, or nothing but template. */
  readonly brief: Uint32Array;
}

/** The grams that more than half of some pages have. O(grams). @param sets each read once; `mostCounted` at most */
export function gramsOfMost(sets: Iterable<BigUint64Array>): BigUint64Array {
  const counts = new GramCounts();
  let pages = 0;
  for (const grams of sets) {
    counts.add(grams);
    pages++;
  }
  return counts.atLeast(Math.floor(pages / 2) + 1).grams;
}

/** What most of some short pages of one name have in common. */
export interface CommonMessage {
  readonly grams: BigUint64Array;
  /** Beside the template of their site. */
  readonly content: BigUint64Array;
}

/** Whether a short page is of their message, and says hardly more. O(grams). */
export function sharedMessage(
  page: CommonMessage,
  common: CommonMessage,
  leastOfBrief: number = leastBriefShared,
): { readonly isOne: boolean; readonly isBrief: boolean } {
  const { length } = common.content;
  const ofContent = length < fewestContent ? 0 : jaccardOfSets(page.content, common.content);
  return {
    isOne: ofContent >= leastContentShared || jaccardOfSets(page.grams, common.grams) >= leastShared,
    isBrief: ofContent >= leastOfBrief && length <= mostOfBrief,
  };
}

/**
 * Those of some short pages of one host and name that are of one message; undefined where fewer than half of them are, or than two. O(grams).
 *
 * @param pages those whose sets have the smallest hashes first, which say what most have: so order plays no part
 * @param leastOfBrief what a brief one shares at least (0 to 1) of what it and most of them have beside the template: half of it unless told
 */
export function pagesOfOneMessage(
  pages: Uint32Array,
  contents: PageContents,
  leastOfBrief?: number,
): MessagePages | undefined {
  const counted = pages.subarray(0, mostCounted);
  const grams = gramsOfMost(setsOf(counted, (page) => contents.gramsOf(page)));
  const content = gramsOfMost(setsOf(counted, (page) => contents.contentOf(page)));
  const [alike, brief] = [new GrowingColumn(numbers), new GrowingColumn(numbers)];
  for (const page of pages) {
    const own = { grams: contents.gramsOf(page), content: contents.contentOf(page) };
    const { isOne, isBrief } = sharedMessage(own, { grams, content }, leastOfBrief);
    if (isOne) alike.push(page);
    if (isBrief) brief.push(page);
  }
  if (!areEnough(alike.values, pages)) return undefined;
  return { pages: alike.values, brief: areEnough(brief.values, pages) ? brief.values : none };
}

const numbers = (length: number): Uint32Array => new Uint32Array(length);
const none = new Uint32Array(0);

function areEnough(some: Uint32Array, pages: Uint32Array): boolean {
  return some.length >= Math.max(2, leastOfName * pages.length);
}

function* setsOf(pages: Uint32Array, read: (page: number) => BigUint64Array): Generator<BigUint64Array> {
  for (const page of pages) yield read(page);
}
