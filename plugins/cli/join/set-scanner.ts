import type { ValueSets } from '../../../src/join/index.ts';
import { InputError } from '../../dump/index.ts';
import { printable } from '../printable.ts';
import { isOfUtf16, toUtf8 } from '../utf16.ts';
import { wasm } from './scan.wasm.ts';
import { sortingKernel } from './sorting-kernel.ts';

const TAB = 9;
const LF = 10;
const CR = 13;
const BLANK = 32;
const COMMA = 44;

/** The byte order mark that some editors put before text in UTF-8. */
const MARK = Uint8Array.of(0xef, 0xbb, 0xbf);

/** What assembly/scan.ts exports; every `…At` is an address in its memory. */
interface ScanKernel {
  readonly memory: WebAssembly.Memory;
  readonly freeAt: WebAssembly.Global<'i32'>;
  readonly afterReturn: WebAssembly.Global<'i32'>;
  readonly valuesEnd: WebAssembly.Global<'i32'>;
  readonly emptyRecords: WebAssembly.Global<'i32'>;
  readonly ended: WebAssembly.Global<'i32'>;
  readonly largest: WebAssembly.Global<'i64'>;
  readonly token: WebAssembly.Global<'i64'>;
  bind(valuesAt: number, unfinishedEnd: number, token: bigint, afterReturn: number): void;
  /** Returns `to`, or the address of a wrong byte. */
  scan(from: number, to: number, endsAt: number): number;
  isInToken(): number;
}

/** The state before a token. */
const NO_TOKEN = -1n;
/** Bytes of one call of the kernel: a quarter of a millisecond, so that V8 can soon switch to optimised code. */
const PIECE_BYTES = 1 << 16;
/** Least number of bytes by which memory grows. */
const GROWN_BYTES = 1 << 22;
const WASM_PAGE_BYTES = 1 << 16;
const MOST_BYTES = 2 ** 32;
const LEAST_OFFSETS = 1 << 12;
/** Characters of a wrong token that an error shows on each side of the mistake. */
const SHOWN_BYTES = 32;

let compiled: WebAssembly.Module | undefined;

/**
 * Turns text into sets of values. Each line is a record; its tokens are whole numbers below 2⁵³, separated by blanks or
 * commas.
 *
 * A state machine in WebAssembly over bytes that come in pieces: a token, a line and `\r\n` may be cut anywhere. At the
 * end of a line its tokens are sorted and repeats dropped, in place. O(bytes), plus sorting each line that is not
 * ascending. Memory: 8 bytes a token, and 4 to 12 a record.
 */
export class SetScanner {
  /** Number of records whose line has ended, in all batches. */
  records = 0;
  /** Number of records without a token. */
  emptyRecords = 0;
  /** Number of tokens, each counted once a record. */
  tokens = 0;

  readonly #name: string;
  #kernel: ScanKernel;
  /** Address at which the kernel puts the ends of a piece's records. The piece lies before it. */
  readonly #endsAt: number;
  readonly #valuesAt: number;
  /** The ends of the values of the batch's records. */
  #offsets = new Uint32Array(LEAST_OFFSETS);
  #held = 0;
  /** Beginning of a token that the last piece has cut, as far as an error shows it. */
  #cut = '';
  #lineBegun = false;
  /** Number of bytes of a byte order mark seen so far; all of them once something else has come. */
  #marked = 0;

  /** @param name the file's name in errors */
  constructor(name: string) {
    this.#name = name;
    this.#kernel = newKernel();
    this.#endsAt = 8 * Math.ceil(this.#kernel.freeAt.value / 8) + PIECE_BYTES;
    this.#valuesAt = this.#endsAt + 4 * PIECE_BYTES;
    this.#reserve(this.#valuesAt);
    this.#kernel.bind(this.#valuesAt, this.#valuesAt, NO_TOKEN, 0);
  }

  /** Number of records and tokens in the batch, without those of the unfinished line, which `take` leaves here. */
  get held(): number {
    return this.#held + this.#offsets[this.#held];
  }

  /** Reads the next bytes. @throws InputError that names the line of a wrong token */
  scan(bytes: Uint8Array): void {
    const begin = this.#marked === MARK.length ? 0 : this.#passMark(bytes);
    for (let from = begin; from < bytes.length; from += PIECE_BYTES) {
      this.#scanPiece(bytes.subarray(from, from + PIECE_BYTES));
    }
  }

  /** Index at which the text begins, after its byte order mark if it has one. */
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

