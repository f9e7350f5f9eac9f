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
/** One page alone is of no message. */
const fewestPages = 2;
/** A brief message is so much of what its pages have beside the template, … */
const leastBriefShared = 1 / 2;
/** … and has so many grams there at most: whoever answers in a thread, or copies an article, says more. */
const mostOfBrief = 64;
/** What most of them have is told by so many of them at most. */
export const mostCounted = 4096;

/** What is compared of pages, by their places: each set until the next one is asked for. */
export interface PageContents {
  gramsOf(page: number): BigUint64Array;
  /** Those that are not of the template of its site (`PageContent`). */
  contentOf(page: number): BigUint64Array;
}

/** What a page of a name is to the message of most of them: of another, of it, or hardly more than it where it is brief. */
export const ofMessage = { not: 0, it: 1, briefly: 2 } as const;

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

/** What a short page is to their message (`ofMessage`). O(grams). @param leastOfBrief what a brief one shares at least, 0 to 1 */
export function comparedToMessage(
  page: CommonMessage,
  common: CommonMessage,
  leastOfBrief: number = leastBriefShared,
): number {
  const { length } = common.content;
  const ofContent = length < fewestContent ? 0 : jaccardOfSets(page.content, common.content);
  if (ofContent >= leastOfBrief && length <= mostOfBrief) return ofMessage.briefly;
  const isOne = ofContent >= leastContentShared || jaccardOfSets(page.grams, common.grams) >= leastShared;
  return isOne ? ofMessage.it : ofMessage.not;
}

/**
 * Which of some short pages of one host and name are of one message (`ofMessage`, by their places); undefined where fewer than half of
 * them are, or than two. O(grams). Memory: a byte a page, and the grams of `mostCounted`.
 *
 * @param count of pages, those whose sets have the smallest hashes first, which say what most have: so order plays no part
 * @param leastOfBrief what a brief one shares at least (0 to 1) of what it and most of them have beside the template: half of it unless told
 */
export function pagesOfOneMessage(
  count: number,
  contents: PageContents,
  leastOfBrief?: number,
): Uint8Array | undefined {
  if (count < fewestPages) return undefined;
  const counted = Math.min(count, mostCounted);
  const common = {
    grams: gramsOfMost(setsOf(counted, (page) => contents.gramsOf(page))),
    content: gramsOfMost(setsOf(counted, (page) => contents.contentOf(page))),
  };
  const kinds = new Uint8Array(count);
  let [alike, brief] = [0, 0];
  for (let page = 0; page < count; page++) {
    const own = { grams: contents.gramsOf(page), content: contents.contentOf(page) };
    kinds[page] = comparedToMessage(own, common, leastOfBrief);
    if (kinds[page] >= ofMessage.it) alike++;
    if (kinds[page] >= ofMessage.briefly) brief++;
  }
  if (!areEnough(alike, count)) return undefined;
  return areEnough(brief, count) ? kinds : kinds.map((kind) => Math.min(kind, ofMessage.it));
}

function areEnough(some: number, count: number): boolean {
  return some >= Math.max(fewestPages, leastOfName * count);
}

function* setsOf(count: number, read: (page: number) => BigUint64Array): Generator<BigUint64Array> {
  for (let page = 0; page < count; page++) yield read(page);
}
