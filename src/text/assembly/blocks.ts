// A page as blocks of text within a tree of block elements, built from start tags, end tags and text.
//
// Block b is a run of code units, white space collapsed, and lies in a node. Nodes are numbered in document order, node 0
// is the document: the blocks within node n are those from its first to its end.

import {
  CALLED_MAIN,
  CONTROL,
  GONE,
  HOLDS_SHIFT,
  INVISIBLE,
  LINKED,
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
import { beginAside, beginMarkup, beginScript, endAside, tagWithin, textWithin } from './aside';
import {
  beginPart,
  beginParts,
  endPart,
  fullestPart,
  hiddenFrom,
  shownFrom,
  tagInPart,
  textInPart,
} from './hidden-parts';
import { COUNTS_AT, LINE_FEED, MAX_DEPTH, OPEN_AT, SPACE } from './layout';
import { blockAt, enlarge, layOut, nodeAt, recordCapacity, sourceUnits, unitCapacity, unitsAt } from './room';
import { blanks, hasLineFeed } from './scan';
import {
  A,
  BR,
  FORM,
  FRAME,
  MATH,
  NOSCRIPT,
  P,
  SCRIPT,
  SELECT,
  STYLE,
  SVG,
  TEMPLATE,
  TEXTAREA,
  traitsOf,
  XMP,
} from './tags';

const HIDING: u32 = 63 | TRANSPARENT;
/** What a form is that has something to fill in: others only put a button beside a text. */
const OF_USED_FORM: u32 = BOILERPLATE | ELSEWHERE;
/** How text is hidden that a script shows once the page is ready: without visibility or opacity. */
const UNTIL_SHOWN: u32 = INVISIBLE | TRANSPARENT;

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

/** An open element: tag i32, traits u32, node i32, is a link u8, hiding u16. */
const OPEN_BYTES: usize = 16;
/** Nobody nests more of them; without a bound, 500 unclosed ones would be searched at every tag. */
const MOST_INLINE: i32 = 32;

/** Code units of text. */
export let length: u32 = 0;
export let blockCount: u32 = 0;
export let nodeCount: u32 = 0;
export let passwordField: bool = false;
/** The page sends its readers on to another. */
export let sendsOn: bool = false;
/** Whether the page is made of frames, which have its text. */
export let hasFrames: bool = false;

let depth: i32 = 0;
/** Elements that were opened deeper than the greatest depth. */
let beyond: u32 = 0;
/** Open elements, deeper than that, of the name of the one there that hides what is in it. */
let unseenBeyond: u32 = 0;
let unseenTag: i32 = 0;
let unseenFrom: i32 = -1;
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

/**
 * A new page, for which there is as much memory as `bytesFor` says.
 *
 * @param part number of the hidden part to read as if it were seen (`hiddenPartOfPage`), 0 for none
 */
export function begin(source: u32, units: u32, records: u32, part: u32): void {
  layOut(source, units, records);
  beginAside();
  beginParts(part);
  length = blockCount = nodeCount = 0;
  passwordField = sendsOn = hasFrames = false;
  depth = 0;
  beyond = unseenBeyond = links = hiding = 0;
  unseenFrom = preFrom = -1;
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
  return fullestPart(length);
}

/** Makes room for a longer source, text, or more blocks and nodes; what is there stays. */
export function makeRoom(source: u32, units: u32, records: u32): void {
  enlarge(source, units, records, length, blockCount, nodeCount);
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
  if (tag === TEXTAREA || tag === XMP) beginMarkup();
  if (unseenFrom >= 0) {
    if (unseenFrom < MAX_DEPTH) {
      tagWithin(load<i32>(openAt(unseenFrom)));
      if (hiddenFrom === unseenFrom) tagInPart(tag);
      if (tag === SCRIPT && isRun()) beginScript((bits >> HOLDS_SHIFT) & 3);
    }
  } else {
    const own = (traits & WHOLE) !== 0 ? 0 : bits & HIDING;
    if (own !== 0) hide(at, own);
    if (hiddenFrom >= 0) tagInPart(tag);
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
    if (hiddenFrom >= 0) textInPart(from, end);
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

/** Text that nobody sees. */
function textAside(at: usize, end: usize): void {
  if (unseenFrom === MAX_DEPTH) return;
  const tag = load<i32>(openAt(unseenFrom));
  const within = load<i32>(openAt(depth - 1));
  if (within !== tag && (within === SCRIPT || within === STYLE)) {
    if (within === SCRIPT && isRun()) textWithin(SCRIPT, at, end, false);
    return;
  }
  if (hiddenFrom === unseenFrom) textInPart(at, end);
  textWithin(tag, at, end, isSource(within));
}

/** Whether scripts here, where nobody sees anything, are run: an element around them is hidden, and none is a template. */
function isRun(): bool {
  return (load<u32>(openAt(unseenFrom), 4) & UNSEEN) === 0 && load<u32>(countAt(TEMPLATE)) === 0;
}

/**
 * Whether an element of this name holds the source of a text, mostly Markdown, that a script puts in its place: a hidden `<xmp>`, or a
 * `<textarea>` that is not to be sent with a form.
 */
function isSource(tag: i32): bool {
  return tag === XMP || (tag === TEXTAREA && load<u32>(countAt(FORM)) === 0);
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
      endAside();
    }
    if (top === preFrom) preFrom = -1;
    endPart(top);
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

/** The open form has something to fill in. */
function useForm(): void {
  if (form >= 0) store<u32>(nodeAt(form), load<u32>(nodeAt(form), 8) | OF_USED_FORM, 8);
}

/** What text has from around it and from its own element, which may say that it is seen again. */
function inherited(around: u32, own: u32): u32 {
  let bits = around | (own & (UNSIZED | UNTIL_SHOWN));
  if ((own & SIZED) !== 0) bits &= ~UNSIZED;
  if ((own & VISIBLE) !== 0) bits &= ~INVISIBLE;
  return bits;
}
