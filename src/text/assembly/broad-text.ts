// The text of a page of which no part stands out.

import { blockCount, nodeCount } from './blocks';
import { LEAST_DESCRIPTION, leaveBoilerplate, NAMED_SHARE } from './boilerplate';
import { nextNaming } from './headings';
import { calledPart } from './main-part';
import { LI, TR } from './tags';
import {
  endOf,
  firstOf,
  isKept,
  isLeft,
  isProse,
  keep,
  lengthOf,
  nodeOf,
  sizeOf,
  tagOf,
  worthOf,
} from './tree';
import { gainOfBlock, hasProse, THIN_PROSE } from './worth';

/** A longer list item, or row of a table, may be a part of the page with a menu of its own. */
const LONGEST_ITEM: f64 = 300;

/**
 * Keeps all that is no boilerplate, of the part that calls itself the main one if that says anything: blocks that are mostly
 * links, and headers of sections, only where there is little else, as in a list of articles.
 */
export function keepBroadly(): void {
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
export function dropBanners(): void {
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
