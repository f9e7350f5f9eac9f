// What text is worth.

import { blockCount } from './blocks';
import { P } from './tags';
import {
  endOf,
  firstOf,
  gainOf,
  isHeading,
  isLeft,
  isProse,
  linkedSizeOf,
  nodeOf,
  setGain,
  sizeOf,
  tagOf,
  unlinkedBefore,
  worthOf,
} from './tree';

/** What a block costs: shorter ones speak against the element that they are in. */
export const BLOCK_COST: f64 = 40;
/** What a code unit within a link costs; one outside is worth 1. */
const LINK_COST: f64 = 2;
/** Worth of text that is not in a `<p>`. */
const LOOSE_WORTH: f64 = 0.5;
/** Less text than this is a breadcrumb, or the like. */
export const THIN_PROSE: u32 = 200;

export function gainOfBlock(b: u32): f64 {
  return <f64>sizeOf(b) - (1 + LINK_COST) * linkedSizeOf(b) - BLOCK_COST;
}

/** Sums the gain of each node's own blocks; returns the length of all text outside of links. */
export function sumGains(): f64 {
  let all: f64 = 0;
  for (let b: u32 = 0; b < blockCount; b++) {
    const n = nodeOf(b);
    if (isLeft(n) || sizeOf(b) === 0) continue;
    all += <f64>sizeOf(b) - linkedSizeOf(b);
    // A heading belongs to what follows it.
    if (isHeading(b)) continue;
    const gain = gainOfBlock(b);
    const worth = gain > 0 ? gain * worthOf(n) * (tagOf(n) === P ? 1 : LOOSE_WORTH) : gain;
    setGain(n, gainOf(n) + worth);
  }
  return all;
}

/** Length of a node's text outside of links, not counting what is left out. O(blocks). */
export function proseIn(n: u32): f64 {
  let sum: f64 = 0;
  for (let b = firstOf(n); b < endOf(n); b++) if (!isLeft(nodeOf(b))) sum += <f64>sizeOf(b) - linkedSizeOf(b);
  return sum;
}

/** Length of a node's blocks that are no headings, and of which links are less than half. O(1). */
export function unlinkedIn(n: u32): u32 {
  return unlinkedBefore(endOf(n)) - unlinkedBefore(firstOf(n));
}

export function hasProse(n: u32): bool {
  for (let b = firstOf(n); b < endOf(n); b++) {
    if (!isHeading(b) && isProse(b)) return true;
  }
  return false;
}
