import type { Blocks } from './blocks.ts';
import { HEADING, tagOf, tagsOf, traitsOf } from './tags.ts';

/** Their headings are about other pages. */
const elsewhere = tagsOf('nav aside footer form');

let isElsewhere = new Uint8Array(0);

/**
 * The nodes of the first headings of any level that have text and may name the page: those outside of `<nav>`,
 * `<aside>`, `<footer>` and `<form>`. O(nodes).
 */
export function namingHeadings({ nodeCount, tags, parents, firstBlocks, endBlocks }: Blocks): number[] {
  if (isElsewhere.length < nodeCount) isElsewhere = new Uint8Array(2 * nodeCount);
  const found: number[] = [];
  isElsewhere[0] = 0;
  for (let node = 1; node < nodeCount; node++) {
    isElsewhere[node] = isElsewhere[parents[node]!]! | (elsewhere.has(tags[node]!) ? 1 : 0);
    const isHeading = (traitsOf(tags[node]!) & HEADING) !== 0;
    if (isElsewhere[node] === 0 && isHeading && firstBlocks[node]! < endBlocks[node]!) found.push(node);
  }
  return found;
}

const mainTag = tagOf('main');

/** The page's only `<main>` with text; 0 where there is none, or several. */
export function mainPartOf({ nodeCount, tags, firstBlocks, endBlocks }: Blocks): number {
  const parts: number[] = [];
  for (let node = 1; node < nodeCount; node++) {
    if (tags[node] === mainTag && firstBlocks[node]! < endBlocks[node]!) parts.push(node);
  }
  return parts.length === 1 ? parts[0]! : 0;
}

/** Whether all text of a node is in another. */
export function isWithin({ firstBlocks, endBlocks }: Blocks, node: number, other: number): boolean {
  return firstBlocks[node]! >= firstBlocks[other]! && endBlocks[node]! <= endBlocks[other]!;
}
