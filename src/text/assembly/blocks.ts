// A page as blocks of text within a tree of block elements, built from start tags, end tags and text.
//
// Block b is a run of code units, white space collapsed, and lies in a node. Nodes are numbered in document order, node 0
// is the document: the blocks within node n are those from its first to its end.

import {
  CALLED_MAIN,
  CODE,
  CONTROL,
  DATA,
  GONE,
  HOLDS_SHIFT,
  INVISIBLE,
  LINKED,
  MARKUP,
  MEANING_SHIFT,
  PASSWORD,
  SENT_LATER,
  SIZED,
  TRANSPARENT,
  UNSIZED,
  UNSPOKEN,
  VISIBLE,
} from '../element-bits';
import {
  BLOCK,
  BOILERPLATE,
  ELSEWHERE,
  ENDED_SHIFT,
  ENDS_P,
  GROUP_SHIFT,
  PREFORMATTED,
  SCOPE,
  STOPS_SHIFT,
  TABLE_PART,
  UNSEEN,
  VOID,
  WHOLE,
} from '../traits';
import { COUNTS_AT, FREE_AT, LINE_FEED, MAX_DEPTH, OPEN_AT, SPACE } from './layout';
import { blanks, hasLineFeed, inkIn } from './scan';
import {
  A,
  ARTICLE,
  BR,
  FORM,
  FRAME,
  H1,
  MAIN,
  MATH,
  NOFRAMES,
  NOSCRIPT,
  P,
  SCRIPT,
  SELECT,
  STYLE,
  SVG,
  TEMPLATE,
  TEXTAREA,
  TITLE,
  traitsOf,
} from './tags';

const HIDING: u32 = 63 | TRANSPARENT;
/** What a form is that has something to fill in: others only put a button beside a text. */
const OF_USED_FORM: u32 = BOILERPLATE | ELSEWHERE;
/** How text is hidden that a script shows once the page is ready: without visibility or opacity. */
const UNTIL_SHOWN: u32 = INVISIBLE | TRANSPARENT;
/** Less than this in a hidden part is no page's text, in code units without white space. */
const LEAST_HIDDEN: u32 = 200;
/** Style sheets are read up to this many code units a page. */
const KEPT_STYLES: u32 = 1 << 17;

// Kinds of text that is kept aside, as ../page-reader.ts numbers them.
const OF_TITLE: u32 = 0;
const OF_NOSCRIPT: u32 = 1;
const OF_STYLE: u32 = 2;
const OF_TEMPLATE: u32 = 3;
const OF_MARKUP: u32 = 4;
const OF_DATA: u32 = 5;
const OF_NOFRAMES: u32 = 6;

// @ts-ignore: decorator
@external('page', 'keepAside')
declare function keepAside(kind: u32, at: usize, length: u32): void;
/** The source of a script that is run. */
// @ts-ignore: decorator
@external('page', 'keepCode')
declare function keepCode(at: usize, length: u32): void;
/** A script, or the rest of one, that holds data. */
// @ts-ignore: decorator
@external('page', 'beginData')
declare function beginData(): void;
/** Within a template and `<noscript>`, tags separate words. */
// @ts-ignore: decorator
@external('page', 'partAside')
declare function partAside(kind: u32): void;
/** Length of the assignment that a script begins with, if a value follows that may be JSON; else 0. */
// @ts-ignore: decorator
@external('page', 'stateAssignment')
declare function stateAssignment(at: usize, length: u32): u32;
/** Reads the style sheet that was kept; returns whether any name hides its element. */
// @ts-ignore: decorator
@external('page', 'readStyles')
declare function readStyles(): bool;
// How many elements of each name are open beyond the greatest depth.
// @ts-ignore: decorator
@external('page', 'openBeyond')
declare function countBeyond(tag: i32): void;
/** Returns whether one was open. */
// @ts-ignore: decorator
@external('page', 'closeBeyond')
declare function discountBeyond(tag: i32): bool;
// @ts-ignore: decorator
@external('page', 'clearBeyond')
declare function clearBeyond(): void;

