import { wasm } from './simhash.wasm.ts';

/**
 * Bits that more than half of the grams have set, as `[low, high]`.
 *
 * @param words the grams' 32-bit halves, low first
 */
export type Majority = (words: Uint32Array) => Uint32Array;

/** What assembly/simhash.ts exports; numbers are addresses in its memory, except `grams`, a count. */
interface SimHashKernel {
  readonly memory: WebAssembly.Memory;
  countBits(gramsAt: number, gramsEnd: number, countsAt: number): void;
  takeMajority(countsAt: number, grams: number, at: number): void;
}

/** Addresses of 64 counts, of the bits, and of grams in blocks of 32 KiB. They fit in 64 KiB, the smallest memory. */
const COUNTS_AT = 0;
const BITS_AT = 256;
const GRAMS_AT = 512;
const BLOCK_WORDS = 1 << 13;

/**
 * Loads a function that computes the majority by SIMD: V8 took 9 ms to compile it as script. It is compiled
 * synchronously, as it is some hundred bytes.
 */
export function loadMajority(): Majority {
  const module = new WebAssembly.Module(Buffer.from(wasm, 'base64'));
  const instance = new WebAssembly.Instance(module);
  const { memory, countBits, takeMajority } = instance.exports as unknown as SimHashKernel;
  const view = new Uint32Array(memory.buffer);
  return (words) => {
    for (let from = 0; from < words.length; from += BLOCK_WORDS) {
      const block = words.length <= BLOCK_WORDS ? words : words.subarray(from, from + BLOCK_WORDS);
      view.set(block, GRAMS_AT / 4);
      countBits(GRAMS_AT, GRAMS_AT + 4 * block.length, COUNTS_AT);
    }
    takeMajority(COUNTS_AT, words.length / 2, BITS_AT);
    return view.slice(BITS_AT / 4, BITS_AT / 4 + 2);
  };
}
