// HTML as start tags, end tags and text: what the Tokenizer of htmlparser2 12 makes of a whole page, told to blocks.ts.
//
// Two differences. Of a page that ends within a tag, what follows the tag's name counts nowhere; there, behind `</p ` and
// `<br /`, the Tokenizer gives the whole page once more as text. And `<![CDATA[` is a comment that ends at the next `>`, as browsers
// have it (HTML, §13.2.5.42), but in drawings and formulas; the Tokenizer reads on to `]]>`, which may be the end of the page.

import { CONTROL, GONE, HOLDS_SHIFT, LINKED, MEANING_SHIFT, SENT_LATER, UNSPOKEN } from '../element-bits';
import { BLOCK, RAW, UNSEEN, WHOLE } from '../traits';
import { hidesByName } from './aside';
import { close, finish, isInForeign, isInScript, open, text } from './blocks';
import {
  DIRECTIVE,
  INPUT_TYPE,
  isReference,
  NAMES,
  PART_NAME,
  referenceAt,
  referenceLength,
  RELATION,
  SCRIPT_TYPE,
  STYLES,
  valueOf,
} from './known-values';
import { outAt } from './room';
import { find } from './scan';
import { A, DIALOG, INPUT, LINK, META, PLAINTEXT, SCRIPT, TEXTAREA, TITLE, traitsOf } from './tags';

/** How the names that the style sheets hide hide an element of these names, one space between two. */
// @ts-ignore: decorator
@external('page', 'hiddenByName')
declare function hiddenByName(at: usize, length: u32): u32;
/** The URL that a `<link>` calls canonical, as it stands there. */
// @ts-ignore: decorator
@external('page', 'declareCanonical')
declare function declareCanonical(at: usize, length: u32): void;
/** What a `<meta>` says of when the page is to be read again, as it stands there. */
// @ts-ignore: decorator
@external('page', 'declareRefresh')
declare function declareRefresh(at: usize, length: u32): void;
/** A value that may be the data that a script shows, as it stands there. */
// @ts-ignore: decorator
@external('page', 'keepState')
declare function keepState(at: usize, length: u32): void;
/** Writes an attribute's value with its character references decoded; returns its length, which is not greater. */
// @ts-ignore: decorator
@external('page', 'decodeAttribute')
declare function decodeAttribute(at: usize, length: u32, to: usize): u32;

const LESS: u32 = 0x3c;
const GREATER: u32 = 0x3e;
const SLASH: u32 = 0x2f;
const EQUALS: u32 = 0x3d;
const AMPERSAND: u32 = 0x26;
const DASH: u32 = 0x2d;
const EXCLAMATION: u32 = 0x21;
const QUESTION: u32 = 0x3f;
const QUOTE: u32 = 0x22;
const APOSTROPHE: u32 = 0x27;
const BRACKET: u32 = 0x5b;
const CLOSING_BRACKET: u32 = 0x5d;
const BRACE: u32 = 0x7b;
/** Shorter values hold no text of a page, in code units. As in ../script-types.ts. */
const LEAST_STATE: usize = 200;
/** Length of the longest name that calls a part the main one: `main-content`. */
const MOST_PART_NAME: u32 = 12;

/** A reference is looked for in so many code units from its `&` on: the longest name that HTML knows is 31 letters. */
const MOST_OF_REFERENCE: usize = 34;

// Attributes that count, as bits: of each the first of a tag does.
const CLASS: u32 = 1;
const ID: u32 = 2;
const ROLE: u32 = 4;
const STYLE: u32 = 8;
const HREF: u32 = 16;
const HIDDEN: u32 = 32;
const ARIA_HIDDEN: u32 = 64;
const TYPE: u32 = 128;
const REL: u32 = 256;
const HTTP_EQUIV: u32 = 512;
const CONTENT: u32 = 1024;
const NAME: u32 = 2048;
const OPEN: u32 = 4096;
const POPOVER: u32 = 8192;