/** Nobody nests more of them; without a bound, 500 unclosed ones would be searched at every tag. */
const MOST_INLINE: i32 = 32;

/**
 * A block: start u32, end u32, code units within links u32, node u32, length of all blocks before it u32, kept u8, how much
 * more it says than its code units i32, the next block with a link u32, and length of all blocks before it but headings and links u32.
 * What is behind the node belongs to `tree.ts`.
 */
export const BLOCK_BYTES: usize = 36;
/**
 * A node: parent i32, tag i32, traits u32, first block u32, end u32, bits u8 (1: unspoken, 2: sent later, 4: called the main part), meaning u8, left
 * out u8, a mark u8, and worth, cost of cuts and gain, f64 each. What is behind `meaning` belongs to `tree.ts`.
 */
export const NODE_BYTES: usize = 48;
/** An open element: tag i32, traits u32, node i32, is a link u8, hiding u16. */
const OPEN_BYTES: usize = 16;
/** What vectors read and write behind the end of anything. */
const SLACK: usize = 32;

// Behind the tables of one size lie the source (or, of a tree, one text after the other), the text, blocks, nodes, and what
// is put together.
export let unitsAt: usize = 0;
export let blocksAt: usize = 0;
export let nodesAt: usize = 0;
export let outAt: usize = 0;
let sourceUnits: u32 = 0;
let unitCapacity: u32 = 0;
let recordCapacity: u32 = 0;

/** Code units of text. */
export let length: u32 = 0;
export let blockCount: u32 = 0;
export let nodeCount: u32 = 0;
export let passwordField: bool = false;
/** The page sends its readers on to another. */
export let sendsOn: bool = false;
/** Text within `<template>`, and within `<script>` that is not run, in code units. */
export let inertLength: u32 = 0;
/** Whether the page has a script of any kind. */
export let hasScript: bool = false;
/** Whether the page is made of frames, which have its text. */
export let hasFrames: bool = false;
/** Whether a style sheet of the page hides elements by their names: then those of inline elements are wanted, too. */
export let hidesByName: bool = false;

let depth: i32 = 0;
/** Elements that were opened deeper than the greatest depth. */
let beyond: u32 = 0;
/** Open elements, deeper than that, of the name of the one there that hides what is in it. */
let unseenBeyond: u32 = 0;
let unseenTag: i32 = 0;
let unseenFrom: i32 = -1;
let holds: u32 = CODE;
/** Whether text of the open script was seen. */
let isBegun = false;
let cssRead: u32 = 0;
let hasCss = false;
/** The text here has no size or is not visible. */
let hiding: u32 = 0;
let preFrom: i32 = -1;
let links: u32 = 0;
let node: i32 = 0;
/** The node of the outermost open `<form>`, -1 outside of one. */
let form: i32 = -1;
let blockStart: u32 = 0;
let blockLinked: u32 = 0;
/** What comes before the next character: 0 for nothing, else a space or a line feed. */
let gap: u32 = 0;

// Hidden parts: outermost elements without visibility or opacity, and each `<noscript>`, numbered from 1 on as they open.
let hiddenParts: u32 = 0;
/** Where the open one stands, and what is in it: text without white space, and an `<h1>`, a `<main>` or an `<article>`. */
let hiddenFrom: i32 = -1;
let hiddenInk: u32 = 0;
let hidesPage = false;
/** The one with such an element and the most text, and how much it has. */
let fullestHidden: u32 = 0;
let fullestInk: u32 = 0;
/** The number of the one that is read as if it were seen, and where it stands while it is open. */
let shownPart: u32 = 0;
let shownFrom: i32 = -1;

/** Bytes of memory for a source, so many code units of text, and so many blocks and nodes: they may be more than there can be. */
export function bytesFor(source: u32, units: u32, records: u32): f64 {
  return (
    2 * <f64>source + 2 * <f64>units + <f64>(BLOCK_BYTES + NODE_BYTES) * (<f64>records + 1) +
    // what is put together: all text, a line feed between two blocks; or twice the names of an element
    2 * (2 * <f64>units + <f64>records) + <f64>(5 * SLACK)
  );
}

