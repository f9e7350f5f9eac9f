// Looking through code units, eight at once. They read up to 16 bytes behind the end, which are there.

import { LINE_FEED, NO_BREAK_SPACE, SPACE } from './layout';

/** Where `unit` comes first in `[at, end)`; `end` where it does not. */
export function find(unit: u32, at: usize, end: usize): usize {
  const wanted = i16x8.splat(<i16>unit);
  for (; at < end; at += 16) {
    const found = i16x8.bitmask(i16x8.eq(v128.load(at), wanted));
    if (found !== 0) return min(end, at + ((<usize>ctz(found)) << 1));
  }
  return end;
}

/** Which of eight code units are white space. */
// @ts-ignore: decorator
@inline
export function blanks(units: v128): v128 {
  return v128.or(
    i16x8.le_u(units, i16x8.splat(<i16>SPACE)),
    i16x8.eq(units, i16x8.splat(<i16>NO_BREAK_SPACE)),
  );
}

/** Whether one of the first of eight code units is a line feed. */
// @ts-ignore: decorator
@inline
export function hasLineFeed(units: v128, first: u32): bool {
  return (<u32>i16x8.bitmask(i16x8.eq(units, i16x8.splat(<i16>LINE_FEED))) & ((1 << first) - 1)) !== 0;
}

/** How many of some code units are no white space. */
export function inkIn(start: usize, end: usize): u32 {
  let ink: u32 = 0;
  for (let at = start; at < end; at += 2) {
    const unit = <u32>load<u16>(at);
    if (unit > SPACE && unit !== NO_BREAK_SPACE) ink++;
  }
  return ink;
}

/** Writes bytes that are UTF-8 as code units; returns their end. */
export function widen(at: usize, end: usize, to: usize): usize {
  const top = i8x16.splat(0);
  while (at < end) {
    if (at + 16 <= end) {
      const bytes = v128.load(at);
      v128.store(to, i16x8.extend_low_i8x16_u(bytes));
      v128.store(to, i16x8.extend_high_i8x16_u(bytes), 16);
      const ascii = ctz(<u32>i8x16.bitmask(i8x16.lt_s(bytes, top)) | 0x10000);
      at += <usize>ascii;
      to += <usize>ascii << 1;
      if (ascii === 16) continue;
    }
    const first = <u32>load<u8>(at);
    if (first < 0x80) {
      store<u16>(to, first);
      at += 1;
    } else if (first < 0xe0) {
      store<u16>(to, ((first & 0x1f) << 6) | continued(at, 1));
      at += 2;
    } else if (first < 0xf0) {
      store<u16>(to, ((first & 0x0f) << 12) | (continued(at, 1) << 6) | continued(at, 2));
      at += 3;
    } else {
      const point =
        ((first & 0x07) << 18) | (continued(at, 1) << 12) | (continued(at, 2) << 6) | continued(at, 3);
      store<u16>(to, 0xd7c0 + (point >> 10));
      store<u16>(to, 0xdc00 | (point & 0x3ff), 2);
      to += 2;
      at += 4;
    }
    to += 2;
  }
  return to;
}

function continued(at: usize, place: usize): u32 {
  return <u32>load<u8>(at + place) & 0x3f;
}

/** How often `unit` comes in `[at, end)`. */
export function count(unit: u32, at: usize, end: usize): u32 {
  const wanted = i16x8.splat(<i16>unit);
  let found: u32 = 0;
  for (; at + 16 <= end; at += 16) found += popcnt(<u32>i16x8.bitmask(i16x8.eq(v128.load(at), wanted)));
  for (; at < end; at += 2) if (<u32>load<u16>(at) === unit) found++;
  return found;
}

/** Makes code units that are all below 256 bytes, in place; returns whether they are. */
export function narrow(at: usize, length: u32): bool {
  const end = at + ((<usize>length) << 1);
  let all = i16x8.splat(0);
  let rest: u32 = 0;
  let i = at;
  for (; i + 16 <= end; i += 16) all = v128.or(all, v128.load(i));
  for (; i < end; i += 2) rest |= <u32>load<u16>(i);
  if (rest > 0xff || v128.any_true(v128.and(all, i16x8.splat(<i16>0xff00)))) return false;
  let to = at;
  for (i = at; i + 16 <= end; i += 16, to += 8) {
    const units = v128.load(i);
    store<u64>(to, v128.extract_lane<u64>(i8x16.narrow_i16x8_u(units, units), 0));
  }
  for (; i < end; i += 2, to++) store<u8>(to, load<u16>(i));
  return true;
}

/** How many code units in `[at, end)` are letters of Chinese, Japanese or Korean: kana, Han and Hangul. */
export function denseLetters(at: usize, end: usize): u32 {
  let count: u32 = 0;
  for (; at < end; at += 16) {
    const units = v128.load(at);
    const dense = v128.or(isBetween(units, 0x3041, 0x9fff), isBetween(units, 0xac00, 0xd7a3));
    const left = min<usize>(8, (end - at) >> 1);
    count += popcnt(<u32>i16x8.bitmask(dense) & ((1 << <u32>left) - 1));
  }
  return count;
}

// @ts-ignore: decorator
@inline
function isBetween(units: v128, first: u32, last: u32): v128 {
  const from = i16x8.sub(units, i16x8.splat(<i16>first));
  return i16x8.le_u(from, i16x8.splat(<i16>(last - first)));
}

/**
 * Whether no code unit in `[at, end)` can be of a word: lines, stars, drawings in block characters, emoji. Stops at the first that can.
 * What it takes for signs is no letter or number in Unicode; some signs of rare blocks are taken for letters.
 */
export function isOfSigns(at: usize, end: usize): bool {
  for (; at < end; at += 2) {
    const unit = <u32>load<u16>(at);
    if (unit < 0x80) {
      if (unit - 0x30 < 10 || (unit | 0x20) - 0x61 < 26) return false;
    } else if (unit - 0xd83c < 3 && at + 2 < end && (<u32>load<u16>(at, 2) & 0xfc00) === 0xdc00) {
      at += 2;
      const point = 0x10000 + ((unit - 0xd800) << 10) + (<u32>load<u16>(at) & 0x3ff);
      if (point - 0x1f100 < 13 || point >= 0x1fbf0) return false;
    } else if (!isSign(unit)) return false;
  }
  return true;
}

/** Whether a code unit from 0x80 on is punctuation, an arrow, a line, a block, a dingbat, or for private use. */
function isSign(unit: u32): bool {
  if (unit < 0xc0) return unit !== 0xaa && unit !== 0xb5 && unit !== 0xba && unit - 0xb2 > 1 && unit !== 0xb9 && unit - 0xbc > 2;
  if (unit - 0x2000 < 0xc00) return unit < 0x2070 || unit - 0x2190 < 0x2d0 || (unit >= 0x2500 && unit - 0x2776 > 29);
  if (unit - 0x3000 < 0x21) return unit - 0x3005 > 2;
  return unit === 0xd7 || unit === 0xf7 || unit - 0xe000 < 0x1900 || unit - 0xfe00 < 16;
}
