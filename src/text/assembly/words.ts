// Splitting text into units, compiled to WebAssembly; ../words.ts lays out the memory and says what a unit is.

// Classes of a code unit, as ../word-table.ts numbers them; letters as a rule, and separators, have 0.
const IGNORED: u32 = 1;
const MARK: u32 = 2;
const SINGLE: u32 = 3;
const LONG: u32 = 4;
const SURROGATE: u32 = 5;
/** Of a code unit that was not met yet: what stands of it is to be made. */
const UNMET: u32 = 6;

// An entry of the table of code units, from its low bits up: the length of what a word has for it (2 bits), its class
// (3 bits), COMPATIBLE, MAY_END, ENDS_LINE, and three bytes: what a word has for it in UTF-8; of a long one, its
// place among the long ones; of a separator, a space, and then how sentences end. Entries of code points
// above 0xffff have a code point there, the fold.
const LENGTH: u32 = 3;
const CLASS: u32 = 7 << 2;
const COMPATIBLE: u32 = 1 << 5;
/** A separator that may end a sentence. */
const MAY_END: u32 = 1 << 6;
/** One that ends a line. */
const ENDS_LINE: u32 = 1 << 7;
const STOP: u32 = 1 << 17;
const FULL_STOP: u32 = 1 << 18;
const CLOSER: u32 = 1 << 19;

/** Kinds of unit. */
const WORD: u32 = 0;
const CHARACTER: u32 = 1;
const LINE: u32 = 2;
const SENTENCE: u32 = 3;

const SPACE: u32 = 0x20;
const LINE_FEED: u32 = 0x0a;

/** Entry of a code point above 0xffff that is met for the first time. */
// @ts-ignore: decorator
@external('text', 'entryOf')
declare function entryOf(codePoint: u32): u32;

/** Makes the entry of a code unit that is met for the first time, and those of its neighbours. */
// @ts-ignore: decorator
@external('text', 'makeEntries')
declare function makeEntries(codeUnit: u32): void;

/** Entries of the 65536 code units. */
const UNITS_AT: usize = 0x10000;
/** Long folds: a byte for the length, 7 for the bytes. */
const LONG_AT: usize = UNITS_AT + 4 * 0x10000;
/** Entries of the code points above 0xffff; 0 of those that were not met. */
const PAIRS_AT: usize = LONG_AT + 8 * 256;
export const unitsAt: usize = UNITS_AT;
export const longAt: usize = LONG_AT;
/** Where memory is free. */
export const freeAt: usize = PAIRS_AT + 4 * 0x100000;

// The text, and how it is split.
let textEnd: usize = 0;
let isNormalised = false;
let isWords = false;
let isSentences = false;
/** What an entry has that is not a letter or separator as others. */
let unusual: u32 = 0;

// What is written so far: its begin and end, the starts and their end, and whether a word is open, 0 or 1.
let out: usize = 0;
let written: usize = 0;
let firstStart: usize = 0;
let starts: usize = 0;
let inWord: u32 = 0;
/** Of words: the end of the numbers of those that begin lines, and the last of these. */
let lines: usize = 0;
let lastLine: u32 = 0;

let unitCount: u32 = 0;
let lineCount: u32 = 0;

/** How many units the last split has found. */
export function count(): u32 {
  return unitCount;
}

/** How many of them, if they are words, begin a line that is not the first. */
export function linesAfterFirst(): u32 {
  return lineCount;
}

/**
 * Writes the units of a text, `length` code units at `textAt`, in UTF-8 to `outAt` and where they start, as offsets
 * from `outAt`, to `startsAt`, with one start more, after the last unit and the gap behind it; of words the numbers of those
 * that begin a line, but for the first, to `linesAt`. Returns the end of what is written; 0 where the text is not
 * `normalised` and has a character that NFKC may change.
 */
export function split(
  textAt: usize,
  length: usize,
  normalised: bool,
  unit: u32,
  outAt: usize,
  startsAt: usize,
  linesAt: usize,
): usize {
  const isSectioned = unit === LINE || unit === SENTENCE;
  textEnd = textAt + 2 * length;
  isNormalised = normalised;
  isWords = unit === WORD;
  isSentences = unit === SENTENCE;
  unusual = CLASS | COMPATIBLE | (isSentences ? MAY_END : 0) | (unit === CHARACTER ? 0 : ENDS_LINE);
  out = outAt;
  written = outAt;
  firstStart = startsAt;
  starts = startsAt;
  lines = linesAt;
  lastLine = 0;
  inWord = 0;
  if (isSectioned) addStart();
  const wordStart: usize = isWords ? 4 : 0;
  for (let at = textAt; at !== textEnd; ) {
    at = splitUsual(at, wordStart);
    at = splitUnusual(at, wordStart);
    if (at === 0) return 0;
  }
  // The gap after the last word, and the start after the last section.
  if (inWord === 0 && written > out) written--;
  if (isSectioned && load<u32>(starts - 4) >= <u32>(written - out)) starts -= 4;
  if (unit === CHARACTER) addCharacters();
  unitCount = <u32>((starts - startsAt) >> 2);
  // behind the last word no line begins
  if (lastLine === unitCount && lastLine > 0) lines -= 4;
  lineCount = <u32>((lines - linesAt) >> 2);
  store<u32>(starts, <u32>(written - out) + (unit === CHARACTER ? 0 : 1));
  return written;
}

