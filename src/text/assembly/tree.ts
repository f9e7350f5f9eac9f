// The nodes and blocks of a page once all of it is read: what is known of each (see room.ts), their lengths, and how they lie.
//
// Lengths are in UTF-16 code units, of which kana, Han and Hangul count twice (see main-text.ts).

import { HEADING } from '../traits';
import { blockAt, nodeAt } from './room';
import { H1, TD, TH } from './tags';

// @ts-ignore: decorator
@inline export function parentOf(n: u32): u32 { return load<u32>(nodeAt(n)); }
// @ts-ignore: decorator
@inline export function tagOf(n: u32): i32 { return load<i32>(nodeAt(n), 4); }
// @ts-ignore: decorator
@inline export function traitsOf(n: u32): u32 { return load<u32>(nodeAt(n), 8); }
// @ts-ignore: decorator
@inline export function firstOf(n: u32): u32 { return load<u32>(nodeAt(n), 12); }
// @ts-ignore: decorator
@inline export function endOf(n: u32): u32 { return load<u32>(nodeAt(n), 16); }
// @ts-ignore: decorator
@inline export function isUnspoken(n: u32): bool { return (load<u8>(nodeAt(n), 20) & 1) !== 0; }
// @ts-ignore: decorator
@inline export function isSentLater(n: u32): bool { return (load<u8>(nodeAt(n), 20) & 2) !== 0; }
// @ts-ignore: decorator
@inline export function isCalledMain(n: u32): bool { return (load<u8>(nodeAt(n), 20) & 4) !== 0; }
// @ts-ignore: decorator
@inline export function meaningOf(n: u32): u32 { return <u32>load<u8>(nodeAt(n), 21); }
// @ts-ignore: decorator
@inline export function isLeft(n: u32): bool { return load<u8>(nodeAt(n), 22) !== 0; }
// @ts-ignore: decorator
@inline export function leave(n: u32, left: bool): void { store<u8>(nodeAt(n), left ? 1 : 0, 22); }
// @ts-ignore: decorator
@inline export function isMarked(n: u32): bool { return load<u8>(nodeAt(n), 23) !== 0; }
/** Within a section while boilerplate is looked for, and elsewhere than a name of the page may be while that is. */
// @ts-ignore: decorator
@inline export function mark(n: u32, marked: bool): void { store<u8>(nodeAt(n), marked ? 1 : 0, 23); }
// @ts-ignore: decorator
@inline export function worthOf(n: u32): f64 { return load<f64>(nodeAt(n), 24); }
// @ts-ignore: decorator
@inline export function setWorth(n: u32, worth: f64): void { store<f64>(nodeAt(n), worth, 24); }
// @ts-ignore: decorator
@inline export function costOfCuts(n: u32): f64 { return load<f64>(nodeAt(n), 32); }
// @ts-ignore: decorator
@inline export function setCostOfCuts(n: u32, cost: f64): void { store<f64>(nodeAt(n), cost, 32); }
// @ts-ignore: decorator
@inline export function gainOf(n: u32): f64 { return load<f64>(nodeAt(n), 40); }
// @ts-ignore: decorator
@inline export function setGain(n: u32, gain: f64): void { store<f64>(nodeAt(n), gain, 40); }
// @ts-ignore: decorator
@inline export function startOf(b: u32): u32 { return load<u32>(blockAt(b)); }
// @ts-ignore: decorator
@inline export function endOfBlock(b: u32): u32 { return load<u32>(blockAt(b), 4); }
// @ts-ignore: decorator
@inline export function linkedIn(b: u32): u32 { return load<u32>(blockAt(b), 8); }
// @ts-ignore: decorator
@inline export function nodeOf(b: u32): u32 { return load<u32>(blockAt(b), 12); }
/** Length of all blocks before b. */
// @ts-ignore: decorator
@inline export function sumBefore(b: u32): u32 { return load<u32>(blockAt(b), 16); }
// @ts-ignore: decorator
@inline export function setSumBefore(b: u32, sum: u32): void { store<u32>(blockAt(b), sum, 16); }
// @ts-ignore: decorator
@inline export function isKept(b: u32): bool { return load<u8>(blockAt(b), 20) !== 0; }
// @ts-ignore: decorator
@inline function surplusOf(b: u32): i32 { return load<i32>(blockAt(b), 24); }
// @ts-ignore: decorator
@inline export function setSurplus(b: u32, surplus: i32): void { store<i32>(blockAt(b), surplus, 24); }
/** The first block with a link, or in a cell, from b on; `blockCount` if there is none. */
// @ts-ignore: decorator
@inline export function linkAt(b: u32): u32 { return load<u32>(blockAt(b), 28); }
// @ts-ignore: decorator
@inline export function setLinkAt(b: u32, next: u32): void { store<u32>(blockAt(b), next, 28); }
/** Length of all blocks before b that are no headings, and of which links are less than half. */
// @ts-ignore: decorator
@inline export function unlinkedBefore(b: u32): u32 { return load<u32>(blockAt(b), 32); }
// @ts-ignore: decorator
@inline export function setUnlinkedBefore(b: u32, sum: u32): void { store<u32>(blockAt(b), sum, 32); }
// @ts-ignore: decorator
@inline export function keep(b: u32, kept: bool): void { store<u8>(blockAt(b), kept ? 1 : 0, 20); }

/** Whether all text of n is in m, or that of m in n; for nodes with text. */
export function isWithin(n: u32, m: u32): bool {
  return firstOf(n) >= firstOf(m) && endOf(n) <= endOf(m);
}

/** Where the text of a node with text begins and ends, in code units. */
export function textStart(n: u32): u32 {
  return startOf(firstOf(n));
}

export function textEnd(n: u32): u32 {
  return endOfBlock(endOf(n) - 1);
}

/** Whether links are at least half of a block. */
export function isLinked(b: u32): bool {
  return 2 * <u64>linkedIn(b) >= <u64>(endOfBlock(b) - startOf(b));
}

export function isProse(b: u32): bool {
  return !isLeft(nodeOf(b)) && 2 * <u64>linkedIn(b) <= <u64>(endOfBlock(b) - startOf(b));
}

/** Keeps those of the blocks `[first, end)` that are not left out. */
export function keepAll(first: u32, end: u32): void {
  for (let b = first; b < end; b++) if (!isLeft(nodeOf(b))) keep(b, true);
}

export function isHeading(b: u32): bool {
  return (traitsOf(nodeOf(b)) & HEADING) !== 0;
}

/** Whether two nodes are headings, and the first of a higher level, such as `<h2>` above `<h3>`. */
export function isHigher(n: u32, m: u32): bool {
  return (traitsOf(n) & traitsOf(m) & HEADING) !== 0 && tagOf(n) < tagOf(m);
}

export function isCell(n: u32): bool {
  return tagOf(n) === TD || tagOf(n) === TH;
}

export function isH1(n: u32): bool {
  return tagOf(n) === H1;
}

/** Length of a block. */
export function sizeOf(b: u32): u32 {
  return endOfBlock(b) - startOf(b) + surplusOf(b);
}

/** Length of what is within links in a block: whose letters are dense is not known there, so all parts of a block count alike. */
export function linkedSizeOf(b: u32): f64 {
  return (<f64>linkedIn(b) * <f64>sizeOf(b)) / <f64>(endOfBlock(b) - startOf(b));
}

export function lengthOf(n: u32): f64 {
  return <f64>(sumBefore(endOf(n)) - sumBefore(firstOf(n)));
}
