// Which blocks are the text that a page is about.
//
// All lengths are in UTF-16 code units, of which kana, Han and Hangul count twice: a sentence needs half as many of them as
// of other letters, or fewer. Blocks of signs alone, such as lines and drawings, have no length and cost nothing. The figures
// are those that did well both on scrapinghub's articles and on revisions of documentation pages (`bench/extract.ts`), all of
// which are in Latin script; none of them is sharp.

import { NEGATIVE, OVER, SURROUNDS } from '../element-bits';
import { BOILERPLATE, ELSEWHERE, HEADING, SECTIONING, WHOLE } from '../traits';
import { blockAt, blockCount, nodeAt, nodeCount, unitsAt } from './blocks';
import { LINE_FEED, SPACE } from './layout';
import { denseLetters, isOfSigns } from './scan';
import { ARTICLE, H1, HEADER, LI, MAIN, NAV, P, PRE, TABLE, TD, TH, TR } from './tags';

/** What a block costs: shorter ones speak against the element that they are in. */
const BLOCK_COST: f64 = 40;
/** What a code unit within a link costs; one outside is worth 1. */
const LINK_COST: f64 = 2;
/** Worth of text that is not in a `<p>`. */
const LOOSE_WORTH: f64 = 0.5;
/** Worth of text in an element with a name like `sidebar`. */
const NEGATIVE_WORTH: f64 = 0.2;
/** An element this far below 0 is cut out, and speaks no louder than this against the one around it. */
const CUT_COST: f64 = 100;
/** However many elements are cut out of one: a list of links in twenty parts speaks no louder than in three. */
const MOST_CUTS: f64 = -3 * CUT_COST;
/** Main text shorter than this, or than this share of what there is, is not trusted. */
const THIN_LENGTH: f64 = 300;
const THIN_SHARE: f64 = 0.2;
const THIN_PROSE: u32 = 200;
/** Boilerplate, by its tag or role, holds at most this share of a page's text: some pages are one `<form>`. */
const BOILERPLATE_SHARE: f64 = 0.5;
/** The same for elements that only a class or id calls so. */
const NAMED_SHARE: f64 = 0.3;
/** The same for windows over the page: the words of one that asks for consent are often more than those of the page. */
const OVER_SHARE: f64 = 0.8;
const NEGATIVE_SHARE: f64 = 0.5;
/** A menu says at most this share of its text outside of links and headings. */
const UNLINKED_SHARE: f64 = 0.1;
/** An element with a name like `sidebar` goes where it holds less than this share of the main text. */
const ASIDE_SHARE: f64 = 0.3;
/** The one article of a page speaks for the element around it from this share of what that gains. */
const ARTICLE_SHARE: f64 = 0.15;
/**
 * Main text that has less than this share of what its article says, or outside of articles the part that calls itself the main one, is not
 * trusted: one of many members, steps or sections.
 */
const PART_SHARE: f64 = 0.4;
/** A listing is the main text from this share of what the part says that calls itself the main one. */
const LISTING_SHARE: f64 = 0.9;
/** So many of the first lines of a table of data are rows of at least two cells. */
const ROWS_OF_DATA: u32 = 3;
const LINES_SEEN: u32 = 8;
/** Around the main text so far up parts like it are looked for, by elements so deep within them: a post may lie in three tables. */
const MOST_LEVELS: u32 = 10;
const SHAPE_DEPTH: u32 = 3;
const LONGEST_HEADING: u32 = 300;
/** A longer list item, or row of a table, may be a part of the page with a menu of its own. */
const LONGEST_ITEM: f64 = 300;
/** So many blocks with a digit, and half of all, are rows if the text is short. */
const LEAST_ROWS: u32 = 8;
const LONGEST_OF_ROWS: u32 = 3000;
/** What stands beside the main text belongs to it if its blocks gain so much on average. */
const LEAST_BESIDE: f64 = 50;
const LEVELS_ABOVE: u32 = 2;
/** The header of a section that says more than a heading and who wrote it belongs to the text. */
const LEAST_DESCRIPTION: f64 = 250;

/** Links to so many other pages, in one line of four, are a list of them … */
const LEAST_LISTED: u32 = 3;
const LINES_OF_LISTED: u32 = 4;
/** … which says at most this about each. */
const LONGEST_TEASER: u32 = 300;

/** Main text that has less than this is not all of its article, or of the part that calls itself the main one. */
let thinInPart: f64 = 0;
/** Where the main text was found. */
let found: u32 = 0;
/** The page's only `<main>` with text; 0 where there is none, or several. */
let mainPart: u32 = 0;
/** See `listedTo`. */
let listEnd: u32 = 0;
/**
 * The same, or in a page without `<main>` the only part with text that an `id` or a `role` calls so, the innermost if they are nested. It may
 * hold a sidebar, too: it says where the text is not, and no more.
 */
let calledPart: u32 = 0;

