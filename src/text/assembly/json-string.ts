// Reading strings of JSON as code units.

const SPACE: u32 = 0x20;
const LINE_FEED: u32 = 0x0a;
/** Bytes of JSON that are looked at together. */
const BLOCK: usize = 16;
const QUOTE: u32 = 0x22;
const BACKSLASH: u32 = 0x5c;
/** What {@link readJson} returns of bytes that are no string of JSON. */
export const NO_STRING: u32 = 0xffffffff;

/**
 * Writes what a string of JSON says as code units to `outAt`. The string is what stands between its quotes, in UTF-8 that is known to be valid,
 * from `at` to `end`. Returns how many there are, one a byte at the most; {@link NO_STRING} where it is not written as JSON is.
 */
export function readJson(at: usize, end: usize, outAt: usize): u32 {
  let to = outAt;
  while (at < end) {
    if (at + BLOCK <= end) {
      const bytes = v128.load(at);
      v128.store(to, i16x8.extend_low_i8x16_u(bytes));
      v128.store(to, i16x8.extend_high_i8x16_u(bytes), 16);
      // below a space, or above 0x7f, where a signed byte is negative
      const others = v128.or(
        i8x16.lt_s(bytes, i8x16.splat(<i8>SPACE)),
        v128.or(i8x16.eq(bytes, i8x16.splat(<i8>BACKSLASH)), i8x16.eq(bytes, i8x16.splat(<i8>QUOTE))),
      );
      const plain: usize = v128.any_true(others) ? <usize>ctz(i8x16.bitmask(others)) : BLOCK;
      at += plain;
      to += 2 * plain;
      if (plain === BLOCK) continue;
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