function layOut(source: u32, units: u32, records: u32): void {
  sourceUnits = source;
  unitCapacity = units;
  recordCapacity = records;
  unitsAt = aligned(FREE_AT + 2 * <usize>source + SLACK);
  blocksAt = aligned(unitsAt + 2 * <usize>units + SLACK);
  nodesAt = aligned(blocksAt + BLOCK_BYTES * <usize>(records + 1));
  outAt = nodesAt + NODE_BYTES * <usize>(records + 1);
}

function aligned(address: usize): usize {
  return (address + 15) & ~15;
}

/**
 * A new page, for which there is as much memory as `bytesFor` says.
 *
 * @param part number of the hidden part to read as if it were seen (`hiddenPartOfPage`), 0 for none
 */
export function begin(source: u32, units: u32, records: u32, part: u32): void {
  layOut(source, units, records);
  length = blockCount = nodeCount = inertLength = 0;
  passwordField = sendsOn = hasScript = hasFrames = hidesByName = hasCss = isBegun = false;
  depth = 0;
  beyond = unseenBeyond = links = cssRead = hiding = 0;
  unseenFrom = preFrom = hiddenFrom = shownFrom = -1;
  hiddenParts = fullestHidden = fullestInk = 0;
  shownPart = part;
  blockStart = blockLinked = gap = 0;
  node = 0;
  form = -1;
  memory.fill(COUNTS_AT, 0, 4 * 256);
  addNode(0, 0, -1, 0);
}

/**
 * The number of the hidden part that has the page's text, if its script is to show it: more than the page shows, and what
 * a page has once. 0 if there is none.
 */
export function hiddenPartOfPage(): u32 {
  return fullestInk >= LEAST_HIDDEN && fullestInk > length ? fullestHidden : 0;
}

/** Makes room for a longer source, text, or more blocks and nodes; what is there stays. */
export function makeRoom(source: u32, units: u32, records: u32): void {
  const fromUnits = unitsAt;
  const fromBlocks = blocksAt;
  const fromNodes = nodesAt;
  layOut(max(source, sourceUnits), max(units, unitCapacity), max(records, recordCapacity));
  const bytes = <f64>FREE_AT + bytesFor(sourceUnits, unitCapacity, recordCapacity);
  const pages = <i32>Math.ceil(bytes / 0x10000) - memory.size();
  if (pages > 0 && memory.grow(pages) < 0) unreachable();
  // the last first: all move up
  memory.copy(nodesAt, fromNodes, NODE_BYTES * <usize>nodeCount);
  memory.copy(blocksAt, fromBlocks, BLOCK_BYTES * <usize>blockCount);
  memory.copy(unitsAt, fromUnits, 2 * <usize>length);
}

// @ts-ignore: decorator
@inline
export function nodeAt(n: u32): usize {
  return nodesAt + NODE_BYTES * <usize>n;
}

// @ts-ignore: decorator
@inline
export function blockAt(b: u32): usize {
  return blocksAt + BLOCK_BYTES * <usize>b;
}

// @ts-ignore: decorator
@inline
function openAt(at: i32): usize {
  return OPEN_AT + OPEN_BYTES * <usize>at;
}

// @ts-ignore: decorator
@inline
function countAt(tag: i32): usize {
  return COUNTS_AT + 4 * <usize>(<u32>tag & 255);
}

/** Whether text here is that of a `<script>`, in which `&` is what it is. */
export function isInScript(): bool {
  return unseenFrom >= 0 && depth > 0 && load<i32>(openAt(depth - 1)) === SCRIPT;
}

/** Whether text here is that of a drawing or a formula, where CDATA is text. */
export function isInForeign(): bool {
  if (unseenFrom < 0 || unseenFrom === MAX_DEPTH) return false;
  const tag = load<i32>(openAt(unseenFrom));
  return tag === SVG || tag === MATH;
}

