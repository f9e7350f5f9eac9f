import type { Estimate } from '../sketch/estimate.ts';
import { resemblanceEstimate } from '../sketch/minhash.ts';
import { differingBits, oddResemblance } from '../sketch/odd-sketch.ts';
import type { SketchRecord } from './layout/codec.ts';

/**
 * Similarity of two pages from what the compact setting keeps of them: the estimate from their components or from their
 * odd sketches, whichever has the lower standard error. That is nearly always the odd sketches; for pages that differ
 * in thousands of grams it is the components.
 */
export function estimateSimilarity(x: SketchRecord, y: SketchRecord): Estimate {
  const byComponents = resemblanceEstimate(x.minHash, y.minHash);
  const differing = oddDifference(x, y);
  if (differing === undefined) return byComponents;
  const byBits = oddResemblance(differing, 32 * x.oddSketch!.length, x.size, y.size);
  return byBits.standardError < byComponents.standardError ? byBits : byComponents;
}

/** The number of bits in which the odd sketches of two pages differ; undefined if none are kept. */
export function oddDifference(x: SketchRecord, y: SketchRecord): number | undefined {
  return x.oddSketch && y.oddSketch && differingBits(x.oddSketch, y.oddSketch);
}
