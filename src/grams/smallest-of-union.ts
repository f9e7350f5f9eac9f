import { halvesOf } from './halves.ts';

/**
 * Merges two ascending lists of distinct grams up to `most` different ones. Counts these (`drawn`), and those that both
 * lists have (`shared`). O(most).
 */
export function smallestOfUnion(
  x: BigUint64Array,
  y: BigUint64Array,
  most: number,
): { readonly shared: number; readonly drawn: number } {
  const a = halvesOf(x);
  const b = halvesOf(y);
  let shared = 0;
  let drawn = 0;
  let i = 0;
  let j = 0;
  while (drawn < most && (i < a.length || j < b.length)) {
    const order = i === a.length ? 1 : j === b.length ? -1 : a[i + 1] - b[j + 1] || a[i] - b[j];
    if (order === 0) shared++;
    if (order <= 0) i += 2;
    if (order >= 0) j += 2;
    drawn++;
  }
  return { shared, drawn };
}