/**
 * Reads letters and separators as far as nothing else comes; returns where that is. Without branches, since nobody
 * foresees where words begin and end: a letter goes out, and its place, if it is the first of a word; a separator as a
 * space, if a word was open. It is a loop of its own for its variables to stay in registers: 3 × as fast as one loop for all.
 */
function splitUsual(at: usize, wordStart: usize): usize {
  const end = textEnd;
  const mask = unusual;
  const begin = out;
  let n = written;
  let start = starts;
  let isOpen = inWord;
  for (; at !== end; at += 2) {
    const entry = load<u32>(UNITS_AT + (<usize>load<u16>(at) << 2));
    if ((entry & mask) !== 0) break;
    const length = entry & LENGTH;
    const isLetter: u32 = length !== 0 ? 1 : 0;
    store<u32>(n, entry >> 8);
    store<u32>(start, <u32>(n - begin));
    start += wordStart & -(isLetter & ~isOpen);
    n += length + (isOpen & ~isLetter);
    isOpen = isLetter;
  }
  written = n;
  starts = start;
  inWord = isOpen;
  return at;
}

/** Reads all else as far as no letter or separator comes; returns where that is, or 0 for `split` to return. */
function splitUnusual(at: usize, wordStart: usize): usize {
  // The open word is one character of a script without spaces: only marks may join it.
  let isSingle = false;
  for (; at !== textEnd; at += 2) {
    const codeUnit = <u32>load<u16>(at);
    let entry = entryOfUnit(codeUnit);
    if ((entry & unusual) === 0) break;
    let kind = (entry & CLASS) >> 2;
    const isPair =
      kind === SURROGATE && codeUnit < 0xdc00 && at + 2 !== textEnd && (load<u16>(at, 2) & 0xfc00) === 0xdc00;
    if (isPair) {
      entry = entryOfPair(((codeUnit & 0x3ff) << 10) + (<u32>load<u16>(at, 2) & 0x3ff));
      kind = (entry & CLASS) >> 2;
      at += 2;
    }
    if ((entry & COMPATIBLE) !== 0 && !isNormalised) return 0;
    if (kind === IGNORED) continue;
    if ((entry & LENGTH) === 0) {
      closeWord();
      isSingle = false;
      if (isWords) {
        if ((entry & ENDS_LINE) !== 0) noteLine();
      } else if ((entry & (MAY_END | ENDS_LINE)) !== 0 && endsSection(entry, at + 2)) closeSection();
      continue;
    }
    if (kind === MARK ? inWord === 0 : kind === SINGLE || isSingle || inWord === 0) {
      closeWord();
      store<u32>(starts, <u32>(written - out));
      starts += wordStart;
      inWord = 1;
      isSingle = kind === SINGLE;
    }
    if (isPair) {
      store<u32>(written, encoded(entry >> 8));
      written += 4;
    } else if (kind === LONG) {
      const long = load<u64>(LONG_AT + (<usize>(entry >> 8) << 3));
      store<u64>(written, long >> 8);
      written += <usize>(long & 7);
    } else {
      store<u32>(written, entry >> 8);
      written += entry & LENGTH;
    }
  }
  if (isSingle) closeWord();
  return at;
}

function closeWord(): void {
  if (inWord !== 0) store<u8>(written++, SPACE);
  inWord = 0;
}

/** Notes that the next word begins a line, unless it is the first. */
function noteLine(): void {
  const next = <u32>((starts - firstStart) >> 2);
  if (next === lastLine) return;
  store<u32>(lines, next);
  lines += 4;
  lastLine = next;
}

/** Ends a line or sentence, if it has a word: a line feed takes the place of the space after it. */
function closeSection(): void {
  if (load<u32>(starts - 4) === <u32>(written - out)) return;
  store<u8>(written - 1, LINE_FEED);
  addStart();
}

function addStart(): void {
  store<u32>(starts, <u32>(written - out));
  starts += 4;
}

/** Whether a line or sentence ends at a separator, before the code unit at `next`. */
function endsSection(entry: u32, next: usize): bool {
  if ((entry & ENDS_LINE) !== 0) return true;
  if (!isSentences) return false;
  if ((entry & STOP) !== 0) return true;
  if ((entry & FULL_STOP) === 0) return false;
  if (next === textEnd) return true;
  const follower = entryOfUnit(<u32>load<u16>(next));
  return (follower & LENGTH) === 0 && (follower & CLOSER) !== 0;
}

/** Writes where the characters start. */
function addCharacters(): void {
  for (let at = out; at < written; at++) {
    store<u32>(starts, <u32>(at - out));
    starts += (load<u8>(at) & 0xc0) === 0x80 ? 0 : 4;
  }
}

function entryOfUnit(codeUnit: u32): u32 {
  const at = UNITS_AT + (<usize>codeUnit << 2);
  if ((load<u32>(at) & CLASS) === UNMET << 2) makeEntries(codeUnit);
  return load<u32>(at);
}

function entryOfPair(place: u32): u32 {
  const at = PAIRS_AT + (<usize>place << 2);
  const known = load<u32>(at);
  if (known !== 0) return known;
  const entry = entryOf(0x10000 + place);
  store<u32>(at, entry);
  return entry;
}

/** A code point above 0xffff in UTF-8. */
function encoded(codePoint: u32): u32 {
  return (
    (0xf0 | (codePoint >> 18)) |
    ((0x80 | ((codePoint >> 12) & 0x3f)) << 8) |
    ((0x80 | ((codePoint >> 6) & 0x3f)) << 16) |
    ((0x80 | (codePoint & 0x3f)) << 24)
  );
}
