// What the engine uses of WebAssembly. Its own types are in the DOM's library, which those who compile against our
// declarations need not have.

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
