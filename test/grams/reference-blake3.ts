// BLAKE3 by its definition (O'Connor, Aumasson, Neves, Wilcox-O'Hearn, 2020, §2), one input at a time, for tests.

const CHUNK_BYTES = 1024;
const BLOCK_BYTES = 64;

const CHUNK_START = 1;
const CHUNK_END = 2;
const PARENT = 4;
const ROOT = 8;

const initial = Uint32Array.of(
  0x6a09e667,
  0xbb67ae85,
  0x3c6ef372,
  0xa54ff53a,
  0x510e527f,
  0x9b05688c,
  0x1f83d9ab,
  0x5be0cd19,
);
const permutation = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
/** The state is a square of 4 × 4: its columns, then its diagonals. */
const quarters = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
];

/** The 32 bytes of the unkeyed hash. */
export function referenceBlake3(input: Uint8Array): Uint8Array {
  return new Uint8Array(chainingValue(input, 0, ROOT).buffer);
}

/** Of the subtree over `input`, whose first chunk has number `chunk`. */
function chainingValue(input: Uint8Array, chunk: number, root: number): Uint32Array<ArrayBuffer> {
  if (input.length <= CHUNK_BYTES) return ofChunk(input, chunk, root);
  // The left subtree is complete: as many chunks as the greatest power of two that leaves one to the right.
  let left = 1;
  while (2 * left * CHUNK_BYTES < input.length) left *= 2;
  const block = new Uint32Array(16);
  block.set(chainingValue(input.subarray(0, left * CHUNK_BYTES), chunk, 0));
  block.set(chainingValue(input.subarray(left * CHUNK_BYTES), chunk + left, 0), 8);
  return compress(initial, block, 0, BLOCK_BYTES, PARENT | root);
}

function ofChunk(input: Uint8Array, chunk: number, root: number): Uint32Array<ArrayBuffer> {
  const blocks = Math.max(1, Math.ceil(input.length / BLOCK_BYTES));
  let value = initial;
  for (let i = 0; i < blocks; i++) {
    const bytes = input.slice(i * BLOCK_BYTES, (i + 1) * BLOCK_BYTES);
    const block = new Uint8Array(BLOCK_BYTES);
    block.set(bytes);
    const flags = (i === 0 ? CHUNK_START : 0) | (i === blocks - 1 ? CHUNK_END | root : 0);
    value = compress(value, new Uint32Array(block.buffer), chunk, bytes.length, flags);
  }
  return value;
}

function compress(
  from: Uint32Array,
  block: Uint32Array,
  counter: number,
  length: number,
  flags: number,
): Uint32Array<ArrayBuffer> {
  const v = Uint32Array.of(
    ...from,
    ...initial.subarray(0, 4),
    counter,
    Math.floor(counter / 2 ** 32),
    length,
    flags,
  );
  let words = Array.from(block);
  for (let round = 0; round < 7; round++) {
    quarters.forEach(([a, b, c, d], i) => {
      mix(v, a!, b!, c!, d!, words[2 * i]!, words[2 * i + 1]!);
    });
    words = permutation.map((place) => words[place]!);
  }
  return Uint32Array.from({ length: 8 }, (_, i) => v[i]! ^ v[i + 8]!);
}

function mix(v: Uint32Array, a: number, b: number, c: number, d: number, x: number, y: number): void {
  v[a] = v[a]! + v[b]! + x;
  v[d] = right(v[d]! ^ v[a]!, 16);
  v[c] = v[c]! + v[d]!;
  v[b] = right(v[b]! ^ v[c]!, 12);
  v[a] = v[a]! + v[b]! + y;
  v[d] = right(v[d]! ^ v[a]!, 8);
  v[c] = v[c]! + v[d]!;
  v[b] = right(v[b]! ^ v[c]!, 7);
}

function right(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
