/** Decimals beyond which a number is noise of its computing: 0.7 ** 2 is 0.48999999999999994. */
const KEPT_DECIMALS = 12;

/**
 * A similarity, or a share such as recall, in decimals that say nothing false: cut and not rounded up, so that only 1
 * reads as 1, and what is below `threshold` never as having reached it.
 *
 * Where `decimals` would make a value that reaches `threshold` read as less, or one above 0 as 0, there are as many
 * more as it takes: 0.81259 is `0.8125` at a threshold of 0.8125. Counts, as the measure `overlap` has them, are
 * printed whole. This file imports nothing: the browser's side of a report carries it.
 *
 * @param value [0, 1], or a count
 */
export function formatSimilarity(value: number, threshold = 0, decimals = 3): string {
  if (!(value < 1)) return value === 1 ? value.toFixed(decimals) : String(value);
  const isTrue = (shown: string): boolean =>
    Number(shown) >= threshold === value >= threshold && Number(shown) > 0 === value > 0 && Number(shown) < 1;
  const usual = value.toFixed(Math.max(decimals, KEPT_DECIMALS)).slice(0, 2 + decimals);
  if (isTrue(usual)) return usual;
  // The shortest digits that mean this very double: all of them are true.
  const digits = String(value);
  let length = 2 + decimals;
  while (length < digits.length && !isTrue(digits.slice(0, length))) length++;
  return digits.includes('e') ? digits : digits.slice(0, length);
}

/** A share as per cent with one decimal, such as `99.3 %`, by the rules of {@link formatSimilarity}. */
export function formatPercent(share: number): string {
  const shown = formatSimilarity(share);
  return `${(100 * Number(shown)).toFixed(Math.max(1, shown.length - 4))} %`;
}
