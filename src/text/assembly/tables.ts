// Tables of data, and parts of a page without links.

import { blockCount } from './blocks';
import { DD, DL, DT, TABLE } from './tags';
import { endOf, firstOf, isCell, linkAt, linkedIn, nodeOf, parentOf, setLinkAt, tagOf } from './tree';

/** So many of the first lines of a table of data are rows of at least two cells. */
const ROWS_OF_DATA: u32 = 3;
const LINES_SEEN: u32 = 8;

/**
 * Whether a node is a table of data, with short cells and perhaps a link in each, rather than one that lays out a page or a
 * menu: three of its first lines are rows that begin with two cells of bare text. O(1).
 */
export function isOfData(n: u32): bool {
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
 * Whether a node is a record: a table of data of whose first lines three have two cells, or a list of terms with a line each, the first of
 * the two without a link. A calendar has rows of seven. O(1).
 */
export function isRecord(n: u32): bool {
  if (tagOf(n) !== DL && !isOfData(n)) return false;
  const end = endOf(n);
  let lines: u32 = 0;
  let b = firstOf(n);
  for (let line: u32 = 0; line < LINES_SEEN && b + 1 < end; line++) {
    const label = nodeOf(b);
    const isLine = tagOf(n) === DL ? isTerm(b) : isCell(label) && endOf(parentOf(label)) === b + 2;
    if (isLine && linkedIn(b) === 0 && ++lines === ROWS_OF_DATA) return true;
    b = isLine ? b + 2 : b + 1;
  }
  return false;
}

function isTerm(b: u32): bool {
  return tagOf(nodeOf(b)) === DT && tagOf(nodeOf(b + 1)) === DD;
}

/** Whether a row is one of this table, and not of another one within it. */
function isRowOf(row: u32, table: u32): bool {
  return row > table && (parentOf(row) === table || parentOf(parentOf(row)) === table);
}

/** Finds the next block with a link, or in a cell, from each block on. */
export function findLinks(): void {
  let next = blockCount;
  for (let b = blockCount; b > 0; ) {
    b--;
    if (linkedIn(b) > 0 || isCell(nodeOf(b))) next = b;
    setLinkAt(b, next);
  }
}

/**
 * Whether a node has no link, as ingredients, terms and figures have none: short blocks of menus do. Not in tables, whose cells say
 * something only if there are rows of them (`isOfData`). O(1).
 */
export function hasNoLinks(n: u32): bool {
  return linkAt(firstOf(n)) >= endOf(n);
}
