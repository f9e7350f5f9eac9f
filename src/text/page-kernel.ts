import { wrongValue } from '../argument-checks.ts';
import { growMemory } from '../grow-memory.ts';

/** Memory that is kept from page to page: enough for nearly all pages. */
const KEPT_BYTES = 16 << 20;
/**
 * Memory that is kept for some more pages, since large pages seldom come alone, and mapping it again costs as much as
 * reading one.
 */
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
 * The memory grows with the largest page, and WebAssembly cannot shrink it. After a page with more than 64 MB of
 * working memory, the next ordinary page therefore gets a new instance, and the old memory is collected; after a page
 * with more than 16 MB, the 65th ordinary one does. The kernel is compiled synchronously on first use, as kernels are
 * some kilobytes. Each thread has its own.
 */
export class PageKernel<Exports extends PageKernelExports> {
  readonly #wasm: string;
  readonly #imports: WebAssembly.Imports;
  readonly #prepare: (exports: Exports) => void;
  #module: WebAssembly.Module | undefined;
  #exports: Exports | undefined;
  /** Successive pages that asked for at most `KEPT_BYTES` while more was held. */
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
   * The kernel for a new page, with `bytes` of memory from `freeAt` on. What earlier pages left there is lost. Throws a
   * RangeError if 4 GiB are not enough.
   */
  reserve(bytes: number): Exports {
    if (this.#exports === undefined || this.#holdsTooMuch(bytes)) this.#renew();
    return this.extend(bytes);
  }

  /** The same kernel for the same page, with `bytes` of memory: what is in it stays. Throws as `reserve` does. */
  extend(bytes: number): Exports {
    const { memory, freeAt } = this.#exports!;
    const most = MOST_BYTES - freeAt.value;
    if (bytes > most) {
      throw wrongValue('text', `one that takes at most ${most} bytes of memory`, bytes);
    }
    growMemory(memory, freeAt.value + bytes);
    return this.#exports!;
  }

  /** Measures the memory itself, since a kernel may grow it beyond what a page asked for. */
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
