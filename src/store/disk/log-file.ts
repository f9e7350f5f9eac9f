import { type FileHandle, open } from 'node:fs/promises';
import type { FileDamage } from '../damage.ts';
import { crc32c, masked } from './crc32c.ts';

const BLOCK_BYTES = 1 << 15;
const HEADER_BYTES = 7;
const READ_BLOCKS = 32;

/**
 * Checks a log or manifest of LevelDB against its own checksums. Resolves to the damage, or to undefined if it is
 * intact. LevelDB silently drops a record that fails, and records near it.
 *
 * Blocks of 32 KiB hold records (or parts of long ones) that do not cross them:
 *
 *      4        2        1      length
 *     ┌────────┬────────┬──────┬─────────┐
 *     │ CRC-32C│ length │ type │ bytes   │    little-endian, the checksum over type and bytes
 *     └────────┴────────┴──────┴─────────┘
 *
 * A record cut off by the end of the file is not damage: a killed process leaves one that was not acknowledged. Neither
 * are zeros up to the end, and the record in which they begin: a machine that died leaves them in place of bytes
 * that had not reached the disk.
 *
 * Memory: 1 MiB. Format: LevelDB, doc/log_format.md.
 */
export async function logDamage(path: string): Promise<FileDamage | undefined> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const buffer = Buffer.allocUnsafe(Math.min(size, READ_BLOCKS * BLOCK_BYTES));
    for (let at = 0; at < size; at += buffer.length) {
      const bytes = buffer.subarray(0, await readFully(file, buffer, at));
      for (let block = 0; block < bytes.length; block += BLOCK_BYTES) {
        const isLast = at + block + BLOCK_BYTES >= size;
        const bad = badRecord(bytes.subarray(block, block + BLOCK_BYTES), isLast);
        if (bad === undefined) continue;
        const end = at + block + bad.end;
        if (end < size && (await isZeroFrom(file, end, size))) return undefined;
        return { reason: 'checksum', offset: at + block + bad.start };
      }
    }
    return undefined;
  } finally {
    await file.close();
  }
}

/** The position in a block of a record that is not as it was written. */
function badRecord(block: Buffer, isLast: boolean): { start: number; end: number } | undefined {
  let at = 0;
  while (block.length - at >= HEADER_BYTES) {
    const length = block.readUInt16LE(at + 4);
    const end = at + HEADER_BYTES + length;
    if (end > block.length) return isLast ? undefined : { start: at, end: block.length };
    if (masked(crc32c(block, at + 6, end)) !== block.readUInt32LE(at)) return { start: at, end };
    at = end;
  }
  // The rest of a block, too short for a record, is filled with zeros, unless the file ends here.
  const isFilled = isLast || block.subarray(at).every((byte) => byte === 0);
  return isFilled ? undefined : { start: at, end: block.length };
}

async function isZeroFrom(file: FileHandle, from: number, size: number): Promise<boolean> {
  const buffer = Buffer.allocUnsafe(BLOCK_BYTES);
  for (let at = from; at < size; at += BLOCK_BYTES) {
    const length = await readFully(file, buffer, at);
    if (buffer.subarray(0, length).some((byte) => byte !== 0)) return false;
  }
  return true;
}

async function readFully(file: FileHandle, buffer: Buffer, position: number): Promise<number> {
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}
