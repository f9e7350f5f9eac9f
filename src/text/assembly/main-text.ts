// Which blocks are the text that a page is about.
//
// All lengths are in UTF-16 code units, of which kana, Han and Hangul count twice: a sentence needs half as many of them as
// of other letters, or fewer. Blocks of signs alone, such as lines and drawings, have no length and cost nothing. The figures
// are those that did well both on scrapinghub's articles and on revisions of documentation pages (`bench/extract.ts`), all of
// which are in Latin script; none of them is sharp.

import { keepBeside, keepFacts, keepIntroduction, keepRecords } from './beside';
import { blockCount, nodeCount } from './blocks';
import { LEAST_DESCRIPTION, leaveBoilerplate } from './boilerplate';
import { dropBanners, keepBroadly } from './broad-text';
import { keepHeading } from './headings';
import { keepLike } from './like-parts';
import { calledPart, findMainPart, mainPart } from './main-part';
import { unitsAt } from './room';
import { dropLineNumbers, keepRows } from './rows';
import { denseLetters, isOfSigns } from './scan';
import { findLinks, hasNoLinks, isOfData, isRecord } from './tables';
import { ARTICLE, H1, P, PRE } from './tags';
import {
  costOfCuts,
  endOf,
  endOfBlock,
  firstOf,
  gainOf,
  isHeading,
  isKept,
  isLeft,
  isLinked,
  keep,
  leave,
  lengthOf,
  linkedSizeOf,
  nodeOf,
  parentOf,
  setCostOfCuts,
  setGain,
  setSumBefore,
  setSurplus,
  setUnlinkedBefore,
  sizeOf,
  startOf,
  tagOf,
  worthOf,
} from './tree';
import { hasProse, proseIn, sumGains, THIN_PROSE } from './worth';

/** An element this far below 0 is cut out, and speaks no louder than this against the one around it. */
const CUT_COST: f64 = 100;
/** However many elements are cut out of one: a list of links in twenty parts speaks no louder than in three. */
const MOST_CUTS: f64 = -3 * CUT_COST;
/** Main text shorter than this, or than this share of what there is, is not trusted. */
const THIN_LENGTH: f64 = 300;
const THIN_SHARE: f64 = 0.2;
/** An element with a name like `sidebar` goes where it holds less than this share of the main text. */
const ASIDE_SHARE: f64 = 0.3;
/** The one article of a page speaks for the element around it from this share of what that gains. */
const ARTICLE_SHARE: f64 = 0.15;
/** With this share of what the first article with an `<h1>` gains, the others that have one are no beginnings of articles, but as much as it. */
const OTHERS_SHARE: f64 = 0.5;
/**
 * Main text that has less than this share of what its article says, or outside of articles the part that calls itself the main one, is not
 * trusted: one of many members, steps or sections.
 */
const PART_SHARE: f64 = 0.4;
/** A listing is the main text from this share of what the part says that calls itself the main one. */
const LISTING_SHARE: f64 = 0.9;

/** Where the main text was found. */
let found: u32 = 0;

/**
 * Marks the blocks of the text that a page is about; ../extract.ts says which.
 *
 * Cost: O(blocks + nodes).
 */
export function keepMainText(): void {
  measureBlocks();
  findLinks();
  findMainPart();
  leaveBoilerplate(LEAST_DESCRIPTION);
  const all = sumGains();
  found = articleWithin(bestPart());
  // before parts of it are cut out
  const least = max(max<f64>(THIN_LENGTH, THIN_SHARE * all), max(leastInPart(found), proseAbove()));
  const said = keepPart(found);
  if (said < least || isBesideMain() || isListing(said)) {
    keepBroadly();
    dropBanners();
  }
  keepRows();
  dropLineNumbers();
  keepHeading();
}

/** Sets the lengths of the blocks, and keeps none. */
function measureBlocks(): void {
  let sum: u32 = 0;
  let unlinked: u32 = 0;
  for (let b: u32 = 0; b < blockCount; b++) {
    keep(b, false);
    setSumBefore(b, sum);
    setUnlinkedBefore(b, unlinked);
    setSurplus(b, surplusIn(unitsAt + 2 * <usize>startOf(b), unitsAt + 2 * <usize>endOfBlock(b)));
    sum += sizeOf(b);
    if (!isHeading(b) && !isLinked(b)) unlinked += sizeOf(b);
  }
  setSumBefore(blockCount, sum);
  setUnlinkedBefore(blockCount, unlinked);
}

/** How much more than its code units a text says: letters that count twice; nothing is left of signs. */
function surplusIn(at: usize, end: usize): i32 {
  return isOfSigns(at, end) ? -(<i32>((end - at) >> 1)) : <i32>denseLetters(at, end);
}

/** The node with the greatest gain; 0 for the whole document. Sets the gain of each node with those in it. */
function bestPart(): u32 {
  let best: u32 = 0;
  for (let n = nodeCount - 1; n > 0; n--) {
    if (isLeft(n)) continue;
    const parent = parentOf(n);
    const gain = gainOf(n);
    if (gain >= 0) setGain(parent, gainOf(parent) + gain);
    else {
      const paid = max<f64>(max<f64>(gain, -CUT_COST), MOST_CUTS - costOfCuts(parent));
      setCostOfCuts(parent, costOfCuts(parent) + paid);
      setGain(parent, gainOf(parent) + paid);
    }
    if (best === 0 || gain > gainOf(best)) best = n;
  }
  return gainOf(best) < gainOf(0) ? 0 : best;
}

