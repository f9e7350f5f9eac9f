import type { Blocks } from './blocks.ts';
import { HEADING, tagOf, tagsOf, traitsOf } from './tags.ts';

/** Their headings are about other pages. */
const elsewhere = tagsOf('nav aside footer form');
const form = tagOf('form');

/**
 * The nodes of the first headings of any level that have text and may name the page: those outside of `<nav>`,
 * `<aside>`, `<footer>` and forms in use. O(nodes · depth).
 */
export function namingHeadings(blocks: Blocks): number[] {
  const { nodeCount, tags, firstBlocks, endBlocks } = blocks;
  const found: number[] = [];
  for (let node = 1; node < nodeCount; node++) {
    const isHeading = (traitsOf(tags[node]!) & HEADING) !== 0;
    if (isHeading && firstBlocks[node]! < endBlocks[node]! && !isElsewhere(blocks, node)) found.push(node);
  }
  return found;
}

/** Whether a node is one of these, or in one: its text is about other pages. O(depth). */
function isElsewhere({ tags, parents, formsInUse }: Blocks, node: number): boolean {
  for (let at = node; at > 0; at = parents[at]!)
    if (elsewhere.has(tags[at]!) && (tags[at] !== form || formsInUse.has(at))) return true;
  return false;
}

const mainTag = tagOf('main');
const articleTag = tagOf('article');

/** The page's only `<main>` with text; 0 where there is none, or several, or a part that was sent later says more. */
export function mainPartOf(blocks: Blocks): number {
  const { nodeCount, tags, starts, ends, firstBlocks, endBlocks, sentLater } = blocks;
  const unitsOf = (node: number): number => ends[endBlocks[node]! - 1]! - starts[firstBlocks[node]!]!;
  const parts: number[] = [];
  for (let node = 1; node < nodeCount; node++) {
    if (tags[node] === mainTag && firstBlocks[node]! < endBlocks[node]!) parts.push(node);
  }
  if (parts.length !== 1) return 0;
  const later = [...sentLater].filter((node) => firstBlocks[node]! < endBlocks[node]!);
  // their places may be in it
  return later.some((node) => unitsOf(node) > unitsOf(parts[0]!)) ? 0 : parts[0]!;
}

/**
 * The same; in a page without `<main>` the part with text that an `id` or a `role` calls so, the innermost if they are nested; 0
 * where there are several.
 */
export function calledPartOf(blocks: Blocks): number {
  const { nodeCount, tags, firstBlocks, endBlocks, calledMain } = blocks;
  const withText = Array.from({ length: nodeCount }, (_, node) => node).filter(
    (node) => node > 0 && firstBlocks[node]! < endBlocks[node]!,
  );
  if (withText.some((node) => tags[node] === mainTag)) return mainPartOf(blocks);
  const called = withText.filter((node) => calledMain.has(node));
  const areNested = called.every((node, i) => i === 0 || isWithin(blocks, node, called[i - 1]!));
  return areNested ? (called.at(-1) ?? 0) : 0;
}

/** The same; in a page that calls no part so, the only `<article>` with text that is in no other. */
export function textPartOf(blocks: Blocks): number {
  const { nodeCount, tags, parents, firstBlocks, endBlocks, calledMain } = blocks;
  const withText = Array.from({ length: nodeCount }, (_, node) => node).filter(
    (node) => node > 0 && firstBlocks[node]! < endBlocks[node]!,
  );
  if (withText.some((node) => tags[node] === mainTag || calledMain.has(node))) return calledPartOf(blocks);
  const isArticle = (node: number): boolean => tags[node] === articleTag;
  const isInArticle = (node: number): boolean =>
    node !== 0 && (isArticle(parents[node]!) || isInArticle(parents[node]!));
  const articles = withText.filter((node) => isArticle(node) && !isInArticle(node));
  return articles.length === 1 ? articles[0]! : 0;
}

/** Whether all text of a node is in another. */
export function isWithin({ firstBlocks, endBlocks }: Blocks, node: number, other: number): boolean {
  return firstBlocks[node]! >= firstBlocks[other]! && endBlocks[node]! <= endBlocks[other]!;
}
