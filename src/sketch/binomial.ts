/**
 * Probability that at least `least` of `trials` independent trials succeed, each with probability `p`.
 *
 * Sums the smaller side of the distribution, away from the mean, so that tails keep their precision down to
 * 10⁻³⁰⁰. O(trials).
 */
export function binomialTail(trials: number, p: number, least: number): number {
  if (least <= 0) return 1;
  if (least > trials || p <= 0) return 0;
  if (p >= 1) return 1;
  if (least > trials * p) return sumOf(trials, p, least);
  // At most `least − 1` successes are at least `trials − least + 1` failures.
  return 1 - sumOf(trials, 1 - p, trials - least + 1);
}

/**
 * The largest number that the successes among `trials`, each with probability `p`, reach with probability `chance`: the
 * largest `least` at which {@link binomialTail} is at least `chance`. O(trials · log trials)
 */
export function mostSuccesses(trials: number, p: number, chance: number): number {
  let most = 0;
  let tooMany = trials + 1;
  while (tooMany - most > 1) {
    const middle = (most + tooMany) >>> 1;
    if (binomialTail(trials, p, middle) >= chance) most = middle;
    else tooMany = middle;
  }
  return most;
}

/** Sum of the probabilities of `from`, `from + 1`, … successes. Above the mean, each is smaller than the last. */
function sumOf(trials: number, p: number, from: number): number {
  let logarithm = from * Math.log(p) + (trials - from) * Math.log1p(-p);
  for (let i = 1; i <= trials - from; i++) logarithm += Math.log((from + i) / i);
  let term = Math.exp(logarithm);
  let sum = 0;
  for (let k = from; k <= trials && term > 0; k++) {
    sum += term;
    term *= ((trials - k) / (k + 1)) * (p / (1 - p));
  }
  return Math.min(1, sum);
}
