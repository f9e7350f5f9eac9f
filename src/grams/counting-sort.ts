/**
 * `order` sorted stably by `keys[stride * item + offset]`: O(items + largest key), no comparator.
 *
 * With the digits of a number as keys, lowest digit first, this is a radix sort.
 */
export function countingSort(
  order: Uint32Array,
  keys: Uint16Array | Uint32Array,
  stride = 1,
  offset = 0,
): Uint32Array {
  const n = order.length;
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, keys[stride * order[i] + offset]);
  if (largest === 0) return order;

  const begins = new Uint32Array(largest + 2);
  for (let i = 0; i < n; i++) begins[keys[stride * order[i] + offset] + 1]++;
  for (let key = 0; key < largest; key++) begins[key + 1] += begins[key];
  const sorted = new Uint32Array(n);
  for (let i = 0; i < n; i++) sorted[begins[keys[stride * order[i] + offset]]++] = order[i];
  return sorted;
}

/** 0, 1, 2 … n − 1. */
export function ascending(n: number): Uint32Array {
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  return order;
}

/** `inverse(order)[order[i]]` is i. */
export function inverse(order: Uint32Array): Uint32Array {
  const positions = new Uint32Array(order.length);
  for (let i = 0; i < order.length; i++) positions[order[i]] = i;
  return positions;
}
