// Reading strings of JSON as code units.

const SPACE: u32 = 0x20;
const LINE_FEED: u32 = 0x0a;
/** Bytes of JSON that are looked at together. */
const BLOCK: usize = 16;
const QUOTE: u32 = 0x22;
const BACKSLASH: u32 = 0x5c;
/** Letters that stand behind a backslash in HTML, besides quotes, at the places that their low four bits give; and what they stand for. */
const LETTERS: v128 = i8x16(0, 0, 0x72, 0, 0x74, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x6e, 0x2f);
const MEANINGS: v128 = i8x16(0, 0, 0x0d, 0, 0x09, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0a, 0x2f);
/** Of each set of backslashes among eight bytes, the places of all other bytes: eight bytes a set. */
const OTHERS: usize = memory.data(8 * 256, 16);
for (let set: u32 = 0; set < 256; set++) {
  let to = OTHERS + 8 * <usize>set;
  for (let place: u32 = 0; place < 8; place++) if (((set >> place) & 1) === 0) store<u8>(to++, place);
}
/** What {@link readJson} returns of bytes that are no string of JSON. */
export const NO_STRING: u32 = 0xffffffff;

/**
 * Writes what a string of JSON says as code units to `outAt`. The string is what stands between its quotes, in UTF-8 that is known to be valid,
 * from `at` to `end`. Returns how many there are, one a byte at the most; {@link NO_STRING} where it is not written as JSON is.
 *
 * Markup has an escape every ten to twenty bytes. Those of a block are taken out together: one after the other took half as much time again.
 */
export function readJson(at: usize, end: usize, outAt: usize): u32 {
  let to = outAt;
  while (at < end) {
    if (at + BLOCK <= end) {
      const bytes = v128.load(at);
      const slashes = i8x16.eq(bytes, i8x16.splat(<i8>BACKSLASH));
      const quotes = i8x16.eq(bytes, i8x16.splat(<i8>QUOTE));
      // below a space, or above 0x7f, where a signed byte is negative
      const others = i8x16.lt_s(bytes, i8x16.splat(<i8>SPACE));
      const special = v128.or(others, v128.or(slashes, quotes));
      if (!v128.any_true(special)) {
        v128.store(to, i16x8.extend_low_i8x16_u(bytes));
        v128.store(to, i16x8.extend_high_i8x16_u(bytes), 16);
        at += BLOCK;
        to += 2 * BLOCK;
        continue;
      }
      if (!v128.any_true(others)) {
        const escapes = <u32>i8x16.bitmask(slashes);
        const letters = (escapes << 1) & 0xffff;
        const places = v128.and(bytes, i8x16.splat(0xf));
        const known = i8x16.eq(bytes, i8x16.swizzle(LETTERS, places));
        const allowed = <u32>i8x16.bitmask(v128.or(known, quotes));
        const wrong =
          (escapes & letters) | (<u32>i8x16.bitmask(quotes) & ~letters) | (letters & ~allowed);
        if (wrong === 0) {
          const isLetter = i8x16.shuffle(slashes, i8x16.splat(0), 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
          const read = v128.bitselect(i8x16.swizzle(MEANINGS, places), bytes, v128.and(known, isLetter));
          to = withoutEscapes(read, escapes & 0xff, 0, to);
          to = withoutEscapes(read, escapes >> 8, 8, to);
          // the letter of an escape that ends the block is in the next one
          at += BLOCK - <usize>(escapes >> 15);
          continue;
        }
      }
      const plain = <usize>ctz(i8x16.bitmask(special));
      v128.store(to, i16x8.extend_low_i8x16_u(bytes));
      v128.store(to, i16x8.extend_high_i8x16_u(bytes), 16);
      at += plain;
      to += 2 * plain;
    }
    const first = <u32>load<u8>(at);
    if (first < SPACE || first === QUOTE) return NO_STRING;
    if (first === BACKSLASH) {
      if (at + 1 === end) return NO_STRING;
      const letter = <u32>load<u8>(at, 1);
      const isCode = letter === 0x75; // u
      if (isCode && at + 6 > end) return NO_STRING;
      const codeUnit = isCode ? codeUnitOf(at + 2) : escaped(letter);
      if (codeUnit === NO_STRING) return NO_STRING;
      store<u16>(to, codeUnit);
      at += isCode ? 6 : 2;
      to += 2;
    } else if (first < 0x80) {
      store<u16>(to, first);
      at += 1;
      to += 2;
    } else if (first < 0xe0) {
      store<u16>(to, ((first & 0x1f) << 6) | continuation(at, 1));
      at += 2;
      to += 2;
    } else if (first < 0xf0) {
      store<u16>(to, ((first & 0xf) << 12) | (continuation(at, 1) << 6) | continuation(at, 2));
      at += 3;
      to += 2;
    } else {
      const above =
        (((first & 7) << 18) | (continuation(at, 1) << 12) | (continuation(at, 2) << 6) | continuation(at, 3)) - 0x10000;
      store<u16>(to, 0xd800 | (above >> 10));
      store<u16>(to, 0xdc00 | (above & 0x3ff), 2);
      at += 4;
      to += 4;
    }
  }
  return <u32>((to - outAt) >> 1);
}

/** Writes eight of some bytes, from `first` on, as code units, but for a set of them; returns where they end. */
// @ts-ignore: decorator
@inline
function withoutEscapes(bytes: v128, set: u32, first: u32, to: usize): usize {
  const places = v128.load64_zero(OTHERS + 8 * <usize>set);
  const taken = i8x16.swizzle(bytes, i8x16.add(places, i8x16.splat(<i8>first)));
  v128.store(to, i16x8.extend_low_i8x16_u(taken));
  return to + 2 * <usize>(8 - popcnt(set));
}

function continuation(at: usize, place: usize): u32 {
  return <u32>load<u8>(at + place) & 0x3f;
}

/** The code unit that a letter behind a backslash stands for. */
function escaped(letter: u32): u32 {
  switch (letter) {
    case QUOTE:
    case BACKSLASH:
    case 0x2f: // a slash
      return letter;
    case 0x62:
      return 0x08; // b
    case 0x66:
      return 0x0c; // f
    case 0x6e:
      return LINE_FEED; // n
    case 0x72:
      return 0x0d; // r
    case 0x74:
      return 0x09; // t
    default:
      return NO_STRING;
  }
}

/** The code unit of four hexadecimal digits. */
function codeUnitOf(at: usize): u32 {
  let codeUnit: u32 = 0;
  for (let i: usize = 0; i < 4; i++) {
    const digit = <u32>load<u8>(at + i);
    const letter = digit | 0x20;
    if (digit >= 0x30 && digit <= 0x39) codeUnit = (codeUnit << 4) | (digit - 0x30);
    else if (letter >= 0x61 && letter <= 0x66) codeUnit = (codeUnit << 4) | (letter - 0x57);
    else return NO_STRING;
  }
  return codeUnit;
}
