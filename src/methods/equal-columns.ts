import { ascending } from '../grams/counting-sort.ts';

/**
 * Calls `emit(a, b)` for every two rows, a < b, that agree in at least one column: each pair once.
 *
 * `table` is row after row, `columns` values each; `isLeftOut` names rows to pass over. Per column one radix sort
 * of the rows; a pair is emitted at the first column in which it agrees. O(rows · columns + pairs · columns).
 */
export function pairsEqualInAColumn(
  table: Uint32Array,
  columns: number,
  isLeftOut: (row: number) => boolean,
  emit: (a: number, b: number) => void,
): void {
  const rows = ascending(table.length / columns).filter((row) => !isLeftOut(row));
  const keys = new Uint32Array(table.length / columns);
  for (let column = 0; column < columns; column++) {
    for (const row of rows) keys[row] = table[row * columns + column];
    const order = sortedByKey(rows, keys);
    for (let first = 0, end = 0; first < order.length; first = end) {
      while (end < order.length && keys[order[end]] === keys[order[first]]) end++;
      for (let i = first; i < end; i++) {
        for (let j = i + 1; j < end; j++) {
          if (!agreeBefore(table, columns, order[i], order[j], column)) emit(order[i], order[j]);
        }
      }
    }
  }
}

/** Whether two rows agree in a column before `column`. */
function agreeBefore(table: Uint32Array, columns: number, a: number, b: number, column: number): boolean {
  const beginA = a * columns;
  const beginB = b * columns;
  for (let k = 0; k < column; k++) if (table[beginA + k] === table[beginB + k]) return true;
  return false;
}

const RADIX = 1 << 16;

/** Rows in ascending key, those of one key in the order given: two stable passes of 16 bits. */
function sortedByKey(rows: Uint32Array, keys: Uint32Array): Uint32Array {
  return byDigit(byDigit(rows, keys, 0), keys, 16);
}

function byDigit(rows: Uint32Array, keys: Uint32Array, shift: number): Uint32Array {
  const begins = new Uint32Array(RADIX + 1);
  for (const row of rows) begins[((keys[row] >>> shift) & 0xffff) + 1]++;
  for (let digit = 0; digit < RADIX; digit++) begins[digit + 1] += begins[digit];
  const sorted = new Uint32Array(rows.length);
  for (const row of rows) sorted[begins[(keys[row] >>> shift) & 0xffff]++] = row;
  return sorted;
}
