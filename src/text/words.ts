import {
  COMPATIBLE,
  classesOfUnits,
  classOfAstral,
  foldedUnits,
  foldOf,
  IGNORED,
  MARK,
  MULTI_UNIT_FOLD,
  SEPARATOR,
  SINGLE,
  SURROGATE,
} from './characters.ts';
import { toNfkc } from './normalise.ts';

/**
 * Normalised text as units: unit i is `buffer[starts[i] .. ends[i])`, in UTF-16 code units.
 *
 * Neighbouring units lie at most one separating code unit apart, so that the q-gram at i is the one slice
 * `buffer[starts[i] .. ends[i + q - 1])`.
 *
 * The arrays are working memory, longer than their content and **valid until the next call** of any
 * function of this file: copy what must last.
 */
export interface Units {
  readonly buffer: Uint16Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Number of units. */
  readonly count: number;
}

const space = 0x20;
const lineFeed = 0x0a;
/** The one mark whose case fold is a letter. */
const iotaSubscript = 0x345;

/**
 * The words of a text, one space between two.
 *
 * Text is normalised to NFKC, then case-folded (`foldOf`). A word is a run of letters, marks, numbers and
 * `_`; everything else separates, apostrophes and hyphens too, so that `don't` and `don’t` are the same two
 * words. Format characters (soft hyphen, joiners, direction marks) are dropped without separating, except
 * the zero width space. Scripts written without spaces (Han, Kana, Thai, Lao, Khmer, Myanmar) give one word
 * per letter with its marks. Lone surrogates separate.
 *
 * Cost: O(text), 9–13 M words/s measured on a busy machine; a text that NFKC may change is read twice.
 */
export function splitWords(text: string): Units {
  begin(text.length);
  if (!appendWords(text, 0, text.length, false)) {
    const normalised = toNfkc(text);
    begin(normalised.length);
    appendWords(normalised, 0, normalised.length, true);
  }
  return units();
}

/** The characters (code points) of a text's words, the one space between two words being a character. */
export function splitCharacters(text: string): Units {
  splitWords(text);
  const end = length;
  count = 0;
  for (let i = 0; i < end; ) {
    const isPair = (buffer[i]! & 0xfc00) === 0xd800;
    addUnit(i, (i += isPair ? 2 : 1));
  }
  return units();
}

/** The lines of a text, each as its words, one space between two; lines without a word are dropped. */
export function splitLines(text: string): Units {
  return splitAt(text, isLineEnd);
}

/**
 * The sentences of a text, each as its words, one space between two; those without a word are dropped.
 *
 * A sentence ends at the end of a line (extracted text has one block a line), at `。！？｡` and `।`, and at
 * `.`, `!`, `?` or `…` before a space, a quote or a bracket. Abbreviations are not known: `e.g. this` is
 * two sentences, everywhere alike.
 */
export function splitSentences(text: string): Units {
  return splitAt(text, isSentenceEnd);
}

function splitAt(text: string, isEnd: (text: string, i: number) => boolean): Units {
  const normalised = toNfkc(text);
  begin(normalised.length);
  let sections = 0;
  for (let from = 0, i = 0; i <= normalised.length; i++) {
    if (i < normalised.length && !isEnd(normalised, i)) continue;
    const start = length;
    const before = count;
    if (sections > 0) buffer[length++] = lineFeed;
    const textStart = length;
    appendWords(normalised, from, i, true);
    count = before;
    if (length === textStart) length = start;
    else {
      addUnit(textStart, length);
      sections++;
    }
    from = i + 1;
  }
  return units();
}

function isLineEnd(text: string, i: number): boolean {
  const unit = text.charCodeAt(i);
  return unit === 0x0a || unit === 0x0d || unit === 0x2028 || unit === 0x2029;
}

