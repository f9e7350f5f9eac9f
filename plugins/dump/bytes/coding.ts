import { defaultLimits } from '../limits.ts';
import { sniffContent } from '../sniff.ts';
import { ByteReader } from './bytes.ts';
import { type Coding, decompressed } from './open-file.ts';

/** So many bytes of a file are looked at to tell what it is. */
export const headBytes: number = 64 * 1024;

/** How a file is compressed, by its first bytes, or by its name where they are damaged. */
export function codingOf(head: Buffer, name: string): Coding {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  if (head.length >= 4) {
    const magic = head.readUInt32LE(0);
    if (magic === 0xfd2fb528 || magic >>> 4 === 0x184d2a5) return 'zstd';
  }
  // damage may have hit the first bytes; what is not even text was compressed
  const binary = head.subarray(0, 512).some((byte) => byte < 9);
  const looksPlain = sniffContent(head) !== 'unknown';
  if (looksPlain || (!binary && !/\.(?:gz|zst)(?:\.open)?$/i.test(name))) return 'none';
  if (/\.gz(?:\.open)?$/i.test(name)) return 'gzip';
  return /\.zst$/i.test(name) ? 'zstd' : 'none';
}

/** The first data of a compressed file, as far as its first stored bytes go. */
export async function inflatedHead(head: Buffer, coding: Coding): Promise<Buffer> {
  const context = { limits: defaultLimits, damage: () => {}, sinceRecord: 0 };
  const pieces = (async function* () {
    yield { bytes: head, stored: 0 };
  })();
  const reader = new ByteReader(decompressed(pieces, coding, context));
  try {
    do await reader.fill(4096);
    while (reader.available === 0 && (await reader.nextSection()));
    return Buffer.from(reader.buffer.subarray(reader.start, Math.min(reader.end, reader.start + headBytes)));
  } finally {
    await reader.close();
  }
}
