// The classes of characters that HTML's syntax tells apart.

export function isLetter(unit: u32): bool {
  return (unit | 0x20) - 0x61 < 26;
}

/** Tab, line feed, form feed, carriage return, space. */
// @ts-ignore: decorator
@inline
export function isSpace(unit: u32): bool {
  return unit <= 0x20 && ((0x100003600 >> <u64>unit) & 1) !== 0;
}

/** White space, `/` and `>`. */
// @ts-ignore: decorator
@inline
export function endsName(unit: u32): bool {
  return unit <= 0x3e && ((0x4000800100003600 >> <u64>unit) & 1) !== 0;
}

export function isHexadecimal(unit: u32): bool {
  return unit - 0x30 < 10 || (unit | 0x20) - 0x61 < 6;
}

export function isAlphanumeric(unit: u32): bool {
  return isLetter(unit) || unit - 0x30 < 10;
}
