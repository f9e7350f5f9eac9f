// What surrounds the main text, by tags, roles and names.

import { NEGATIVE, OVER, SURROUNDS } from '../element-bits';
import { BOILERPLATE, SECTIONING, WHOLE } from '../traits';
import { blockCount, nodeCount } from './blocks';
import { isAllOfMain, isBesideText } from './main-part';
import { ARTICLE, HEADER, NAV } from './tags';
import {
  isLeft,
  isMarked,
  isUnspoken,
  leave,
  lengthOf,
  mark,
  meaningOf,
  parentOf,
  setCostOfCuts,
  setGain,
  setWorth,
  sumBefore,
  tagOf,
  traitsOf,
  unlinkedBefore,
  worthOf,
} from './tree';
import { BLOCK_COST, unlinkedIn } from './worth';

/** Boilerplate, by its tag or role, holds at most this share of a page's text: some pages are one `<form>`. */
const BOILERPLATE_SHARE: f64 = 0.5;
/** The same for elements that only a class or id calls so. */
export const NAMED_SHARE: f64 = 0.3;
/** The same for windows over the page: the words of one that asks for consent are often more than those of the page. */
const OVER_SHARE: f64 = 0.8;
const NEGATIVE_SHARE: f64 = 0.5;
/** A menu says at most this share of its text outside of links and headings. */
const UNLINKED_SHARE: f64 = 0.1;
/** Worth of text in an element with a name like `sidebar`. */
const NEGATIVE_WORTH: f64 = 0.2;
/** The header of a section that says more than a heading and who wrote it belongs to the text. */
export const LEAST_DESCRIPTION: f64 = 250;

/** Leaves out what surrounds the main text, and sets the worth of the rest. A section's header of at least `leastHeader` stays. */
export function leaveBoilerplate(leastHeader: f64): void {
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
      const isLess = isBesideText(n) || lengthOf(n) < BOILERPLATE_SHARE * total;
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

/**
 * Whether hardly anything within a node is said outside of links and headings, and more outside of it than one block has to say. In a menu
 * the name of the current page is no link. O(1).
 */
function isMenu(n: u32): bool {
  const own = <f64>unlinkedIn(n);
  return own <= UNLINKED_SHARE * lengthOf(n) && <f64>unlinkedBefore(blockCount) - own >= BLOCK_COST;
}
