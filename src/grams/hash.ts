import { checkTypedArray, wrongType } from '../argument-checks.ts';
import { growMemory } from '../grow-memory.ts';
import { wasm } from './xxh64.wasm.ts';

/** What assembly/xxh64.ts exports. */
interface HashKernel {
  readonly memory: WebAssembly.Memory;
  xxh64(at: number, length: number, seed: bigint): bigint;
}

let kernel: HashKernel | undefined;
/** The kernel's memory. */
let room = new Uint8Array(0);

/**
 * 64-bit xxHash (XXH64) of `bytes`, for checksums. Anybody can find bytes with a wanted hash, so it must not be used
 * where an author of pages could gain by that; grams and fingerprints are BLAKE3 (`gram-kernel.ts`).
 */
export function hash64(bytes: Uint8Array, seed = 0n): bigint {
  checkTypedArray('hash64: bytes', 'Uint8Array', bytes);
  if (typeof seed !== 'bigint') throw wrongType('hash64: seed', 'a bigint', seed);
  kernel ??= loadHashKernel();
  if (bytes.length > room.length) room = roomIn(kernel.memory, bytes.length);
  room.set(bytes);
  return BigInt.asUintN(64, kernel.xxh64(0, bytes.length, seed));
}

/** The memory, grown to at least `bytes` bytes. */
function roomIn(memory: WebAssembly.Memory, bytes: number): Uint8Array<ArrayBuffer> {
  growMemory(memory, bytes);
  return new Uint8Array(memory.buffer as ArrayBuffer);
}

/** Compiles synchronously: it is 800 bytes, and a module with a top-level `await` cannot be loaded by `require`. */
function loadHashKernel(): HashKernel {
  const module = new WebAssembly.Module(Buffer.from(wasm, 'base64'));
  return new WebAssembly.Instance(module).exports as unknown as HashKernel;
}
