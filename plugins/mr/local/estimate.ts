import { halvesOf, measures, type Similarity } from '../../../src/join/index.ts';
import { bitmapWords, differByAtMost, setBitmap } from '../sets/bitmap.ts';
import { type HeavyToken, TokenOrder } from '../sets/token-order.ts';

/** The options that decide the pairs of a join. */
interface EstimatedJoin {
  readonly similarity: Similarity;
  readonly threshold: number;
  /** Number of postings of a set, if they are bands of a sketch and not its prefix. */
  readonly bands?: number;
  /** Whether whole records are sent with their prefix tokens, as in the published algorithms. */
  readonly wholeRecords?: boolean;
  /** Number of processes started in all. */
  readonly processes?: number;
}

/** The expected cost of a join, from a sample of its sets. */
export interface JoinEstimate {
  readonly postings: number;
  /** Number of sets that share the most frequent prefix token. */
  readonly largestKey: number;
  /** Pairs that meet at a token, and pairs to confirm; upper bounds if the sample has none. */
  readonly met: number;
  readonly candidates: number;
  /** Bytes sorted between all stages together. */
  readonly shuffleBytes: number;
  /** Most bytes on disk at a time. */
  readonly diskBytes: number;
  /** Hours on one processor. */
  readonly cpuHours: number;
}

/** Bytes of the lines of sets with this number of tokens. */
export function bytesOfSets(sets: number, tokens: number): number {
  return sets * LINE_BYTES + tokens * TOKEN_BYTES;
}

/** Bytes of a line without its tokens, of a token in it, and of a posting. */
const LINE_BYTES = 70;
const TOKEN_BYTES = (8 * 4) / 3;
const POSTING_BYTES = 115;
/** Tokens of at least this number of sets come last, as with `mr heavy`. */
const HEAVY_SETS = 100;
/**
 * Bytes that one processor sorts, writes and reads again in a second, measured on 10^5 and 10^6 generated records;
 * fewer if all tokens are ordered.
 */
const BYTES_A_SECOND = 1.6e7;
const ORDERED_BYTES_A_SECOND = 7e6;
/** Pairs that meet a second, measured on Reuters and OpenLayers. */
const MET_A_SECOND = 5e7;
/** Seconds to start a process of Node and the sort before it. */
const PROCESS_SECONDS = 0.15;
/** If a sample of n has none of something, all N have at most 3 · N/n with 95 % confidence (the rule of three). */
const RULE_OF_THREE = 3;

/**
 * The cost of a join of `sets` sets, from a random sample of them: postings grow with the number of sets, pairs with
 * its square. O(tokens of the sample + pairs that meet in it).
 */
export function estimateJoin(
  sample: readonly BigUint64Array[],
  sets: number,
  { similarity, threshold, bands, wholeRecords = false, processes = 0 }: EstimatedJoin,
): JoinEstimate {
  const scale = sample.length === 0 ? 0 : sets / sample.length;
  const counts = joinedSample(sample, scale, similarity, threshold);
  const pairs = (count: number): number => Math.max(count, count === 0 ? RULE_OF_THREE : 0) * scale ** 2;
  const [met, candidates] = [pairs(counts.met), pairs(counts.candidates)];
  const { prefixes, largestKey: largest } = counts;
  const postings = Math.ceil(bands === undefined ? prefixes * scale : bands * sets);
  const tokens = counts.tokens * scale;
  const setBytes = bytesOfSets(sets, tokens);
  // A set is sent once to each block that holds its partners, and is held in one.
  const sentBytes = Math.min(candidates, 2 * sets) * (setBytes / Math.max(1, sets));
  // A record is sent with 4 bytes a token. Its size is the mean, or larger if larger records have longer prefixes.
  const recordBytes = LINE_BYTES + ((TOKEN_BYTES / 2) * tokens) / Math.max(1, sets);
  const keyBytes = postings * (wholeRecords ? recordBytes : POSTING_BYTES);
  const shuffleBytes = 2 * setBytes + keyBytes + sentBytes;
  const sortedASecond = wholeRecords ? ORDERED_BYTES_A_SECOND : BYTES_A_SECOND;
  return {
    ...{ postings, largestKey: Math.ceil(largest < 2 ? 2 * scale : largest * scale) },
    ...{ met, candidates, shuffleBytes },
    // A stage as written, sorted in pieces, and sorted.
    diskBytes: Math.ceil(2 * setBytes + 3 * Math.max(setBytes, keyBytes, setBytes + sentBytes)),
    cpuHours: (shuffleBytes / sortedASecond + met / MET_A_SECOND + processes * PROCESS_SECONDS) / 3600,
  };
}

/** What is counted in the join of a sample. */
interface SampleCounts {
  readonly tokens: number;
  /** Tokens in prefixes. */
  readonly prefixes: number;
  readonly met: number;
  readonly candidates: number;
  /** Number of sets that share the most frequent prefix token. */
  readonly largestKey: number;
}

/** A place of a token in a prefix: the number of the set, and the position there. */
interface PrefixPlace {
  readonly set: number;
  readonly position: number;
}

/** Joins a sample by its prefixes as the stages do, up to the candidates. @param scale sets of all for each of the sample */
function joinedSample(
  sample: readonly BigUint64Array[],
  scale: number,
  similarity: Similarity,
  threshold: number,
): SampleCounts {
  const sized = [...sample].sort((a, b) => a.length - b.length).map(halvesOf);
  const order = new TokenOrder(frequentTokens(sized, scale));
  const measure = measures[similarity];
  const bitmaps = new Uint32Array(bitmapWords * sized.length);
  const placesOf = new Map<string, PrefixPlace[]>();
  let [tokens, prefixes, met, candidates, largestKey] = [0, 0, 0, 0, 0];
  /** For each set: the number, from 1, of the last set with which it was a candidate. */
  const candidateOf = new Uint32Array(sized.length);
  const sizeOf = (set: number): number => sized[set].length / 2;
  const isCandidate = (x: PrefixPlace, y: PrefixPlace): boolean => {
    const [m, n] = [sizeOf(x.set), sizeOf(y.set)];
    const alpha = measure.neededOverlap(m, n, threshold);
    if (1 + Math.min(m - x.position - 1, n - y.position - 1) < alpha) return false;
    return differByAtMost(m + n - 2 * alpha, bitmaps, bitmapWords * x.set, bitmaps, bitmapWords * y.set);
  };
  for (const [set, halves] of sized.entries()) {
    const n = sizeOf(set);
    setBitmap(halves, bitmaps.subarray(bitmapWords * set, bitmapWords * (set + 1)));
    const places = new Uint32Array(Math.max(0, Math.min(n, measure.probePrefix(n, threshold))));
    order.prefix(halves, places.length, places);
    tokens += n;
    prefixes += places.length;
    const least = measure.minSize(n, threshold);
    for (const [position, place] of places.entries()) {
      const own = { set, position };
      const token = `${halves[2 * place]} ${halves[2 * place + 1]}`;
      const others = placesOf.get(token) ?? [];
      for (const other of others) {
        if (sizeOf(other.set) < least) continue;
        met++;
        if (candidateOf[other.set] === set + 1 || !isCandidate(other, own)) continue;
        candidateOf[other.set] = set + 1;
        candidates++;
      }
      others.push(own);
      largestKey = Math.max(largestKey, others.length);
      placesOf.set(token, others);
    }
  }
  return { tokens, prefixes, met, candidates, largestKey };
}

/** Tokens that come last in prefixes, as far as the sample shows: those that at least two of its sets have. */
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
