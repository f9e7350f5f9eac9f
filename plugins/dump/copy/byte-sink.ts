import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { packZstd } from './zstd-packer.ts';

/** Where bytes go: a file that appears whole, standard output, or something that packs them on their way there. */
export interface ByteSink {
  write(bytes: Buffer): Promise<void>;
  finish(): Promise<void>;
  abort(): Promise<void>;
  /** Bytes written where they end up. */
  readonly size: number;
}

/** Standard output, as fast as it is read. */
export function standardOutput(): ByteSink {
  let size = 0;
  return {
    async write(bytes) {
      size += bytes.length;
      if (!process.stdout.write(bytes)) await new Promise((resolve) => process.stdout.once('drain', resolve));
    },
    async finish() {},
    async abort() {},
    get size() {
      return size;
    },
  };
}

/** One gzip member of all bytes. */
export function gzipSink(sink: ByteSink): ByteSink {
  const packer = createGzip();
  const packed = pipeline(packer, async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) await sink.write(piece);
  });
  let failure: { readonly error: unknown } | undefined;
  let giveUp: ((error: unknown) => void) | undefined;
  packed.catch((error: unknown) => {
    failure = { error };
    giveUp?.(error);
  });
  // not by a race with `packed`: as long as that lasts, it would keep something of each write
  const drained = (): Promise<void> =>
    new Promise((resolve, reject) => {
      // where a piece cannot be written, on a full disk, nothing drains any more
      if (failure !== undefined) return reject(failure.error);
      giveUp = reject;
      packer.once('drain', resolve);
    });
  return {
    async write(bytes) {
      if (!packer.write(bytes)) await drained();
    },
    async finish() {
      packer.end();
      await packed;
      await sink.finish();
    },
    async abort() {
      packer.destroy();
      await packed.catch(() => {});
      await sink.abort();
    },
    get size() {
      return sink.size;
    },
  };
}

/** Bytes of data in a zstd frame: the most that a reader has to hold of it. */
const FRAME_BYTES = 4 * 1024 * 1024;

/** zstd frames of 4 MiB, each with its checksum. */
export function zstdSink(sink: ByteSink): ByteSink {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  const flush = async (): Promise<void> => {
    const data = Buffer.concat(pending, pendingBytes);
    pending = [];
    pendingBytes = 0;
    for (let at = 0; at < data.length; at += FRAME_BYTES)
      await sink.write(await packZstd(data.subarray(at, at + FRAME_BYTES)));
  };
  return {
    async write(bytes) {
      pending.push(bytes);
      pendingBytes += bytes.length;
      if (pendingBytes >= FRAME_BYTES) await flush();
    },
    async finish() {
      if (pendingBytes > 0) await flush();
      // no byte at all is no zstd file
      if (sink.size === 0) await sink.write(await packZstd(new Uint8Array(0)));
      await sink.finish();
    },
    abort: () => sink.abort(),
    get size() {
      return sink.size;
    },
  };
}
