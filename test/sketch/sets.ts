/** Random numbers from a seed (mulberry32), in [0, 1): the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let z = Math.imul(state ^ (state >>> 15), 1 | state);
    z = (z + Math.imul(z ^ (z >>> 7), 61 | z)) ^ z;
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A gram set: `size` random 64-bit hashes, ascending and distinct. */
export function randomSet(random: () => number, size: number): BigUint64Array {
  const words = new Uint32Array(2 * size);
  for (let i = 0; i < words.length; i++) words[i] = random() * 2 ** 32;
  return new BigUint64Array(words.buffer).sort();
}

/** Two sets of `size` grams that share `overlap` of them. */
export function randomPair(
  random: () => number,
  size: number,
  overlap: number,
): [BigUint64Array, BigUint64Array] {
  const shared = randomSet(random, overlap);
  const own = () => BigUint64Array.from([...shared, ...randomSet(random, size - overlap)]).sort();
  return [own(), own()];
}
