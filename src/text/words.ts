import { toNfkc } from './normalise.ts';
import { PageKernel, type PageKernelExports } from './page-kernel.ts';
import { type TableExports, wordTables } from './word-table.ts';
import { wasm } from './words.wasm.ts';

/**
 * Normalised text as units: unit i is `bytes[starts[i] .. starts[i + 1] - gap)`, in UTF-8.
 *
 * Neighbouring units lie `gap` bytes apart, so that the q-gram at i is the one slice
 * `bytes[starts[i] .. starts[i + q] - gap)`; no unit contains what separates them.
 *
 * The arrays are working memory and **valid until the next call** of any function of this file: copy what must
 * last.
 */
export interface Units {
  readonly unit: Unit;
  readonly bytes: Uint8Array;
  /** Uint32Array(count + 1). */
  readonly starts: Uint32Array;
  /** Number of units. */
  readonly count: number;
  /** For words: the numbers of those that begin a line, ascending, without the first word. Else empty. */
  readonly lines: Uint32Array;
  /** Bytes between two units: a space between words, a line feed between lines and sentences; 0 for characters. */
  readonly gap: 0 | 1;
}

/** What a text is split into. */
export type Unit = 'word' | 'char' | 'line' | 'sentence';

/** All units, in the order of their numbers in the kernel. */
export const unitKinds: readonly Unit[] = ['word', 'char', 'line', 'sentence'];

/** What assembly/words.ts exports; numbers are addresses and lengths. */
interface WordKernel extends PageKernelExports, TableExports {
  split(
    textAt: number,
    length: number,
    normalised: boolean,
    unit: number,
    out: number,
    startsAt: number,
    linesAt: number,
  ): number;
  count(): number;
  linesAfterFirst(): number;
}

/** Most bytes that a code unit becomes, including the space before its word: `ΐ` folds to three letters. */
const MOST_FOLDED = 6;
/** Most units that a code unit becomes, and most characters. */
const MOST_CHARACTERS = 3;

const { imports, place } = wordTables();
const kernel = new PageKernel<WordKernel>(wasm, imports, place);

/**
 * The words of a text, one space between two.
 *
 * Text is normalised to NFKC, then case-folded (`foldOf`). A word is a run of letters, marks, numbers and
 * `_`; everything else separates, apostrophes and hyphens too, so that `don't` and `don’t` are the same two
 * words. Format characters (soft hyphen, joiners, direction marks) are dropped without separating, except
 * the zero width space. Scripts written without spaces (Han, Kana, Thai, Lao, Khmer, Myanmar) give one word
 * per letter with its marks. Lone surrogates separate.
 *
 * Cost: O(text); a text that NFKC may change is read twice.
 */
export function splitWords(text: string): Units {
  return splitUnits(text, 'word');
}

/** The characters (code points) of a text's words, the one space between two words being a character. */
export function splitCharacters(text: string): Units {
  return splitUnits(text, 'char');
}

/** The lines of a text, each as its words, one space between two; lines without a word are dropped. */
export function splitLines(text: string): Units {
  return splitUnits(text, 'line');
}

/**
 * The sentences of a text, each as its words, one space between two; those without a word are dropped.
 *
 * A sentence ends at the end of a line (extracted text has one block a line), at `。！？｡` and `।`, and at
 * `.`, `!`, `?` or `…` before a space, a quote or a bracket. Abbreviations are not known: `e.g. this` is
 * two sentences, everywhere alike.
 */
export function splitSentences(text: string): Units {
  return splitUnits(text, 'sentence');
}

/**
 * The units of a text, of one of the four kinds.
 *
 * @throws RangeError if a text needs more than 4 GiB: from some 200 million code units on
 */
export function splitUnits(text: string, unit: Unit): Units {
  if (unit === 'sentence') {
    // in NFKC these are `!` and `?`, which end a sentence only before a space, so that it is ended here
    const ended = text.replace(/[！？]/g, '$&\n');
    return splitOnce(toNfkc(ended), unit, true)!;
  }
  return splitOnce(text, unit, false) ?? splitOnce(toNfkc(text), unit, true)!;
}

/** `undefined` if the text is not `normalised` and NFKC may change it. */
function splitOnce(text: string, unit: Unit, normalised: boolean): Units | undefined {
  const textBytes = aligned(2 * text.length);
  const outBytes = aligned(MOST_FOLDED * text.length + 8);
  const mostStarts = (unit === 'char' ? MOST_CHARACTERS : 1) * text.length + 1;
  // every line has a word
  const mostLines = unit === 'word' ? (text.length + 1) / 2 : 0;
  const needed = textBytes + outBytes + 4 * (mostStarts + mostLines);
  const { memory, freeAt, split, count, linesAfterFirst } = kernel.reserve(needed);
  const textAt = freeAt.value;
  const out = textAt + textBytes;
  const startsAt = out + outBytes;
  const linesAt = startsAt + 4 * mostStarts;
  Buffer.from(memory.buffer, textAt, textBytes).write(text, 'utf16le');
  const end = split(textAt, text.length, normalised, unitKinds.indexOf(unit), out, startsAt, linesAt) >>> 0;
  if (end === 0) return undefined;
  return {
    unit,
    bytes: new Uint8Array(memory.buffer, out, end - out),
    starts: new Uint32Array(memory.buffer, startsAt, count() + 1),
    count: count(),
    lines: new Uint32Array(memory.buffer, linesAt, linesAfterFirst()),
    gap: unit === 'char' ? 0 : 1,
  };
}

function aligned(bytes: number): number {
  return 4 * Math.ceil(bytes / 4);
}