/** A start tag, with what its attributes say. */
export function open(tag: i32, bits: u32): void {
  if (unseenBeyond > 0) {
    if (tag === unseenTag) unseenBeyond++;
    return;
  }
  const traits = traitsOf(tag);
  const isBeyond = beyond > 0;
  if ((traits & ENDS_P) !== 0 && !isBeyond && load<u32>(countAt(P)) > 0) endParagraph();
  if ((traits & VOID) !== 0) {
    if ((bits & PASSWORD) !== 0) passwordField = true;
    if (unseenFrom < 0) {
      if ((bits & CONTROL) !== 0) useForm();
      if (tag === FRAME) hasFrames = true;
      breakAt(tag, traits);
    }
    return;
  }
  if (tag === FORM && isAmongRows()) {
    breakAt(tag, traits);
    return;
  }
  if ((traits & BLOCK) !== 0 && !isBeyond) endImplied(traits);
  else if (tag === A && load<u32>(countAt(A)) > 0) endLink();
  if (depth === MAX_DEPTH) {
    openBeyond(tag, traits, bits);
    return;
  }
  const at = depth++;
  let made: i32 = -1;
  if (unseenFrom >= 0) {
    if (unseenFrom < MAX_DEPTH) {
      const around = load<i32>(openAt(unseenFrom));
      if (around === TEMPLATE) partAside(OF_TEMPLATE);
      else if (around === NOSCRIPT) partAside(OF_NOSCRIPT);
      if (hiddenFrom === unseenFrom) notePart(tag);
    }
  } else {
    const own = (traits & WHOLE) !== 0 ? 0 : bits & HIDING;
    if (own !== 0) hide(at, own);
    if (hiddenFrom >= 0) notePart(tag);
    const isUnspoken = (bits & UNSPOKEN) !== 0 && (traits & BLOCK) === 0;
    const isGone = (own & GONE) !== 0 || isUnspoken;
    const isShown = tag === NOSCRIPT && !isGone && hiding === 0 && hiddenFrom < 0 && shownFrom < 0 && beginPart(at);
    if (isGone || ((traits & UNSEEN) !== 0 && !isShown)) {
      if ((traits & BLOCK) !== 0) endBlock();
      unseenFrom = at;
      if (tag === SELECT || tag === TEXTAREA) useForm();
      if (tag === SCRIPT) beginScript((bits >> HOLDS_SHIFT) & 3);
    } else if ((traits & BLOCK) !== 0) {
      endBlock();
      const isForm = tag === FORM && form < 0;
      made = addNode(tag, isForm ? traits & ~OF_USED_FORM : traits, node, bits);
      if (isForm) form = made;
      node = made;
      if (preFrom < 0 && (traits & PREFORMATTED) !== 0) preFrom = at;
    }
  }
  const link: u32 = (bits & LINKED) !== 0 ? 1 : 0;
  links += link;
  const opened = openAt(at);
  store<i32>(opened, tag);
  store<u32>(opened, traits, 4);
  store<i32>(opened, made, 8);
  store<u8>(opened, link, 12);
  store<u16>(opened, hiding, 14);
  store<u32>(countAt(tag), load<u32>(countAt(tag)) + 1);
}

/**
 * Whether a form that begins here would hold rows or cells of a table, and no other is open: to a parser it is an element without content
 * there (HTML, §13.2.6.4.9), and the rows are the table's, such as the topics of a forum with a box to tick for each.
 */
function isAmongRows(): bool {
  if (depth === 0 || unseenFrom >= 0 || load<u32>(countAt(FORM)) > 0) return false;
  const around = load<u32>(openAt(depth - 1), 4);
  return (around & TABLE_PART) !== 0 && (around & SCOPE) === 0;
}

