// The parts of a page that are built as the one with the main text is, such as the posts of a thread.

import { nodeCount } from './blocks';
import { endOf, firstOf, gainOf, isHeading, isLeft, keep, nodeOf, parentOf, tagOf, worthOf } from './tree';
import { gainOfBlock } from './worth';

/** Around the main text so far up parts like it are looked for, by elements so deep within them: a post may lie in three tables. */
const MOST_LEVELS: u32 = 10;
const SHAPE_DEPTH: u32 = 3;

/**
 * Keeps what gains in the parts of the page that are built as the one around `best` is, and stand beside it: the other posts
 * of a thread, of which one may be long and the rest short. Returns whether there are any.
 */
export function keepLike(best: u32): bool {
  let n = best;
  for (let level: u32 = 0; level < MOST_LEVELS && n > 0 && gainOf(n) > 0; level++) {
    const parent = parentOf(n);
    const around = parent > 0 ? parentOf(parent) : 0;
    const end = endOf(around);
    const shape = shapeOf(n);
    let isFound = false;
    let isAnyKept = false;
    for (let other = around + 1; other < nodeCount && firstOf(other) < end; other++) {
      if (tagOf(other) !== tagOf(n) || firstOf(other) === endOf(other) || isLeft(other)) continue;
      if (!standsBeside(other, n)) continue;
      if (worthOf(other) < worthOf(n) || shapeOf(other) !== shape) continue;
      isFound = true;
      for (let b = firstOf(other); b < endOf(other); b++) {
        const own = nodeOf(b);
        const isText = !isLeft(own) && !isHeading(b);
        if (!isText || worthOf(own) !== worthOf(other) || gainOfBlock(b) <= 0) continue;
        keep(b, true);
        isAnyKept = true;
      }
    }
    if (isFound) return isAnyKept;
    n = parent;
  }
  return false;
}

/** Whether two nodes have one parent, or one has that beside which the other stands: a question, and the list of its answers. */
function standsBeside(other: u32, n: u32): bool {
  const parent = parentOf(n);
  const parentOfOther = parentOf(other);
  if (other === n || other === parent || parentOfOther === n) return false;
  return parentOfOther === parent || parentOf(parentOfOther) === parent || (parent > 0 && parentOfOther === parentOf(parent));
}

/** A hash of the tags of the elements with text within a node, down to some depth: of like ones in a row the first. */
function shapeOf(n: u32): u32 {
  const end = endOf(n);
  let shape: u32 = 0;
  let last: u32 = 0;
  for (let m = n + 1; m < nodeCount && firstOf(m) < end; m++) {
    if (firstOf(m) === endOf(m)) continue;
    let depth: u32 = 1;
    for (let around = parentOf(m); around !== n && depth <= SHAPE_DEPTH; around = parentOf(around)) depth++;
    if (depth > SHAPE_DEPTH) continue;
    const part = ((<u32>tagOf(m) << 2) | depth) * 0x9e3779b1;
    if (part === last) continue;
    last = part;
    shape = (shape ^ part) * 0x85ebca6b;
    shape ^= shape >> 15;
  }
  return shape;
}
