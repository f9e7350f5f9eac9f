// From text with a record a line to sets of 64-bit values; ../set-scanner.ts lays out the memory and says what is wrong with a byte.

const TAB: u32 = 9;
const LF: u32 = 10;
const CR: u32 = 13;
const BLANK: u32 = 32;
const COMMA: u32 = 44;
const ZERO: u32 = 48;

/** Tokens are below 2⁵³; a larger one is told from them when it ends, however long it grows. */
const MOST: u64 = 0x1fffffffffffff;
const NO_TOKEN: u64 = 0xffffffffffffffff;
/** More values are sorted by the host. */
const FEW: usize = 48;

/** Sorts the values at `from` up to `to`. */
// @ts-ignore: decorator
@external('env', 'sortValues')
declare function sortValues(from: usize, to: usize): void;

/** Where memory is free. */
export const freeAt: usize = __heap_base;
/** The token so far. */
export let token: u64 = NO_TOKEN;
/** Whether the last byte was a carriage return: a line feed has to follow. */
export let afterReturn: bool = false;
/** Where the first value lies, those of the unfinished line begin, and the next one goes. */
let values: usize = 0;
let line: usize = 0;
export let valuesEnd: usize = 0;
/** Of the records that the last call has ended, those without a value. */
export let emptyRecords: u32 = 0;
/** Of all calls, the largest value. */
export let largest: u64 = 0;

/** Where the ends of the last call's records end. */
export let ended: usize = 0;

/** Goes on from another instance: with the values of its unfinished line, its token so far, and its last byte. */
export function bind(valuesAt: usize, unfinishedEnd: usize, tokenBegun: u64, isReturned: bool): void {
  token = tokenBegun;
  afterReturn = isReturned;
  values = valuesAt;
  line = valuesAt;
  valuesEnd = unfinishedEnd;
}

/**
 * Goes on with the bytes at `from` up to `to`; the numbers of values up to the end of each record that ends in them go to `ends`,
 * one after the other. Returns `to`, or the address of the first byte that is wrong.
 */
export function scan(from: usize, to: usize, ends: usize): usize {
  let number = token;
  let out = valuesEnd;
  let isReturned = afterReturn;
  let p = from;
  ended = ends;
  emptyRecords = 0;
  for (; p < to; p++) {
    let byte = <u32>load<u8>(p);
    if (isReturned && byte != LF) break;
    let digit = byte - ZERO;
    if (digit < 10) {
      if (number == NO_TOKEN) number = 0;
      do {
        number = number > MOST ? number : 10 * number + digit;
        if (++p == to) break;
        byte = <u32>load<u8>(p);
        digit = byte - ZERO;
      } while (digit < 10);
      if (p == to) break;
    }
    if (byte != BLANK && byte != LF && byte != CR && byte != TAB && byte != COMMA) break;
    if (number != NO_TOKEN) {
      if (number > MOST) break;
      store<u64>(out, number);
      out += 8;
      number = NO_TOKEN;
    }
    if (byte == LF) {
      out = settled(line, out);
      if (out == line) emptyRecords++;
      else largest = max(largest, load<u64>(out - 8));
      line = out;
      store<u32>(ended, <u32>((out - values) >> 3));
      ended += 4;
    }
    isReturned = byte == CR;
  }
  token = number;
  valuesEnd = out;
  afterReturn = isReturned;
  return p;
}

/** Whether the bytes so far end with a token that may go on. */
export function isInToken(): bool {
  return token != NO_TOKEN;
}

/** Makes values ascending and distinct; returns where they end. */
function settled(from: usize, to: usize): usize {
  let p = from + 8;
  while (p < to && load<u64>(p - 8) < load<u64>(p)) p += 8;
  if (p >= to) return to;
  if (to - from <= FEW << 3) {
    for (; p < to; p += 8) {
      const value = load<u64>(p);
      let place = p;
      for (; place > from && load<u64>(place - 8) > value; place -= 8) store<u64>(place, load<u64>(place - 8));
      store<u64>(place, value);
    }
  } else sortValues(from, to);
  let end = from + 8;
  for (p = end; p < to; p += 8) {
    const value = load<u64>(p);
    if (value == load<u64>(end - 8)) continue;
    store<u64>(end, value);
    end += 8;
  }
  return end;
}
