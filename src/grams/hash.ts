import { wasm } from './xxh64.wasm.ts';

/** What assembly/xxh64.ts exports. */
interface Kernel {
  readonly memory: WebAssembly.Memory;
  xxh64(at: number, length: number, seed: bigint): bigint;
}

const PAGE_BYTES = 1 << 16;

let kernel: Kernel | undefined;
/** The kernel's memory. */
let room = new Uint8Array(0);

/**
 * 64-bit xxHash (XXH64) of `bytes`: for checksums. Anybody can solve it for a wanted value, so that nothing may rest
 * on it that an author of pages gains by; grams and fingerprints are BLAKE3 (`gram-kernel.ts`).
 */
export function hash64(bytes: Uint8Array, seed = 0n): bigint {
  kernel ??= loadKernel();
  if (bytes.length > room.length) room = grown(kernel.memory, bytes.length);
  room.set(bytes);
  return BigInt.asUintN(64, kernel.xxh64(0, bytes.length, seed));
}

/** The memory with room for so many bytes. */
function grown(memory: WebAssembly.Memory, bytes: number): Uint8Array<ArrayBuffer> {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  return new Uint8Array(memory.buffer as ArrayBuffer);
}

/** Compiled without waiting: it is 800 bytes, and nobody can `require` a module that waits at its top level. */
function loadKernel(): Kernel {
  const module = new WebAssembly.Module(Buffer.from(wasm, 'base64'));
  return new WebAssembly.Instance(module).exports as unknown as Kernel;
}
