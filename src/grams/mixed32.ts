/** 32 bits, each of which depends on each of the lowest 32 of a whole number (the finalizer of MurmurHash3). */
export function mixed32(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
