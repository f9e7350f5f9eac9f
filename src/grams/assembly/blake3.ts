// BLAKE3 (O'Connor, Aumasson, Neves, Wilcox-O'Hearn, 2020), unkeyed, in WebAssembly SIMD: one compression works on
// four inputs, one in each 32-bit lane. "Words" are 32 bits, little-endian, and a word of four inputs is a v128.

import { CHAIN, compress, IV, MESSAGE } from './compression';

/** Bytes of a block, and of a chunk: sixteen blocks, the leaves of the hash tree. */
export const BLOCK: usize = 64;
export const CHUNK: usize = 1024;

// Domain flags.
const CHUNK_START: u32 = 1;
const CHUNK_END: u32 = 2;
const PARENT: u32 = 4;
const ROOT: u32 = 8;
/** An input of one block: the only block of the only chunk. */
const WHOLE: u32 = CHUNK_START | CHUNK_END | ROOT;

/** Bytes that a block of `length` bytes keeps: loaded at `KEEP + 64 − length`. */
const KEEP: usize = memory.data<u8>(
  [
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  ],
  16,
);
/** Chaining values of four chunks, 32 bytes each, one after the other. */
const RESULTS: usize = memory.data(128, 16);
/** Chaining values of finished subtrees, the largest first: 54 are enough for 2⁶⁴ bytes. */
const STACK: usize = memory.data(54 * 32, 16);

/**
 * The first eight bytes of the BLAKE3 of four inputs of at most a chunk, each `tag` and then the bytes from
 * `at + 1` on: written as four u64 to `out`. `lengths` count the tag, and 63 bytes past the last are readable.
 */
export function hashFour(
  at0: usize, at1: usize, at2: usize, at3: usize,
  length0: usize, length1: usize, length2: usize, length3: usize,
  tag: u32,
  out: usize,
): void {
  if (max(max(length0, length1), max(length2, length3)) <= BLOCK) {
    gather(at0, at1, at2, at3, length0, length1, length2, length3);
    setTag(i32x4.splat(0xff), tag);
    const lengths = i32x4(<i32>length0, <i32>length1, <i32>length2, <i32>length3);
    compress(IV, i32x4.splat(0), lengths, i32x4.splat(WHOLE));
    const low = v128.load(CHAIN);
    const high = v128.load(CHAIN, 16);
    v128.store(out, v128.shuffle<u32>(low, high, 0, 4, 1, 5));
    v128.store(out, v128.shuffle<u32>(low, high, 2, 6, 3, 7), 16);
    return;
  }
  hashChunks(at0, at1, at2, at3, length0, length1, length2, length3, 0, 0, ROOT, i32x4.splat(0xff), tag);
  for (let lane: usize = 0; lane < 4; lane++) store<u64>(out + 8 * lane, load<u64>(RESULTS + 32 * lane));
}

/**
 * The BLAKE3 of `length` bytes at `at`, the first of them replaced by `tag` unless that is 0: returns the address of
 * its 32 bytes, which stand until the next call.
 */
export function hashLong(at: usize, length: usize, tag: u32): usize {
  const first = i32x4(tag === 0 ? 0 : 0xff, 0, 0, 0);
  if (length <= CHUNK) {
    hashChunks(at, at, at, at, length, 0, 0, 0, 0, 0, ROOT, first, tag);
    return RESULTS;
  }
  let top = STACK;
  const chunks: u64 = (<u64>length + CHUNK - 1) / CHUNK;
  for (let chunk: u64 = 0; chunk < chunks; chunk += 4) {
    const begin = at + <usize>chunk * CHUNK;
    const left = at + length - begin;
    // Lanes beyond the end read the first chunk's place, and nothing of it.
    hashChunks(
      begin,
      begin + (left > CHUNK ? CHUNK : 0),
      begin + (left > 2 * CHUNK ? 2 * CHUNK : 0),
      begin + (left > 3 * CHUNK ? 3 * CHUNK : 0),
      min(left, CHUNK),
      left > CHUNK ? min(left - CHUNK, CHUNK) : 0,
      left > 2 * CHUNK ? min(left - 2 * CHUNK, CHUNK) : 0,
      left > 3 * CHUNK ? min(left - 3 * CHUNK, CHUNK) : 0,
      chunk,
      1,
      0,
      chunk === 0 ? first : i32x4.splat(0),
      tag,
    );
    const some = min(4, chunks - chunk);
    for (let i: u64 = 0; i < some; i++) {
      memory.copy(top, RESULTS + 32 * <usize>i, 32);
      top += 32;
      // Two subtrees of one size have one parent. The last chunk's parents come below, where the root is known.
      const done = chunk + i + 1;
      if (done === chunks) break;
      for (let size = done; (size & 1) === 0; size >>= 1) top = joinTopTwo(top, PARENT);
    }
  }
  while (top > STACK + 64) top = joinTopTwo(top, PARENT);
  joinTopTwo(top, PARENT | ROOT);
  return STACK;
}

/**
 * The chaining values of four chunks, of 0 to 1024 bytes each, into `RESULTS`. The chunks are number `counter`,
 * `counter + step`, … of their input; `last` are the flags of a chunk's last block beside the end of the chunk; `tag`
 * replaces the first byte in the lanes where `first` is 0xff. Nothing is said of lanes of no bytes, but of the first.
 */
