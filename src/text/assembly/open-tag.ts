// What the attributes of a start tag say of the element that it opens.

import { CONTROL, GONE, HOLDS_SHIFT, LINKED, MEANING_SHIFT, SENT_LATER, UNSPOKEN } from '../element-bits';
import { BLOCK, WHOLE } from '../traits';
import { hidesByName } from './aside';
import { open } from './blocks';
import { isHexadecimal } from './characters';
import {
  DIRECTIVE,
  INPUT_TYPE,
  NAMES,
  PART_NAME,
  RELATION,
  SCRIPT_TYPE,
  STYLES,
  valueOf,
} from './known-values';
import { outAt } from './room';
import { find } from './scan';
import { A, DIALOG, INPUT, LINK, META, SCRIPT, traitsOf } from './tags';

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
/** Writes an attribute's value with its character references decoded; returns its length, which is not greater. */
// @ts-ignore: decorator
@external('page', 'decodeAttribute')
declare function decodeAttribute(at: usize, length: u32, to: usize): u32;

const AMPERSAND: u32 = 0x26;
/** Length of the longest name that calls a part the main one: `main-content`. */
const MOST_PART_NAME: u32 = 12;

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

// The open tag: what its attributes say.
export let tag: i32 = 0;
export let traits: u32 = 0;
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

/** Begins a start tag whose name has this hash. */
export function beginTag(hash: i32): void {
  tag = hash;
  traits = traitsOf(hash);
  bits = met = namesLength = 0;
  isCanonical = isRefresh = false;
  declaredLength = 0;
  scratch = outAt;
}

/** Four letters of a name in lower case. */
// @ts-ignore: decorator
@inline
function four(at: usize): u64 {
  return load<u64>(at) | 0x0020002000200020;
}

/** Which of the attributes that count a name is, 0 for all others. */
export function attributeOf(at: usize, length: usize): u32 {
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

export function addAttribute(attribute: u32, at: usize, length: u32): void {
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

export function openTag(): void {
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

