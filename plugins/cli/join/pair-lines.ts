import type { GroupedPairs } from '../../../src/join/index.ts';
import { wasm } from './pair-lines.wasm.ts';
import { sortingKernel } from './sorting-kernel.ts';

/** What assembly/pair-lines.ts exports; every `…At` is an address in its memory. */
interface LineKernel {
  readonly memory: WebAssembly.Memory;
  readonly freeAt: WebAssembly.Global<'i32'>;
  bind(placesAt: number, beginsAt: number, membersAt: number): void;
  countPairs(xAt: number, yAt: number, count: number): void;
  countWithin(overlapsAt: number, groups: number): void;
  placePairs(records: number): void;
  beginRound(from: number, to: number, begin: number, pairsAt: number): void;
  dealPairs(xAt: number, yAt: number, overlapsAt: number, count: number): void;
  dealWithin(overlapsAt: number, groups: number): void;
  writeLines(out: number, full: number): number;
}

/** Pairs of groups that are copied to the kernel at a time. */
const STAGED_PAIRS = 1 << 15;
/** Most pairs that are sorted in memory at a time, 8 bytes each. A record with more is sorted on its own. */
const ROUND_PAIRS = 1 << 24;
const PIECE_BYTES = 1 << 18;
/** Number of pieces in memory: one is made while another is written. */
const PIECES = 2;
/** Bytes of the longest line, three numbers below 2³², with room for what is written beyond it. */
const MOST_LINE_BYTES = 64;
const WASM_PAGE_BYTES = 1 << 16;

/**
 * Pairs of records as text, one `a b overlap` per line, sorted by their smaller record a and then their larger record
 * b. The text comes in pieces of many lines. Each piece is valid until the next but one is requested.
 *
 * In WebAssembly: O(pairs + records), plus a sort of those pairs of each record that do not come in order; a pass over
 * the pairs of groups for each 16 million pairs. Memory: 8 bytes for each of 16 million pairs or of one record, and 16
 * a record.
 *
 * @param records number of records
 * @param numbers `numbers[i]` is the number that is written for record i of the pairs, in ascending order within each
 *   group (default: i)
 */
export function* pairLines(
  grouped: GroupedPairs,
  records: number,
  numbers?: Uint32Array,
  roundPairs: number = ROUND_PAIRS,
): Generator<Uint8Array> {
  const kernel: LineKernel = sortingKernel(new WebAssembly.Module(Buffer.from(wasm, 'base64')));
  let freeAt = kernel.freeAt.value;
  const allocate = (bytes: number): number => {
    const at = freeAt;
    freeAt += 64 * Math.ceil(bytes / 64);
    grow(kernel.memory, freeAt);
    return at;
  };
  const words = (at: number, count: number): Uint32Array => new Uint32Array(kernel.memory.buffer, at, count);
  const { length, pairs, begins, members, overlapWithin } = grouped;
  const groups = overlapWithin.length;
  const stagedAt = allocate(12 * STAGED_PAIRS);
  const outsAt = Array.from({ length: PIECES }, () => allocate(PIECE_BYTES + MOST_LINE_BYTES));
  const placesAt = allocate(4 * (records + 1));
  const beginsAt = allocate(4 * begins.length);
  const membersAt = allocate(4 * members.length);
  const withinAt = allocate(4 * groups);
  words(beginsAt, begins.length).set(begins);
  words(withinAt, groups).set(overlapWithin);
  const named = words(membersAt, members.length);
  for (let i = 0; i < members.length; i++) named[i] = numbers ? numbers[members[i]] : members[i];
  kernel.bind(placesAt, beginsAt, membersAt);

  const [xAt, yAt, overlapsAt] = [0, 1, 2].map((k) => stagedAt + 4 * k * STAGED_PAIRS);
  const stage = (at: number, column: Uint32Array, from: number, count: number): void =>
    words(at, count).set(column.subarray(from, from + count));
  for (let from = 0; from < pairs.length; from += STAGED_PAIRS) {
    const count = Math.min(STAGED_PAIRS, pairs.length - from);
    stage(xAt, pairs.x, from, count);
    stage(yAt, pairs.y, from, count);
    kernel.countPairs(xAt, yAt, count);
  }
  kernel.countWithin(withinAt, groups);
  const ends = length > roundPairs ? sums(words(placesAt + 4, records)) : undefined;
  kernel.placePairs(records);
  const rounds = roundsOf();
  // memory is grown once, before the first piece: the consumer uses pieces in this memory
  grow(kernel.memory, freeAt + 8 * rounds.reduce((most, { begin, end }) => Math.max(most, end - begin), 0));
  let made = 0;
  for (const { from, to, begin } of rounds) {
    kernel.beginRound(from, to, begin % 2 ** 32, freeAt);
    for (let staged = 0; staged < pairs.length; staged += STAGED_PAIRS) {
      const count = Math.min(STAGED_PAIRS, pairs.length - staged);
      stage(xAt, pairs.x, staged, count);
      stage(yAt, pairs.y, staged, count);
      stage(overlapsAt, pairs.overlap, staged, count);
      kernel.dealPairs(xAt, yAt, overlapsAt, count);
    }
    kernel.dealWithin(withinAt, groups);
    for (; ; made++) {
      const outAt = outsAt[made % PIECES];
      const written = (kernel.writeLines(outAt, outAt + PIECE_BYTES) >>> 0) - outAt;
      if (written === 0) break;
      yield new Uint8Array(kernel.memory.buffer, outAt, written);
    }
  }

  /** The smaller records of each round, and where their pairs begin and end among all. */
  function roundsOf(): { from: number; to: number; begin: number; end: number }[] {
    if (ends === undefined) return [{ from: 0, to: records, begin: 0, end: length }];
    const all = [];
    for (let from = 0, to = 1; from < records; from = to++) {
      const begin = ends[from - 1] ?? 0;
      while (to < records && ends[to] - begin <= roundPairs) to++;
      all.push({ from, to, begin, end: ends[to - 1] });
    }
    return all;
  }
}

/** Sums of the first 1, 2 … numbers, which may be above 2³². */
function sums(numbers: Uint32Array): Float64Array {
  let sum = 0;
  return Float64Array.from(numbers, (number) => {
    sum += number;
    return sum;
  });
}

function grow(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / WASM_PAGE_BYTES));
}