// Fields of a node and of a block, see blocks.ts.
// @ts-ignore: decorator
@inline function parentOf(n: u32): u32 { return load<u32>(nodeAt(n)); }
// @ts-ignore: decorator
@inline function tagOf(n: u32): i32 { return load<i32>(nodeAt(n), 4); }
// @ts-ignore: decorator
@inline function traitsOf(n: u32): u32 { return load<u32>(nodeAt(n), 8); }
// @ts-ignore: decorator
@inline export function firstOf(n: u32): u32 { return load<u32>(nodeAt(n), 12); }
// @ts-ignore: decorator
@inline export function endOf(n: u32): u32 { return load<u32>(nodeAt(n), 16); }
// @ts-ignore: decorator
@inline function isUnspoken(n: u32): bool { return (load<u8>(nodeAt(n), 20) & 1) !== 0; }
// @ts-ignore: decorator
@inline function isSentLater(n: u32): bool { return (load<u8>(nodeAt(n), 20) & 2) !== 0; }
// @ts-ignore: decorator
@inline function isCalledMain(n: u32): bool { return (load<u8>(nodeAt(n), 20) & 4) !== 0; }
// @ts-ignore: decorator
@inline function meaningOf(n: u32): u32 { return <u32>load<u8>(nodeAt(n), 21); }
// @ts-ignore: decorator
@inline function isLeft(n: u32): bool { return load<u8>(nodeAt(n), 22) !== 0; }
// @ts-ignore: decorator
@inline function leave(n: u32, left: bool): void { store<u8>(nodeAt(n), left ? 1 : 0, 22); }
// @ts-ignore: decorator
@inline function isMarked(n: u32): bool { return load<u8>(nodeAt(n), 23) !== 0; }
/** Within a section while boilerplate is looked for, and elsewhere than a name of the page may be while that is. */
// @ts-ignore: decorator
@inline function mark(n: u32, marked: bool): void { store<u8>(nodeAt(n), marked ? 1 : 0, 23); }
// @ts-ignore: decorator
@inline function worthOf(n: u32): f64 { return load<f64>(nodeAt(n), 24); }
// @ts-ignore: decorator
@inline function setWorth(n: u32, worth: f64): void { store<f64>(nodeAt(n), worth, 24); }
// @ts-ignore: decorator
@inline function costOfCuts(n: u32): f64 { return load<f64>(nodeAt(n), 32); }
// @ts-ignore: decorator
@inline function setCostOfCuts(n: u32, cost: f64): void { store<f64>(nodeAt(n), cost, 32); }
// @ts-ignore: decorator
@inline function gainOf(n: u32): f64 { return load<f64>(nodeAt(n), 40); }
// @ts-ignore: decorator
@inline function setGain(n: u32, gain: f64): void { store<f64>(nodeAt(n), gain, 40); }
// @ts-ignore: decorator
@inline function startOf(b: u32): u32 { return load<u32>(blockAt(b)); }
// @ts-ignore: decorator
@inline function endOfBlock(b: u32): u32 { return load<u32>(blockAt(b), 4); }
// @ts-ignore: decorator
@inline function linkedIn(b: u32): u32 { return load<u32>(blockAt(b), 8); }
// @ts-ignore: decorator
@inline function nodeOf(b: u32): u32 { return load<u32>(blockAt(b), 12); }
/** Length of all blocks before b. */
// @ts-ignore: decorator
@inline function sumBefore(b: u32): u32 { return load<u32>(blockAt(b), 16); }
// @ts-ignore: decorator
@inline function setSumBefore(b: u32, sum: u32): void { store<u32>(blockAt(b), sum, 16); }
// @ts-ignore: decorator
@inline export function isKept(b: u32): bool { return load<u8>(blockAt(b), 20) !== 0; }
// @ts-ignore: decorator
@inline function surplusOf(b: u32): i32 { return load<i32>(blockAt(b), 24); }
// @ts-ignore: decorator
@inline function setSurplus(b: u32, surplus: i32): void { store<i32>(blockAt(b), surplus, 24); }
/** The first block with a link, or in a cell, from b on; `blockCount` if there is none. */
// @ts-ignore: decorator
@inline function linkAt(b: u32): u32 { return load<u32>(blockAt(b), 28); }
// @ts-ignore: decorator
@inline function setLinkAt(b: u32, next: u32): void { store<u32>(blockAt(b), next, 28); }
/** Length of all blocks before b that are no headings, and of which links are less than half. */
// @ts-ignore: decorator
@inline function unlinkedBefore(b: u32): u32 { return load<u32>(blockAt(b), 32); }
// @ts-ignore: decorator
@inline function setUnlinkedBefore(b: u32, sum: u32): void { store<u32>(blockAt(b), sum, 32); }
// @ts-ignore: decorator
@inline function keep(b: u32, kept: bool): void { store<u8>(blockAt(b), kept ? 1 : 0, 20); }

