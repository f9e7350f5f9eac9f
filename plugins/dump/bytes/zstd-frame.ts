import { newZstd, type ZstdExports } from './zstd-module.ts';

/** Most input of one call: a block, its header, and the checksum after it. */
const IN_BYTES = 128 * 1024 + 64;
/** Most output of one call: no block holds more. */
const OUT_BYTES = 128 * 1024;
/** A struct of the decoder's interface: address, size and used bytes of a buffer, 4 bytes each. */
const BUFFER_STRUCT_BYTES = 12;
/** Highest error code. For an error, the decoder returns its negated code. */
const MOST_ERROR = 200;
/** A larger WebAssembly heap is released together with its frames, since it can only grow. */
const MOST_HEAP_BYTES = 256 * 1024 * 1024;

let shared: Promise<ZstdExports> | undefined;

/**
 * Decompresses one zstd frame (RFC 8878) as its stored bytes arrive, with the reference decoder in WebAssembly.
 *
 * Its memory, 300 KB and the frame's window, is in a heap that the frames of a thread share until it is large. `close`
 * frees all of it, even if the frame was broken.
 */
export class ZstdFrame {
  readonly #zstd: ZstdExports;
  readonly #context: number;
  /** Address of both structs, then the input, then the output. */
  readonly #memory: number;
  #state = 1;

  private constructor(zstd: ZstdExports) {
    this.#zstd = zstd;
    this.#context = zstd.ZSTD_createDCtx();
    this.#memory = zstd.malloc(2 * BUFFER_STRUCT_BYTES + IN_BYTES + OUT_BYTES);
    if (this.#context === 0 || this.#memory === 0) throw new Error('no memory for a zstd decoder');
  }

  static async open(): Promise<ZstdFrame> {
    if (shared !== undefined && (await shared).memory.buffer.byteLength > MOST_HEAP_BYTES) shared = undefined;
    shared ??= newZstd();
    return new ZstdFrame(await shared);
  }

  /**
   * The data that `stored` completes.
   *
   * @param stored the frame's header or a whole block, at most 128 KiB and 64 bytes
   * @throws Error if it is broken
   */
  push(stored: Uint8Array): Buffer[] {
    const input = this.#memory;
    const output = input + BUFFER_STRUCT_BYTES;
    const inAt = output + BUFFER_STRUCT_BYTES;
    const outAt = inAt + IN_BYTES;
    new Uint8Array(this.#zstd.memory.buffer, inAt, IN_BYTES).set(stored);
    this.#struct(input).set([inAt, stored.length, 0]);
    const data: Buffer[] = [];
    for (let used = 0, filled = OUT_BYTES; used < stored.length || filled === OUT_BYTES; ) {
      // the next call would begin another frame
      if (this.#state === 0) break;
      this.#struct(output).set([outAt, OUT_BYTES, 0]);
      const before = used;
      this.#state = this.#zstd.ZSTD_decompressStream(this.#context, output, input);
      if (this.#state < 0 && this.#state >= -MOST_ERROR) throw new Error('a block or the checksum is wrong');
      used = this.#struct(input)[2]!;
      filled = this.#struct(output)[2]!;
      if (filled > 0) data.push(Buffer.from(new Uint8Array(this.#zstd.memory.buffer, outAt, filled)));
      else if (used === before) break;
    }
    return data;
  }

  /** Whether all blocks, and the checksum if there is one, have been read. */
  get isComplete(): boolean {
    return this.#state === 0;
  }

  /** Frees the decoder's memory. No other method may be called afterwards. */
  close(): void {
    this.#zstd.ZSTD_freeDCtx(this.#context);
    this.#zstd.free(this.#memory);
  }

  /** Made anew each time, since a heap gets another buffer when it grows. */
  #struct(at: number): Uint32Array {
    return new Uint32Array(this.#zstd.memory.buffer, at, 3);
  }
}
