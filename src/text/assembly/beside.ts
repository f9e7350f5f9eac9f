// What stands above the main text, or beside it, and belongs to it.

import { nodeCount } from './blocks';
import { firstH1, nextNaming } from './headings';
import { mainPart } from './main-part';
import { hasNoLinks, isOfData, isRecord } from './tables';
import { ARTICLE, PRE } from './tags';
import {
  endOf,
  firstOf,
  gainOf,
  isCell,
  isHigher,
  isLeft,
  isProse,
  isWithin,
  keep,
  keepAll,
  linkedIn,
  nodeOf,
  parentOf,
  tagOf,
  worthOf,
} from './tree';

/** What stands beside the main text belongs to it if its blocks gain so much on average. */
const LEAST_BESIDE: f64 = 50;
const LEVELS_ABOVE: u32 = 2;

/**
 * Keeps what stands above the main text in the parts around it, if each begins with a higher heading than what it holds: what a page says
 * of its subject as a whole, where one of its sections is long. O(depth + blocks).
 */
export function keepIntroduction(best: u32): void {
  let first = firstOf(best);
  if (first === endOf(best)) return;
  for (let n = best; n > 0; n = parentOf(n)) {
    if (firstOf(n) === first) continue;
    if (!isHigher(nodeOf(firstOf(n)), nodeOf(first))) return;
    for (let b = firstOf(n); b < first; b++) if (isProse(b)) keep(b, true);
    first = firstOf(n);
  }
}

/**
 * Keeps what says something without a link, and is no table, beside the main text in the part of the page that calls itself the main one, or else
 * around the main text and the first `<h1>`: the description of a product below its features and other products. What
 * stands beside an article belongs to others. O(nodes + blocks).
 */
export function keepBeside(best: u32): void {
  for (let n = best; n > 0; n = parentOf(n)) if (tagOf(n) === ARTICLE) return;
  const around = mainPart !== 0 && isWithin(best, mainPart) ? mainPart : aroundWithH1(best);
  if (around === 0) return;
  const end = endOf(around);
  let done = firstOf(around);
  for (let n = around + 1; n < nodeCount && firstOf(n) < end; n++) {
    const blocks = endOf(n) - firstOf(n);
    if (firstOf(n) < done || blocks === 0 || isLeft(n) || isWithin(n, best) || isWithin(best, n)) continue;
    if (gainOf(n) < LEAST_BESIDE * <f64>blocks || worthOf(n) < worthOf(best) || !hasNoLinks(n)) continue;
    done = endOf(n);
    keepAll(firstOf(n), done);
  }
}

/**
 * Keeps what stands beside main text of a single block in the part around it, if no link is there: the facts that a page is about, above a
 * notice that other pages have, too. A listing has a name or nothing beside it. O(depth + nodes + blocks).
 */
export function keepFacts(best: u32): void {
  if (endOf(best) - firstOf(best) !== 1 || tagOf(nodeOf(firstOf(best))) === PRE) return;
  let around = best;
  while (around > 0 && endOf(around) - firstOf(around) === 1) around = parentOf(around);
  if (around === 0) return;
  const first = firstOf(around);
  const end = endOf(around);
  for (let b = first; b < end; b++) if (b !== firstOf(best) && linkedIn(b) > 0) return;
  for (let b = first; b < end; b++) if (!isLeft(nodeOf(b)) && !isCell(nodeOf(b))) keep(b, true);
  let done = first;
  for (let n = around + 1; n < nodeCount && firstOf(n) < end; n++) {
    if (firstOf(n) < done || isLeft(n) || !isOfData(n)) continue;
    done = endOf(n);
    keepAll(firstOf(n), done);
  }
}

/**
 * Keeps the records beside the main text, in the innermost part that holds it and the heading that names the page: what it says of its
 * subject, beside a description that other pages have, too. Values may be links. O(depth + nodes + blocks).
 */
export function keepRecords(best: u32): void {
  const heading = nextNaming(0);
  if (heading === 0) return;
  const around = partWith(best, heading);
  if (around === 0) return;
  const end = endOf(around);
  let done = firstOf(around);
  for (let n = around + 1; n < nodeCount && firstOf(n) < end; n++) {
    if (firstOf(n) < done || isLeft(n) || isWithin(n, best) || !isRecord(n)) continue;
    done = endOf(n);
    keepAll(firstOf(n), done);
  }
}

/** The innermost node that holds a node and a heading; 0 if that is the document. */
function partWith(n: u32, heading: u32): u32 {
  while (n > 0 && !isWithin(heading, n)) n = parentOf(n);
  return n;
}

/** Two levels above the innermost node that holds a node and the first `<h1>`; 0 if that is the document, or if there is none. */
function aroundWithH1(n: u32): u32 {
  const h1 = firstH1();
  if (h1 === 0 || isLeft(h1)) return 0;
  n = partWith(n, h1);
  for (let level: u32 = 0; level < LEVELS_ABOVE && n > 0 && parentOf(n) > 0; level++) n = parentOf(n);
  return n;
}
