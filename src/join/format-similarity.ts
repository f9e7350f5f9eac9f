/**
 * A similarity, or a share such as recall, in decimals that say nothing false: cut and never rounded up, so that
 * only 1 reads as 1, and 0.7999 never as 0.8.
 *
 * Where `decimals` would make a value that reaches `threshold` read as less, or one above 0 as 0, there are as many
 * more as it takes: 0.81259 is `0.8125` at a threshold of 0.8125. Counts, as the measure `overlap` has them, are
 * printed whole. This file imports nothing: the browser's side of a report carries it.
 *
 * @param value [0, 1], or a count
 */
export function formatSimilarity(value: number, threshold = 0, decimals = 3): string {
  if (!(value < 1)) return value === 1 ? value.toFixed(decimals) : String(value);
  // The shortest digits that mean this very double: cutting them never gives more than it.
  const digits = value === 0 ? '0.' : String(value);
  if (digits.includes('e')) return digits;
  for (let length = 2 + decimals; ; length++) {
    const shown = digits.padEnd(length, '0').slice(0, length);
    const seemsBelow = value >= threshold && Number(shown) < threshold;
    const seemsNothing = value > 0 && Number(shown) === 0;
    if (!seemsBelow && !seemsNothing) return shown;
  }
}

/** A share as per cent with one decimal, such as `99.3 %`, by the rules of {@link formatSimilarity}. */
export function formatPercent(share: number): string {
  const shown = formatSimilarity(share);
  return `${(100 * Number(shown)).toFixed(Math.max(1, shown.length - 4))} %`;
}
