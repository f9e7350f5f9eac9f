import { mixed32 } from '../grams/mixed32.ts';

/**
 * 32-bit hash of a text (FNV-1a, mixed by the last steps of MurmurHash3), for counts in which two texts with one hash
 * may count as one. Anybody can find collisions, so only pages of one site may be in such a count. O(text).
 */
export function textHash(text: string, seed: number): number {
  let h = Math.imul(seed, 0x9e3779b1) ^ 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return mixed32(h);
}