/**
 * Marks the blocks of the text that a page is about; ../extract.ts says which.
 *
 * Cost: O(blocks + nodes).
 */
export function keepMainText(): void {
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
  findLinks();
  findMainPart();
  leaveBoilerplate(LEAST_DESCRIPTION);
  const all = sumGains();
  const said = keepBest();
  const least = max(max<f64>(THIN_LENGTH, THIN_SHARE * all), max(thinInPart, proseAbove()));
  if (said < least || isBesideMain() || isListing(said)) {
    keepBroadly();
    dropBanners();
  }
  keepRows();
  dropLineNumbers();
  keepHeading();
}

/**
 * Looks for the part of the page that calls itself the main one, and returns it: see `calledPart`. 0 also where a part that was sent
 * later says more than `<main>`, as its place may be in there. O(nodes).
 */
export function findMainPart(): u32 {
  let mains: u32 = 0;
  let called: u32 = 0;
  let isOne = true;
  let sentLater: u32 = 0;
  mainPart = 0;
  for (let n: u32 = 1; n < nodeCount; n++) {
    if (firstOf(n) === endOf(n)) continue;
    if (isSentLater(n)) sentLater = max(sentLater, textEnd(n) - textStart(n));
    if (tagOf(n) === MAIN) {
      mains++;
      mainPart = n;
    } else if (isCalledMain(n)) {
      if (called !== 0 && !isWithin(n, called)) isOne = false;
      called = n;
    }
  }
  if (mains !== 1 || sentLater > textEnd(mainPart) - textStart(mainPart)) mainPart = 0;
  calledPart = mains > 0 ? mainPart : isOne ? called : 0;
  return calledPart;
}

/** Whether all text of n is in m, or that of m in n; for nodes with text. */
export function isWithin(n: u32, m: u32): bool {
  return firstOf(n) >= firstOf(m) && endOf(n) <= endOf(m);
}

/** Whether links are at least half of a block. */
function isLinked(b: u32): bool {
  return 2 * <u64>linkedIn(b) >= <u64>(endOfBlock(b) - startOf(b));
}

/** Length of a block. */
function sizeOf(b: u32): u32 {
  return endOfBlock(b) - startOf(b) + surplusOf(b);
}

/** How much more than its code units a text says: letters that count twice; nothing is left of signs. */
function surplusIn(at: usize, end: usize): i32 {
  return isOfSigns(at, end) ? -(<i32>((end - at) >> 1)) : <i32>denseLetters(at, end);
}

/** Length of what is within links in a block: whose letters are dense is not known there, so all parts of a block count alike. */
function linkedSizeOf(b: u32): f64 {
  return (<f64>linkedIn(b) * <f64>sizeOf(b)) / <f64>(endOfBlock(b) - startOf(b));
}

function lengthOf(n: u32): f64 {
  return <f64>(sumBefore(endOf(n)) - sumBefore(firstOf(n)));
}

/** Leaves out what surrounds the main text, and sets the worth of the rest. A section's header of at least `leastHeader` stays. */
function leaveBoilerplate(leastHeader: f64): void {
  const total = <f64>sumBefore(blockCount);
  leave(0, false);
  mark(0, false);
  setWorth(0, 1);
  setCostOfCuts(0, 0);
  setGain(0, 0);
  for (let n: u32 = 1; n < nodeCount; n++) {
    const parent = parentOf(n);
    setWorth(n, worthOf(parent));
    setCostOfCuts(n, 0);
    setGain(n, 0);
    leave(n, isLeft(parent));
    if (isLeft(n)) continue;
    const traits = traitsOf(n);
    const isSectioned = isMarked(parent) || (traits & SECTIONING) !== 0;
    mark(n, isSectioned);
    const isOfSection = tagOf(n) === HEADER && isSectioned && lengthOf(n) >= leastHeader;
    if (isUnspoken(n) || ((traits & BOILERPLATE) !== 0 && !isOfSection)) {
      const mayBeMain = calledPart === 0 || isWithin(n, calledPart);
      const isLess = !mayBeMain || lengthOf(n) < BOILERPLATE_SHARE * total;
      if (!isAllOfMain(n) && (isLess || (tagOf(n) === NAV && unlinkedIn(n) === 0))) leave(n, true);
    }
    const meaning = meaningOf(n);
    if (meaning === 0 || isLeft(n) || (traits & WHOLE) !== 0) continue;
    const share = lengthOf(n) / total;
    // what an article says stands for itself, whatever its role: `complementary` is none that it may have (ARIA in HTML, §4)
    const isNamed = (meaning & SURROUNDS) !== 0 && tagOf(n) !== ARTICLE;
    const most = meaning === OVER ? OVER_SHARE : NAMED_SHARE;
    if (isNamed && !isAllOfMain(n) && (share < most || isMenu(n))) leave(n, true);
    if (meaning === NEGATIVE && share < NEGATIVE_SHARE) setWorth(n, NEGATIVE_WORTH);
  }
}

