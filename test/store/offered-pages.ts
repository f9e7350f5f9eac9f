/** Grams of the made-up page `i`: every third page is a near copy of the one before it. */
export function offeredGrams(i: number): BigUint64Array {
  const isCopy = i % 3 === 1;
  const text = isCopy ? i - 1 : i;
  const words = new Uint32Array(120);
  for (let k = 0; k < words.length; k++) {
    let z = Math.imul(text * words.length + k + 1, 0x9e3779b9);
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    words[k] = z ^ (z >>> 15);
  }
  return new BigUint64Array(words.buffer).sort().subarray(isCopy ? 3 : 0);
}
