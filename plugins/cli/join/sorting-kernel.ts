/** The part that every kernel has. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
}

/**
 * An instance of a kernel that calls JavaScript to sort 64-bit values of its memory, from one address up to another.
 */
export function sortingKernel<T extends Kernel>(module: WebAssembly.Module): T {
  const env = {
    sortValues(from: number, to: number): void {
      const [begin, end] = [from >>> 0, to >>> 0];
      new BigUint64Array(kernel.memory.buffer, begin, (end - begin) / 8).sort();
    },
  };
  const kernel = new WebAssembly.Instance(module, { env }).exports as unknown as T;
  return kernel;
}