let end: usize = 0;
/** Self-closing tags are what they say, and CDATA is text. */
let isXhtml = false;

// The open tag: what its attributes say.
let tag: i32 = 0;
let traits: u32 = 0;
let bits: u32 = 0;
let met: u32 = 0;
let namesAt: usize = 0;
let namesLength: u32 = 0;
/** `href` of a `<link>`, `content` of a `<meta>`. */
let declaredAt: usize = 0;
let declaredLength: u32 = 0;
let isCanonical = false;
let isRefresh = false;
/** The value of its `id`, as it stands there. */
let idAt: usize = 0;
let idLength: u32 = 0;
/** The attribute's value, without its references. */
let valueAt: usize = 0;
let valueLength: u32 = 0;
/** Where memory is free for what this tag says. */
let scratch: usize = 0;

/** Reads a page, `[begin, pageEnd)`. O(page), whatever the page. */
export function readHtml(begin: usize, pageEnd: usize, xhtml: bool): void {
  end = pageEnd;
  isXhtml = xhtml;
  readText(begin);
  finish();
}

function readText(begin: usize): void {
  let start = begin;
  let at = begin;
  for (;;) {
    at = find(LESS, at, end);
    if (at > start) decodeText(start, at);
    if (at >= end) return;
    start = at;
    at += 2;
    const unit = at < end ? <u32>load<u16>(at) : 0;
    if (at >= end) at = 0;
    else if (isLetter(unit)) at = startTag(at);
    else if (unit === SLASH) {
      at += 2;
      if (at < end) at = isLetter(load<u16>(at)) ? endTag(at) : after(GREATER, at);
      else at = 0;
    } else if (unit === EXCLAMATION) {
      at = declaration(at + 2);
      if (at === 0) return;
    } else if (unit === QUESTION) {
      at = after(GREATER, at);
      if (at === 0) return;
    } else continue;
    if (at === 0) {
      // what is no more than `<` or `</` is text
      if (end - start <= 4 && isOpener(start)) decodeText(start, end);
      return;
    }
    start = at;
  }
}

/** Whether a page ends with `<` or `</`. */
function isOpener(start: usize): bool {
  return end - start === 2 || <u32>load<u16>(start, 2) === SLASH;
}

/** Behind the next `unit`; 0 where it does not come. */
function after(unit: u32, at: usize): usize {
  const found = find(unit, at, end);
  return found < end ? found + 2 : 0;
}

function isLetter(unit: u32): bool {
  return (unit | 0x20) - 0x61 < 26;
}

/** Tab, line feed, form feed, carriage return, space. */
// @ts-ignore: decorator
@inline
function isSpace(unit: u32): bool {
  return unit <= 0x20 && ((0x100003600 >> <u64>unit) & 1) !== 0;
}

/** White space, `/` and `>`. */
// @ts-ignore: decorator
@inline
function endsName(unit: u32): bool {
  return unit <= 0x3e && ((0x4000800100003600 >> <u64>unit) & 1) !== 0;
}

function skipSpace(from: usize): usize {
  let at = from;
  while (at < end && isSpace(load<u16>(at))) at += 2;
  return at;
}

/** From the name of an end tag on; returns where it ends, 0 where the page does. */
function endTag(start: usize): usize {
  let hash = 7;
  let at = start;
  for (; at < end; at += 2) {
    const unit = <u32>load<u16>(at);
    if (endsName(unit)) {
      close(hash);
      return unit === GREATER ? at + 2 : after(GREATER, at);
    }
    hash = hash * 31 + (unit | 0x20);
  }
  return 0;
}

