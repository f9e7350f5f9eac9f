// Pages as text, compiled to WebAssembly; ../page-reader.ts lays out the memory.

import { blockCount } from './blocks';
import { FREE_AT, LINE_FEED, TAGS_AT } from './layout';
import { blockAt, outAt, unitsAt } from './room';
import { narrow } from './scan';
import { isKept, linkedIn } from './tree';

export { hasScript, hidesByName, inertLength } from './aside';
export {
  begin,
  close,
  finish,
  hasFrames,
  hiddenPartOfPage,
  length,
  makeRoom,
  open,
  passwordField,
  sendOn,
  sendsOn,
  text,
} from './blocks';
export { firstH1, keptHeading, nextNaming } from './headings';
export { readHtml } from './html';
export { readJson } from './json-string';
export { listedFrom, listedTo } from './list-below';
export { findMainPart } from './main-part';
export { keepMainText } from './main-text';
export { bytesFor, outAt, unitsAt } from './room';
export { count, widen } from './scan';
export { endOf, firstOf, isH1, isWithin, textEnd, textStart } from './tree';

export const tagsAt: usize = TAGS_AT;
/** Where memory is free. */
export const freeAt: usize = FREE_AT;

/** Whether what was put together last takes a byte a code unit. */
export let isNarrow: bool = false;

/** Puts the blocks `[first, end)` together, as far as there are, all or those that are kept, one a line, up to `limit` code units; returns how many. */
export function join(isMain: bool, limit: u32, first: u32, end: u32): u32 {
  let written: u32 = 0;
  for (let b = first; b < min(end, blockCount) && written < limit; b++) {
    if (!isMain || isKept(b)) written = add(b, written, limit);
  }
  isNarrow = narrow(outAt, written);
  return written;
}

/** Puts the blocks without links together, one a line; returns how many code units. */
export function joinUnlinked(): u32 {
  let written: u32 = 0;
  for (let b: u32 = 0; b < blockCount; b++) if (linkedIn(b) === 0) written = add(b, written, <u32>-1);
  isNarrow = narrow(outAt, written);
  return written;
}

/** Puts the blocks `[first, end)` together, as far as there are, one a line and each up to `limit` code units; returns how many. */
export function lines(first: u32, end: u32, limit: u32): u32 {
  let written: u32 = 0;
  for (let b = first; b < min(end, blockCount); b++) {
    // the line feed before each but the first counts, too
    written = add(b, written, written + limit + (written > 0 ? 1 : 0));
  }
  isNarrow = narrow(outAt, written);
  return written;
}

/** Adds a block to what has been put together, on a line of its own, up to `limit` code units in all; returns how many there are then. */
function add(b: u32, written: u32, limit: u32): u32 {
  if (written > 0) store<u16>(outAt + 2 * <usize>(written++), LINE_FEED);
  const block = blockAt(b);
  const units = min(load<u32>(block, 4) - load<u32>(block), limit - written);
  memory.copy(outAt + 2 * <usize>written, unitsAt + 2 * <usize>load<u32>(block), 2 * <usize>units);
  return written + units;
}

/** Puts code units `[start, end)` of the text there. */
export function copy(start: u32, end: u32): u32 {
  memory.copy(outAt, unitsAt + 2 * <usize>start, 2 * <usize>(end - start));
  isNarrow = narrow(outAt, end - start);
  return end - start;
}
