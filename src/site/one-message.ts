import { jaccardOfSets, overlapOfSorted } from '../grams/jaccard.ts';
import { GramCounts } from './gram-counts.ts';

/** A short page has the message of its name if it is at least this similar to what most pages of the name have. */
const leastShared = 1 / 2;
/** Or if it is this similar outside their site's template, since lists of other pages under a message differ. */
const leastContentShared = 1 / 3;
/** Fewer grams than this outside the template may be common by chance. */
const fewestContent = 8;
/** Least share of the pages of a name that have its message. With fewer, the name is that of the site. */
const leastOfName = 1 / 2;
/** One page alone has no common message. */
const fewestPages = 2;
/** A page says hardly more than its message if it is at least this similar to that outside the template, … */
const leastBriefShared = 1 / 2;
/** … and if the message has at most this many grams there: an answer in a thread, or a copied article, says more. */
const mostOfBrief = 64;
/** Most pages from which it is computed what most pages have. */
export const mostCounted = 4096;

/** The gram sets of pages that are compared, by place. Each set is valid until the next one is requested. */
export interface PageContents {
  gramsOf(page: number): BigUint64Array;
  /** The grams outside the template of its site (`PageContent`). */
  contentOf(page: number): BigUint64Array;
}

/** How a page relates to the message of its name: it lacks it, has it, or says hardly more than it, if it is brief. */
export const ofMessage = { not: 0, it: 1, briefly: 2 } as const;

/** The grams that more than half of some pages have. O(grams). @param sets at most `mostCounted`, each read once */
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
  /** The part of it outside the template of their site. */
  readonly content: BigUint64Array;
}

/** How a short page relates to a common message (`ofMessage`). O(grams). @param briefShare as for `pagesOfOneMessage` */
export function comparedToMessage(
  page: CommonMessage,
  common: CommonMessage,
  briefShare: number = leastBriefShared,
): number {
  const { length } = common.content;
  const ofContent = length < fewestContent ? 0 : jaccardOfSets(page.content, common.content);
  if (ofContent >= briefShare && length <= mostOfBrief) return ofMessage.briefly;
  if (ofContent >= leastContentShared) return ofMessage.it;
  const isOne =
    !saysMore(page.content, common.content) && jaccardOfSets(page.grams, common.grams) >= leastShared;
  return isOne ? ofMessage.it : ofMessage.not;
}

/** Whether a page says something beside the message: the template may be all that short posts beside it have in common. O(grams). */
function saysMore(content: BigUint64Array, common: BigUint64Array): boolean {
  return content.length - overlapOfSorted(content, common) >= fewestContent;
}

/**
 * Which short pages of one host and name have one message (`ofMessage`, by place); undefined if fewer than half of
 * them, or fewer than two, have it. O(grams). Memory: a byte a page, and the grams of `mostCounted`.
 *
 * @param count number of pages. Those with the smallest hashes of sets come first and decide what most have, so that
 *   order does not matter
 * @param briefShare similarity to a brief message, outside the template, from which on a page says hardly more: (0, 1]. Default: 1/2
 */
export function pagesOfOneMessage(
  count: number,
  contents: PageContents,
  briefShare?: number,
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
    kinds[page] = comparedToMessage(own, common, briefShare);
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
