import { PageKernel, type PageKernelExports } from '../text/page-kernel.ts';
import { type TableExports, wordTables } from '../text/word-table.ts';
import { wasm } from './json-texts.wasm.ts';

/** What assembly/texts.ts exports; numbers are addresses, except `n` (texts) and `q`. */
interface TextKernel extends PageKernelExports, TableExports {
  gramSetsOfTexts(
    bytesAt: number,
    table: number,
    n: number,
    q: number,
    multiset: boolean,
    grams: number,
    fingerprints: number,
    textAt: number,
    wordsAt: number,
    startsAt: number,
    linesAt: number,
    other: number,
  ): number;
}

/** Word gram sets of texts. */
interface TextGrams {
  /**
   * For each text its length in UTF-16 code units, {@link unread} if another reader must read it, and its number of
   * grams.
   */
  readonly table: Uint32Array;
  /** The sets, concatenated, each ascending and distinct. */
  readonly grams: BigUint64Array;
  /** `fingerprintWords` of each set, concatenated. */
  readonly words: Uint32Array;
}

/** Stands for the length of a text that has no words, that NFKC may change, or that is not valid JSON. */
export const unread = 0xffffffff;

/** Most bytes that a code unit becomes, including the space after its word. */
const MOST_FOLDED = 6;
/** The kernel reads whole blocks, and hashes four grams at a time. */
const MARGIN = 64;
const FINGERPRINT_BYTES = 16;

const { imports, place } = wordTables();
const kernel = new PageKernel<TextKernel>(wasm, imports, place);

/**
 * The sets of word q-grams (`gramSet`) of texts that are JSON strings, made in one call and without JavaScript strings:
 * with a call per short text, calls and V8's compilation of them took longer than the kernels. O(bytes · q); memory: at
 * most 33 bytes a byte.
 *
 * @param bytes valid UTF-8
 * @param ranges where each string begins and ends, without its quotes, as offsets into `bytes`: two numbers per text
 */
export function gramSetsOfJson(
  bytes: Uint8Array,
  ranges: Uint32Array,
  q: number,
  multiset = false,
): TextGrams {
  const texts = ranges.length / 2;
  let longest = 0;
  for (let i = 0; i < ranges.length; i += 2) longest = Math.max(longest, ranges[i + 1]! - ranges[i]!);
  // a code unit takes at least a byte, and a word at least a code unit
  const sizes = [
    bytes.length,
    4 * ranges.length,
    FINGERPRINT_BYTES * texts,
    2 * longest,
    MOST_FOLDED * longest,
    4 * longest,
    2 * longest,
    8 * longest,
    8 * bytes.length,
  ];
  const offsets: number[] = [];
  let end = MARGIN;
  for (const size of sizes) {
    offsets.push(end);
    end += 8 * Math.ceil(size / 8) + MARGIN;
  }
  const { memory, freeAt, gramSetsOfTexts } = kernel.reserve(end);
  const [bytesAt, table, prints, textAt, wordsAt, startsAt, linesAt, other, gramsAt] = offsets.map(
    (offset) => offset + freeAt.value,
  ) as unknown as readonly [number, number, number, number, number, number, number, number, number];
  new Uint8Array(memory.buffer, bytesAt).set(bytes);
  new Uint32Array(memory.buffer, table).set(ranges);
  const gramsEnd =
    gramSetsOfTexts(
      ...([bytesAt, table, texts, q, multiset, gramsAt, prints, textAt] as const),
      ...([wordsAt, startsAt, linesAt, other] as const),
    ) >>> 0;
  return {
    table: new Uint32Array(memory.buffer, table, ranges.length).slice(),
    grams: new BigUint64Array(memory.buffer, gramsAt, (gramsEnd - gramsAt) / 8).slice(),
    words: new Uint32Array(memory.buffer, prints, (FINGERPRINT_BYTES / 4) * texts).slice(),
  };
}