/** An end tag; one that ends nothing is ignored. */
export function close(tag: i32): void {
  if (unseenBeyond > 0) {
    if (tag === unseenTag && --unseenBeyond === 0) unseenFrom = -1;
    return;
  }
  if (beyond > 0 && discountBeyond(tag)) {
    beyond--;
    if ((traitsOf(tag) & BLOCK) !== 0) endBlock();
    return;
  }
  if (load<u32>(countAt(tag)) === 0) {
    if (unseenFrom < 0 && (tag === BR || tag === P)) breakAt(tag, traitsOf(tag));
    return;
  }
  const own = traitsOf(tag);
  const isBlock = (own & BLOCK) !== 0;
  const isTablePart = isBlock && (own & TABLE_PART) !== 0;
  for (let at = depth - 1; at >= 0; at--) {
    if (load<i32>(openAt(at)) === tag) {
      popTo(at);
      return;
    }
    const traits = load<u32>(openAt(at), 4);
    if (isBlock ? (traits & SCOPE) !== 0 && !isTablePart : (traits & BLOCK) !== 0) break;
  }
  if (tag === A) endLink();
}

/** The text `[from, end)`, character references decoded. */
export function text(from: usize, end: usize): void {
  if (unseenFrom >= 0) {
    textAside(from, end);
    return;
  }
  if (hiding !== 0) {
    if (hiddenFrom >= 0) hiddenInk += inkIn(from, end);
    return;
  }
  const most = length + <u32>((end - from) >> 1) + 1;
  if (most > unitCapacity) makeRoom(sourceUnits, 2 * most, recordCapacity);
  const isPre = preFrom >= 0;
  let to = unitsAt + 2 * <usize>length;
  const start = unitsAt + 2 * <usize>blockStart;
  let waiting = gap;
  for (let at = from; at < end; ) {
    const units = v128.load(at);
    const count = min<u32>(8, <u32>((end - at) >> 1));
    const blank = blanks(units);
    const blankAt = <u32>i16x8.bitmask(blank) & ((1 << count) - 1);
    if ((blankAt & 1) !== 0) {
      const run = <u32>ctz(~blankAt);
      if (isPre && hasLineFeed(units, run)) waiting = LINE_FEED;
      else if (waiting === 0) waiting = SPACE;
      at += <usize>run << 1;
      continue;
    }
    if (waiting !== 0) {
      if (to > start) {
        store<u16>(to, waiting);
        to += 2;
      }
      waiting = 0;
    }
    v128.store(to, units);
    // single spaces stay as they are, but for one at the end, which others may follow
    const isOther = (<u32>i16x8.bitmask(v128.andnot(blank, i16x8.eq(units, i16x8.splat(<i16>SPACE)))) & blankAt) !== 0;
    const taken =
      isOther || (blankAt & (blankAt >> 1)) !== 0 ? <u32>ctz(blankAt) : count - (blankAt >> (count - 1));
    to += <usize>taken << 1;
    at += <usize>taken << 1;
  }
  gap = waiting;
  const written = <u32>((to - unitsAt) >> 1);
  if (links > 0) blockLinked += written - length;
  length = written;
}

/** The page says that it sends its readers on; where nobody sees it, it says nothing. */
export function sendOn(): void {
  if (unseenFrom < 0) sendsOn = true;
}

/** The end of the page. */
export function finish(): void {
  popTo(0);
  endBlock();
  store<u32>(nodeAt(0), blockCount, 16);
}

/** A start tag beyond the greatest depth: its element is not kept, but what nobody sees there counts nowhere either. */
function openBeyond(tag: i32, traits: u32, bits: u32): void {
  if ((traits & BLOCK) !== 0) endBlock();
  const isUnseen = (traits & UNSEEN) !== 0 || (bits & (GONE | UNSIZED | UNTIL_SHOWN)) !== 0;
  if (unseenFrom >= 0 || !isUnseen) {
    beyond++;
    countBeyond(tag);
    return;
  }
  unseenBeyond = 1;
  unseenTag = tag;
  unseenFrom = MAX_DEPTH;
}

