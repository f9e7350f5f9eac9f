import { hash64 } from '../grams/hash.ts';

/** Share of the greatest frequency that one step of quantisation is. */
const QUANTUM_SHARE = 0.01;

/**
 * 64-bit fingerprint of quantised frequencies, after TextProfileSignature of Apache Nutch: frequencies are rounded
 * down to multiples of a quantum, words below one quantum are dropped, and the others are hashed with what is
 * left of their frequency, the most frequent first.
 *
 * The quantum is 1 % of the greatest frequency, at least 2 where any word repeats. Texts of one profile are
 * taken for duplicates. Our own choices: ties stand in the order of the words' hashes, and xxHash replaces MD5.
 *
 * @param words distinct 64-bit hashes, ascending
 * @param counts how often each occurs, ≥ 1
 */
export function textProfile(words: BigUint64Array, counts: Uint32Array): bigint {
  const greatest = counts.reduce((most, count) => Math.max(most, count), 0);
  const quantum = Math.max(Math.round(greatest * QUANTUM_SHARE), greatest > 1 ? 2 : 1);
  const kept: number[] = [];
  for (let i = 0; i < words.length; i++) if (counts[i] >= quantum) kept.push(i);
  const level = (i: number): number => Math.floor(counts[i] / quantum);
  kept.sort((i, j) => level(j) - level(i) || i - j);
  const profile = new BigUint64Array(2 * kept.length);
  kept.forEach((i, place) => {
    profile[2 * place] = words[i];
    profile[2 * place + 1] = BigInt(level(i) * quantum);
  });
  return hash64(new Uint8Array(profile.buffer));
}
