import { halvesOf, measures, type Similarity } from '../../../src/join/index.ts';
import { bitmapWords, differByAtMost, setBitmap } from '../sets/bitmap.ts';
import { type HeavyToken, TokenOrder } from '../sets/token-order.ts';

/** What decides the pairs of a join. */
interface EstimatedJoin {
  readonly similarity: Similarity;
  readonly threshold: number;
  /** Postings of a set, where they are not those of its prefix: bands of a sketch. */
  readonly bands?: number;
  /** Whether whole records travel with their prefix tokens, as the published algorithms have it. */
  readonly wholeRecords?: boolean;
  /** Processes that are started in all. */
  readonly processes?: number;
}

/** What a join is expected to take, from a sample of its sets. */
export interface JoinEstimate {
  readonly postings: number;
  /** Sets that share the most frequent prefix token. */
  readonly largestKey: number;
  /** Pairs that meet under a token, and those of them that are confirmed; at most, where the sample has none. */
  readonly met: number;
  readonly candidates: number;
  /** Sorted between all stages together. */
  readonly shuffleBytes: number;
  /** On disk at a time, at the most. */
  readonly diskBytes: number;
  /** Of one processor. */
  readonly cpuHours: number;
}

/** Bytes that lines of sets with so many tokens take. */
export function bytesOfSets(sets: number, tokens: number): number {
  return sets * LINE_BYTES + tokens * TOKEN_BYTES;
}

/** Bytes of a line beside its tokens, of a token in it, and of a posting. */
const LINE_BYTES = 70;
const TOKEN_BYTES = (8 * 4) / 3;
const POSTING_BYTES = 115;
/** Tokens come last that so many sets have, as by `mr heavy`. */
const HEAVY_SETS = 100;
/** Measured on 10^5 and 10^6 generated records: what one processor sorts, writes and reads again in a second; less where the order of all tokens is found. */
const BYTES_A_SECOND = 1.6e7;
const ORDERED_BYTES_A_SECOND = 7e6;
/** Meetings of pairs, measured on Reuters and OpenLayers. */
const MET_A_SECOND = 5e7;
/** Of a process of Node that is started, and of the sort before it. */
const PROCESS_SECONDS = 0.15;
/** Where a sample of n has none of a thing, all have at most 3 · N/n of it, with 95 % (the rule of three). */
const RULE_OF_THREE = 3;

/**
 * What a join of `sets` sets takes, by a random sample of them: postings grow with their number, pairs with its square.
 * O(tokens of the sample + pairs that meet in it).
 */
export function estimateJoin(
  sample: readonly BigUint64Array[],
  sets: number,
  { similarity, threshold, bands, wholeRecords = false, processes = 0 }: EstimatedJoin,
): JoinEstimate {
  const scale = sample.length === 0 ? 0 : sets / sample.length;
  const sized = [...sample].sort((a, b) => a.length - b.length).map(halvesOf);
  const order = new TokenOrder(frequentTokens(sized, scale));
  const measure = measures[similarity];
  const bitmaps = new Uint32Array(bitmapWords * sized.length);
  /** Token → the sets that have it in their prefixes, and where. */
  const keys = new Map<string, { readonly set: number; readonly position: number }[]>();
  let [tokens, prefixes, met, candidates, largest] = [0, 0, 0, 0, 0];
  /** Of each set: the last one that it was a candidate of, by its number from 1. */
  const candidateOf = new Uint32Array(sized.length);
  for (const [y, halves] of sized.entries()) {
    const n = halves.length / 2;
    setBitmap(halves, bitmaps.subarray(bitmapWords * y, bitmapWords * (y + 1)));
    const places = new Uint32Array(Math.max(0, Math.min(n, measure.probePrefix(n, threshold))));
    order.prefix(halves, places.length, places);
    tokens += n;
    prefixes += places.length;
    const least = measure.minSize(n, threshold);
    for (const [position, place] of places.entries()) {
      const key = `${halves[2 * place]} ${halves[2 * place + 1]}`;
      const others = keys.get(key) ?? [];
      for (const other of others) {
        const m = sized[other.set].length / 2;
        if (m < least) continue;
        met++;
        if (candidateOf[other.set] === y + 1) continue;
        const alpha = measure.neededOverlap(m, n, threshold);
        if (1 + Math.min(m - other.position - 1, n - position - 1) < alpha) continue;
        if (!differByAtMost(m + n - 2 * alpha, bitmaps, bitmapWords * other.set, bitmaps, bitmapWords * y))
          continue;
        candidateOf[other.set] = y + 1;
        candidates++;
      }
      others.push({ set: y, position });
      largest = Math.max(largest, others.length);
      keys.set(key, others);
    }
  }
  const pairs = (count: number): number => Math.max(count, count === 0 ? RULE_OF_THREE : 0) * scale ** 2;
  const postings = Math.ceil(bands === undefined ? prefixes * scale : bands * sets);
  const setBytes = bytesOfSets(sets, tokens * scale);
  const confirmed = pairs(candidates);
  // A set travels once to each block that holds its partners, and is held in one.
  const sentBytes = Math.min(confirmed, 2 * sets) * (setBytes / Math.max(1, sets));
  // A record travels by 4 bytes a token; it is as large as the mean, or larger where larger ones have longer prefixes.
  const recordBytes = LINE_BYTES + ((TOKEN_BYTES / 2) * tokens * scale) / Math.max(1, sets);
  const keyBytes = postings * (wholeRecords ? recordBytes : POSTING_BYTES);
  const shuffleBytes = 2 * setBytes + keyBytes + sentBytes;
  const sortedASecond = wholeRecords ? ORDERED_BYTES_A_SECOND : BYTES_A_SECOND;
  return {
    ...{ postings, largestKey: Math.ceil(largest < 2 ? 2 * scale : largest * scale) },
    ...{ met: pairs(met), candidates: confirmed, shuffleBytes },
    // A stage as it is written, sorted in pieces, and sorted.
    diskBytes: Math.ceil(2 * setBytes + 3 * Math.max(setBytes, keyBytes, setBytes + sentBytes)),
    cpuHours: (shuffleBytes / sortedASecond + pairs(met) / MET_A_SECOND + processes * PROCESS_SECONDS) / 3600,
  };
}

/** Tokens that come last in prefixes, as far as the sample tells: those that two of its sets have, at least. */
function frequentTokens(sets: readonly Uint32Array[], scale: number): HeavyToken[] {
  const counts = new Map<string, { readonly low: number; readonly high: number; count: number }>();
  for (const halves of sets) {
    for (let i = 0; i < halves.length; i += 2) {
      const key = `${halves[i]} ${halves[i + 1]}`;
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { low: halves[i], high: halves[i + 1], count: 1 });
      else known.count++;
    }
  }
  return [...counts.values()]
    .filter(({ count }) => count >= 2 && count * scale >= HEAVY_SETS)
    .map(({ low, high, count }) => ({ low, high, count: Math.ceil(count * scale) }));
}
