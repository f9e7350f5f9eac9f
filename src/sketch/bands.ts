import { checkTypedArray, checkWhole, refusedValue, wrongType } from '../argument-checks.ts';
import { COMPONENTS, MOST_COMPONENTS } from './minhash.ts';
import { checkThresholdAndRecall, recallOutOfReach } from './recall.ts';

/** How a sketch is cut into bands: pages that agree on all rows of at least one band are candidates. */
export interface Bands {
  readonly bands: number;
  /** Components in each band. */
  readonly rows: number;
  /** Probability that a pair exactly at the threshold becomes a candidate. */
  readonly recall: number;
}

/**
 * Probability that two sets of resemblance `resemblance` agree on at least one of `bands` bands of `rows`
 * components: `1 − (1 − J^rows)^bands` (Leskovec, Rajaraman & Ullman, Mining of Massive Datasets, §3.4).
 */
export function collisionProbability(resemblance: number, bands: number, rows: number): number {
  return 1 - (1 - resemblance ** rows) ** bands;
}

/**
 * The most selective cut of `components` components that still finds a pair at `threshold` with probability
 * `recall`: the longest bands, as many of them as fit.
 *
 * @param threshold (0, 1]
 * @param recall (0, 1)
 * @throws RangeError when no cut reaches the recall, or an argument is out of range
 */
export function chooseBands(threshold: number, recall: number, components: number = COMPONENTS): Bands {
  checkThresholdAndRecall(threshold, recall);
  checkWhole('components', components, 1, MOST_COMPONENTS);
  for (let rows = components; rows >= 1; rows--) {
    const bands = Math.floor(components / rows);
    const reached = collisionProbability(threshold, bands, rows);
    if (reached >= recall) return { bands, rows, recall: reached };
  }
  throw recallOutOfReach(components, threshold, collisionProbability(threshold, components, 1), recall);
}

/**
 * One 32-bit hash for each band of a sketch: equal bands have equal hashes, unequal ones share a hash with
 * probability 2⁻³² (a false candidate, never a lost one). No hash is 0.
 *
 * @param shape as `chooseBands` returns it: it fits the sketch
 * @returns Uint32Array(bands)
 * @throws RangeError if the sketch is shorter than all bands
 */
export function bandHashes(sketch: Int32Array, shape: Bands): Uint32Array {
  checkTypedArray('bandHashes: sketch', 'Int32Array', sketch);
  if (Object(shape) !== shape) throw wrongType('bandHashes', 'bands, as chooseBands returns them', shape);
  const { bands, rows } = shape;
  checkWhole('bandHashes: bands', bands, 1);
  checkWhole('bandHashes: rows', rows, 1);
  if (bands * rows > sketch.length) {
    const got = `${bands} of ${rows} rows`;
    throw refusedValue('bandHashes', `bands within a sketch of ${sketch.length} components`, got);
  }
  const hashes = new Uint32Array(bands);
  for (let band = 0, i = 0; band < bands; band++) {
    let hash = band;
    for (let row = 0; row < rows; row++, i++) {
      // MurmurHash3's round: rotation and odd multipliers carry every component into all bits.
      const mixed = Math.imul(sketch[i], 0xcc9e2d51);
      hash ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
      hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    hashes[band] = hash ^ (hash >>> 16) || 1;
  }
  return hashes;
}
