/** `order` sorted stably by `keys[item]`. O(items + largest key), no comparator. */
export function countingSort(order: Uint32Array, keys: Uint32Array): Uint32Array {
  const n = order.length;
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, keys[order[i]]);
  const begins = new Uint32Array(largest + 2);
  for (let i = 0; i < n; i++) begins[keys[order[i]] + 1]++;
  for (let key = 0; key < largest; key++) begins[key + 1] += begins[key];
  const sorted = new Uint32Array(n);
  for (let i = 0; i < n; i++) sorted[begins[keys[order[i]]]++] = order[i];
  return sorted;
}

/** The same for keys of any size, 16 bits at a time: O(items), whatever the keys. */
export function radixSort(order: Uint32Array, keys: Uint32Array): Uint32Array {
  let from = order;
  for (const shift of [0, 16]) {
    const begins = new Uint32Array((1 << 16) + 1);
    for (const item of from) begins[((keys[item] >>> shift) & 0xffff) + 1]++;
    // all alike, as the upper bits of small numbers
    if (begins[1] === from.length) continue;
    for (let k = 0; k < 1 << 16; k++) begins[k + 1] += begins[k];
    const sorted = new Uint32Array(from.length);
    for (const item of from) sorted[begins[(keys[item] >>> shift) & 0xffff]++] = item;
    from = sorted;
  }
  return from;
}

/** 0, 1, 2 … n − 1. */
export function ascending(n: number): Uint32Array {
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  return order;
}

/**
 * Those of 0 … n − 1 that a condition, asked once for each, is true of, ascending. 4 bytes a number, and 4 for each it is true
 * of: `filter` of a typed array keeps what it finds in an array of objects, 8 to 20 bytes each.
 */
export function numbersWhere(n: number, condition: (i: number) => boolean): Uint32Array {
  const found = new Uint32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) if (condition(i)) found[count++] = i;
  return count === n ? found : found.slice(0, count);
}
