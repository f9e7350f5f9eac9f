import { growMemory } from '../grow-memory.ts';

/** Memory that is kept from page to page: enough for nearly all pages. */
const KEPT_BYTES = 16 << 20;
/** Memory that is kept for some pages more, since a large page seldom comes alone: to map it anew costs as much as reading one. */
const KEPT_LARGE_BYTES = 64 << 20;
const KEPT_LARGE_PAGES = 64;
/** Memory that WebAssembly can address. */
const MOST_BYTES = 2 ** 32;

/** What every such kernel exports. */
export interface PageKernelExports {
  readonly memory: WebAssembly.Memory;
  /** Address from which on memory is free. */
  readonly freeAt: WebAssembly.Global<'i32'>;
}

/**
 * A WebAssembly kernel that works on page after page in its own memory.
 *
 * The memory grows with the largest page. WebAssembly cannot shrink it, so that after a page of more than 64 MB of
 * working memory the next ordinary one begins with a new instance, and the old memory is collected; after one of more than 16 MB
 * the 65th ordinary one does. It is compiled on first use, without waiting: kernels are some kilobytes. Each thread has its own.
 */
export class PageKernel<Exports extends PageKernelExports> {
  readonly #wasm: string;
  readonly #imports: WebAssembly.Imports;
  readonly #prepare: (exports: Exports) => void;
  #module: WebAssembly.Module | undefined;
  #exports: Exports | undefined;
  /** Pages that asked for no more than is kept, one after the other, while there was more. */
  #ordinaryPages = 0;

  /**
   * @param wasm in base64
   * @param prepare fills the memory of a new instance
   */
  constructor(
    wasm: string,
    imports: WebAssembly.Imports = {},
    prepare: (exports: Exports) => void = () => {},
  ) {
    this.#wasm = wasm;
    this.#imports = imports;
    this.#prepare = prepare;
  }

  /**
   * The kernel for a new page, with `bytes` of memory from `freeAt` on; what an earlier page left there is gone. Throws a
   * RangeError where 4 GiB are not enough.
   */
  reserve(bytes: number): Exports {
    if (this.#exports === undefined || this.#holdsTooMuch(bytes)) this.#renew();
    return this.extend(bytes);
  }

  /** The same kernel for the same page, with so much memory: what is in it stays. Throws as `reserve` does. */
  extend(bytes: number): Exports {
    const { memory, freeAt } = this.#exports!;
    const most = MOST_BYTES - freeAt.value;
    if (bytes > most) {
      throw new RangeError(`text: expected one that takes at most ${most} bytes of memory; got ${bytes}`);
    }
    growMemory(memory, freeAt.value + bytes);
    return this.#exports!;
  }

  /** A kernel may grow its memory itself, so that what a page asks for is not all that it takes. */
  #holdsTooMuch(bytes: number): boolean {
    const { memory, freeAt } = this.#exports!;
    const held = memory.buffer.byteLength - freeAt.value;
    if (held <= KEPT_BYTES || bytes > KEPT_BYTES) {
      this.#ordinaryPages = 0;
      return false;
    }
    return held > KEPT_LARGE_BYTES || ++this.#ordinaryPages > KEPT_LARGE_PAGES;
  }

  #renew(): void {
    this.#module ??= new WebAssembly.Module(Buffer.from(this.#wasm, 'base64'));
    this.#exports = new WebAssembly.Instance(this.#module, this.#imports).exports as unknown as Exports;
    growMemory(this.#exports.memory, this.#exports.freeAt.value);
    this.#ordinaryPages = 0;
    this.#prepare(this.#exports);
  }
}
