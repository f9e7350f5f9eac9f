import { isAboveList } from './message.ts';
import { type WordsOf, wordsOf } from './url-words.ts';

/** A text under this many unlike URLs may be a wall, if there is other evidence. */
export const fewestUrls = 2;

/** Fewer URLs may be names of one page, and so may fewer beside that of the home page. */
export const fewestNames = 3;

/** Probability that pages which do not contain the words of their URLs have one text by chance. */
export const mostChance = 1 / 20;

/** A text under this many unlike URLs of a pattern may be a wall. Two may be a page that was moved. */
export const fewestValues = 3;

/**
 * At most this share of the pages of a wall at a pattern contains the words of their URLs: a page may have other names,
 * too.
 */
export const mostNamedOfPattern = 1 / 8;

/** What is needed before a text counts as a wall, by the words of its URLs. */
export interface LeastOfWall {
  /** Number of unlike URLs. */
  readonly urls: number;
  /** Number of other pages that show what is usual on the site. */
  readonly others: number;
  /** At most this share of its pages contains the words of their URLs. */
  readonly mostNamed: number;
  /** What the words of a URL that counts must name at least (`wordsOf`). */
  readonly wordsOf: WordsOf;
}

const neededOfText: LeastOfWall = { urls: fewestUrls, others: 3, mostNamed: 1 / 4, wordsOf: wordsOf.folder };

/**
 * For each kind of text: one message, the same above a list, similar pages with messages, and pages of which at least one has none. A message
 * needs no other pages: if a host has nothing else, five such pages are those of a parked site. A text that is no message is an article that
 * was moved, if it is under two URLs or under one that it names, since few walls are as long. So is a lesson under the URLs of three series.
 */
export const needed: Readonly<Record<'message' | 'above a list' | 'text' | 'no message', LeastOfWall>> = {
  message: { ...neededOfText, others: 0 },
  'above a list': { ...neededOfText, urls: Number.POSITIVE_INFINITY },
  text: neededOfText,
  'no message': { ...neededOfText, urls: fewestValues, mostNamed: mostNamedOfPattern, wordsOf: wordsOf.page },
};

/** What a text that all its pages have as their message needs. */
export function neededOfMessage(message: number): LeastOfWall {
  return needed[isAboveList(message) ? 'above a list' : 'message'];
}

/** How many of some pages contain the words of their URLs. */
export interface Named {
  /** Number of pages whose URL has a word. */
  readonly worded: number;
  readonly named: number;
}

/** The counts of no pages. */
export const none: Named = { worded: 0, named: 0 };

/** The counts of some sites together. */
export function sumOfNamed(counts: Iterable<Named>): Named {
  let [worded, named] = [0, 0];
  for (const each of counts) {
    worded += each.worded;
    named += each.named;
  }
  return { worded, named };
}

/**
 * Whether a text replaces other pages: its pages do not contain the words of their URLs, but the other pages of the
 * site do, so that this many pages would hardly share a text by chance. The fewer of the others do, the more pages are
 * needed: two if eight of ten do, three if two of three do.
 *
 * @param own counts of the pages with the text
 * @param all counts of all pages of the site, including these
 * @param urls number of unlike URLs of the pages with the text (`countUnlike`)
 * @param least what is needed. Default: what similar pages with messages need
 */
export function standsForOthers(
  own: Named,
  all: Named,
  urls: number,
  least: LeastOfWall = needed.text,
): boolean {
  if (urls < least.urls || own.worded === 0 || own.named > least.mostNamed * own.worded) return false;
  // a page that was renamed has both names in version after version
  if (urls < fewestNames && own.worded > 2 * urls) return false;
  const others = all.worded - own.worded;
  if (others < least.others) return false;
  // Laplace's rule of succession: one page of each kind is taken as seen
  const unnamed = (others - (all.named - own.named) + 1) / (others + 2);
  return unnamed ** Math.min(urls, own.worded - own.named) <= mostChance;
}
