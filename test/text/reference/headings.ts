import type { Blocks } from './blocks.ts';
import { HEADING, tagsOf, traitsOf } from './tags.ts';

/** Their headings are about other pages. */
const elsewhere = tagsOf('nav aside footer form');

let isElsewhere = new Uint8Array(0);

/**
 * The nodes of the first headings of any level that have text and may name the page: those outside of `<nav>`,
 * `<aside>`, `<footer>` and `<form>`. At most `most`; O(nodes).
 */
export function namingHeadings(
  { nodeCount, tags, parents, firstBlocks, endBlocks }: Blocks,
  most: number,
): number[] {
  if (isElsewhere.length < nodeCount) isElsewhere = new Uint8Array(2 * nodeCount);
  const found: number[] = [];
  isElsewhere[0] = 0;
  for (let node = 1; node < nodeCount && found.length < most; node++) {
    isElsewhere[node] = isElsewhere[parents[node]!]! | (elsewhere.has(tags[node]!) ? 1 : 0);
    const isHeading = (traitsOf(tags[node]!) & HEADING) !== 0;
    if (isElsewhere[node] === 0 && isHeading && firstBlocks[node]! < endBlocks[node]!) found.push(node);
  }
  return found;
}
