/** From this many items on, two passes cost less than three; with fewer items, counting 65,536 digits costs most. */
const MANY_ITEMS = 1 << 17;

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

/** Like `countingSort`, for keys of any size: sorts by 11 or 16 bits at a time. O(items), whatever the keys. */
export function radixSort(order: Uint32Array, keys: Uint32Array): Uint32Array {
  const bits = order.length < MANY_ITEMS ? 11 : 16;
  let from = order;
  for (let shift = 0; shift < 32; shift += bits) from = sortedByDigit(from, keys, shift, bits);
  return from;
}

/** `order` sorted by `bits` bits of the keys from bit `shift` on; `order` itself if these are 0 in all keys. */
function sortedByDigit(order: Uint32Array, keys: Uint32Array, shift: number, bits: number): Uint32Array {
  const n = order.length;
  const largest = 2 ** bits - 1;
  const begins = new Uint32Array(largest + 2);
  // by index: before V8 has optimised it, an iterator costs four times as much
  for (let i = 0; i < n; i++) begins[((keys[order[i]] >>> shift) & largest) + 1]++;
  // such as the upper bits of small numbers
  if (begins[1] === n) return order;
  for (let k = 0; k < largest; k++) begins[k + 1] += begins[k];
  const sorted = new Uint32Array(n);
  for (let i = 0; i < n; i++) sorted[begins[(keys[order[i]] >>> shift) & largest]++] = order[i];
  return sorted;
}

/** 0, 1, 2 … n − 1. */
export function ascending(n: number): Uint32Array {
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  return order;
}

/**
 * The numbers of 0 … n − 1 for which `condition` is true, ascending. Calls it once for each number. Memory: 4 bytes a
 * number, and 4 for each number found; `filter` of a typed array collects them in an ordinary array, 8 to 20 bytes
 * each.
 */
export function numbersWhere(n: number, condition: (i: number) => boolean): Uint32Array {
  const found = new Uint32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) if (condition(i)) found[count++] = i;
  return count === n ? found : found.slice(0, count);
}