/** From the name of a start tag on; returns where the tag, or what it makes of the text behind it, ends; 0 where the page does. */
function startTag(start: usize): usize {
  let hash = 7;
  let at = start;
  for (; ; at += 2) {
    if (at >= end) {
      // that far, the Tokenizer knows only that the name may be one of these
      if (beginsRaw(start)) decodeText(start, end);
      return 0;
    }
    const unit = <u32>load<u16>(at);
    if (endsName(unit)) break;
    hash = hash * 31 + (unit | 0x20);
  }
  const nameLength = at - start;
  tag = hash;
  traits = traitsOf(hash);
  bits = met = namesLength = 0;
  isCanonical = isRefresh = false;
  declaredLength = 0;
  scratch = outAt;
  while (at < end) {
    const unit = <u32>load<u16>(at);
    if (unit === GREATER) {
      openTag();
      at += 2;
      if ((traits & RAW) === 0 || !isRaw(start, nameLength)) return at;
      return rawText(start, nameLength, at);
    }
    if (unit === SLASH) {
      at = skipSpace(at + 2);
      if (at < end && <u32>load<u16>(at) === GREATER) {
        const closed = tag;
        openTag();
        if (isXhtml || (traits & UNSEEN) !== 0) close(closed);
        return at + 2;
      }
    } else if (isSpace(unit)) at += 2;
    else {
      at = attribute(at);
      if (at === 0) return 0;
    }
  }
  return 0;
}

/** From the name of an attribute on; returns where it ends, 0 where the page does. */
function attribute(start: usize): usize {
  let at = start + 2;
  while (at < end && <u32>load<u16>(at) !== EQUALS && !endsName(load<u16>(at))) at += 2;
  const wanted = attributeOf(start, (at - start) >> 1);
  at = skipSpace(at);
  if (at >= end) return 0;
  if (<u32>load<u16>(at) !== EQUALS) {
    if (wanted !== 0) addAttribute(wanted, at, 0);
    return at;
  }
  at = skipSpace(at + 2);
  if (at >= end) return 0;
  const quote = <u32>load<u16>(at);
  if (quote === QUOTE || quote === APOSTROPHE) {
    const value = at + 2;
    at = find(quote, value, end);
    if (at >= end) return 0;
    if (wanted !== 0) addAttribute(wanted, value, <u32>((at - value) >> 1));
    if (mayBeState(value, at)) keepState(value, <u32>((at - value) >> 1));
    return at + 2;
  }
  const value = at;
  while (at < end && <u32>load<u16>(at) !== GREATER && !isSpace(load<u16>(at))) at += 2;
  if (at >= end) return 0;
  if (wanted !== 0) addAttribute(wanted, value, <u32>((at - value) >> 1));
  if (mayBeState(value, at)) keepState(value, <u32>((at - value) >> 1));
  return at;
}

/** Whether an attribute's value is long and begins as JSON does, or with a reference. */
function mayBeState(at: usize, stop: usize): bool {
  if (stop - at < 2 * LEAST_STATE) return false;
  const first = <u32>load<u16>(at);
  return first === BRACE || first === BRACKET || first === AMPERSAND;
}

/** Four letters of a name in lower case. */
// @ts-ignore: decorator
@inline
function four(at: usize): u64 {
  return load<u64>(at) | 0x0020002000200020;
}

/** Which of the attributes that count a name is, 0 for all others. */
function attributeOf(at: usize, length: usize): u32 {
  switch (<u32>length) {
    case 2:
      return (load<u32>(at) | 0x200020) === 0x640069 ? ID : 0;
    case 3:
      return (load<u32>(at) | 0x200020) === 0x650072 && isUnit(at + 4, 0x6c) ? REL : 0;
    case 4: {
      const name = four(at);
      if (name === 0x0066006500720068) return HREF;
      if (name === 0x0065007000790074) return TYPE;
      if (name === 0x0065006d0061006e) return NAME;
      if (name === 0x006e00650070006f) return OPEN;
      return name === 0x0065006c006f0072 ? ROLE : 0;
    }
    case 5: {
      const name = four(at);
      if (name === 0x00730061006c0063) return isUnit(at + 8, 0x73) ? CLASS : 0;
      return name === 0x006c007900740073 && isUnit(at + 8, 0x65) ? STYLE : 0;
    }
    case 6:
      return four(at) === 0x0064006400690068 && (load<u32>(at, 8) | 0x200020) === 0x6e0065 ? HIDDEN : 0;
    case 7: {
      if (four(at) === 0x0074006e006f0063) return four(at + 6) === 0x0074006e00650074 ? CONTENT : 0;
      return four(at) === 0x006f0070006f0070 && four(at + 6) === 0x007200650076006f ? POPOVER : 0;
    }
    case 10: {
      const isName =
        four(at) === 0x0070007400740068 && four(at + 8) === 0x007500710065002d && (load<u32>(at, 16) | 0x200020) === 0x760069;
      return isName ? HTTP_EQUIV : 0;
    }
    case 11: {
      const isName =
        four(at) === 0x0061006900720061 && four(at + 8) === 0x006400690068002d && four(at + 14) === 0x006e006500640064;
      return isName ? ARIA_HIDDEN : 0;
    }
    default:
      return 0;
  }
}

