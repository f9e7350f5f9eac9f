/** Decimals beyond which digits are rounding noise: 0.7 ** 2 is 0.48999999999999994. */
const KEPT_DECIMALS = 12;

/**
 * Formats a similarity, or a share such as recall, so that its decimals say nothing false. They are cut, not rounded,
 * so that only 1 reads as 1, and a value below `threshold` never reads as having reached it.
 *
 * If `decimals` would make a value that reaches `threshold` read as less, or a value above 0 as 0, more decimals are
 * shown, as many as needed: 0.81259 is `0.8125` at a threshold of 0.8125. Counts, such as the measure `overlap`, are
 * printed whole: numbers above 1, and whole numbers if the threshold is 1 or more. This file imports nothing: it is also part
 * of the browser's side of a report.
 *
 * @param value [0, 1], or a count
 */
export function formatSimilarity(value: number, threshold = 0, decimals = 3): string {
  if (value > 1 || (threshold >= 1 && Number.isInteger(value))) return String(value);
  if (!(value < 1)) return value.toFixed(decimals);
  const isTrue = (shown: string): boolean =>
    Number(shown) >= threshold === value >= threshold && Number(shown) > 0 === value > 0 && Number(shown) < 1;
  const usual = value.toFixed(Math.max(decimals, KEPT_DECIMALS)).slice(0, 2 + decimals);
  if (isTrue(usual)) return usual;
  // The shortest digits that identify this double: all of them are true.
  const digits = String(value);
  let length = 2 + decimals;
  while (length < digits.length && !isTrue(digits.slice(0, length))) length++;
  return digits.includes('e') ? digits : digits.slice(0, length);
}

/** A share as per cent with one decimal, such as `99.3 %`, by the rules of {@link formatSimilarity}. */
export function formatPercent(share: number): string {
  const shown = formatSimilarity(share);
  const [digits = '', exponent] = shown.split('e');
  // of 1.9e-7, whose length says nothing of its decimals, the first digit
  if (exponent !== undefined) return `${Number(`${digits[0]}e${Number(exponent) + 2}`)} %`;
  return `${(100 * Number(shown)).toFixed(Math.max(1, shown.length - 4))} %`;
}
