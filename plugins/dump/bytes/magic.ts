/** The four bytes that begin a zstd frame (RFC 8878, section 3.1.1). */
export const ZSTD_MAGIC: Buffer = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** Whether bytes begin like a gzip member (RFC 1952). */
export function isGzip(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Whether a skippable frame of zstd begins at `at` (RFC 8878, section 3.1.2): by one of 16 magic numbers. */
export function isSkippable(bytes: Buffer, at = 0): boolean {
  return bytes.length >= at + 4 && bytes.readUInt32LE(at) >>> 4 === 0x184d2a5;
}

/** Whether bytes begin with the skippable frame for a dictionary (WARC compression with zstd 1.0). */
export function isDictionaryFrame(bytes: Buffer): boolean {
  return bytes.length >= 4 && bytes.readUInt32LE(0) === 0x184d2a5d;
}
