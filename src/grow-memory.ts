/** The unit in which the memory of WebAssembly grows. */
const WASM_PAGE_BYTES = 1 << 16;

/** Makes a memory as large as `bytes` at least; views of it are to be made anew. */
export function growMemory(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / WASM_PAGE_BYTES));
}
