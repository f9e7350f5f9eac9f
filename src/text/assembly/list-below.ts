// The list of other pages that a main text may end with.

import { blockCount } from './blocks';
import { keptHeading } from './headings';
import { isHeading, isKept, isLeft, isLinked, nodeOf, sizeOf } from './tree';

/** Links to so many other pages, in one line of four, are a list of them … */
const LEAST_LISTED: u32 = 3;
const LINES_OF_LISTED: u32 = 4;
/** … which says at most this about each. */
const LONGEST_TEASER: u32 = 300;

/** See `listedTo`. */
let listEnd: u32 = 0;

// What `readLinks` has found.
/** Number of links, and of all lines from the first of them on. */
let listed: u32 = 0;
let lines: u32 = 0;
let isAnyKept: bool = false;
/** The longest and the second longest of what is said below the links but the last. */
let longest: u32 = 0;
let second: u32 = 0;
/** What is said below the last link, in as many lines as are below any other one. */
let teaser: u32 = 0;
/** What is said in the lines behind these, their number, the first of them, and whether any is a heading. */
let said: u32 = 0;
let further: u32 = 0;
let furtherFrom: u32 = 0;
let hasHeading: bool = false;

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
  readLinks(b);
  if (!isAnyKept || listed < LEAST_LISTED) return 0;
  if (areTeasers(teaser + said) && LINES_OF_LISTED * listed >= lines) return from;
  if (hasHeading || said > min(LONGEST_TEASER, above)) return 0;
  listEnd = furtherFrom;
  return areTeasers(teaser) && LINES_OF_LISTED * listed >= lines - further ? from : 0;
}

/** Reads the links from a block on, and what is said below each. O(blocks). */
function readLinks(first: u32): void {
  listed = lines = longest = second = 0;
  isAnyKept = false;
  let below: u32 = 0;
  let mostBelow: u32 = 0;
  readNone();
  for (let b = first; b < blockCount; b++) {
    if (isLeft(nodeOf(b)) || sizeOf(b) === 0) continue;
    lines++;
    if (isKept(b)) isAnyKept = true;
    if (isListed(b)) {
      second = max(second, min(longest, teaser + said));
      longest = max(longest, teaser + said);
      mostBelow = max(mostBelow, below);
      listed++;
      below = 0;
      readNone();
    } else if (below++ < mostBelow) {
      if (isKept(b)) teaser += sizeOf(b);
    } else {
      if (further++ === 0) furtherFrom = b;
      if (isKept(b)) said += sizeOf(b);
      if (isHeading(b)) hasHeading = true;
    }
  }
}

/** Nothing has been read below the link. */
function readNone(): void {
  teaser = said = further = 0;
  furtherFrom = blockCount;
  hasHeading = false;
}

/** The first block of what the page says below the list that `listedFrom` has found last; `blockCount` where that is nothing. */
export function listedTo(): u32 {
  return listEnd;
}

/** Whether what is said below the last link makes a teaser, as what is said below the others does. */
function areTeasers(last: u32): bool {
  return max(longest, last) <= min<u32>(LONGEST_TEASER, 2 * max(second, min(longest, last)));
}

/** Whether a block is a link, and not left out. */
function isListed(b: u32): bool {
  return sizeOf(b) > 0 && isLinked(b) && !isLeft(nodeOf(b));
}
