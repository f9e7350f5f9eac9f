import { closeSync, openSync, readSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Decompressed bytes of a file, in order, and their place in the stored file. */
export interface Piece {
  readonly bytes: Buffer;
  /** Bytes of unused memory right before `bytes`, in which a reader may put what it has left; default 0. */
  readonly before?: number;
  /** Gives their memory back for later pieces. Nobody may use the bytes any more. */
  readonly giveBack?: () => void;
  /**
   * Offset in the stored file: of `bytes` itself if the file is not compressed, else of its gzip member or zstd frame.
   */
  readonly stored: number;
  /** Offset of `bytes` in the data of its member or frame; absent if the file is not compressed. */
  readonly inner?: number;
  /** Damage lies before these bytes: they do not continue the earlier ones. */
  readonly gap?: boolean;
  /** The damage is that the file ends: the earlier bytes are all right, but there are no more. */
  readonly cut?: boolean;
  /** Whether the bytes are from a member that fails its checksum or does not decode to its end. */
  readonly suspect?: boolean;
  /** A member or frame ends with these bytes. */
  readonly ends?: boolean;
}

/** A place in a stored file and, if it is compressed, in the data of a gzip member or zstd frame. */
export interface Place {
  /** Offset in the stored file: of the member or frame, if there is one. */
  readonly stored: number;
  /** Offset in the data of that member or frame. */
  readonly inner?: number;
}

/** `1234`, or `1234+567` for byte 567 of the data of the member at 1234. */
export function placeLabel(place: Place): string {
  return place.inner ? `${place.stored}+${place.inner}` : String(place.stored);
}

/** Bytes of one read from the file system. */
const READ_BYTES = 1024 * 1024;
/** Unused memory before the bytes of a read. Most lines and records are shorter. */
const BEFORE_BYTES = 512 * 1024;

/**
 * The stored bytes `[start, end)` of a file, up to its end, 1 MiB at a time. Calls `onBytes` for every read.
 *
 * @param expected size of the whole file as counted before; it may have grown since
 */
export async function* filePieces(
  path: string,
  onBytes?: (count: number) => void,
  signal?: AbortSignal,
  start = 0,
  end: number = Number.POSITIVE_INFINITY,
  expected: number = end,
): AsyncGenerator<Piece> {
  // an archive may list any number of empty files
  if (start >= end) return;
  let stored = start;
  // one more byte shows whether the file ends there
  const most = Math.min(end, expected + 1);
  if (most - start <= READ_BYTES) {
    signal?.throwIfAborted();
    const bytes = bytesAt(path, start, most);
    if (bytes.length > 0) yield { bytes, stored: start };
    onBytes?.(bytes.length);
    stored += bytes.length;
    if (most === end || stored < most) return;
  }
  const handle = await open(path, 'r');
  const unused: Buffer[] = [];
  const read = (from: number) => {
    const memory = unused.pop() ?? Buffer.allocUnsafeSlow(BEFORE_BYTES + READ_BYTES);
    const reading: Promise<{ bytesRead: number; buffer: Buffer }> = handle.read(
      memory,
      BEFORE_BYTES,
      Math.min(READ_BYTES, end - from),
      from,
    );
    // a failure is told when its turn comes
    reading.catch(() => {});
    return reading;
  };
  let next: ReturnType<typeof read> | undefined;
  try {
    while (stored < end) {
      signal?.throwIfAborted();
      const { bytesRead, buffer: memory } = await (next ?? read(stored));
      if (bytesRead === 0) return;
      const bytes = memory.subarray(BEFORE_BYTES, BEFORE_BYTES + bytesRead);
      const at = stored;
      stored += bytesRead;
      // the next piece is read while this one is used: reading 1.4 GB one thread waited .4 s for copies of the system
      next = stored < end ? read(stored) : undefined;
      yield { bytes, before: BEFORE_BYTES, giveBack: () => void unused.push(memory), stored: at };
      onBytes?.(bytesRead);
    }
  } finally {
    await next?.catch(() => {});
    await handle.close();
  }
}

/** Reads the bytes synchronously: asynchronous steps take longer than the reading itself. */
function bytesAt(path: string, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(end - start);
  const file = openSync(path, 'r');
  try {
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(file, bytes, length, bytes.length - length, start + length);
    return bytes.subarray(0, length);
  } finally {
    closeSync(file);
  }
}

/**
 * Passes the pieces of a file on. Calls `onShort` with where they end if that is before `end`, as the file had bytes up to there.
 *
 * @param start where they begin
 */
export async function* piecesUpTo(
  end: number,
  pieces: AsyncIterable<Piece>,
  onShort: (at: number) => void,
  start = 0,
): AsyncGenerator<Piece> {
  let at = start;
  for await (const piece of pieces) {
    at = piece.stored + piece.bytes.length;
    yield piece;
  }
  if (at < end) onShort(at);
}

/** The bytes of a stream such as standard input. */
export async function* streamPieces(
  stream: AsyncIterable<Uint8Array | string>,
  onBytes?: (count: number) => void,
  signal?: AbortSignal,
): AsyncGenerator<Piece> {
  let stored = 0;
  for await (const chunk of stream) {
    signal?.throwIfAborted();
    const bytes =
      typeof chunk === 'string'
        ? Buffer.from(chunk)
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (bytes.length === 0) continue;
    yield { bytes, stored };
    stored += bytes.length;
    onBytes?.(bytes.length);
  }
}
