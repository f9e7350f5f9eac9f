import { growMemory } from '../grow-memory.ts';
import { wasm } from './minhash.wasm.ts';

/**
 * The least value of `low · multipliers[i] + high mod 2³²` over the grams, in signed order, for the first
 * `components` of the multipliers; 2³¹ − 1 for no grams.
 *
 * @param words the grams' 32-bit halves, low first
 * @param multipliers Int32Array(16 · n)
 * @returns Int32Array(components)
 */
export type Minima = (words: Int32Array, multipliers: Int32Array, components: number) => Int32Array;

/** Component of the empty set: the largest value. */
export const NOTHING = 0x7fffffff;

/** Components that the kernel computes together. */
export const PASS = 16;

/** What assembly/minhash.ts exports; every number is an address in its memory. */
interface MinHashKernel {
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

/**
 * Loads a function that computes the minima by SIMD, four components at a time: 5 to 6 times as fast as script. It is
 * compiled synchronously, as it is some 300 bytes.
 */
export function loadMinima(): Minima {
  const module = new WebAssembly.Module(Buffer.from(wasm, 'base64'));
  const { memory, lowerMinima } = new WebAssembly.Instance(module).exports as unknown as MinHashKernel;
  let view = new Int32Array(memory.buffer);
  let loaded: Int32Array | undefined;
  return (words, multipliers, components) => {
    const count = multipliers.length;
    const begin = 2 * count;
    if (multipliers !== loaded) {
      growMemory(memory, 4 * (begin + BLOCK_WORDS));
      view = new Int32Array(memory.buffer);
      view.set(multipliers);
      loaded = multipliers;
    }
    view.fill(NOTHING, count, begin);
    for (let from = 0; from < words.length; from += BLOCK_WORDS) {
      const block = words.length <= BLOCK_WORDS ? words : words.subarray(from, from + BLOCK_WORDS);
      view.set(block, begin);
      lowerMinima(4 * begin, 4 * (begin + block.length), 0, 4 * count, 4 * begin);
    }
    return view.slice(count, count + components);
  };
}
