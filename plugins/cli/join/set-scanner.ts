import type { ValueSets } from '../../../src/join/index.ts';
import { InputError } from '../../dump/index.ts';
import { printable } from '../printable.ts';

const TAB = 9;
const LF = 10;
const CR = 13;
const BLANK = 32;
const COMMA = 44;
const ZERO = 48;

/** The byte order mark that some editors put before text in UTF-8. */
const MARK = Uint8Array.of(0xef, 0xbb, 0xbf);
/** Offsets are 32-bit. */
const MOST_TOKENS = 2 ** 32 - 1;
const LEAST_NUMBERS = 1 << 14;
const LEAST_OFFSETS = 1 << 12;
/** A call of the native sort costs as much as sorting about this many by insertion. */
const LEAST_NATIVE_SORT = 48;
/** How much of a wrong token an error shows on each side of where it goes wrong. */
const SHOWN_BYTES = 32;

/**
 * From text with a record a line, its tokens whole numbers below 2⁵³ between blanks or commas, to sets of values.
 *
 * A state machine over bytes that come in pieces: a token, a line and `\r\n` may be cut anywhere. A line's tokens
 * are kept as doubles; its end sorts them, drops repeats and turns them into 64-bit values where they lie.
 * O(bytes), and a sort of each line that is not ascending. Memory: 8 bytes a token, at most three times that while
 * the buffer grows.
 */
export class SetScanner {
  /** Records whose line has ended, in all batches. */
  records = 0;
  /** Those without a token. */
  emptyRecords = 0;
  /** Tokens of the records, each once a record. */
  tokens = 0;

  readonly #name: string;
  /** The batch: values of its records, then the tokens of the unfinished line as doubles. */
  #numbers = new Float64Array(LEAST_NUMBERS);
  /** The same memory. */
  #halves = new Uint32Array(this.#numbers.buffer);
  #filled = 0;
  #offsets = new Uint32Array(LEAST_OFFSETS);
  #held = 0;
  /** The token so far; −1 between tokens. */
  #token = -1;
  /** The text of a token that the last piece has cut, as much as an error shows of it. */
  #cut = '';
  #lineBegun = false;
  #afterReturn = false;
  /** Bytes of a byte order mark that the text begins with; all of them once something else has come. */
  #marked = 0;

  /** `name`: the file as errors call it. */
  constructor(name: string) {
    this.#name = name;
  }

  /** Records and tokens that the batch holds. Those of the unfinished line do not count: `take` leaves them here. */
  get held(): number {
    return this.#held + this.#offsets[this.#held];
  }

  /** Takes the next bytes. Throws an `InputError` that names the line where a token is wrong. */
  scan(bytes: Uint8Array): void {
    const end = bytes.length;
    const begin = this.#marked === MARK.length ? 0 : this.#passMark(bytes);
    if (begin === end) return;
    // At most every second byte ends a token: with room for that many, none has to be checked.
    this.#reserve(this.#filled + (end >>> 1) + 1);
    const numbers = this.#numbers;
    let filled = this.#filled;
    let token = this.#token;
    let afterReturn = this.#afterReturn;
    for (let i = begin; i < end; i++) {
      let byte = bytes[i];
      if (afterReturn && byte !== LF) throw this.#error('a line feed behind each carriage return', bytes, i);
      if (byte >= ZERO && byte < ZERO + 10) {
        if (token < 0) token = 0;
        do {
          token = 10 * token + (byte - ZERO);
          if (++i === end) break;
          byte = bytes[i];
        } while (byte >= ZERO && byte < ZERO + 10);
        if (i === end) break;
      }
      if (byte !== BLANK && byte !== LF && byte !== CR && byte !== TAB && byte !== COMMA)
        throw this.#noToken(bytes, i);
      if (token >= 0) {
        if (token > Number.MAX_SAFE_INTEGER) throw this.#noToken(bytes, i);
        numbers[filled++] = token;
        token = -1;
      }
      if (byte === LF) filled = this.#endRecord(filled);
      afterReturn = byte === CR;
    }
    this.#cut = token < 0 ? '' : this.#textBefore(bytes, end).slice(-SHOWN_BYTES);
    this.#filled = filled;
    this.#token = token;
    this.#afterReturn = afterReturn;
    this.#lineBegun = bytes[end - 1] !== LF;
  }

  /** Where the text begins, behind its byte order mark if it has one. */
  #passMark(bytes: Uint8Array): number {
    let at = 0;
    while (at < bytes.length && this.#marked < MARK.length && bytes[at] === MARK[this.#marked]) {
      at++;
      this.#marked++;
    }
    if (at === bytes.length) return at;
    if (this.#marked > 0 && this.#marked < MARK.length) throw this.#noToken(bytes, at);
    this.#marked = MARK.length;
    return at;
  }