function textAside(at: usize, end: usize): void {
  if (unseenFrom === MAX_DEPTH) return;
  const tag = load<i32>(openAt(unseenFrom));
  const within = load<i32>(openAt(depth - 1));
  if (within !== tag && (within === SCRIPT || within === STYLE)) return;
  if (hiddenFrom === unseenFrom) hiddenInk += inkIn(at, end);
  const count = <u32>((end - at) >> 1);
  if (tag === SCRIPT || tag === TEMPLATE) inertText(tag, at, end);
  else if (tag === TITLE) keepAside(OF_TITLE, at, count);
  else if (tag === NOSCRIPT) keepAside(OF_NOSCRIPT, at, count);
  else if (tag === NOFRAMES) keepAside(OF_NOFRAMES, at, count);
  else if (tag === STYLE && cssRead < KEPT_STYLES) {
    keepAside(OF_STYLE, at, min(count, KEPT_STYLES - cssRead));
    cssRead += count;
    if (count > 0) hasCss = true;
  }
}

function beginScript(kind: u32): void {
  hasScript = true;
  holds = kind;
  isBegun = false;
  if (kind === DATA) beginData();
}

function inertText(tag: i32, from: usize, end: usize): void {
  let at = from;
  if (tag === SCRIPT && !isBegun) {
    isBegun = true;
    if (holds === CODE && mayBeAssignment(at, end)) {
      const assignment = stateAssignment(at, <u32>((end - at) >> 1));
      // what follows is the state that a framework left for its script
      if (assignment > 0) {
        holds = DATA;
        beginData();
        at += 2 * <usize>assignment;
      }
    }
  }
  if (tag === SCRIPT && holds === CODE) {
    keepCode(at, <u32>((end - at) >> 1));
    return;
  }
  inertLength += <u32>((end - at) >> 1);
  const kind = tag === TEMPLATE ? OF_TEMPLATE : holds === MARKUP ? OF_MARKUP : OF_DATA;
  keepAside(kind, at, <u32>((end - at) >> 1));
}

/** Whether it begins, behind white space, with the first letter of window, self or globalThis, or no ASCII. */
function mayBeAssignment(at: usize, end: usize): bool {
  for (; at < end; at += 2) {
    const unit = <u32>load<u16>(at);
    if (unit > SPACE) return unit === 0x77 || unit === 0x73 || unit === 0x67 || unit > 0x7f;
  }
  return false;
}

/** Ends the open `<p>` that only inline elements, and not too many, separate from here. */
function endParagraph(): void {
  const last = max(0, depth - MOST_INLINE);
  for (let at = depth - 1; at >= last; at--) {
    if (load<i32>(openAt(at)) === P) {
      popTo(at);
      return;
    }
    if ((load<u32>(openAt(at), 4) & (BLOCK | UNSEEN)) !== 0) return;
  }
}

function endImplied(traits: u32): void {
  const group = (traits >> GROUP_SHIFT) & 7;
  if (group === 0) return;
  const ends: u32 = 1 << (ENDED_SHIFT + group);
  const stops: u32 = 1 << (STOPS_SHIFT + group);
  for (let at = depth - 1; at >= 0; at--) {
    const open = load<u32>(openAt(at), 4);
    if ((open & ends) !== 0) {
      popTo(at);
      return;
    }
    if ((open & stops) !== 0) return;
  }
}

/** A link ends at the next link or at its end tag, whatever else is open within it. */
function endLink(): void {
  for (let at = depth - 1; at >= 0; at--) {
    if (load<i32>(openAt(at)) !== A) continue;
    links -= <u32>load<u8>(openAt(at), 12);
    store<u8>(openAt(at), 0, 12);
    return;
  }
}

