// The headings of a page, and the one that names it.

import { ELSEWHERE, HEADING } from '../traits';
import { blockCount, nodeCount } from './blocks';
import { calledPart } from './main-part';
import { H1 } from './tags';
import {
  endOf,
  endOfBlock,
  firstOf,
  isHeading,
  isKept,
  isLeft,
  isMarked,
  isWithin,
  keep,
  mark,
  nodeOf,
  parentOf,
  startOf,
  tagOf,
  traitsOf,
} from './tree';

const LONGEST_HEADING: u32 = 300;

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
 * Keeps the heading that names the page, which is often outside of the element with the text: the first `<h1>` of the part that
 * calls itself the main one; else its first heading, if that is an `<h1>` and no boilerplate; else the first `<h1>`, unless one
 * is kept already; in a page without, the first heading of any level that is about the page, in its main part if one is there: a list
 * beside it may come first.
 */
export function keepHeading(): void {
  let naming = nextNaming(0);
  if (calledPart !== 0) {
    const named = namingInMain(false);
    if (named !== 0) naming = named;
  }
  const named: i32 = naming === 0 ? -1 : firstOf(naming);
  const isTrusted = named >= 0 && tagOf(nodeOf(named)) === H1 && !isLeft(nodeOf(named));
  const ofH1 = isTrusted ? named : blockOfH1();
  const inMain = ofH1 >= 0 || calledPart === 0 ? 0 : namingInMain(true);
  const b = ofH1 >= 0 ? ofH1 : inMain === 0 ? named : <i32>firstOf(inMain);
  if (b >= 0 && endOfBlock(b) - startOf(b) <= LONGEST_HEADING) keep(b, true);
}

/** The first `<h1>`, or heading of any level, in the part that calls itself the main one, outside of its navigation; 0 where there is none. */
function namingInMain(ofAnyLevel: bool): u32 {
  for (let n = nextNaming(0); n !== 0; n = nextNaming(n)) {
    if ((ofAnyLevel || tagOf(n) === H1) && isWithin(n, calledPart)) return n;
  }
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
