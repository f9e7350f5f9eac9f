// What a forger has to pay, where a hash is an ideal one of 64 bits: he tries grams, one compression each, and each
// has a chance of 2⁻⁶⁴ for each gram of the victim. docs/security-of-hashes.md gives the reasoning.

/** Bits of a gram's hash. */
const BITS = 64;

/** Grams of the victim that must be hit for similarity `t`, with no gram in common: h / (N + misses) ≥ t. */
export function neededHits(grams: number, t: number): number {
  return Math.ceil(t * grams - 1e-9);
}

/** log₂ of the chance that `2 ** log2Trials` trials hit at least the needed number of the victim's grams. */
export function log2Chance(grams: number, t: number, log2Trials: number): number {
  // a gram of the victim is hit with 1 − (1 − 2⁻⁶⁴)^trials
  const hit = -Math.expm1(-(2 ** (log2Trials - BITS)));
  let log2Term = log2Binomial(grams, neededHits(grams, t), hit);
  let sum = 0;
  const first = log2Term;
  for (let k = neededHits(grams, t); k <= grams; k++) {
    sum += 2 ** (log2Term - first);
    log2Term += Math.log2(((grams - k) / (k + 1)) * (hit / (1 - hit)));
  }
  return Math.min(0, first + Math.log2(sum));
}

/** log₂ of the trials after which the chance is one half. */
export function log2TrialsForHalf(grams: number, t: number): number {
  let low = 0;
  let high = 80;
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (log2Chance(grams, t, middle) < -1) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * log₂ of the number of words of which a run of the needed hits exists at all. The run has `hits + q − 1` words, and
 * each of its grams hits with N · 2⁻⁶⁴: words^(hits + q − 1) · (N · 2⁻⁶⁴)^hits ≥ 1.
 */
export function log2WordsForRun(grams: number, q: number, t: number): number {
  const hits = neededHits(grams, t);
  return (hits * (BITS - Math.log2(grams))) / (hits + q - 1);
}

/**
 * log₂ of the expected number of pairs of adjacent hits, once all q-grams over so many words are tried that the
 * trials are `2 ** log2Trials`: words^(q + 1) · (N · 2⁻⁶⁴)². With one word a gram any two hits are adjacent.
 */
export function log2Pairs(grams: number, q: number, log2Trials: number): number {
  return ((q + 1) / q) * log2Trials + 2 * (Math.log2(grams) - BITS);
}

function log2Binomial(n: number, k: number, p: number): number {
  let log2 = k * Math.log2(p) + (n - k) * (Math.log1p(-p) / Math.LN2);
  for (let i = 1; i <= k; i++) log2 += Math.log2((n - k + i) / i);
  return log2;
}
