import { hash64 } from '../grams/hash.ts';
import { bytesOf } from '../grams/spool.ts';

/** 64-bit hash of a gram set, by which sets are sampled in an order that is not that of their pages. O(grams). */
export function setHash(grams: BigUint64Array): bigint {
  return hash64(bytesOf(grams));
}