  #scanPiece(bytes: Uint8Array): void {
    const kernel = this.#kernel;
    const { memory } = kernel;
    const bytesAt = this.#endsAt - PIECE_BYTES;
    // At most every second byte ends a token.
    const needed = (kernel.valuesEnd.value >>> 0) + 4 * (bytes.length + 2);
    if (needed > MOST_BYTES) throw this.#tooLarge();
    this.#reserve(needed);
    new Uint8Array(memory.buffer, bytesAt, bytes.length).set(bytes);
    const at = (kernel.scan(bytesAt, bytesAt + bytes.length, this.#endsAt) >>> 0) - bytesAt;
    this.#addRecords(new Uint32Array(memory.buffer, this.#endsAt, (kernel.ended.value - this.#endsAt) / 4));
    if (at < bytes.length) {
      throw kernel.afterReturn.value
        ? this.#error('a line feed behind each carriage return', bytes, at)
        : this.#noToken(bytes, at);
    }
    this.#cut = kernel.isInToken() ? this.#textBefore(bytes, at) : '';
    this.#lineBegun = bytes[at - 1] !== LF;
  }

  #addRecords(ends: Uint32Array): void {
    const held = this.#held + ends.length;
    if (held >= this.#offsets.length) {
      const larger = new Uint32Array(2 * held + 1);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    const before = this.#offsets[this.#held];
    this.#offsets.set(ends, this.#held + 1);
    this.#held = held;
    this.records += ends.length;
    this.tokens += this.#offsets[held] - before;
    this.emptyRecords += this.#kernel.emptyRecords.value;
  }

  /** Ends the text. The last line is a record even without a line feed, unless it is empty. */
  end(): void {
    if (this.#lineBegun) this.scan(Uint8Array.of(LF));
  }

  /** The records since the last call, without the unfinished line. They belong to the caller from now on. */
  take(): ValueSets {
    const { memory, valuesEnd, token, afterReturn, largest } = this.#kernel;
    const offsets = this.#offsets.subarray(0, this.#held + 1);
    const length = offsets[this.#held];
    const values = new BigUint64Array(memory.buffer, this.#valuesAt, length);
    const unfinishedAt = this.#valuesAt + 8 * length;
    const unfinished = new Uint8Array(memory.buffer, unfinishedAt, (valuesEnd.value >>> 0) - unfinishedAt);
    this.#kernel = newKernel();
    this.#reserve(this.#valuesAt + unfinished.length);
    new Uint8Array(this.#kernel.memory.buffer, this.#valuesAt).set(unfinished);
    const end = this.#valuesAt + unfinished.length;
    this.#kernel.bind(this.#valuesAt, end, token.value, afterReturn.value);
    this.#offsets = new Uint32Array(LEAST_OFFSETS);
    this.#held = 0;
    return { offsets, values, largest: Number(largest.value) };
  }

  #reserve(end: number): void {
    const { memory } = this.#kernel;
    const size = memory.buffer.byteLength;
    if (end <= size) return;
    const pages = Math.ceil((end - size + Math.max(GROWN_BYTES, size / 4)) / WASM_PAGE_BYTES);
    memory.grow(Math.min(pages, (MOST_BYTES - size) / WASM_PAGE_BYTES));
  }

  #tooLarge(): InputError {
    return new InputError(
      'NEARDUP_INPUT_TOO_LARGE',
      this.#name,
      `expected at most some 500 million tokens in memory, 8 bytes each; give less --memory`,
    );
  }

  #noToken(bytes: Uint8Array, at: number): InputError {
    return this.#error('whole numbers from 0 to 2^53 − 1 separated by blanks or commas', bytes, at);
  }

  /** The error for the wrong token around byte `at`. */
  #error(expected: string, bytes: Uint8Array, at: number): InputError {
    let end = at;
    while (end < Math.min(bytes.length, at + SHOWN_BYTES) && !isBlank(bytes[end])) end++;
    const begin = tokenBegin(bytes, at);
    const cut = begin === 0 ? this.#cut : '';
    // a token that is too large is known to be wrong only at its end, and the byte there is no part of it
    if (end === begin && cut === '') end = at + 1;
    // decoded at once: the byte that is wrong may be within a character
    const got = cut + Buffer.from(bytes.subarray(begin, end)).toString();
    const line = this.records + 1;
    return new InputError(
      'NEARDUP_INPUT_INVALID',
      this.#name,
      `line ${line}, counted from 1 (record ${line - 1}, counted from 0): expected ${expected}; ` +
        `got ${printable(JSON.stringify(got))}${line === 1 && isOfUtf16(got) ? `: the file is UTF-16 (${toUtf8})` : ''}`,
    );
  }

  /** The text before byte `at` of a token that goes on behind it. */
  #textBefore(bytes: Uint8Array, at: number): string {
    const begin = tokenBegin(bytes, at);
    const text = Buffer.from(bytes.subarray(begin, at)).toString();
    return ((begin === 0 ? this.#cut : '') + text).slice(-SHOWN_BYTES);
  }
}

/** Where the token begins that contains byte `at` or ends at it, or some bytes before `at` in a long one. */
function tokenBegin(bytes: Uint8Array, at: number): number {
  let begin = at;
  while (begin > Math.max(0, at - SHOWN_BYTES) && !isBlank(bytes[begin - 1])) begin--;
  return begin;
}

function isBlank(byte: number): boolean {
  return byte === BLANK || byte === LF || byte === CR || byte === TAB || byte === COMMA;
}

function newKernel(): ScanKernel {
  compiled ??= new WebAssembly.Module(Buffer.from(wasm, 'base64'));
  return sortingKernel(compiled);
}
