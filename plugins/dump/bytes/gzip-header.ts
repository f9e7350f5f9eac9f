/**
 * Length of the gzip header at the start of `bytes` (RFC 1952, section 2.3); 0 if they hold no complete one. Searches
 * for the end of a file name or a comment: O(bytes).
 */
export function gzipHeaderLength(bytes: Buffer): number {
  if (bytes.length < 10 || bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) return 0;
  const flags = bytes[3]!;
  if (flags & 0xe0) return 0;
  let length = 10;
  if (flags & 4) {
    if (bytes.length < length + 2) return 0;
    length += 2 + bytes.readUInt16LE(length);
  }
  // file name, then comment: each ends with a zero byte
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue;
    const end = bytes.indexOf(0, length);
    if (end < 0) return 0;
    length = end + 1;
  }
  if (flags & 2) length += 2;
  return length <= bytes.length ? length : 0;
}
