import { checkShare, checkWhole } from '../argument-checks.ts';
import { binomialTail } from './binomial.ts';
import type { Estimate } from './estimate.ts';
import { FINGERPRINT_BITS, hammingDistance } from './simhash.ts';

/**
 * Probability that one bit differs between the SimHashes of two weighted sets of this cosine: `arccos(c) / π`
 * (Charikar 2002).
 *
 * Each bit is the sign of a sum of random ±weights, and the two sums have correlation c. The formula is exact for
 * normal sums, and by the central limit theorem close for many grams: within 0.01 from 100 grams on, which the tests
 * check against the exact distribution. It fails if a few grams carry most of the weight.
 *
 * @param cosine for sets without weights `|x ∩ y| / √(|x| · |y|)`; [0, 1]
 */
export function differingBitProbability(cosine: number): number {
  return Math.acos(Math.min(1, Math.max(0, cosine))) / Math.PI;
}

/** Probability that the SimHashes of two sets of this cosine differ in at most `bits` of their 64 bits. */
export function nearProbability(cosine: number, bits: number): number {
  checkShare('cosine', cosine);
  checkWhole('bits', bits, 0, FINGERPRINT_BITS);
  return 1 - binomialTail(FINGERPRINT_BITS, differingBitProbability(cosine), bits + 1);
}

/**
 * Cosine of two sets from their SimHashes: `cos(π d / 64)` for d differing bits, with the error of the
 * binomial d carried over.
 */
export function estimateCosine(a: Uint32Array, b: Uint32Array): Estimate {
  const distance = hammingDistance(a, b);
  const share = Math.min(0.5, distance / FINGERPRINT_BITS);
  // As in `estimateShare`: no differing bit is no certainty.
  const likely = (distance + 0.5) / (FINGERPRINT_BITS + 1);
  const error = Math.sqrt((likely * (1 - likely)) / FINGERPRINT_BITS);
  return { value: Math.cos(Math.PI * share), standardError: Math.PI * Math.sin(Math.PI * likely) * error };
}

/**
 * Resemblance of two sets of `sizeX` and `sizeY` grams from their SimHashes (without weights): the cosine gives
 * the overlap `c √(|x| · |y|)`, the sizes the rest.
 */
export function simHashResemblance(x: Uint32Array, y: Uint32Array, sizeX: number, sizeY: number): Estimate {
  checkWhole('sizeX', sizeX, 0);
  checkWhole('sizeY', sizeY, 0);
  const cosine = estimateCosine(x, y);
  if (sizeX === 0 || sizeY === 0) return { value: 0, standardError: 0 };
  const mean = Math.sqrt(sizeX * sizeY);
  const both = sizeX + sizeY;
  const overlap = Math.min(sizeX, sizeY, cosine.value * mean);
  return {
    value: overlap / (both - overlap),
    standardError: (cosine.standardError * mean * both) / (both - overlap) ** 2,
  };
}
