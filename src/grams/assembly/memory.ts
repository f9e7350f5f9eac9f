// Arrays are addresses in the linear memory that the TypeScript side of a kernel lays out.

/** The i-th 32-bit word of an array. */
// @ts-ignore: decorator
@inline
export function at(array: usize, i: u32): u32 {
  return load<u32>(array + ((<usize>i) << 2));
}

// @ts-ignore: decorator
@inline
export function put(array: usize, i: u32, value: u32): void {
  store<u32>(array + ((<usize>i) << 2), value);
}

/** The i-th 16-bit word of an array. */
// @ts-ignore: decorator
@inline
export function shortAt(array: usize, i: u32): u32 {
  return <u32>load<u16>(array + ((<usize>i) << 1));
}
