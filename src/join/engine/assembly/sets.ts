import { at } from '../../../grams/assembly/memory';

export let tokens: usize = 0;
export let starts: usize = 0;
let sizes: usize = 0;

/** Bounds by size, for the sizes that occur. */
export let minSizes: usize = 0;
export let probePrefixes: usize = 0;
export let indexPrefixes: usize = 0;

/** The overlap that two sizes need: by their sum, the same for all, or in a row made anew for every probe size. */
export const BY_SUM: u32 = 0;
export const BY_ROW: u32 = 2;
export let needed: usize = 0;
export let neededBy: u32 = 0;
/** Whether no two records are equal. */
export let areDistinct: bool = false;

/** Record x is the tokens from `starts[x]` on, `sizes[x]` of them. */
export function bindSets(tokensAt: usize, startsAt: usize, sizesAt: usize): void {
  tokens = tokensAt;
  starts = startsAt;
  sizes = sizesAt;
}

export function bindBounds(
  minSizesAt: usize,
  probePrefixesAt: usize,
  indexPrefixesAt: usize,
  neededAt: usize,
  by: u32,
  distinct: bool,
): void {
  minSizes = minSizesAt;
  probePrefixes = probePrefixesAt;
  indexPrefixes = indexPrefixesAt;
  needed = neededAt;
  neededBy = by;
  areDistinct = distinct;
}

// @ts-ignore: decorator
@inline
export function sizeOf(x: u32): u32 {
  return at(sizes, x);
}

/** Address of the first token of x. */
// @ts-ignore: decorator
@inline
export function tokensOf(x: u32): usize {
  return tokens + ((<usize>at(starts, x)) << 2);
}

/** First record from `lo` on that is not smaller than `minSize`. */
// @ts-ignore: decorator
@inline
export function firstOfSize(lo: u32, minSize: u32): u32 {
  while (sizeOf(lo) < minSize) lo++;
  return lo;
}

/** Tokens of a record's head: its first ones, and in a row of heads those of all records side by side. As in ../groups.ts. */
export const HEAD_LENGTH: u32 = 8;

/** Sets `bytes` from an address on to 0. */
export function clear(address: usize, bytes: usize): void {
  memory.fill(address, 0, bytes);
}