function isSentenceEnd(text: string, i: number): boolean {
  const unit = text.charCodeAt(i);
  if (unit > 0x3f && unit < 0x2028 && unit !== 0x0964) return false;
  if (isLineEnd(text, i)) return true;
  switch (text[i]) {
    case '。':
    case '｡':
    case '।':
    case '！':
    case '？':
      return true;
    case '.':
    case '!':
    case '?':
      return i + 1 === text.length || /[\s"'”’»)\]]/.test(text[i + 1]!);
    default:
      return false;
  }
}

/** Working memory that is kept between calls, in code units: enough for nearly all pages. */
const keptUnits = 1 << 20;

let buffer = new Uint16Array(0);
let starts = new Uint32Array(0);
let ends = new Uint32Array(0);
let length = 0;
let count = 0;

function units(): Units {
  return { buffer, starts, ends, count };
}

/** Makes room for a text: every code unit can become a word of its own with the space before it. */
function begin(textLength: number): void {
  const needed = 2 * textLength + 2;
  if (buffer.length < needed || (buffer.length > keptUnits && needed <= keptUnits)) {
    buffer = new Uint16Array(Math.max(needed, Math.min(2 * needed, keptUnits)));
  }
  if (starts.length === 0 || (starts.length > keptUnits && needed <= keptUnits)) {
    starts = new Uint32Array(1 << 12);
    ends = new Uint32Array(1 << 12);
  }
  length = 0;
  count = 0;
}

function addUnit(start: number, end: number): void {
  if (count === starts.length) growUnits();
  starts[count] = start;
  ends[count++] = end;
}

function growUnits(): void {
  const oldStarts = starts;
  const oldEnds = ends;
  starts = new Uint32Array(2 * count);
  ends = new Uint32Array(2 * count);
  starts.set(oldStarts);
  ends.set(oldEnds);
}

/**
 * Appends the words of `text[from .. to)`; returns false where it meets a character that NFKC may change and
 * the text is not `normalised` yet.
 */
function appendWords(text: string, from: number, to: number, normalised: boolean): boolean {
  const folded = foldedUnits();
  const classes = classesOfUnits();
  let out = buffer;
  let n = length;
  const first = n;
  // Where the open word starts; -1 between words.
  let start = -1;
  // The open word is one character of a script without spaces: only marks may join it.
  let single = false;
  for (let i = from; i < to; i++) {
    const unit = text.charCodeAt(i);
    const plain = folded[unit]!;
    if (plain !== 0) {
      if (start < 0 || single) {
        if (start >= 0) addUnit(start, n);
        if (n > first) out[n++] = space;
        start = n;
        single = false;
      }
      out[n++] = plain;
      continue;
    }
    let kind = classes[unit]!;
    let codePoint = unit;
    if (kind === SURROGATE) {
      codePoint = text.codePointAt(i)!;
      if (codePoint > 0xffff) {
        kind = classOfAstral(codePoint);
        i++;
      }
    }
    if ((kind & COMPATIBLE) !== 0) {
      if (!normalised) return false;
      kind &= ~COMPATIBLE;
    }
    if (kind === IGNORED) continue;
    if (kind === SEPARATOR || kind === SURROGATE) {
      if (start >= 0) {
        addUnit(start, n);
        start = -1;
      }
      continue;
    }
    if (start < 0 || (kind !== MARK && (single || kind === SINGLE))) {
      if (start >= 0) addUnit(start, n);
      if (n > first) out[n++] = space;
      start = n;
      single = kind === SINGLE;
    }
    if (kind === MULTI_UNIT_FOLD || codePoint === iotaSubscript) {
      const fold = foldOf(codePoint);
      if (out.length < n + fold.length + 2 * (text.length - i)) {
        const larger = new Uint16Array(2 * out.length + fold.length);
        larger.set(out);
        out = buffer = larger;
      }
      for (let k = 0; k < fold.length; k++) out[n++] = fold.charCodeAt(k);
    } else {
      out[n++] = unit;
      if (codePoint > 0xffff) out[n++] = text.charCodeAt(i);
    }
  }
  if (start >= 0) addUnit(start, n);
  length = n;
  return true;
}
