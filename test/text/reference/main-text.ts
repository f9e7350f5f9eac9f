import { NEGATIVE, OVER, SURROUNDS } from '../../../src/text/element-bits.ts';
import { namesMeaning } from '../../../src/text/names.ts';
import type { Blocks } from './blocks.ts';
import { calledPartOf, isWithin, mainPartOf, namingHeadings, textPartOf } from './headings.ts';
import { BOILERPLATE, HEADING, tagOf, tagsOf, traitsOf } from './tags.ts';

// All lengths are in UTF-16 code units, of which kana, Han and Hangul count twice. The figures are those that did well both on
// scrapinghub's articles and on revisions of documentation pages (`bench/extract.ts`); none of them is sharp.

/** What a block costs: shorter ones speak against the element that they are in. */
const blockCost = 40;
/** What a code unit within a link costs; one outside is worth 1. */
const linkCost = 2;
/** Worth of text that is not in a `<p>`. */
const looseWorth = 0.5;
/** Worth of text in an element with a name like `sidebar`. */
const negativeWorth = 0.2;
/** An element this far below 0 is cut out, and speaks no louder than this against the one around it. */
const cutCost = 100;
/** However many elements are cut out of one: a list of links in twenty parts speaks no louder than in three. */
const mostCuts = -3 * cutCost;
/** Main text shorter than this, or than this share of what there is, is not trusted. */
const thinLength = 300;
const thinShare = 0.2;
const thinProse = 200;
/** Boilerplate, by its tag or role, holds at most this share of a page's text: some pages are one `<form>`. */
const boilerplateShare = 0.5;
/** The same for elements that only a class or id calls so. */
const namedShare = 0.3;
/** The same for windows over the page: the words of one that asks for consent are often more than those of the page. */
const overShare = 0.8;
const negativeShare = 0.5;
const unlinkedShare = 0.1;
/** An element with a name like `sidebar` goes where it holds less than this share of the main text. */
const asideShare = 0.3;
/** The one article of a page speaks for the element around it from this share of what that gains. */
const othersShare = 0.5;
const articleShare = 0.15;
/** Main text that has less than this share of what its article says, or else the main part, is not trusted. */
const partShare = 0.4;
/** A listing is the main text from this share of what the main part says. */
const listingShare = 0.9;
/** So many of the first lines of a table of data are rows of at least two cells. */
const rowsOfData = 3;
const linesSeen = 8;
/** Around the main text so far up parts like it are looked for, by elements so deep within them: a post may lie in three tables. */
const mostLevels = 10;
const shapeDepth = 3;
const longestHeading = 300;
/** A longer list item, or row of a table, may be a part of the page with a menu of its own. */
const longestItem = 300;
const leastRows = 8;
const longestOfRows = 3000;
/** A list of other pages has so many links, one in so many lines, and says so much about each. */
const leastListed = 3;
const linesOfListed = 4;
const longestTeaser = 300;
/** The header of a section that says more than a heading and who wrote it belongs to the text. */
const leastBeside = 50;
const levelsAbove = 2;
const leastDescription = 250;

const p = tagOf('p');
const h1 = tagOf('h1');
const article = tagOf('article');
const pre = tagOf('pre');
const table = tagOf('table');
const cells = tagsOf('td th');
const [dl, dt, dd] = [tagOf('dl'), tagOf('dt'), tagOf('dd')];
const items = tagsOf('li tr');
const header = tagOf('header');
const form = tagOf('form');
const nav = tagOf('nav');
const sectioning = tagsOf('section article main');
/** Their class says what the page's template is, not what they hold. */
const whole = tagsOf('html body');

let keep = new Uint8Array(0);
/** Main text that has less than this is not all of its article, or of the main part. */
let thinInPart = 0;
/** Where the main text was found. */
let mainText = 0;
/** `textSums[b]`: length of all blocks before b. */
let textSums = new Float64Array(0);
/** Of each node: 1 where its blocks are left out. */
let left = new Uint8Array(0);
/** Of each node: 1 within a section, an article or the like. */
let sectioned = new Uint8Array(0);
/** Of each node: what its text is worth. */
let worths = new Float64Array(0);
/** Of each node: what its children below 0 have cost it. */
let paidCuts = new Float64Array(0);
/** Of each node: worth of its text minus cost of its links and blocks. */
let gains = new Float64Array(0);