function isUnit(at: usize, lower: u32): bool {
  return (<u32>load<u16>(at) | 0x20) === lower;
}

function addAttribute(attribute: u32, at: usize, length: u32): void {
  if ((met & attribute) !== 0) return;
  met |= attribute;
  switch (attribute) {
    case HREF:
      if (tag === A) bits |= LINKED;
      else if (tag === LINK) declares(at, length);
      return;
    case CONTENT:
      if (tag === META) declares(at, length);
      return;
    case STYLE:
      readValue(at, length);
      bits |= valueOf(STYLES, valueAt, valueLength);
      return;
    case ARIA_HIDDEN:
      readValue(at, length);
      if (valueLength === 4 && load<u64>(valueAt) === 0x0065007500720074) bits |= UNSPOKEN;
      return;
    case TYPE:
      if (tag === SCRIPT) {
        readValue(at, length);
        bits |= valueOf(SCRIPT_TYPE, valueAt, valueLength) << HOLDS_SHIFT;
      } else if (tag === INPUT) {
        readValue(at, length);
        bits |= valueOf(INPUT_TYPE, valueAt, valueLength);
      }
      return;
    case REL:
      if (tag !== LINK) return;
      readValue(at, length);
      isCanonical = valueOf(RELATION, valueAt, valueLength) !== 0;
      return;
    case HTTP_EQUIV:
      if (tag !== META) return;
      readValue(at, length);
      isRefresh = valueOf(DIRECTIVE, valueAt, valueLength) !== 0;
      return;
    case HIDDEN:
    case NAME:
    case OPEN:
    case POPOVER:
      return;
    default:
      if (attribute === ID) {
        idAt = at;
        idLength = length;
      }
      if ((traits & BLOCK) === 0 && !hidesByName) return;
      readValue(at, length);
      // most ids are those of headings: each would be asked about
      if (attribute !== CLASS && (traits & BLOCK) !== 0 && valueLength <= MOST_PART_NAME)
        bits |= valueOf(PART_NAME, valueAt, valueLength);
      addName();
  }
}

function declares(at: usize, length: u32): void {
  declaredAt = at;
  declaredLength = length;
}

function readValue(at: usize, length: u32): void {
  const valueEnd = at + 2 * <usize>length;
  if (find(AMPERSAND, at, valueEnd) === valueEnd) {
    valueAt = at;
    valueLength = length;
  } else {
    valueAt = scratch;
    valueLength = decodeAttribute(at, length, scratch);
  }
}

/** Adds the value to the names of the element: class, id and role, in their order, one space between two. */
function addName(): void {
  if (namesLength === 0) {
    namesAt = valueAt;
    namesLength = valueLength;
    if (valueAt === scratch) scratch += 2 * <usize>valueLength;
    return;
  }
  const namesEnd = namesAt + 2 * <usize>namesLength;
  const isDecoded = valueAt === scratch;
  if (namesEnd !== scratch) {
    // room for the names before the value, which may lie there
    const to = isDecoded ? scratch + 2 * <usize>valueLength : scratch;
    memory.copy(to, namesAt, 2 * <usize>namesLength);
    namesAt = to;
    scratch = to + 2 * <usize>namesLength;
  } else if (isDecoded) {
    memory.copy(scratch + 2, valueAt, 2 * <usize>valueLength);
    valueAt = scratch + 2;
  }
  store<u16>(scratch, 0x20);
  memory.copy(scratch + 2, valueAt, 2 * <usize>valueLength);
  namesLength += 1 + valueLength;
  scratch += 2 + 2 * <usize>valueLength;
}

