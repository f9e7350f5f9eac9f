/** Line feed, as a byte. */
export const LF = 10;
/** Carriage return, as a byte. */
export const CR = 13;

/** Whether a byte is LF or CR. */
export function isLineEnd(byte: number): boolean {
  return byte === LF || byte === CR;
}