/**
 * Marks the blocks of the text that a page is about (`keep[b]` 1), in working memory that lasts until the
 * next call.
 *
 * Navigation, headers, footers, asides, forms and what is `aria-hidden` are left out, unless most of the text is
 * in them. Of the rest, every block gains the length of its text and pays for its links and for being a
 * block; the element with the greatest sum is the main text, elements far below 0 within it are cut out.
 * Where that holds one article, or one with an `<h1>`, the article is; what gains in elements that are built as it is and stand
 * beside it, such as the posts of a thread, is kept, too.
 * This is Readability's idea (long text with few links marks its container), with the sum over the whole
 * subtree in place of a score for parent and grandparent. Names of classes only weigh. Where little is found
 * that way, the page is all that was not left out at first, prose before lists of links. The page's `<h1>`
 * is kept, wherever it stands; line numbers beside code are not.
 *
 * Cost: O(blocks + nodes).
 */
export function keepMainText(blocks: Blocks): Uint8Array {
  begin(blocks);
  leaveBoilerplate(blocks);
  const all = sumGains(blocks);
  const found = keepBest(blocks);
  const least = Math.max(thinLength, thinShare * all, thinInPart, proseAbove(blocks));
  if (found < least || isBesideMain(blocks) || isListing(blocks, found)) keepBroadly(blocks);
  keepRows(blocks);
  dropLineNumbers(blocks);
  keepHeading(blocks);
  return keep;
}

/** Length of what is said outside of links above the main text, from the last heading on. */
function proseAbove(blocks: Blocks): number {
  const { nodes, tags, firstBlocks, endBlocks } = blocks;
  const first = firstBlocks[mainText]!;
  const isHeading = (b: number): boolean => (traitsOf(tags[nodes[b]!]!) & HEADING) !== 0;
  if (first === endBlocks[mainText]! || isHeading(first)) return 0;
  const above = Array.from({ length: first }, (_, b) => b);
  const said = above.slice(above.findLastIndex(isHeading) + 1).filter((b) => left[nodes[b]!] === 0);
  return said.reduce((sum, b) => sum + sizeOf(b) - linkedSizeOf(blocks, b), 0);
}

/** Whether the page's only `<main>` says something, and the main text was found elsewhere. */
function isBesideMain(blocks: Blocks): boolean {
  const { starts, ends, linked, nodes, tags, firstBlocks, endBlocks } = blocks;
  const main = calledPartOf(blocks);
  if (main === 0 || lengthOf(blocks, main) < thinProse) return false;
  const inside = Array.from(
    { length: endBlocks[main]! - firstBlocks[main]! },
    (_, i) => firstBlocks[main]! + i,
  );
  const isProse = (b: number): boolean =>
    left[nodes[b]!] === 0 &&
    2 * linked[b]! <= ends[b]! - starts[b]! &&
    (traitsOf(tags[nodes[b]!]!) & HEADING) === 0;
  const isOfMainText = (b: number): boolean => b >= firstBlocks[mainText]! && b < endBlocks[mainText]!;
  return inside.some(isProse) && !inside.some(isOfMainText);
}

/** Whether most of what is kept is preformatted, and it is less than nearly all of what the main part says. */
function isListing(blocks: Blocks, found: number): boolean {
  const { count, nodes, tags } = blocks;
  const code = Array.from({ length: count }, (_, b) => b).filter(
    (b) => keep[b] === 1 && tags[nodes[b]!] === pre,
  );
  const isCode = 2 * code.reduce((sum, b) => sum + sizeOf(b), 0) > found;
  const called = calledPartOf(blocks);
  return called !== 0 && isCode && found < listingShare * proseIn(blocks, called);
}

function begin(blocks: Blocks): void {
  const { count, nodeCount } = blocks;
  keep = fitted(keep, count);
  textSums = fitted(textSums, count + 1);
  left = fitted(left, nodeCount);
  sectioned = fitted(sectioned, nodeCount);
  worths = fitted(worths, nodeCount);
  paidCuts = fitted(paidCuts, nodeCount);
  gains = fitted(gains, nodeCount);
  keep.fill(0, 0, count);
  textSums[0] = 0;
  for (let b = 0; b < count; b++) textSums[b + 1] = textSums[b]! + blockSize(blocks, b);
}

/** Length of a block, from its text. */
function blockSize({ units, starts, ends }: Blocks, b: number): number {
  let size = ends[b]! - starts[b]!;
  for (let i = starts[b]!; i < ends[b]!; i++) if (isDense(units[i]!)) size++;
  const text = Buffer.from(units.buffer, 2 * starts[b]!, 2 * (ends[b]! - starts[b]!)).toString('utf16le');
  return ofSigns.test(text) ? 0 : size;
}