function openTag(): void {
  if (isCanonical) declareCanonical(declaredAt, declaredLength);
  if (isRefresh) declareRefresh(declaredAt, declaredLength);
  if (namesLength > 0) {
    if ((traits & (BLOCK | WHOLE)) === BLOCK) bits |= valueOf(NAMES, namesAt, namesLength) << MEANING_SHIFT;
    if (hidesByName) bits |= hiddenByName(namesAt, namesLength);
  }
  if (tag === A && (met & (NAME | ID)) === 0) bits |= LINKED;
  else if (tag === INPUT && (met & TYPE) === 0) bits |= CONTROL;
  if ((met & HIDDEN) !== 0) bits |= isSegment() ? SENT_LATER : GONE;
  if (isClosed()) bits |= GONE;
  open(tag, bits);
}

/** Whether the open tag is that of a window that readers do not see until they, or a script, open it (HTML, §15.3.1). */
function isClosed(): bool {
  return (met & POPOVER) !== 0 || (tag === DIALOG && (met & OPEN) === 0);
}

/**
 * Whether the open tag is that of a part of the page that React sent later than what surrounds it, and which a script then moves to
 * its place: its `id` ends in `S:` and a hexadecimal number (react-dom, `ReactFizzConfigDOM`).
 */
function isSegment(): bool {
  if ((met & ID) === 0) return false;
  const start = idAt + 4;
  let at = idAt + 2 * <usize>idLength;
  const stop = at;
  while (at > start && isHexadecimal(load<u16>(at - 2))) at -= 2;
  return at < stop && at >= start && load<u32>(at - 4) === 0x003a0053;
}

/** The names whose content the Tokenizer reads as text. */
const rawNames: StaticArray<string> = [
  'iframe',
  'noembed',
  'noframes',
  'plaintext',
  'script',
  'style',
  'title',
  'textarea',
  'xmp',
];

/** Whether a name is one of them: traits go by a hash, which other names may share. */
function isRaw(start: usize, nameBytes: usize): bool {
  for (let i = 0; i < rawNames.length; i++) {
    const name = rawNames[i];
    if (name.length === <i32>(nameBytes >> 1) && isPrefix(start, start + nameBytes, name)) return true;
  }
  return false;
}

/** Whether what the page ends with is the begin of one of them. */
function beginsRaw(start: usize): bool {
  for (let i = 0; i < rawNames.length; i++) {
    const name = rawNames[i];
    if (<i32>((end - start) >> 1) <= name.length && isPrefix(start, end, name)) return true;
  }
  return false;
}

function isPrefix(start: usize, stop: usize, name: string): bool {
  for (let at = start; at < stop; at += 2) {
    if ((<u32>load<u16>(at) | 0x20) !== name.charCodeAt(<i32>((at - start) >> 1))) return false;
  }
  return true;
}

/** Text up to the end tag of the element of this name; returns where that ends, 0 where the page does. */
function rawText(name: usize, nameBytes: usize, start: usize): usize {
  if (tag === PLAINTEXT) {
    if (start < end) decodeText(start, end);
    return 0;
  }
  const own = tag;
  const skips = own !== TITLE && own !== TEXTAREA;
  const last: usize = 4 + nameBytes;
  /** Bytes of `</name` that have been met. */
  let matched: usize = 0;
  for (let at = start; at < end; at += 2) {
    const unit = <u32>load<u16>(at);
    if (matched === last) {
      if (endsName(unit)) {
        if (at - last > start) decodeText(start, at - last);
        close(own);
        return unit === GREATER ? at + 2 : after(GREATER, at);
      }
      matched = 0;
    }
    const lower = unit | 0x20;
    const wanted =
      matched === 0 ? LESS : matched === 2 ? SLASH : <u32>load<u16>(name + matched - 4) | 0x20;
    if (lower === wanted) matched += 2;
    else if (matched !== 0) matched = unit === LESS ? 2 : 0;
    else if (skips) {
      at = find(LESS, at + 2, end);
      matched = 2;
    }
  }
  if (start < end) decodeText(start, end);
  return 0;
}