/** Length of a node's blocks that are no headings, and of which links are less than half. O(1). */
function unlinkedIn(n: u32): u32 {
  return unlinkedBefore(endOf(n)) - unlinkedBefore(firstOf(n));
}

/**
 * Whether hardly anything within a node is said outside of links and headings, and more outside of it than one block has to say. In a menu
 * the name of the current page is no link. O(1).
 */
function isMenu(n: u32): bool {
  const own = <f64>unlinkedIn(n);
  return own <= UNLINKED_SHARE * lengthOf(n) && <f64>unlinkedBefore(blockCount) - own >= BLOCK_COST;
}

/** Whether n holds all text of the part that calls itself the main one, and that is more than a breadcrumb. */
function isAllOfMain(n: u32): bool {
  return mainPart !== 0 && isWithin(mainPart, n) && lengthOf(mainPart) >= <f64>THIN_PROSE;
}

/** Sums the gain of each node's own blocks; returns the length of all text outside of links. */
function sumGains(): f64 {
  let all: f64 = 0;
  for (let b: u32 = 0; b < blockCount; b++) {
    const n = nodeOf(b);
    if (isLeft(n) || sizeOf(b) === 0) continue;
    all += <f64>sizeOf(b) - linkedSizeOf(b);
    // A heading belongs to what follows it.
    if ((traitsOf(n) & HEADING) !== 0) continue;
    const gain = gainOfBlock(b);
    const worth = gain > 0 ? gain * worthOf(n) * (tagOf(n) === P ? 1 : LOOSE_WORTH) : gain;
    setGain(n, gainOf(n) + worth);
  }
  return all;
}

function gainOfBlock(b: u32): f64 {
  return <f64>sizeOf(b) - (1 + LINK_COST) * linkedSizeOf(b) - BLOCK_COST;
}

/** Keeps the node with the greatest gain, but for what is cut out of it; returns what its text outside of links is worth. */
function keepBest(): f64 {
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
  if (gainOf(best) < gainOf(0)) best = 0;
  best = articleWithin(best);
  found = best;

  thinInPart = leastInPart(best);
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
    const isData = !isInData && (isOfData(n) || (isFarBelow && hasNoLinks(n)));
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
  if (isOnlyOne) keepFacts(best);
  return said * worthOf(best);
}

/**
 * Keeps what stands above the main text in the parts around it, if each begins with a higher heading than what it holds: what a page says
 * of its subject as a whole, where one of its sections is long. O(depth + blocks).
 */
function keepIntroduction(best: u32): void {
  let first = firstOf(best);
  if (first === endOf(best)) return;
  for (let n = best; n > 0; n = parentOf(n)) {
    if (firstOf(n) === first) continue;
    if (!isHigher(nodeOf(firstOf(n)), nodeOf(first))) return;
    for (let b = firstOf(n); b < first; b++) if (isProse(b)) keep(b, true);
    first = firstOf(n);
  }
}

/** Whether two nodes are headings, and the first of a higher level, such as `<h2>` above `<h3>`. */
function isHigher(n: u32, m: u32): bool {
  return (traitsOf(n) & traitsOf(m) & HEADING) !== 0 && tagOf(n) < tagOf(m);
}

/**
 * Keeps what says something without a link, and is no table, beside the main text in the part of the page that calls itself the main one, or else
 * around the main text and the first `<h1>`: the description of a product below its features and other products. What
 * stands beside an article belongs to others. O(nodes + blocks).
 */
function keepBeside(best: u32): void {
  for (let n = best; n > 0; n = parentOf(n)) if (tagOf(n) === ARTICLE) return;
  const around = mainPart !== 0 && isWithin(best, mainPart) ? mainPart : aroundWithH1(best);
  if (around === 0) return;
  const end = endOf(around);
  let done = firstOf(around);
  for (let n = around + 1; n < nodeCount && firstOf(n) < end; n++) {
    const blocks = endOf(n) - firstOf(n);
    if (firstOf(n) < done || blocks === 0 || isLeft(n) || isWithin(n, best) || isWithin(best, n)) continue;
    if (gainOf(n) < LEAST_BESIDE * <f64>blocks || worthOf(n) < worthOf(best) || !hasNoLinks(n)) continue;
    done = endOf(n);
    for (let b = firstOf(n); b < done; b++) if (!isLeft(nodeOf(b))) keep(b, true);
  }
}

/**
 * Keeps what stands beside main text of a single block in the part around it, if no link is there: the facts that a page is about, above a
 * notice that other pages have, too. A listing has a name or nothing beside it. O(depth + nodes + blocks).
 */
