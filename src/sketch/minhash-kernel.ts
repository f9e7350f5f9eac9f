import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Lowers `minima[i]` to the least value of `low · multipliers[i] + high mod 2³²` over the grams, in signed order.
 *
 * @param words the grams' 32-bit halves, low first
 * @param multipliers Int32Array(16 · n)
 * @param minima Int32Array(16 · n)
 */
export type LowerMinima = (words: Int32Array, multipliers: Int32Array, minima: Int32Array) => void;

/** Components that the kernel and its script form compute together. */
export const PASS = 16;

/** What assembly/minhash.ts exports; every number is an address in its memory. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  lowerMinima(
    gramsAt: number,
    gramsEnd: number,
    multipliersAt: number,
    minimaAt: number,
    minimaEnd: number,
  ): void;
}

/** Grams go through the kernel's memory in blocks of 64 KiB, which stay in the first caches. */
const BLOCK_WORDS = 1 << 14;
const PAGE_BYTES = 1 << 16;

/**
 * The minima by SIMD, four components at a time: 4 to 5 times as fast as `lowerMinimaInScript`, with the same
 * result. `undefined` where the kernel has not been built.
 */
export function loadKernel(): LowerMinima | undefined {
  const module = compiledKernel();
  if (!module) return undefined;
  const { memory, lowerMinima } = new WebAssembly.Instance(module).exports as unknown as Kernel;
  let view = new Int32Array(memory.buffer);
  return (words, multipliers, minima) => {
    const count = multipliers.length;
    const begin = 2 * count;
    const bytes = 4 * (begin + BLOCK_WORDS);
    if (bytes > memory.buffer.byteLength) {
      memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / PAGE_BYTES));
      view = new Int32Array(memory.buffer);
    }
    view.set(multipliers, 0);
    view.set(minima, count);
    for (let from = 0; from < words.length; from += BLOCK_WORDS) {
      const block = words.subarray(from, from + BLOCK_WORDS);
      view.set(block, begin);
      lowerMinima(4 * begin, 4 * (begin + block.length), 0, 4 * count, 4 * begin);
    }
    minima.set(view.subarray(count, begin));
  };
}

/** {@link LowerMinima} without WebAssembly: 40 µs for 128 components of 500 grams. */
export function lowerMinimaInScript(words: Int32Array, multipliers: Int32Array, minima: Int32Array): void {
  const n = words.length;
  // Four components a pass: the gram's two loads are shared and four minima still fit the registers.
  for (let i = 0; i < minima.length; i += 4) {
    const a0 = multipliers[i];
    const a1 = multipliers[i + 1];
    const a2 = multipliers[i + 2];
    const a3 = multipliers[i + 3];
    let m0 = minima[i];
    let m1 = minima[i + 1];
    let m2 = minima[i + 2];
    let m3 = minima[i + 3];
    for (let k = 0; k < n; k += 2) {
      const low = words[k];
      const high = words[k + 1];
      const h0 = (Math.imul(low, a0) + high) | 0;
      const h1 = (Math.imul(low, a1) + high) | 0;
      const h2 = (Math.imul(low, a2) + high) | 0;
      const h3 = (Math.imul(low, a3) + high) | 0;
      if (h0 < m0) m0 = h0;
      if (h1 < m1) m1 = h1;
      if (h2 < m2) m2 = h2;
      if (h3 < m3) m3 = h3;
    }
    minima[i] = m0;
    minima[i + 1] = m1;
    minima[i + 2] = m2;
    minima[i + 3] = m3;
  }
}

/** The kernel, compiled without waiting: it is some 300 bytes. */
function compiledKernel(): WebAssembly.Module | undefined {
  // Beside this module, or in dist when the sources run as they are (tests).
  const folder = import.meta.url.endsWith('.ts') ? '../../dist/src/sketch/' : './';
  try {
    return new WebAssembly.Module(
      readFileSync(fileURLToPath(new URL(`${folder}minhash.wasm`, import.meta.url))),
    );
  } catch (error) {
    // A package bundled into one file lacks it, and can do without.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