/** A text in which nothing can be of a word. */
const ofSigns =
  /^(?:[\0-/:-@[-`{-\u00a9\u00ab-\u00b1\u00b4\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2000-\u206f\u2190-\u245f\u2500-\u2775\u2794-\u2bff\u3000-\u3004\u3008-\u3020\ue000-\uf8ff\u{1f000}-\u{1f0ff}\u{1f10d}-\u{1fbef}]|[\ufe00-\ufe0f])*$/u;

function isDense(unit: number): boolean {
  return (unit >= 0x3041 && unit <= 0x9fff) || (unit >= 0xac00 && unit <= 0xd7a3);
}

function sizeOf(b: number): number {
  return textSums[b + 1]! - textSums[b]!;
}

/** Length of what is within links in a block, whose parts count alike. */
function linkedSizeOf({ starts, ends, linked }: Blocks, b: number): number {
  return (linked[b]! * sizeOf(b)) / (ends[b]! - starts[b]!);
}

function lengthOf(blocks: Blocks, node: number): number {
  return textSums[blocks.endBlocks[node]!]! - textSums[blocks.firstBlocks[node]!]!;
}

/** Leaves out what surrounds the main text, and sets the worth of the rest. A section's header of at least `leastHeader` stays. */
function leaveBoilerplate(blocks: Blocks, leastHeader = leastDescription): void {
  const { nodeCount, parents, tags, unspoken, names } = blocks;
  const total = textSums[blocks.count]!;
  const main = mainPartOf(blocks);
  const part = textPartOf(blocks);
  /** More than a breadcrumb. */
  const isAllOfMain = (node: number): boolean =>
    main !== 0 && isWithin(blocks, main, node) && lengthOf(blocks, main) >= thinProse;
  const meanings = new Map<string, number>();
  left[0] = 0;
  sectioned[0] = 0;
  worths[0] = 1;
  gains[0] = 0;
  paidCuts[0] = 0;
  for (let node = 1; node < nodeCount; node++) {
    const parent = parents[node]!;
    const tag = tags[node]!;
    gains[node] = 0;
    paidCuts[node] = 0;
    worths[node] = worths[parent]!;
    left[node] = left[parent]!;
    if (left[node] === 1) continue;
    sectioned[node] = sectioned[parent] === 1 || sectioning.has(tag) ? 1 : 0;
    const isOfSection = tag === header && sectioned[node] === 1 && lengthOf(blocks, node) >= leastHeader;
    const isUsed = tag !== form || blocks.formsInUse.has(node);
    if (((traitsOf(tag) & BOILERPLATE) !== 0 && isUsed && !isOfSection) || unspoken[node] === 1) {
      const isBeside = part !== 0 && !isWithin(blocks, node, part) && !isWithin(blocks, part, node);
      const isLess = isBeside || lengthOf(blocks, node) < boilerplateShare * total;
      if (!isAllOfMain(node) && (isLess || (tag === nav && unlinkedIn(blocks, node) === 0))) left[node] = 1;
    }
    const name = names[node]!;
    if (name === '' || left[node] === 1 || whole.has(tag)) continue;
    let meaning = meanings.get(name);
    if (meaning === undefined) meanings.set(name, (meaning = namesMeaning(name)));
    if (meaning === 0) continue;
    const share = lengthOf(blocks, node) / total;
    const isNamed = (meaning & SURROUNDS) !== 0 && tag !== article;
    const most = meaning === OVER ? overShare : namedShare;
    if (isNamed && !isAllOfMain(node) && (share < most || isMenu(blocks, node))) left[node] = 1;
    if (meaning === NEGATIVE && share < negativeShare) worths[node] = negativeWorth;
  }
}

/** Whether hardly anything within a node is said outside of links and headings, and more outside of it than one block has to say. */
function isMenu(blocks: Blocks, node: number): boolean {
  const own = unlinkedIn(blocks, node);
  return own <= unlinkedShare * lengthOf(blocks, node) && unlinkedIn(blocks, 0) - own >= blockCost;
}

/** Length of a node's blocks that are no headings, and of which links are less than half. */
function unlinkedIn(
  { starts, ends, linked, firstBlocks, endBlocks, nodes, tags }: Blocks,
  node: number,
): number {
  let unlinked = 0;
  for (let b = firstBlocks[node]!; b < endBlocks[node]!; b++) {
    const isHeading = (traitsOf(tags[nodes[b]!]!) & HEADING) !== 0;
    if (!isHeading && 2 * linked[b]! < ends[b]! - starts[b]!) unlinked += sizeOf(b);
  }
  return unlinked;
}

/** Sums the gain of each node's own blocks; returns the length of all text outside of links. */
function sumGains(blocks: Blocks): number {
  const { count, nodes, tags } = blocks;
  let all = 0;
  for (let b = 0; b < count; b++) {
    const node = nodes[b]!;
    if (left[node] === 1 || sizeOf(b) === 0) continue;
    all += sizeOf(b) - linkedSizeOf(blocks, b);
    const tag = tags[node]!;
    // A heading belongs to what follows it.
    if ((traitsOf(tag) & HEADING) !== 0) continue;
    const gain = gainOfBlock(blocks, b);
    gains[node]! += gain > 0 ? gain * worths[node]! * (tag === p ? 1 : looseWorth) : gain;
  }
  return all;
}

function gainOfBlock(blocks: Blocks, b: number): number {
  return sizeOf(b) - (1 + linkCost) * linkedSizeOf(blocks, b) - blockCost;
}

/** Whether three of the first eight lines of a table are its rows, with two cells of bare text first. */
function isOfData({ tags, parents, nodes, firstBlocks, endBlocks }: Blocks, node: number): boolean {
  if (tags[node] !== table) return false;
  const lines: boolean[] = [];
  for (let b = firstBlocks[node]!; b + 1 < endBlocks[node]! && lines.length < linesSeen; ) {
    const row = parents[nodes[b]!]!;
    const areCells = [b, b + 1].every(
      (each) => cells.has(tags[nodes[each]!]!) && parents[nodes[each]!] === row,
    );
    const isOwn = row > node && (parents[row] === node || parents[parents[row]!] === node);
    lines.push(areCells && isOwn);
    b = areCells && isOwn ? endBlocks[row]! : b + 1;
  }
  return lines.filter(Boolean).length >= rowsOfData;
}

/**
 * Whether three of the first eight lines of a table of data are rows of two cells, or of a list of terms a term and its description; the
 * first of the two is no link.
 */
function isRecord(blocks: Blocks, node: number): boolean {
  const { tags, parents, nodes, firstBlocks, endBlocks, linked } = blocks;
  const isList = tags[node] === dl;
  if (!isList && !isOfData(blocks, node)) return false;
  const lines: boolean[] = [];
  for (let b = firstBlocks[node]!; b + 1 < endBlocks[node]! && lines.length < linesSeen; ) {
    const [first, second] = [b, b + 1].map((each) => tags[nodes[each]!]!);
    const isPair = isList
      ? first === dt && second === dd
      : cells.has(first!) && endBlocks[parents[nodes[b]!]!] === b + 2;
    lines.push(isPair && linked[b] === 0);
    b += isPair ? 2 : 1;
  }
  return lines.filter(Boolean).length >= rowsOfData;
}

/** Keeps the node with the greatest gain, but for what is cut out of it; returns what its text outside of links is worth. */
function keepBest(blocks: Blocks): number {
  const { nodeCount, nodes, parents, firstBlocks, endBlocks } = blocks;
  let best = 0;
  for (let node = nodeCount - 1; node > 0; node--) {
    if (left[node] === 1) continue;
    const parent = parents[node]!;
    if (gains[node]! >= 0) gains[parent]! += gains[node]!;
    else {
      const paid = Math.max(gains[node]!, -cutCost, mostCuts - paidCuts[parent]!);
      paidCuts[parent]! += paid;
      gains[parent]! += paid;
    }
    if (best === 0 || gains[node]! > gains[best]!) best = node;
  }
  if (gains[best]! < gains[0]!) best = 0;
  best = articleWithin(blocks, best);
  mainText = best;

  thinInPart = leastInPart(blocks, best);
  const end = endBlocks[best]!;
  const aside = asideShare * lengthOf(blocks, best);
  const data: number[] = [];
  for (let node = best + 1; node < nodeCount && firstBlocks[node]! < end; node++) {
    if (firstBlocks[node] === endBlocks[node]) continue;
    const isFarBelow = gains[node]! < -cutCost;
    const isOwnData =
      isOfData(blocks, node) || isRecord(blocks, node) || (isFarBelow && hasNoLinks(blocks, node));
    const isData = isOwnData || data.some((each) => isWithin(blocks, node, each));
    if (left[parents[node]!] === 1 || (isFarBelow && !isData)) left[node] = 1;
    else if (worths[node]! < worths[best]! && lengthOf(blocks, node) < aside) left[node] = 1;
    else if (isOwnData) data.push(node);
  }
  let found = 0;
  for (let b = firstBlocks[best]!; b < end; b++) {
    if (left[nodes[b]!] === 1) continue;
    keep[b] = 1;
    found += sizeOf(b) - linkedSizeOf(blocks, b);
  }
  keepIntroduction(blocks, best);
  const isOnlyOne = !keepLike(blocks, best);
  keepBeside(blocks, best);
  if (isOnlyOne || blocks.tags[best] === p) keepFacts(blocks, best);
  keepRecords(blocks, best);
  return found * worths[best]!;
}

/** Keeps what is mostly no link above the main text in what is around it, as long as that begins with a higher heading each time. */
function keepIntroduction(blocks: Blocks, best: number): void {
  const { tags, nodes, firstBlocks, endBlocks, linked, starts, ends } = blocks;
  if (firstBlocks[best] === endBlocks[best]) return;
  let first = firstBlocks[best]!;
  for (const node of around(blocks, best)) {
    const top = firstBlocks[node]!;
    if (node === 0 || top === first) continue;
    const [above, below] = [top, first].map((b) => tags[nodes[b]!]!);
    const areHeadings = [above!, below!].every((tag) => (traitsOf(tag) & HEADING) !== 0);
    if (!areHeadings || above! >= below!) return;
    for (let b = top; b < first; b++)
      if (left[nodes[b]!] === 0 && 2 * linked[b]! <= ends[b]! - starts[b]!) keep[b] = 1;
    first = top;
  }
}

/**
 * Keeps the outermost parts without a link that gain enough, beside the main text and no article, of the main part, or of what is two levels above the
 * innermost node with the main text and the first `<h1>`.
 */
function keepBeside(blocks: Blocks, best: number): void {
  const { tags, nodes, nodeCount, firstBlocks, endBlocks } = blocks;
  const main = mainPartOf(blocks);
  const outer = around(blocks, best);
  if (outer.some((node) => tags[node] === article)) return;
  const h1s = Array.from({ length: nodeCount }, (_, node) => node).filter(
    (node) => tags[node] === h1 && firstBlocks[node]! < endBlocks[node]!,
  );
  const isAround = (node: number): boolean =>
    h1s.length > 0 && left[h1s[0]!] === 0 && isWithin(blocks, h1s[0]!, node);
  const holding = outer.findIndex(isAround);
  const above = holding < 0 ? undefined : outer[Math.min(holding + levelsAbove, outer.length - 1)];
  const place = main !== 0 && isWithin(blocks, best, main) ? main : above;
  if (place === undefined) return;
  const belongs = (node: number): boolean => {
    const count = endBlocks[node]! - firstBlocks[node]!;
    const isBeside = left[node] === 0 && !isWithin(blocks, node, best) && !isWithin(blocks, best, node);
    const isEnough = gains[node]! >= leastBeside * count && worths[node]! >= worths[best]!;
    return count > 0 && isBeside && isEnough && hasNoLinks(blocks, node);
  };
  let done = firstBlocks[place]!;
  for (const node of nodesWithin(blocks, place)) {
    if (firstBlocks[node]! < done || !belongs(node)) continue;
    done = endBlocks[node]!;
    for (let b = firstBlocks[node]!; b < done; b++) if (left[nodes[b]!] === 0) keep[b] = 1;
  }
}

/** Keeps what is beside main text of one block in what is around it, but for cells in tables without data, if no link is there. */
function keepFacts(blocks: Blocks, best: number): void {
  const { tags, nodes, firstBlocks, endBlocks, linked } = blocks;
  if (endBlocks[best]! - firstBlocks[best]! !== 1 || tags[nodes[firstBlocks[best]!]!] === pre) return;
  const place = around(blocks, best).find((node) => endBlocks[node]! - firstBlocks[node]! > 1);
  if (place === undefined || place === 0) return;
  const others: number[] = [];
  for (let b = firstBlocks[place]!; b < endBlocks[place]!; b++) if (b !== firstBlocks[best]) others.push(b);
  if (others.some((b) => linked[b]! > 0)) return;
  const tables = nodesWithin(blocks, place).filter((node) => left[node] === 0 && isOfData(blocks, node));
  for (const b of others) {
    const isInData = tables.some((node) => firstBlocks[node]! <= b && b < endBlocks[node]!);
    if (left[nodes[b]!] === 0 && (isInData || !cells.has(tags[nodes[b]!]!))) keep[b] = 1;
  }
}

/** Keeps the records beside the main text in the innermost node that holds it and the first heading that may name the page. */
function keepRecords(blocks: Blocks, best: number): void {
  const { nodes, firstBlocks, endBlocks } = blocks;
  const [heading] = namingHeadings(blocks);
  const place = around(blocks, best).find((node) => heading !== undefined && isWithin(blocks, heading, node));
  if (place === undefined || place === 0) return;
  const isBeside = (node: number): boolean => left[node] === 0 && !isWithin(blocks, node, best);
  let done = firstBlocks[place]!;
  for (const node of nodesWithin(blocks, place)) {
    if (firstBlocks[node]! < done || !isBeside(node) || !isRecord(blocks, node)) continue;
    done = endBlocks[node]!;
    for (let b = firstBlocks[node]!; b < done; b++) if (left[nodes[b]!] === 0) keep[b] = 1;
  }
}

/** Whether none of a node's blocks has a link or is a cell. */
function hasNoLinks({ firstBlocks, endBlocks, linked, nodes, tags }: Blocks, node: number): boolean {
  for (let b = firstBlocks[node]!; b < endBlocks[node]!; b++)
    if (linked[b]! > 0 || cells.has(tags[nodes[b]!]!)) return false;
  return true;
}

/** What main text found in a node is to have, by what there is in the innermost article around it, or else in the main part. */
function leastInPart(blocks: Blocks, node: number): number {
  const part = around(blocks, node).find((each) => blocks.tags[each] === article) ?? mainPartOf(blocks);
  return part === 0 ? 0 : partShare * proseIn(blocks, part);
}

/** Length of the text outside of links, but for what is left out. */
function proseIn(blocks: Blocks, node: number): number {
  const { nodes, firstBlocks, endBlocks } = blocks;
  let sum = 0;
  for (let b = firstBlocks[node]!; b < endBlocks[node]!; b++) {
    if (left[nodes[b]!] === 0) sum += sizeOf(b) - linkedSizeOf(blocks, b);
  }
  return sum;
}

/** The node within `best` that the page is about: the first article with an `<h1>`, else the only article, if it gains enough. */
function articleWithin(blocks: Blocks, best: number): number {
  const { parents, tags, firstBlocks, endBlocks } = blocks;
  const isArticle = (node: number): boolean => tags[node] === article;
  if (around(blocks, best).some(isArticle)) return best;
  const within = nodesWithin(blocks, best);
  const articles = within.filter((node) => {
    const outer = around(blocks, parents[node]!);
    return isArticle(node) && left[node] === 0 && !outer.some((each) => isArticle(each) && left[each] === 0);
  });
  const [named, ...others] = articles.filter((each) =>
    within.some((node) => {
      const isIn = firstBlocks[node]! >= firstBlocks[each]! && firstBlocks[node]! < endBlocks[each]!;
      return tags[node] === h1 && isIn;
    }),
  );
  const gainOfOthers = others.reduce((sum, each) => sum + Math.max(0, gains[each]!), 0);
  if (gainOfOthers > 0 && gainOfOthers >= othersShare * gains[named!]!) return best;
  const only = named ?? (articles.length === 1 ? articles[0] : undefined);
  return only !== undefined && gains[only]! >= articleShare * gains[best]! ? only : best;
}

/** Keeps the blocks that gain in what is built as the main text, or what stands around it, and stands beside that. */
function keepLike(blocks: Blocks, best: number): boolean {
  const { parents, tags, nodes, firstBlocks, endBlocks } = blocks;
  for (const node of around(blocks, best).slice(0, mostLevels)) {
    if (gains[node]! <= 0) return false;
    let isAnyKept = false;
    const parent = parents[node]!;
    const like = nodesWithin(blocks, parent > 0 ? parents[parent]! : 0).filter(
      (other) =>
        ![node, parent].includes(other) &&
        parents[other] !== node &&
        (parents[other] === parent ||
          parents[parents[other]!] === parent ||
          (parent > 0 && parents[other] === parents[parent])) &&
        tags[other] === tags[node] &&
        left[other] === 0 &&
        worths[other]! >= worths[node]! &&
        shapeOf(blocks, other) === shapeOf(blocks, node),
    );
    for (const other of like) {
      for (let b = firstBlocks[other]!; b < endBlocks[other]!; b++) {
        const own = nodes[b]!;
        const isText = left[own] === 0 && (traitsOf(tags[own]!) & HEADING) === 0;
        if (!isText || worths[own] !== worths[other] || gainOfBlock(blocks, b) <= 0) continue;
        keep[b] = 1;
        isAnyKept = true;
      }
    }
    if (like.length > 0) return isAnyKept;
  }
  return false;
}

/** The tags of the elements with text within a node, down to some depth: of like ones in a row the first. */
function shapeOf(blocks: Blocks, node: number): string {
  const parts = nodesWithin(blocks, node)
    .map((each) => [around(blocks, each).indexOf(node), blocks.tags[each]!])
    .filter(([depth]) => depth! <= shapeDepth)
    .map((part) => part.join(' '));
  return parts.filter((part, i) => part !== parts[i - 1]).join(', ');
}

/** The nodes with text within one, in the order of the page. */
function nodesWithin({ nodeCount, firstBlocks, endBlocks }: Blocks, node: number): number[] {
  const found: number[] = [];
  for (let each = node + 1; each < nodeCount && firstBlocks[each]! < endBlocks[node]!; each++) {
    if (firstBlocks[each]! < endBlocks[each]!) found.push(each);
  }
  return found;
}

/** A node and those around it, but for the document. */
function around({ parents }: Blocks, node: number): number[] {
  const found: number[] = [];
  for (let each = node; each > 0; each = parents[each]!) found.push(each);
  return found;
}

/**
 * Keeps all that is no boilerplate, of the page's only `<main>` if that says anything: blocks that are mostly links, and
 * headers of sections, only where there is little else, as in a list of articles. What elements with names like `banner` say above the
 * heading that names the page is left out, if it is a small share.
 */
function keepBroadly(blocks: Blocks): void {
  const { count, starts, ends, linked, nodes, tags, firstBlocks, endBlocks } = blocks;
  leaveBoilerplate(blocks);
  keep.fill(0, 0, count);
  const notLeft = (): number[] =>
    Array.from({ length: count }, (_, b) => b).filter((b) => left[nodes[b]!] === 0);
  const all = notLeft();
  const isProse = (b: number): boolean => 2 * linked[b]! <= ends[b]! - starts[b]!;
  const main = calledPartOf(blocks);
  const isOfMain = (b: number): boolean => main !== 0 && b >= firstBlocks[main]! && b < endBlocks[main]!;
  const ofMain = all.filter(isOfMain);
  const saysAnything = ofMain.some((b) => isProse(b) && (traitsOf(tags[nodes[b]!]!) & HEADING) === 0);
  const looked = saysAnything ? ofMain : all;
  const prose = looked.filter(isProse);
  const length = prose.reduce((sum, b) => sum + sizeOf(b), 0);
  const gaining = prose.filter((b) => gainOfBlock(blocks, b) > 0).reduce((sum, b) => sum + sizeOf(b), 0);
  if (length < thinProse) leaveBoilerplate(blocks, 0);
  const chosen =
    length >= thinProse
      ? looked.filter((b) => isProse(b) || (gaining < thinProse && isBesideProse(blocks, b, prose)))
      : notLeft().filter((b) => !saysAnything || isOfMain(b));
  const [naming] = namingHeadings(blocks);
  const above = naming === undefined ? 0 : firstBlocks[naming]!;
  const isBanner = (b: number): boolean => b < above && worths[nodes[b]!]! < 1;
  const sizeOfAll = (some: readonly number[]): number => some.reduce((sum, b) => sum + sizeOf(b), 0);
  const isShort = sizeOfAll(chosen.filter(isBanner)) < namedShare * sizeOfAll(chosen);
  for (const b of chosen) if (!isShort || !isBanner(b)) keep[b] = 1;
}

/** Whether half the blocks of the outermost list item or row of a table around b that is short enough are in `prose`. */
function isBesideProse(blocks: Blocks, b: number, prose: readonly number[]): boolean {
  const { nodes, tags, firstBlocks, endBlocks } = blocks;
  const item = around(blocks, nodes[b]!)
    .filter((node) => items.has(tags[node]!) && lengthOf(blocks, node) <= longestItem)
    .at(-1);
  if (item === undefined) return false;
  const kept = prose.filter((each) => each >= firstBlocks[item]! && each < endBlocks[item]!);
  return 2 * kept.length >= endBlocks[item]! - firstBlocks[item]!;
}

/**
 * Keeps the links of a page that says little but numbers or one line again and again: what is not left out at first from the text above the
 * first of these lines to the last.
 */
function keepRows(blocks: Blocks): void {
  const { count, starts, ends, nodes, tags, units } = blocks;
  const kept = Array.from({ length: count }, (_, b) => b).filter((b) => keep[b] === 1);
  const length = kept.reduce((sum, b) => sum + ends[b]! - starts[b]!, 0);
  const hasDigit = (b: number): boolean =>
    units.subarray(starts[b]!, ends[b]!).some((unit) => unit >= 0x30 && unit <= 0x39);
  const texts = kept.map((b) =>
    tags[nodes[b]!] === pre ? undefined : units.subarray(starts[b]!, ends[b]!).join(),
  );
  const isRepeated = (i: number): boolean =>
    texts[i] !== undefined && (texts[i] === texts[i - 1] || texts[i] === texts[i + 1]);
  const rows = kept.filter((b, i) => texts[i] !== undefined && (hasDigit(b) || isRepeated(i)));
  if (length > longestOfRows || rows.length < leastRows || 2 * rows.length < kept.length) return;
  leaveBoilerplate(blocks);
  const above = kept.filter((b) => b < rows[0]!).at(-1) ?? rows[0]!;
  for (let b = above; b < rows.at(-1)!; b++) if (left[nodes[b]!] === 0) keep[b] = 1;
}

/**
 * Of kept text that ends with a list of other pages: its heading, the block behind what is said above the list, and the first block of
 * what is said below it, if anything is; undefined if it ends with none.
 */
export function aboveListIn(
  blocks: Blocks,
): { readonly heading: number; readonly end: number; readonly below: number } | undefined {
  const { count, starts, ends, linked, nodes, tags } = blocks;
  const isHeading = (b: number): boolean => (traitsOf(tags[nodes[b]!]!) & HEADING) !== 0;
  const isListed = (b: number): boolean => 2 * linked[b]! >= ends[b]! - starts[b]!;
  const keptSize = (of: readonly number[]): number =>
    of.reduce((sum, b) => sum + (keep[b] === 1 ? sizeOf(b) : 0), 0);
  const all = Array.from({ length: count }, (_, b) => b);
  const headings = all.filter((b) => keep[b] === 1 && isHeading(b));
  const heading = headings.find((b) => tags[nodes[b]!] === h1) ?? headings[0] ?? count;
  const said = all.filter((b) => b >= heading && left[nodes[b]!] === 0 && sizeOf(b) > 0);
  const list = said.filter(isListed);
  const above = all.filter((b) => b > heading && b < list[0]! && keep[b] === 1 && !isHeading(b));
  const rest = said.filter((b) => b >= list[0]!);
  if (above.length === 0 || list.length < leastListed || !rest.some((b) => keep[b] === 1)) return undefined;
  const items = list.map((b, i) => rest.filter((each) => each > b && each < (list[i + 1] ?? count)));
  const last = items.pop()!;
  const isList = (ofLast: readonly number[]): boolean => {
    const [longest = 0, second = 0] = [...items, ofLast].map(keptSize).sort((x, y) => y - x);
    const lines = rest.length - last.length + ofLast.length;
    return longest <= Math.min(longestTeaser, 2 * second) && linesOfListed * list.length >= lines;
  };
  const end = above.at(-1)! + 1;
  if (isList(last)) return { heading, end, below: count };
  const usual = Math.max(...items.map((item) => item.length));
  const further = last.slice(usual);
  if (further.some(isHeading) || keptSize(further) > Math.min(longestTeaser, keptSize(above)))
    return undefined;
  return isList(last.slice(0, usual)) ? { heading, end, below: further[0] ?? count } : undefined;
}

/** Line numbers shift with every edit, and say nothing. */
function dropLineNumbers(blocks: Blocks): void {
  const { count, starts, ends, nodes, tags, units } = blocks;
  for (let b = 0; b < count; b++) {
    if (keep[b] === 1 && tags[nodes[b]!] === pre && isNumbers(units, starts[b]!, ends[b]!)) keep[b] = 0;
  }
}

function isNumbers(units: Uint16Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const unit = units[i]!;
    if ((unit < 0x30 || unit > 0x39) && unit !== 0x20 && unit !== 0x0a) return false;
  }
  return true;
}

/**
 * Keeps the heading that names the page, which is often outside of the element with the text: the first `<h1>` of the
 * page's `<main>`; else its first heading, if that is an `<h1>` and no boilerplate; else the first `<h1>`, unless one is kept
 * already; in a page without, the first heading of any level that is about the page, in its `<main>` if one is there.
 */
function keepHeading(blocks: Blocks): void {
  const { starts, ends, nodes, tags } = blocks;
  const main = calledPartOf(blocks);
  const naming = namingHeadings(blocks);
  const inMain = naming.find((node) => main !== 0 && tags[node] === h1 && isWithin(blocks, node, main));
  const named = firstBlockOf(blocks, inMain ?? naming[0]);
  const isTrusted = named >= 0 && tags[nodes[named]!] === h1 && left[nodes[named]!] === 0;
  const ofMain = naming.find((node) => main !== 0 && isWithin(blocks, node, main));
  const ofAnyLevel = ofMain === undefined ? named : firstBlockOf(blocks, ofMain);
  const block = isTrusted ? named : (blockOfH1(blocks) ?? ofAnyLevel);
  if (block >= 0 && ends[block]! - starts[block]! <= longestHeading) keep[block] = 1;
}

/** The first block of an `<h1>` that is kept, else of any. */
function blockOfH1({ count, nodes, tags }: Blocks): number | undefined {
  let first: number | undefined;
  for (let b = 0; b < count; b++) {
    if (tags[nodes[b]!] !== h1) continue;
    if (keep[b] === 1) return b;
    first ??= b;
  }
  return first;
}

function firstBlockOf({ firstBlocks }: Blocks, node: number | undefined): number {
  return node === undefined ? -1 : firstBlocks[node]!;
}

/** Working memory that is kept between pages, in entries. */
const kept = 1 << 16;

function fitted<T extends Uint8Array | Float64Array>(array: T, needed: number): T {
  if (array.length >= needed && (array.length <= kept || needed > kept)) return array;
  return new (array.constructor as new (length: number) => T)(Math.max(needed, kept));
}