/** Keeps a node, but for what is cut out of it, and what belongs to it; returns what its text outside of links is worth. */
function keepPart(best: u32): f64 {
  const end = endOf(best);
  const aside = ASIDE_SHARE * lengthOf(best);
  let endOfData: u32 = 0;
  for (let n = best + 1; n < nodeCount && firstOf(n) < end; n++) {
    if (isLeft(parentOf(n))) {
      leave(n, true);
      continue;
    }
    const isInData = firstOf(n) < endOfData;
    const isFarBelow = gainOf(n) < -CUT_COST && !isInData;
    const isData = !isInData && (isOfData(n) || isRecord(n) || (isFarBelow && hasNoLinks(n)));
    if (isFarBelow && !isData) leave(n, true);
    else if (worthOf(n) < worthOf(best) && lengthOf(n) < aside) leave(n, true);
    else if (isData) endOfData = endOf(n);
  }
  let said: f64 = 0;
  for (let b = firstOf(best); b < end; b++) {
    if (isLeft(nodeOf(b))) continue;
    keep(b, true);
    said += <f64>sizeOf(b) - linkedSizeOf(b);
  }
  keepIntroduction(best);
  const isOnlyOne = !keepLike(best);
  keepBeside(best);
  // of paragraphs in a row one may be the longest
  if (isOnlyOne || tagOf(best) === P) keepFacts(best);
  keepRecords(best);
  return said * worthOf(best);
}

/**
 * Length of what is said outside of links above the main text, from the last heading on: the other members or steps of one section, of which the
 * main text is the longest, or the rows of a list above a notice. 0 where it begins with a heading. O(blocks).
 */
function proseAbove(): f64 {
  const first = firstOf(found);
  if (first === endOf(found) || isHeading(first)) return 0;
  let sum: f64 = 0;
  for (let b = first; b > 0 && !isHeading(b - 1); b--) {
    if (!isLeft(nodeOf(b - 1))) sum += <f64>sizeOf(b - 1) - linkedSizeOf(b - 1);
  }
  return sum;
}

/** Whether the part that calls itself the main one says something, but is not where the main text was found: a dialog beside it said more. */
function isBesideMain(): bool {
  if (calledPart === 0 || lengthOf(calledPart) < <f64>THIN_PROSE || !hasProse(calledPart)) return false;
  return firstOf(found) >= endOf(calledPart) || endOf(found) <= firstOf(calledPart);
}

/**
 * Whether most of the main text is preformatted, and it is not nearly all of the part that calls itself the main one: an example of what that
 * part is about, which other pages may give, too. Elsewhere it may be a letter, below lines that say from whom it is. O(blocks).
 */
function isListing(said: f64): bool {
  if (calledPart === 0) return false;
  let code: f64 = 0;
  for (let b: u32 = 0; b < blockCount; b++) if (isKept(b) && tagOf(nodeOf(b)) === PRE) code += <f64>sizeOf(b);
  return 2 * code > said && said < LISTING_SHARE * proseIn(calledPart);
}

/**
 * The one article within a node that the page is about, if there is one: the first with an `<h1>`, else the only one. What
 * stands beside it, beginnings of other articles or who wrote this one, may gain more than it does. A list of articles in full, each below
 * an `<h1>` of its own, is about all of them.
 */
function articleWithin(best: u32): u32 {
  for (let n = best; n > 0; n = parentOf(n)) if (tagOf(n) === ARTICLE) return best;
  const end = endOf(best);
  let articles: u32 = 0;
  let article: u32 = 0;
  let named: u32 = 0;
  let lastNamed: u32 = 0;
  let gainOfOthers: f64 = 0;
  for (let n = best + 1; n < nodeCount && firstOf(n) < end; n++) {
    if (firstOf(n) === endOf(n)) continue;
    const isInside = article > 0 && firstOf(n) < endOf(article);
    if (!isInside && tagOf(n) === ARTICLE && !isLeft(n)) {
      articles++;
      article = n;
    } else if (isInside && tagOf(n) === H1 && article !== lastNamed) {
      lastNamed = article;
      if (named === 0) named = article;
      else gainOfOthers += max<f64>(0, gainOf(article));
    }
  }
  if (gainOfOthers > 0 && gainOfOthers >= OTHERS_SHARE * gainOf(named)) return best;
  const only = named > 0 ? named : articles === 1 ? article : 0;
  return only > 0 && gainOf(only) >= ARTICLE_SHARE * gainOf(best) ? only : best;
}

/** What main text found in a node is to have: a share of what the article around it has, or else the part that calls itself the main one. */
function leastInPart(n: u32): f64 {
  while (n > 0 && tagOf(n) !== ARTICLE) n = parentOf(n);
  const part = n > 0 ? n : mainPart;
  return part > 0 ? PART_SHARE * proseIn(part) : 0;
}