function hashChunks(
  at0: usize, at1: usize, at2: usize, at3: usize,
  length0: usize, length1: usize, length2: usize, length3: usize,
  counter: u64,
  step: u64,
  last: u32,
  first: v128,
  tag: u32,
): void {
  const counters = i32x4(<u32>counter, <u32>(counter + step), <u32>(counter + 2 * step), <u32>(counter + 3 * step));
  const longest = max(max(length0, length1), max(length2, length3));
  let from = IV;
  for (let done: usize = 0; ; done += BLOCK) {
    const left0 = length0 - min(done, length0);
    const left1 = length1 - min(done, length1);
    const left2 = length2 - min(done, length2);
    const left3 = length3 - min(done, length3);
    gather(
      left0 > 0 ? at0 + done : at0,
      left1 > 0 ? at1 + done : at1,
      left2 > 0 ? at2 + done : at2,
      left3 > 0 ? at3 + done : at3,
      min(left0, BLOCK),
      min(left1, BLOCK),
      min(left2, BLOCK),
      min(left3, BLOCK),
    );
    if (done === 0) setTag(first, tag);
    const lefts = i32x4(<i32>left0, <i32>left1, <i32>left2, <i32>left3);
    const isLast = i32x4.le_s(lefts, i32x4.splat(<i32>BLOCK));
    const flags = v128.or(
      i32x4.splat(done === 0 ? CHUNK_START : 0),
      v128.and(isLast, i32x4.splat(CHUNK_END | last)),
    );
    compress(from, counters, i32x4.min_s(lefts, i32x4.splat(<i32>BLOCK)), flags);
    from = CHAIN;
    if (left0 > 0 && left0 <= BLOCK || done === 0) keepLane(0);
    if (left1 > 0 && left1 <= BLOCK) keepLane(1);
    if (left2 > 0 && left2 <= BLOCK) keepLane(2);
    if (left3 > 0 && left3 <= BLOCK) keepLane(3);
    if (done + BLOCK >= longest) return;
  }
}

/** Replaces the two topmost chaining values by their parent's; returns the new top. */
function joinTopTwo(top: usize, flags: u32): usize {
  const pair = top - 64;
  gather(pair, pair, pair, pair, BLOCK, BLOCK, BLOCK, BLOCK);
  compress(IV, i32x4.splat(0), i32x4.splat(<i32>BLOCK), i32x4.splat(flags));
  for (let word: usize = 0; word < 8; word++) store<u32>(pair + 4 * word, load<u32>(CHAIN + 16 * word));
  return top - 32;
}

/** Keeps what came out of the last compression for one lane. */
function keepLane(lane: usize): void {
  for (let word: usize = 0; word < 8; word++) {
    store<u32>(RESULTS + 32 * lane + 4 * word, load<u32>(CHAIN + 16 * word + 4 * lane));
  }
}

/** Replaces the first byte of the block in the lanes where `lanes` is 0xff. */
// @ts-ignore: decorator
@inline
function setTag(lanes: v128, tag: u32): void {
  v128.store(MESSAGE, v128.bitselect(i32x4.splat(tag), v128.load(MESSAGE), lanes));
}

/** Reads four blocks of 0 to 64 bytes, zeros beyond, as sixteen words of four lanes into `MESSAGE`. */
// @ts-ignore: decorator
@inline
function gather(
  at0: usize, at1: usize, at2: usize, at3: usize,
  length0: usize, length1: usize, length2: usize, length3: usize,
): void {
  const keep0 = KEEP + BLOCK - length0;
  const keep1 = KEEP + BLOCK - length1;
  const keep2 = KEEP + BLOCK - length2;
  const keep3 = KEEP + BLOCK - length3;
  gatherFourWords(at0, at1, at2, at3, keep0, keep1, keep2, keep3, MESSAGE);
  gatherFourWords(at0 + 16, at1 + 16, at2 + 16, at3 + 16, keep0 + 16, keep1 + 16, keep2 + 16, keep3 + 16, MESSAGE + 64);
  gatherFourWords(at0 + 32, at1 + 32, at2 + 32, at3 + 32, keep0 + 32, keep1 + 32, keep2 + 32, keep3 + 32, MESSAGE + 128);
  gatherFourWords(at0 + 48, at1 + 48, at2 + 48, at3 + 48, keep0 + 48, keep1 + 48, keep2 + 48, keep3 + 48, MESSAGE + 192);
}

// @ts-ignore: decorator
@inline
function gatherFourWords(
  at0: usize, at1: usize, at2: usize, at3: usize,
  keep0: usize, keep1: usize, keep2: usize, keep3: usize,
  out: usize,
): void {
  const a = v128.and(v128.load(at0), v128.load(keep0));
  const b = v128.and(v128.load(at1), v128.load(keep1));
  const c = v128.and(v128.load(at2), v128.load(keep2));
  const d = v128.and(v128.load(at3), v128.load(keep3));
  const abLow = v128.shuffle<u32>(a, b, 0, 4, 1, 5);
  const abHigh = v128.shuffle<u32>(a, b, 2, 6, 3, 7);
  const cdLow = v128.shuffle<u32>(c, d, 0, 4, 1, 5);
  const cdHigh = v128.shuffle<u32>(c, d, 2, 6, 3, 7);
  v128.store(out, v128.shuffle<u64>(abLow, cdLow, 0, 2));
  v128.store(out, v128.shuffle<u64>(abLow, cdLow, 1, 3), 16);
  v128.store(out, v128.shuffle<u64>(abHigh, cdHigh, 0, 2), 32);
  v128.store(out, v128.shuffle<u64>(abHigh, cdHigh, 1, 3), 48);
}