function keepFacts(best: u32): void {
  if (endOf(best) - firstOf(best) !== 1 || tagOf(nodeOf(firstOf(best))) === PRE) return;
  let around = best;
  while (around > 0 && endOf(around) - firstOf(around) === 1) around = parentOf(around);
  if (around === 0) return;
  const first = firstOf(around);
  const end = endOf(around);
  for (let b = first; b < end; b++) if (b !== firstOf(best) && linkedIn(b) > 0) return;
  for (let b = first; b < end; b++) if (!isLeft(nodeOf(b)) && !isCell(nodeOf(b))) keep(b, true);
  for (let n = around + 1; n < nodeCount && firstOf(n) < end; n++) {
    if (isLeft(n) || !isOfData(n)) continue;
    for (let b = firstOf(n); b < endOf(n); b++) if (!isLeft(nodeOf(b))) keep(b, true);
  }
}

/** Two levels above the innermost node that holds a node and the first `<h1>`; 0 if that is the document, or if there is none. */
function aroundWithH1(n: u32): u32 {
  const h1 = firstH1();
  if (h1 === 0 || isLeft(h1)) return 0;
  while (n > 0 && !isWithin(h1, n)) n = parentOf(n);
  for (let level: u32 = 0; level < LEVELS_ABOVE && n > 0 && parentOf(n) > 0; level++) n = parentOf(n);
  return n;
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

function isHeading(b: u32): bool {
  return (traitsOf(nodeOf(b)) & HEADING) !== 0;
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
 * Whether a node is a table of data, with short cells and perhaps a link in each, rather than one that lays out a page or a
 * menu: three of its first lines are rows that begin with two cells of bare text. O(1).
 */
function isOfData(n: u32): bool {
  if (tagOf(n) !== TABLE) return false;
  const end = endOf(n);
  let rows: u32 = 0;
  let b = firstOf(n);
  for (let line: u32 = 0; line < LINES_SEEN && b + 1 < end; line++) {
    const row = parentOf(nodeOf(b));
    const isRow = isCell(nodeOf(b)) && isCell(nodeOf(b + 1)) && parentOf(nodeOf(b + 1)) === row && isRowOf(row, n);
    if (isRow && ++rows === ROWS_OF_DATA) return true;
    b = isRow ? endOf(row) : b + 1;
  }
  return false;
}

/**
 * Whether a node has no link, as ingredients, terms and figures have none: short blocks of menus do. Not in tables, whose cells say
 * something only if there are rows of them (`isOfData`). O(1).
 */
function hasNoLinks(n: u32): bool {
  return linkAt(firstOf(n)) >= endOf(n);
}

/** Finds the next block with a link, or in a cell, from each block on. */
function findLinks(): void {
  let next = blockCount;
  for (let b = blockCount; b > 0; ) {
    b--;
    if (linkedIn(b) > 0 || isCell(nodeOf(b))) next = b;
    setLinkAt(b, next);
  }
}

function isCell(n: u32): bool {
  return tagOf(n) === TD || tagOf(n) === TH;
}

/** Whether a row is one of this table, and not of another one within it. */
function isRowOf(row: u32, table: u32): bool {
  return row > table && (parentOf(row) === table || parentOf(parentOf(row)) === table);
}

/**
 * Keeps what gains in the parts of the page that are built as the one around `best` is, and stand beside it: the other posts
 * of a thread, of which one may be long and the rest short. Returns whether there are any.
 */
function keepLike(best: u32): bool {
  let n = best;
  for (let level: u32 = 0; level < MOST_LEVELS && n > 0 && gainOf(n) > 0; level++) {
    const parent = parentOf(n);
    const around = parent > 0 ? parentOf(parent) : 0;
    const end = endOf(around);
    const shape = shapeOf(n);
    let isFound = false;
    let isAnyKept = false;
    for (let other = around + 1; other < nodeCount && firstOf(other) < end; other++) {
      if (tagOf(other) !== tagOf(n) || firstOf(other) === endOf(other) || isLeft(other)) continue;
      if (!standsBeside(other, n)) continue;
      if (worthOf(other) < worthOf(n) || shapeOf(other) !== shape) continue;
      isFound = true;
      for (let b = firstOf(other); b < endOf(other); b++) {
        const own = nodeOf(b);
        const isText = !isLeft(own) && (traitsOf(own) & HEADING) === 0;
        if (!isText || worthOf(own) !== worthOf(other) || gainOfBlock(b) <= 0) continue;
        keep(b, true);
        isAnyKept = true;
      }
    }
    if (isFound) return isAnyKept;
    n = parent;
  }
  return false;
}

/** Whether two nodes have one parent, or one has that beside which the other stands: a question, and the list of its answers. */
function standsBeside(other: u32, n: u32): bool {
  const parent = parentOf(n);
  const parentOfOther = parentOf(other);
  if (other === n || other === parent || parentOfOther === n) return false;
  return parentOfOther === parent || parentOf(parentOfOther) === parent || (parent > 0 && parentOfOther === parentOf(parent));
}

/** A hash of the tags of the elements with text within a node, down to some depth: of like ones in a row the first. */
function shapeOf(n: u32): u32 {
  const end = endOf(n);
  let shape: u32 = 0;
  let last: u32 = 0;
  for (let m = n + 1; m < nodeCount && firstOf(m) < end; m++) {
    if (firstOf(m) === endOf(m)) continue;
    let depth: u32 = 1;
    for (let around = parentOf(m); around !== n && depth <= SHAPE_DEPTH; around = parentOf(around)) depth++;
    if (depth > SHAPE_DEPTH) continue;
    const part = ((<u32>tagOf(m) << 2) | depth) * 0x9e3779b1;
    if (part === last) continue;
    last = part;
    shape = (shape ^ part) * 0x85ebca6b;
    shape ^= shape >> 15;
  }
  return shape;
}

/**
 * The one article within a node that the page is about, if there is one: the first with an `<h1>`, else the only one. What
 * stands beside it, beginnings of other articles or who wrote this one, may gain more than it does.
 */
function articleWithin(best: u32): u32 {
  for (let n = best; n > 0; n = parentOf(n)) if (tagOf(n) === ARTICLE) return best;
  const end = endOf(best);
  let articles: u32 = 0;
  let article: u32 = 0;
  let named: u32 = 0;
  for (let n = best + 1; n < nodeCount && firstOf(n) < end; n++) {
    if (firstOf(n) === endOf(n)) continue;
    const isInside = article > 0 && firstOf(n) < endOf(article);
    if (!isInside && tagOf(n) === ARTICLE && !isLeft(n)) {
      articles++;
      article = n;
    } else if (isInside && named === 0 && tagOf(n) === H1) named = article;
  }
  const only = named > 0 ? named : articles === 1 ? article : 0;
  return only > 0 && gainOf(only) >= ARTICLE_SHARE * gainOf(best) ? only : best;
}

/** What main text found in a node is to have: a share of what the article around it has, or else the part that calls itself the main one. */
function leastInPart(n: u32): f64 {
  while (n > 0 && tagOf(n) !== ARTICLE) n = parentOf(n);
  const part = n > 0 ? n : mainPart;
  return part > 0 ? PART_SHARE * proseIn(part) : 0;
}

/** Length of a node's text outside of links, not counting what is left out. O(blocks). */
function proseIn(n: u32): f64 {
  let sum: f64 = 0;
  for (let b = firstOf(n); b < endOf(n); b++) if (!isLeft(nodeOf(b))) sum += <f64>sizeOf(b) - linkedSizeOf(b);
  return sum;
}

/**
 * Keeps all that is no boilerplate, of the part that calls itself the main one if that says anything: blocks that are mostly
 * links, and headers of sections, only where there is little else, as in a list of articles.
 */
function keepBroadly(): void {
  leaveBoilerplate(LEAST_DESCRIPTION);
  for (let b: u32 = 0; b < blockCount; b++) keep(b, false);
  const isInMain = calledPart !== 0 && hasProse(calledPart);
  const first = isInMain ? firstOf(calledPart) : 0;
  const end = isInMain ? endOf(calledPart) : blockCount;
  let prose: u32 = 0;
  let gaining: u32 = 0;
  for (let b = first; b < end; b++) {
    if (!isProse(b)) continue;
    keep(b, true);
    prose += sizeOf(b);
    if (gainOfBlock(b) > 0) gaining += sizeOf(b);
  }
  if (prose >= THIN_PROSE) {
    if (gaining < THIN_PROSE) keepItems(first, end);
    return;
  }
  leaveBoilerplate(0);
  for (let b = first; b < end; b++) keep(b, !isLeft(nodeOf(b)));
}

/** Takes back what elements with names like `banner` say above the heading that names the page, if that is a small share. O(nodes + blocks). */
function dropBanners(): void {
  const end = firstOf(nextNaming(0));
  let all: f64 = 0;
  let said: f64 = 0;
  for (let b: u32 = 0; b < blockCount; b++) {
    if (!isKept(b)) continue;
    all += <f64>sizeOf(b);
    if (b < end && worthOf(nodeOf(b)) < 1) said += <f64>sizeOf(b);
  }
  if (said >= NAMED_SHARE * all) return;
  for (let b: u32 = 0; b < end; b++) if (worthOf(nodeOf(b)) < 1) keep(b, false);
}

/**
 * Keeps the links in short list items and rows of tables of which half the blocks are kept: the title of an article beside
 * its date, the name of a thing beside its version. Of a menu hardly any is. O(nodes + blocks).
 */
function keepItems(first: u32, end: u32): void {
  let done = first;
  for (let n: u32 = 1; n < nodeCount; n++) {
    if ((tagOf(n) !== LI && tagOf(n) !== TR) || firstOf(n) < done || endOf(n) > end) continue;
    if (lengthOf(n) > LONGEST_ITEM) continue;
    done = endOf(n);
    let kept: u32 = 0;
    for (let b = firstOf(n); b < done; b++) if (isKept(b)) kept++;
    if (<u32>2 * kept >= done - firstOf(n)) for (let b = firstOf(n); b < done; b++) keep(b, !isLeft(nodeOf(b)));
  }
}

function hasProse(n: u32): bool {
  for (let b = firstOf(n); b < endOf(n); b++) {
    if ((traitsOf(nodeOf(b)) & HEADING) === 0 && isProse(b)) return true;
  }
  return false;
}

function isProse(b: u32): bool {
  return !isLeft(nodeOf(b)) && 2 * <u64>linkedIn(b) <= <u64>(endOfBlock(b) - startOf(b));
}

/** The first `<h1>` that is kept, else the first heading of any level; `blockCount` if none is kept. O(blocks). */
export function keptHeading(): u32 {
  let first = blockCount;
  for (let b: u32 = 0; b < blockCount; b++) {
    if (!isKept(b) || !isHeading(b)) continue;
    if (tagOf(nodeOf(b)) === H1) return b;
    if (first === blockCount) first = b;
  }
  return first;
}

/**
 * The block behind what the main text says between its heading and a list of other pages that it ends with, such as the articles that a
 * newspaper recommends below a message. 0 where there is no such list, or nothing above it. What is said below one link alone is no teaser,
 * and what is said after the last one is the text of a page below its menu, unless it is as short as a line about the site: `listedTo`.
 * O(blocks).
 */
export function listedFrom(): u32 {
  let b = keptHeading();
  let from: u32 = 0;
  let above: u32 = 0;
  for (; b < blockCount && !isListed(b); b++) {
    if (!isKept(b) || isHeading(b)) continue;
    from = b + 1;
    above += sizeOf(b);
  }
  listEnd = blockCount;
  if (from === 0) return 0;
  let listed: u32 = 0;
  let lines: u32 = 0;
  let longest: u32 = 0;
  let second: u32 = 0;
  let isKeptBelow = false;
  // of the link looked at: the lines below it, and how much these say; most lines below those before it
  let below: u32 = 0;
  let mostBelow: u32 = 0;
  let teaser: u32 = 0;
  // the lines that those before it have not
  let further: u32 = 0;
  let furtherFrom: u32 = blockCount;
  let said: u32 = 0;
  let hasHeading = false;
  for (; b < blockCount; b++) {
    if (isLeft(nodeOf(b)) || sizeOf(b) === 0) continue;
    lines++;
    if (isKept(b)) isKeptBelow = true;
    if (isListed(b)) {
      second = max(second, min(longest, teaser + said));
      longest = max(longest, teaser + said);
      mostBelow = max(mostBelow, below);
      listed++;
      below = teaser = further = said = 0;
      furtherFrom = blockCount;
      hasHeading = false;
    } else if (below++ < mostBelow) {
      if (isKept(b)) teaser += sizeOf(b);
    } else {
      if (further++ === 0) furtherFrom = b;
      if (isKept(b)) said += sizeOf(b);
      if (isHeading(b)) hasHeading = true;
    }
  }
  if (!isKeptBelow || listed < LEAST_LISTED) return 0;
  if (areTeasers(longest, second, teaser + said) && LINES_OF_LISTED * listed >= lines) return from;
  if (hasHeading || said > min(LONGEST_TEASER, above)) return 0;
  listEnd = furtherFrom;
  return areTeasers(longest, second, teaser) && LINES_OF_LISTED * listed >= lines - further ? from : 0;
}

/** The first block of what the page says below the list that `listedFrom` has found last; `blockCount` where that is nothing. */
export function listedTo(): u32 {
  return listEnd;
}

/** Whether what is said below the last of some links makes a teaser, as what is said below the others does. */
function areTeasers(longest: u32, second: u32, last: u32): bool {
  return max(longest, last) <= min<u32>(LONGEST_TEASER, 2 * max(second, min(longest, last)));
}

/** Whether a block is a link, and not left out. */
function isListed(b: u32): bool {
  return sizeOf(b) > 0 && isLinked(b) && !isLeft(nodeOf(b));
}

/**
 * Keeps the links of a page that says little but numbers or one line again and again, such as those of the topics of a forum or of the members
 * of a class that can be copied: what is not left out from the text above the first of these lines to the last. O(nodes + text).
 */
function keepRows(): void {
  let kept: u32 = 0;
  let rows: u32 = 0;
  let length: u32 = 0;
  let above: u32 = 0;
  let first: u32 = 0;
  let last: u32 = 0;
  let previous: u32 = 0;
  let isRow = false;
  for (let b: u32 = 0; b < blockCount; b++) {
    if (!isKept(b)) continue;
    length += endOfBlock(b) - startOf(b);
    if (length > LONGEST_OF_ROWS) return;
    const isRepeated = kept > 0 && areEqual(previous, b);
    if (kept++ === 0) above = first = b;
    if (isRepeated && !isRow) {
      if (rows++ === 0) first = above;
    }
    isRow = tagOf(nodeOf(b)) !== PRE && (isRepeated || hasDigit(startOf(b), endOfBlock(b)));
    previous = b;
    if (isRow) {
      rows++;
      last = b;
    } else if (rows === 0) {
      above = first;
      first = b;
    }
  }
  if (rows < LEAST_ROWS || <u32>2 * rows < kept) return;
  leaveBoilerplate(LEAST_DESCRIPTION);
  for (let b = first; b < last; b++) if (!isLeft(nodeOf(b))) keep(b, true);
}

/** Whether two blocks have one text and are no code. O(text). */
function areEqual(a: u32, b: u32): bool {
  const length = endOfBlock(a) - startOf(a);
  if (length !== endOfBlock(b) - startOf(b) || tagOf(nodeOf(a)) === PRE || tagOf(nodeOf(b)) === PRE) return false;
  return memory.compare(unitsAt + 2 * <usize>startOf(a), unitsAt + 2 * <usize>startOf(b), 2 * <usize>length) === 0;
}

function hasDigit(start: u32, end: u32): bool {
  for (let i = start; i < end; i++) {
    const unit = <u32>load<u16>(unitsAt + 2 * <usize>i);
    if (unit >= 0x30 && unit <= 0x39) return true;
  }
  return false;
}

/** Line numbers shift with every edit, and say nothing. */
function dropLineNumbers(): void {
  for (let b: u32 = 0; b < blockCount; b++) {
    if (isKept(b) && tagOf(nodeOf(b)) === PRE && isNumbers(startOf(b), endOfBlock(b))) keep(b, false);
  }
}

function isNumbers(start: u32, end: u32): bool {
  for (let i = start; i < end; i++) {
    const unit = <u32>load<u16>(unitsAt + 2 * <usize>i);
    if ((unit < 0x30 || unit > 0x39) && unit !== SPACE && unit !== LINE_FEED) return false;
  }
  return true;
}

/**
 * Keeps the heading that names the page, which is often outside of the element with the text: the first `<h1>` of the part that
 * calls itself the main one; else its first heading, if that is an `<h1>` and no boilerplate; else the first `<h1>`, unless one
 * is kept already; in a page without, the first heading of any level that is about the page.
 */
function keepHeading(): void {
  let naming = nextNaming(0);
  if (calledPart !== 0) {
    const named = namingInMain();
    if (named !== 0) naming = named;
  }
  const named: i32 = naming === 0 ? -1 : firstOf(naming);
  const isTrusted = named >= 0 && tagOf(nodeOf(named)) === H1 && !isLeft(nodeOf(named));
  const ofH1 = isTrusted ? named : blockOfH1();
  const b = ofH1 >= 0 ? ofH1 : named;
  if (b >= 0 && endOfBlock(b) - startOf(b) <= LONGEST_HEADING) keep(b, true);
}

/** The first `<h1>` in the part that calls itself the main one, outside of its navigation; 0 where there is none. */
function namingInMain(): u32 {
  for (let n = nextNaming(0); n !== 0; n = nextNaming(n)) if (tagOf(n) === H1 && isWithin(n, calledPart)) return n;
  return 0;
}

/** The first block of an `<h1>` that is kept, else of any; -1 where there is none. */
function blockOfH1(): i32 {
  let first: i32 = -1;
  for (let b: u32 = 0; b < blockCount; b++) {
    if (tagOf(nodeOf(b)) !== H1) continue;
    if (isKept(b)) return b;
    if (first < 0) first = b;
  }
  return first;
}

/** The first `<h1>` with text; 0 where there is none. */
export function firstH1(): u32 {
  for (let n: u32 = 0; n < nodeCount; n++) if (tagOf(n) === H1 && firstOf(n) < endOf(n)) return n;
  return 0;
}

/**
 * The next node after n, or after the document, that is a heading of any level with text that may name the page: outside of
 * `<nav>`, `<aside>`, `<footer>` and forms with something to fill in. 0 where there is none. To be asked from 0 on.
 */
export function nextNaming(n: u32): u32 {
  if (n === 0) mark(0, false);
  for (n++; n < nodeCount; n++) {
    const isElsewhere = isMarked(parentOf(n)) || (traitsOf(n) & ELSEWHERE) !== 0;
    // what was sectioned is not asked for any more
    mark(n, isElsewhere);
    if (!isElsewhere && (traitsOf(n) & HEADING) !== 0 && firstOf(n) < endOf(n)) return n;
  }
  return 0;
}

export function isH1(n: u32): bool {
  return tagOf(n) === H1;
}

/** Where the text of a node with text begins and ends, in code units. */
export function textStart(n: u32): u32 {
  return startOf(firstOf(n));
}
export function textEnd(n: u32): u32 {
  return endOfBlock(endOf(n) - 1);
}