function popTo(to: i32): void {
  if (beyond > 0) {
    beyond = 0;
    clearBeyond();
  }
  while (depth > to) {
    const top = --depth;
    const popped = openAt(top);
    hiding = top === 0 ? 0 : <u32>load<u16>(openAt(top - 1), 14);
    const counted = countAt(load<i32>(popped));
    store<u32>(counted, load<u32>(counted) - 1);
    links -= <u32>load<u8>(popped, 12);
    const closed = load<i32>(popped, 8);
    if (closed >= 0) {
      endBlock();
      store<u32>(nodeAt(closed), blockCount, 16);
      node = load<i32>(nodeAt(closed));
      if (closed === form) form = -1;
    }
    if (top === unseenFrom) {
      unseenFrom = -1;
      if (hasCss) {
        hasCss = false;
        hidesByName = readStyles();
      }
    }
    if (top === preFrom) preFrom = -1;
    if (top === hiddenFrom) endHiddenPart();
    if (top === shownFrom) shownFrom = -1;
  }
}

/** What an element without content does to the text about it. */
function breakAt(tag: i32, traits: u32): void {
  if ((traits & BLOCK) !== 0) endBlock();
  else if (tag === BR) gap = LINE_FEED;
}

function endBlock(): void {
  const start = blockStart;
  gap = 0;
  if (length === start) return;
  if (blockCount === recordCapacity) makeRoom(sourceUnits, unitCapacity, 2 * recordCapacity);
  const block = blockAt(blockCount++);
  store<u32>(block, start);
  store<u32>(block, length, 4);
  store<u32>(block, blockLinked, 8);
  store<i32>(block, node, 12);
  blockStart = length;
  blockLinked = 0;
}

function addNode(tag: i32, traits: u32, parent: i32, bits: u32): i32 {
  if (nodeCount === recordCapacity) makeRoom(sourceUnits, unitCapacity, 2 * recordCapacity);
  const number = nodeCount++;
  const made = nodeAt(number);
  store<i32>(made, parent);
  store<i32>(made, tag, 4);
  store<u32>(made, traits, 8);
  store<u32>(made, blockCount, 12);
  store<u32>(made, 0, 16);
  store<u8>(made, ((bits & UNSPOKEN) !== 0 ? 1 : 0) | ((bits & SENT_LATER) !== 0 ? 2 : 0) | ((bits & CALLED_MAIN) !== 0 ? 4 : 0), 20);
  store<u8>(made, (bits >> MEANING_SHIFT) & 3, 21);
  return number;
}

/** What an element says of itself hides the text in it, or shows it again. */
function hide(at: i32, own: u32): void {
  const around = hiding;
  hiding = inherited(around, shownFrom < 0 ? own : own & ~UNTIL_SHOWN);
  if (shownFrom >= 0 || (around & UNTIL_SHOWN) !== 0 || (hiding & UNTIL_SHOWN) === 0 || (own & GONE) !== 0) return;
  if (beginPart(at)) hiding = inherited(around, own & ~UNTIL_SHOWN);
}

/** Begins a hidden part; returns whether it is the one that is read as if it were seen. */
function beginPart(at: i32): bool {
  if (++hiddenParts === shownPart) {
    shownFrom = at;
    return true;
  }
  hiddenFrom = at;
  hiddenInk = 0;
  hidesPage = false;
  return false;
}

/** An element in the open hidden part. */
function notePart(tag: i32): void {
  if (tag === H1 || tag === MAIN || tag === ARTICLE) hidesPage = true;
}

/** The open form has something to fill in. */
function useForm(): void {
  if (form >= 0) store<u32>(nodeAt(form), load<u32>(nodeAt(form), 8) | OF_USED_FORM, 8);
}

function endHiddenPart(): void {
  hiddenFrom = -1;
  if (!hidesPage || hiddenInk <= fullestInk) return;
  fullestHidden = hiddenParts;
  fullestInk = hiddenInk;
}

/** What text has from around it and from its own element, which may say that it is seen again. */
function inherited(around: u32, own: u32): u32 {
  let bits = around | (own & (UNSIZED | UNTIL_SHOWN));
  if ((own & SIZED) !== 0) bits &= ~UNSIZED;
  if ((own & VISIBLE) !== 0) bits &= ~INVISIBLE;
  return bits;
}
