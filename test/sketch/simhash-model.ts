import { binomialTail } from '../../src/sketch/binomial.ts';

/**
 * Probability that one bit differs between the SimHashes of two sets of random grams, exactly: the set bits of
 * the shared grams are summed over, those of the grams of one set alone are independent of each other.
 */
export function exactDiffering(sizeX: number, sizeY: number, overlap: number): number {
  const isSet = (size: number, shared: number) =>
    binomialTail(size - overlap, 0.5, Math.floor(size / 2) + 1 - shared);
  let sum = 0;
  for (let shared = 0; shared <= overlap; shared++) {
    const share = binomialTail(overlap, 0.5, shared) - binomialTail(overlap, 0.5, shared + 1);
    const x = isSet(sizeX, shared);
    const y = isSet(sizeY, shared);
    sum += share * (x * (1 - y) + y * (1 - x));
  }
  return sum;
}
