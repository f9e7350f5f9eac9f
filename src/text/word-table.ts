import { COMPATIBLE, classOf, LETTER, MARK, SINGLE, writtenOf } from './characters.ts';

// The tables of assembly/words.ts, which says what is in an entry.

const CLASS_SHIFT = 2;
/** The kernel's classes, by the classes of characters.ts. Separators and letters differ in their length only. */
const kernelClasses = [0, 0, 1, 2, 3];
/** A code unit for which a word contains more than three bytes of UTF-8. */
const LONG = 4;
const SURROGATE = 5;
const UNMET = 6;
/** Length of a code point whose bytes are not in its entry. */
const SOME_LENGTH = 3;

const BYTES_SHIFT = 8;
const space = 0x20;
const STOP = 1 << 9;
const FULL_STOP = 1 << 10;
const CLOSER = 1 << 11;
const MAY_END = 1 << 6;
const ENDS_LINE = 1 << 7;

const encoder = new TextEncoder();

/** Code units whose entries are made together: all 65,536 take a tenth of a second, and texts have few scripts. */
const BLOCK = 256;

/** Entries of all UTF-16 code units, as far as they have been made (Uint32Array(65536)). */
export const codeUnitEntries: Uint32Array = new Uint32Array(0x10000).fill(UNMET << CLASS_SHIFT);

const longs: number[] = [];

/** Makes the entries of a code unit and its neighbours, unless a kernel asked for them before. */
function makeEntries(codeUnit: number): void {
  if (codeUnitEntries[codeUnit] !== UNMET << CLASS_SHIFT) return;
  const first = codeUnit - (codeUnit % BLOCK);
  for (let unit = first; unit < first + BLOCK; unit++) codeUnitEntries[unit] = entryOfUnit(unit);
}

/** Places of the tables, as assembly/words.ts exports them. */
export interface TableExports {
  readonly memory: WebAssembly.Memory;
  readonly unitsAt: WebAssembly.Global<'i32'>;
  readonly longAt: WebAssembly.Global<'i32'>;
}

/**
 * The imports of a kernel that contains assembly/words.ts, and a function that fills its memory. Entries made for one
 * kernel serve all.
 */
export function wordTables(): {
  readonly imports: WebAssembly.Imports;
  readonly place: (made: TableExports) => void;
} {
  /** The kernel at work. */
  let exports: TableExports;
  function place(made: TableExports): void {
    exports = made;
    const { memory, unitsAt, longAt } = made;
    new Uint32Array(memory.buffer, unitsAt.value, 0x10000).set(codeUnitEntries);
    new Uint8Array(memory.buffer, longAt.value).set(longFolds());
  }
  function makeAndPlace(codeUnit: number): void {
    makeEntries(codeUnit);
    place(exports);
  }
  return { imports: { text: { entryOf, makeEntries: makeAndPlace } }, place };
}

/** Folds of more than three bytes, as far as they have been made, 8 bytes each: the length, then the fold. */
export function longFolds(): Uint8Array {
  return Uint8Array.from(longs);
}

/** Entry of a code point above 0xffff. */
function entryOf(codePoint: number): number {
  const characterClass = classOf(codePoint);
  if (!isWritten(characterClass)) return entry(space, characterClass, 0);
  // Unicode has no fold to several characters there; a test watches that.
  return entry(writtenOf(codePoint, characterClass).codePointAt(0)!, characterClass, SOME_LENGTH);
}

function entryOfUnit(unit: number): number {
  if (unit >= 0xd800 && unit < 0xe000) return SURROGATE << CLASS_SHIFT;
  // Units of Han and Hangul need no tests: they are half of the table, and took half of the time.
  const isHan = unit > 0x4e00 && unit < 0x9fa0;
  const isHangul = unit > 0xac00 && unit < 0xd7a0;
  const characterClass = isHan ? SINGLE : isHangul ? LETTER : classOf(unit);
  if (!isWritten(characterClass)) {
    const ends = endsOf(unit);
    const mayEnd = (ends & ~CLOSER) === 0 ? 0 : MAY_END;
    return entry(space | ends, characterClass, 0) | mayEnd | (endsLine(unit) ? ENDS_LINE : 0);
  }
  const bytes = encoder.encode(isHangul ? String.fromCharCode(unit) : writtenOf(unit, characterClass));
  if (bytes.length <= 3) {
    return entry(
      bytes.reduceRight((sum, byte) => (sum << 8) | byte, 0),
      characterClass,
      bytes.length,
    );
  }
  longs.push(bytes.length, ...bytes, ...new Array(7 - bytes.length).fill(0));
  return ((longs.length / 8 - 1) << BYTES_SHIFT) | (LONG << CLASS_SHIFT) | SOME_LENGTH;
}

function isWritten(characterClass: number): boolean {
  const alone = characterClass & ~COMPATIBLE;
  return alone === LETTER || alone === MARK || alone === SINGLE;
}

function entry(bytes: number, characterClass: number, length: number): number {
  const kernelClass = kernelClasses[characterClass & ~COMPATIBLE]! | (characterClass & COMPATIBLE);
  return (bytes << BYTES_SHIFT) | (kernelClass << CLASS_SHIFT) | length;
}

function endsLine(unit: number): boolean {
  return /[\n\r\u2028\u2029]/.test(String.fromCharCode(unit));
}

/** The part that a code unit which is not written plays at the ends of sentences, as bits. */
function endsOf(unit: number): number {
  const character = String.fromCharCode(unit);
  return (
    (/[。।]/.test(character) ? STOP : 0) |
    (/[.!?]/.test(character) ? FULL_STOP : 0) |
    (/[\s"'”’»)\]]/.test(character) ? CLOSER : 0)
  );
}
