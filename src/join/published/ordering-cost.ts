import type { TokenSets } from '../../grams/token-sets.ts';
import {
  furtherOrdering,
  type OrderedPrefixes,
  orderedPrefixes,
  shareRank,
  tokenFrequencies,
} from './orderings.ts';
import type { Postings } from './postings.ts';
import { PrefixCandidates } from './prefix-candidates.ts';
import type { Sides } from './sides.ts';
import { overlapFrom } from './verify.ts';

/** Milliseconds since any fixed moment. */
type Clock = () => number;

/** More orderings paid off on no data set that was tried. */
const MOST_ORDERINGS = 6;
const SAMPLED_RECORDS = 128;
const SAMPLED_PAIRS = 4096;
/** Least time that an ordering costs for a token: reading it. */
const LEAST_MS_PER_TOKEN = 5e-6;

/**
 * How many orderings MGJoin should use. An ordering is added as long as the verification that it is expected to save
 * outweighs its tests and its prefixes (Rong et al., TKDE 2013, section 4.3: candidates fall as
 * `C = R + (N − R)·p^K`).
 *
 * Pass rates and times are measured on a sample of the real candidates, so the number can differ from run to run; the
 * results of the join do not depend on it. `now` is the clock that measures the times.
 */
export function worthwhileOrderings(
  sides: Sides,
  postings: Postings,
  now: Clock = () => performance.now(),
): number {
  const sample = sampleCandidates(sides, postings);
  const { probe, index } = sides;
  const tokens = probe.tokens.length + index.tokens.length;
  const verifyMs = millisecondsPerPair(sample, (x, y) => verifies(sides, x, y), now);
  if (sample.candidates * verifyMs < tokens * LEAST_MS_PER_TOKEN) return 1;

  const frequencies = tokenFrequencies(sides);
  const probeLengths = onlyOf(sample.xs, sides.probePrefixes);
  const indexLengths = onlyOf(sample.ys, sides.indexPrefixes);
  const sampledTokens = tokensWithin(probe, probeLengths) + tokensWithin(index, indexLengths);
  let { candidates } = sample;
  let surviving: CandidatePairs = sample;
  for (let orderings = 2; orderings <= MOST_ORDERINGS; orderings++) {
    const startedAt = now();
    const ranks = furtherOrdering(frequencies, orderings);
    const orderedAt = now();
    const xPrefixes = orderedPrefixes(probe, probeLengths, ranks);
    const yPrefixes = orderedPrefixes(index, indexLengths, ranks);
    const prefixesAt = now();
    const passes = (x: number, y: number) => sharePrefix(xPrefixes, x, yPrefixes, y);

    const buildMs = orderedAt - startedAt + ((prefixesAt - orderedAt) * tokens) / sampledTokens;
    const testMs = millisecondsPerPair(surviving, passes, now);
    const passed = pairsThat(surviving, passes);
    const passRate = passed.xs.length / surviving.xs.length;
    if (savedMs({ candidates, passRate, verifyMs, testMs, buildMs }) <= 0) return orderings - 1;
    candidates *= passRate;
    surviving = passed;
    if (surviving.xs.length === 0) return orderings;
  }
  return MOST_ORDERINGS;
}

/** What one more ordering saves: verification of the candidates that it rules out, less its own cost. */
export function savedMs(ordering: {
  /** Candidates that reach the ordering. */
  readonly candidates: number;
  /** Share of them that passes, [0, 1]. */
  readonly passRate: number;
  /** Milliseconds to verify one, to test one, and to make the prefixes of all records. */
  readonly verifyMs: number;
  readonly testMs: number;
  readonly buildMs: number;
}): number {
  const { candidates, passRate, verifyMs, testMs, buildMs } = ordering;
  return candidates * ((1 - passRate) * verifyMs - testMs) - buildMs;
}

/** Whether x and y share a prefix token under a further ordering. */
export function sharePrefix(xs: OrderedPrefixes, x: number, ys: OrderedPrefixes, y: number): boolean {
  return shareRank(xs.ranks, xs.offsets[x], xs.offsets[x + 1], ys.ranks, ys.offsets[y], ys.offsets[y + 1]);
}

/** Pair p is records `xs[p]` and `ys[p]`. */
interface CandidatePairs {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
}

/** Candidates of evenly spaced records, and an estimate of the number of candidates of all records. */
function sampleCandidates(sides: Sides, postings: Postings): CandidatePairs & { candidates: number } {
  const { probe } = sides;
  // Probing moves the heads of the lists. It works on a copy, so that the join still sees whole lists.
  const prefixCandidates = new PrefixCandidates(sides, { ...postings, heads: postings.heads.slice() });
  const { found, A } = prefixCandidates;
  const step = Math.max(1, Math.floor(probe.size / SAMPLED_RECORDS));
  const xs: number[] = [];
  const ys: number[] = [];
  let sampledRecords = 0;
  let candidates = 0;
  for (let x = step >> 1; x < probe.size; x += step) {
    const count = prefixCandidates.of(x);
    sampledRecords++;
    candidates += count;
    const most = Math.ceil(SAMPLED_PAIRS / SAMPLED_RECORDS);
    for (let c = 0; c < count; c++) {
      A[found[c]] = 0;
      if (c % Math.ceil(count / most) !== 0) continue;
      xs.push(x);
      ys.push(found[c]);
    }
  }
  return { xs, ys, candidates: (candidates * probe.size) / Math.max(1, sampledRecords) };
}

function verifies({ probe, index, bounds }: Sides, x: number, y: number): boolean {
  const xBegin = probe.offsets[x];
  const xEnd = probe.offsets[x + 1];
  const yBegin = index.offsets[y];
  const yEnd = index.offsets[y + 1];
  const needed = bounds.neededOverlap(xEnd - xBegin, yEnd - yBegin);
  return overlapFrom(probe.tokens, xBegin, xEnd, index.tokens, yBegin, yEnd, 0, needed) >= 0;
}

function pairsThat({ xs, ys }: CandidatePairs, passes: (x: number, y: number) => boolean): CandidatePairs {
  const kept = { xs: [] as number[], ys: [] as number[] };
  for (let p = 0; p < xs.length; p++) {
    if (!passes(xs[p], ys[p])) continue;
    kept.xs.push(xs[p]);
    kept.ys.push(ys[p]);
  }
  return kept;
}

/** The best of three rounds, since the first ones run before the code is compiled. 0 if there is no pair. */
function millisecondsPerPair(
  { xs, ys }: CandidatePairs,
  test: (x: number, y: number) => boolean,
  now: Clock,
): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3; round++) {
    const startedAt = now();
    for (let p = 0; p < xs.length; p++) test(xs[p], ys[p]);
    best = Math.min(best, now() - startedAt);
  }
  return xs.length === 0 ? 0 : best / xs.length;
}

/** `lengths`, with 0 for the records that are not among `sampled`. */
function onlyOf(sampled: readonly number[], lengths: Uint32Array): Uint32Array {
  const only = new Uint32Array(lengths.length);
  for (const x of sampled) only[x] = lengths[x];
  return only;
}

function tokensWithin({ offsets }: TokenSets, lengths: Uint32Array): number {
  let tokens = 0;
  for (let x = 0; x < lengths.length; x++) if (lengths[x] > 0) tokens += offsets[x + 1] - offsets[x];
  return tokens;
}
