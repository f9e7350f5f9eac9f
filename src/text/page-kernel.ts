/** The unit in which the memory of WebAssembly grows. */
const WASM_PAGE_BYTES = 1 << 16;
/** Memory that is kept from page to page: enough for nearly all pages. */
const KEPT_BYTES = 16 << 20;
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
 * The memory grows with the largest page. WebAssembly cannot shrink it, so that after a page of more than 16 MB of
 * working memory the next ordinary one begins with a new instance, and the old memory is collected. It is compiled
 * on first use, without waiting: kernels are some kilobytes. Each thread has its own.
 */
export class PageKernel<Exports extends PageKernelExports> {
  readonly #wasm: string;
  readonly #imports: WebAssembly.Imports;
  readonly #prepare: (exports: Exports) => void;
  #module: WebAssembly.Module | undefined;
  #exports: Exports | undefined;

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

  /** The kernel, with `bytes` of memory from `freeAt` on. Throws a RangeError where 4 GiB are not enough. */
  reserve(bytes: number): Exports {
    if (this.#exports === undefined || (this.#heldBytes() > KEPT_BYTES && bytes <= KEPT_BYTES)) this.#renew();
    const { memory, freeAt } = this.#exports!;
    const most = MOST_BYTES - freeAt.value;
    if (bytes > most) {
      throw new RangeError(`text: expected one that takes at most ${most} bytes of memory; got ${bytes}`);
    }
    growMemory(memory, freeAt.value + bytes);
    return this.#exports!;
  }

  /** A kernel may grow its memory itself. */
  #heldBytes(): number {
    const { memory, freeAt } = this.#exports!;
    return memory.buffer.byteLength - freeAt.value;
  }

  #renew(): void {
    this.#module ??= new WebAssembly.Module(Buffer.from(this.#wasm, 'base64'));
    this.#exports = new WebAssembly.Instance(this.#module, this.#imports).exports as unknown as Exports;
    growMemory(this.#exports.memory, this.#exports.freeAt.value);
    this.#prepare(this.#exports);
  }
}

/** Makes a memory as large as `bytes` at least; views of it are to be made anew. */
export function growMemory(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / WASM_PAGE_BYTES));
}
