// HTML as start tags, end tags and text: what the Tokenizer of htmlparser2 12 makes of a whole page, told to blocks.ts.
//
// Two differences. Of a page that ends within a tag, what follows the tag's name counts nowhere; there, behind `</p ` and
// `<br /`, the Tokenizer gives the whole page once more as text. And `<![CDATA[` is a comment that ends at the next `>`, as browsers
// have it (HTML, §13.2.5.42), but in drawings and formulas; the Tokenizer reads on to `]]>`, which may be the end of the page.

import { RAW, UNSEEN } from '../traits';
import { close, finish, isInForeign, isInScript, text } from './blocks';
import { endsName, isAlphanumeric, isLetter, isSpace } from './characters';
import { isReference, referenceAt, referenceLength } from './known-values';
import { addAttribute, attributeOf, beginTag, openTag, tag, traits } from './open-tag';
import { find } from './scan';
import { PLAINTEXT, TEXTAREA, TITLE } from './tags';

/** A value that may be the data that a script shows, as it stands there. */
// @ts-ignore: decorator
@external('page', 'keepState')
declare function keepState(at: usize, length: u32): void;

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
/** A reference is looked for in so many code units from its `&` on: the longest name that HTML knows is 31 letters. */
const MOST_OF_REFERENCE: usize = 34;

let end: usize = 0;
/** Self-closing tags are what they say, and CDATA is text. */
let isXhtml = false;

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
  beginTag(hash);
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
