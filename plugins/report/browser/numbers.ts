import { formatSimilarity } from '../../../src/grams/format-similarity.ts';

/** A count with thousands separators: 12,345. */
export function count(value: number): string {
  return value.toLocaleString('en');
}

/** A count with its noun: 1 page, 12,345 pages. */
export function many(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? '' : 's'}`;
}

/** A similarity or share in [0, 1], formatted by `formatSimilarity`; a value above 1 is a count. */
export function share(value: number, decimals = 4, threshold = 0): string {
  return value > 1 ? count(value) : formatSimilarity(value, threshold, decimals);
}

/** A time in a suitable unit: 12 ms, 3.4 s, 2.1 min. */
export function duration(milliseconds: number): string {
  const whole = Math.round(milliseconds);
  if (whole < 1000) return `${milliseconds < 10 ? milliseconds.toFixed(1) : whole} ms`;
  const seconds = milliseconds / 1000;
  return seconds < 120 ? `${seconds.toFixed(seconds < 10 ? 2 : 1)} s` : `${(seconds / 60).toFixed(1)} min`;
}
