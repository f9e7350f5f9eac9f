import type { Pairs } from '../../../src/join/index.ts';
import { wasm } from './pair-lines.wasm.ts';
import { sortingKernel } from './sorting-kernel.ts';

/** What assembly/pair-lines.ts exports; every `…At` is an address in its memory. */
interface LineKernel {
  readonly memory: WebAssembly.Memory;
  readonly freeAt: WebAssembly.Global<'i32'>;
  bind(placesAt: number, numbersAt: number): void;
  countPairs(xAt: number, yAt: number, count: number): void;
  placePairs(records: number): void;
  beginRound(from: number, to: number, begin: number, pairsAt: number): void;
  dealPairs(xAt: number, yAt: number, overlapsAt: number, count: number): void;
  writeLines(out: number, full: number): number;
}

/** Pairs that are copied to the kernel at a time. */
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
 * Pairs as text, one `a b overlap` per line, sorted by their smaller record a and then their larger record b. The
 * text comes in pieces of many lines. Each piece is valid until the next but one is requested.
 *
 * In WebAssembly: O(pairs + records), plus a sort of those pairs of each record that do not come in order. Memory: 8
 * bytes a pair, for 16 million pairs at a time, and 8 a record.
 *
 * @param records number of records
 * @param numbers `numbers[i]` is the number that is written for record i of the pairs (default: i)
 */
export function* pairLines(
  pairs: Pairs,
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
  const stagedAt = allocate(12 * STAGED_PAIRS);
  const outsAt = Array.from({ length: PIECES }, () => allocate(PIECE_BYTES + MOST_LINE_BYTES));
  const placesAt = allocate(4 * (records + 1));
  const numbersAt = allocate(4 * (numbers?.length ?? records));
  if (numbers) words(numbersAt, numbers.length).set(numbers);
  else for (let i = 0, own = words(numbersAt, records); i < records; i++) own[i] = i;
  kernel.bind(placesAt, numbersAt);

  const [xAt, yAt, overlapsAt] = [0, 1, 2].map((k) => stagedAt + 4 * k * STAGED_PAIRS);
  const stage = (at: number, column: Uint32Array, from: number, count: number): void =>
    words(at, count).set(column.subarray(from, from + count));
  const { length, x, y, overlap } = pairs;
  for (let from = 0; from < length; from += STAGED_PAIRS) {
    const count = Math.min(STAGED_PAIRS, length - from);
    stage(xAt, x, from, count);
    stage(yAt, y, from, count);
    kernel.countPairs(xAt, yAt, count);
  }
  kernel.placePairs(records);
  const begins = length > roundPairs ? words(placesAt + 4, records).slice() : undefined;
  const rounds = roundsOf();
  // memory is grown once, before the first piece: the consumer uses pieces in this memory
  grow(kernel.memory, freeAt + 8 * rounds.reduce((most, { begin, end }) => Math.max(most, end - begin), 0));
  let made = 0;
  for (const { from, to, begin } of rounds) {
    kernel.beginRound(from, to, begin, freeAt);
    for (let staged = 0; staged < length; staged += STAGED_PAIRS) {
      const count = Math.min(STAGED_PAIRS, length - staged);
      stage(xAt, x, staged, count);
      stage(yAt, y, staged, count);
      stage(overlapsAt, overlap, staged, count);
      kernel.dealPairs(xAt, yAt, overlapsAt, count);
    }
    for (; ; made++) {
      const outAt = outsAt[made % PIECES];
      const written = (kernel.writeLines(outAt, outAt + PIECE_BYTES) >>> 0) - outAt;
      if (written === 0) break;
      yield new Uint8Array(kernel.memory.buffer, outAt, written);
    }
  }

  /** The smaller records of each round, and their pairs. */
  function roundsOf(): { from: number; to: number; begin: number; end: number }[] {
    const all = [];
    for (let from = 0, to = records; from < records; from = to, to = records) {
      const begin = begins?.[from] ?? 0;
      if (begins) for (to = from + 1; to < records && endOf(to + 1) - begin <= roundPairs; ) to++;
      all.push({ from, to, begin, end: endOf(to) });
    }
    return all;
  }

  /** Index at which the pairs of the records before this one end. */
  function endOf(record: number): number {
    return begins && record < records ? begins[record] : length;
  }
}

function grow(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / WASM_PAGE_BYTES));
}
