// Pages that are rows, such as those of a list of topics, and numbers of lines.

import { blockCount } from './blocks';
import { LEAST_DESCRIPTION, leaveBoilerplate } from './boilerplate';
import { LINE_FEED, SPACE } from './layout';
import { unitsAt } from './room';
import { PRE } from './tags';
import { endOfBlock, isKept, keep, keepAll, nodeOf, startOf, tagOf } from './tree';

/** So many blocks with a digit, and half of all, are rows if the text is short. */
const LEAST_ROWS: u32 = 8;
const LONGEST_OF_ROWS: u32 = 3000;

/**
 * Keeps the links of a page that says little but numbers or one line again and again, such as those of the topics of a forum or of the members
 * of a class that can be copied: what is not left out from the text above the first of these lines to the last. O(nodes + text).
 */
export function keepRows(): void {
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
  keepAll(first, last);
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
export function dropLineNumbers(): void {
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
