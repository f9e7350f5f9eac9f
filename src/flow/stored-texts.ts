import type { Spool } from '../grams/spool.ts';

const HEAD_BYTES = 4;

/** Appends a text to a file: a head of its length in bytes, and UTF-8. */
export function appendText(spool: Spool, text: string): void {
  const bytes = Buffer.from(`${' '.repeat(HEAD_BYTES)}${text}`);
  bytes.writeUInt32LE(bytes.length - HEAD_BYTES);
  spool.append(bytes);
}

/** The texts in a part of a file, of which `readBytes` are read at a time. */
export function* textsIn(spool: Spool, from: number, to: number, readBytes: number): Generator<string> {
  let room = Buffer.alloc(0);
  let at = 0;
  /** Makes sure that so many bytes follow `at`. */
  const fill = (bytes: number): void => {
    if (room.length - at >= bytes) return;
    const left = room.subarray(at);
    const more = Math.min(to - from, Math.max(bytes - left.length, readBytes));
    const larger = Buffer.alloc(left.length + more);
    larger.set(left);
    spool.read(from, larger.subarray(left.length));
    from += more;
    [room, at] = [larger, 0];
  };
  while (from < to || at < room.length) {
    fill(HEAD_BYTES);
    const length = room.readUInt32LE(at);
    fill(HEAD_BYTES + length);
    yield room.toString('utf8', at + HEAD_BYTES, at + HEAD_BYTES + length);
    at += HEAD_BYTES + length;
  }
}
