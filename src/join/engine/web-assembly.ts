// The parts of WebAssembly that the engine uses. Its official types are in the DOM library, which users who compile
// against our declarations may not have.

/** A memory that threads share. */
export interface SharedMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A kernel, compiled but in no memory yet; can be sent to a worker. */
export type CompiledKernel = object;

/** A global of a kernel. */
export interface Counter<Value extends number | bigint> {
  readonly value: Value;
}
