import { ascending, radixSort } from '../grams/counting-sort.ts';

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
    const order = radixSort(rows, keys);
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
