import { ZSTDDecoder } from 'zstddec/stream';

/** What a decoder holds beside its window: its state, and a buffer for input and output each. */
const DECODER_BYTES = 512 * 1024;
/** Memory of broken frames that may stay behind in the WebAssembly heap before no more frames are read. */
const MAX_ABANDONED_BYTES = 2 ** 30;
let abandonedBytes = 0;

/**
 * Decompresses one zstd frame (RFC 8878) as its stored bytes come in, by the reference decoder in WebAssembly.
 *
 * zstddec pulls its input from an iterable and yields once for every output buffer of 128 KiB, the most that a
 * block can hold. Fed with one block at a time it never asks for more than is there.
 */
export class ZstdFrame {
  readonly #windowBytes: number;
  readonly #data: Generator<Uint8Array>;
  #stored: Uint8Array | undefined;
  #ended = false;

  private constructor(decoder: ZSTDDecoder, windowBytes: number) {
    this.#windowBytes = windowBytes;
    this.#data = decoder.decodeStreaming(this.#pushed());
  }

  /** `undefined` when the broken frames met in this process have taken all the memory that they may. */
  static async open(windowBytes: number): Promise<ZstdFrame | undefined> {
    if (abandonedBytes + windowBytes + DECODER_BYTES > MAX_ABANDONED_BYTES) return undefined;
    const decoder = new ZSTDDecoder();
    await decoder.init();
    return new ZstdFrame(decoder, windowBytes);
  }

  /** The data that became complete with `stored`: the frame's header, or a whole block. @throws Error when it is broken */
  push(stored: Uint8Array): Uint8Array[] {
    this.#stored = stored;
    return this.#take(() => this.#stored === undefined);
  }

  /** The rest of the data. @throws Error when the frame is broken or incomplete */
  finish(): Uint8Array[] {
    return this.#take(() => this.#ended);
  }

  /** Lets go of the decoder's memory. That of a broken frame cannot be freed: it is counted instead. */
  close(): void {
    if (this.#ended) return;
    this.#stored = undefined;
    try {
      this.finish();
    } catch {
      if (!this.#ended) abandonedBytes += this.#windowBytes + DECODER_BYTES;
    }
  }

  *#pushed(): Generator<Uint8Array> {
    while (this.#stored !== undefined) {
      const stored = this.#stored;
      this.#stored = undefined;
      yield stored;
    }
    this.#ended = true;
  }

  #take(isDone: () => boolean): Uint8Array[] {
    const data: Uint8Array[] = [];
    while (!isDone()) {
      const { value, done } = this.#data.next();
      if (done) break;
      // the decoder stands still at what it cannot read
      if (value.length === 0 && !isDone()) throw new Error('a block or the checksum is wrong');
      if (value.length > 0) data.push(value);
    }
    return data;
  }
}