  /** The text has ended: its last line is a record without a line feed, too, unless there is nothing of it. */
  end(): void {
    if (this.#lineBegun) this.scan(Uint8Array.of(LF));
  }

  /** The records since the last call; they are the caller's from now on. The unfinished line is not among them. */
  take(): ValueSets {
    const offsets = this.#offsets.subarray(0, this.#held + 1);
    const length = offsets[this.#held];
    const values = new BigUint64Array(this.#numbers.buffer, 0, length);
    const unfinished = this.#numbers.subarray(length, this.#filled);
    this.#moveTo(Math.max(LEAST_NUMBERS, unfinished.length), unfinished);
    this.#filled = unfinished.length;
    this.#offsets = new Uint32Array(LEAST_OFFSETS);
    this.#held = 0;
    return { offsets, values };
  }

  #reserve(size: number): void {
    if (size <= this.#numbers.length) return;
    this.#moveTo(Math.max(size, 2 * this.#numbers.length), this.#numbers.subarray(0, this.#filled));
  }

  #moveTo(size: number, numbers: Float64Array): void {
    this.#numbers = new Float64Array(size);
    this.#numbers.set(numbers);
    this.#halves = new Uint32Array(this.#numbers.buffer);
  }

  /** The numbers from the end of the last record to `filled` are one; returns where it ends, without repeats. */
  #endRecord(filled: number): number {
    const begin = this.#offsets[this.#held];
    const end = settle(this.#numbers, this.#halves, begin, filled);
    if (end > MOST_TOKENS) {
      throw new InputError(
        'NEARDUP_INPUT_TOO_LARGE',
        this.#name,
        `expected at most ${MOST_TOKENS} tokens in memory; give less --memory`,
      );
    }
    if (++this.#held === this.#offsets.length) {
      const larger = new Uint32Array(2 * this.#held);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    this.#offsets[this.#held] = end;
    this.records++;
    this.tokens += end - begin;
    if (end === begin) this.emptyRecords++;
    return end;
  }

  #noToken(bytes: Uint8Array, at: number): InputError {
    return this.#error('whole numbers from 0 to 2^53 − 1 separated by blanks or commas', bytes, at);
  }

  /** What is wrong with the token around byte `at`. */
  #error(expected: string, bytes: Uint8Array, at: number): InputError {
    let end = at;
    while (end < Math.min(bytes.length, at + SHOWN_BYTES) && !isBlank(bytes[end])) end++;
    const before = this.#textBefore(bytes, at);
    const got = before + Buffer.from(bytes.subarray(at, Math.max(end, at + 1))).toString();
    const line = this.records + 1;
    return new InputError(
      'NEARDUP_INPUT_INVALID',
      this.#name,
      `line ${line}, counted from 1 (record ${line - 1}, counted from 0): expected ${expected}; ` +
        `got ${printable(JSON.stringify(got))}`,
    );
  }

  /** The text of the token that byte `at` ends or is in, before that byte. */
  #textBefore(bytes: Uint8Array, at: number): string {
    let begin = at;
    while (begin > Math.max(0, at - SHOWN_BYTES) && !isBlank(bytes[begin - 1])) begin--;
    return (begin === 0 ? this.#cut : '') + Buffer.from(bytes.subarray(begin, at)).toString();
  }
}

function isBlank(byte: number): boolean {
  return byte === BLANK || byte === LF || byte === CR || byte === TAB || byte === COMMA;
}

/**
 * Makes `numbers[begin .. end]` 64-bit values, ascending and distinct, in the same place; returns their end.
 * `halves` is the same memory, a low and a high half a value.
 */
function settle(numbers: Float64Array, halves: Uint32Array, begin: number, end: number): number {
  let sorted = begin + 1;
  while (sorted < end && numbers[sorted - 1] <= numbers[sorted]) sorted++;
  if (sorted < end) {
    if (end - begin < LEAST_NATIVE_SORT) sortByInsertion(numbers, begin, end);
    else numbers.subarray(begin, end).sort();
  }
  let distinct = begin;
  let previous = -1;
  for (let i = begin; i < end; i++) {
    const number = numbers[i];
    if (number === previous) continue;
    previous = number;
    // stores keep the low 32 bits of the whole part
    halves[2 * distinct] = number;
    halves[2 * distinct + 1] = number / 2 ** 32;
    distinct++;
  }
  return distinct;
}

function sortByInsertion(numbers: Float64Array, begin: number, end: number): void {
  for (let i = begin + 1; i < end; i++) {
    const number = numbers[i];
    let k = i;
    while (k > begin && numbers[k - 1] > number) {
      numbers[k] = numbers[k - 1];
      k--;
    }
    numbers[k] = number;
  }
}
