/**
 * Probability that of `draws` items, drawn without replacement from `population` of which `marked` are marked, at
 * least `least` are marked. O(draws), with logarithms of factorials kept between calls.
 */
export function hypergeometricTail(population: number, marked: number, draws: number, least: number): number {
  const fewest = Math.max(0, draws - (population - marked));
  const most = Math.min(draws, marked);
  if (least <= fewest) return 1;
  if (least > most) return 0;
  const all = logChoose(population, draws);
  let sum = 0;
  for (let k = least; k <= most; k++) {
    sum += Math.exp(logChoose(marked, k) + logChoose(population - marked, draws - k) - all);
  }
  return Math.min(1, sum);
}

function logChoose(n: number, k: number): number {
  return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

/** ln 0!, ln 1!, …; above the table Stirling's series errs by less than doubles do. */
const TABLE = 1 << 12;
const logFactorials = new Float64Array(TABLE);
for (let n = 1; n < TABLE; n++) logFactorials[n] = logFactorials[n - 1] + Math.log(n);

function logFactorial(n: number): number {
  if (n < TABLE) return logFactorials[n];
  return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * n) - 1 / (360 * n ** 3);
}