/** From behind `<!` on; returns where the declaration or comment ends, 0 where the page does. */
function declaration(start: usize): usize {
  if (start >= end) return 0;
  const unit = <u32>load<u16>(start);
  if (unit === DASH) {
    if (start + 2 >= end) return 0;
    return <u32>load<u16>(start, 2) === DASH ? comment(start + 4) : after(GREATER, start + 2);
  }
  if (unit !== BRACKET) return after(GREATER, start);
  const opener = 'CDATA[';
  for (let i = 0; i < 6; i++) {
    const at = start + 2 + 2 * i;
    if (at >= end) return 0;
    if (<i32>load<u16>(at) !== opener.charCodeAt(i)) return after(GREATER, at);
  }
  const from = start + 14;
  if (!isXhtml && !isInForeign()) return after(GREATER, from);
  for (let at = from; ; at += 2) {
    at = find(CLOSING_BRACKET, at, end);
    if (at + 4 >= end) return 0;
    if (<u32>load<u16>(at, 2) !== CLOSING_BRACKET || <u32>load<u16>(at, 4) !== GREATER) continue;
    if (isXhtml) text(from, at);
    return at + 6;
  }
}

/** From behind `<!--` on: up to `-->` or `--!>`. */
function comment(start: usize): usize {
  /** How much of `--!>` has been met. */
  let matched: u32 = 0;
  for (let at = start; at < end; at += 2) {
    const unit = <u32>load<u16>(at);
    if (unit === GREATER) {
      const isAbrupt = matched <= 1 && at === start + 2 * <usize>matched;
      if (isAbrupt || matched >= 2) return at + 2;
      matched = 0;
    } else if (unit === DASH) matched = matched === 0 || matched === 3 ? 1 : 2;
    else if (unit === EXCLAMATION && matched === 2) matched = 3;
    else matched = 0;
    if (matched !== 0) continue;
    // at `>` or anything else: the next dash
    const dash = find(DASH, at + 2, end);
    if (dash >= end) return 0;
    at = dash;
    matched = 1;
  }
  return 0;
}

/** Text, its character references decoded where it is not that of a script. */
function decodeText(start: usize, stop: usize): void {
  let from = start;
  if (!isInScript()) {
    for (;;) {
      const at = find(AMPERSAND, from, stop);
      if (at >= stop) break;
      const referenceEnd = endOfReference(at, stop);
      if (referenceEnd !== 0 && isReference(at, <u32>((referenceEnd - at) >> 1))) {
        text(from, at);
        text(referenceAt, referenceAt + 2 * <usize>referenceLength);
        from = referenceEnd;
      } else {
        text(from, at + 2);
        from = at + 2;
      }
    }
  }
  if (from < stop) text(from, stop);
}

/** Where what looks like a character reference ends; 0 where nothing does. */
function endOfReference(start: usize, stop: usize): usize {
  const last = min(stop, start + 2 * MOST_OF_REFERENCE);
  let at = start + 2;
  if (at < last && load<u16>(at) === 0x23) at += 2;
  while (at < last && isAlphanumeric(load<u16>(at))) at += 2;
  if (at === start + 2) return 0;
  return at < last && load<u16>(at) === 0x3b ? at + 2 : at;
}

function isHexadecimal(unit: u32): bool {
  return unit - 0x30 < 10 || (unit | 0x20) - 0x61 < 6;
}

function isAlphanumeric(unit: u32): bool {
  return isLetter(unit) || unit - 0x30 < 10;
}
