import { checkGrams, checkTypedArrays, checkWhole, refusedValue } from '../argument-checks.ts';
import { type Estimate, estimateShare } from './estimate.ts';
import { loadMinima, type Minima, NOTHING, PASS } from './minhash-kernel.ts';

/** Number of components of a MinHash sketch. */
export const COMPONENTS = 128;

/** Most components of a sketch: 4 MB. */
export const MOST_COMPONENTS = 2 ** 20;

/** The multipliers are drawn from this seed ("near" in ASCII). Another seed gives another, incompatible sketch. */
export const MINHASH_SEED = 0x6e656172;

/**
 * MinHash sketch of a gram set: component i is the smallest value, in signed 32-bit order, that hash function
 * i takes on the set (Broder 1997, "On the resemblance and containment of documents").
 *
 * Function i maps a gram, as its 32-bit halves, to `low · multiplier[i] + high mod 2³²`. Grams are hashes
 * already, so each component is fair by itself; the high half makes any two of them independent (without it
 * they would be multiples of one another), and the values behave like independent random permutations: the
 * recall of bands meets the binomial in `test/sketch`. Every component of the empty set is 2³¹ − 1.
 *
 * A shorter sketch is the head of a longer one of the same set.
 *
 * @param grams distinct 64-bit hashes, in any order
 * @param components 1 to 2²⁰
 * @returns Int32Array(components); O(components · |grams|), 9 µs for 128 components of 500 grams
 * @throws RangeError for another number of components
 */
export function minHash(grams: BigUint64Array, components: number = COMPONENTS): Int32Array {
  checkGrams('minHash: grams', grams);
  const words = new Int32Array(grams.buffer, grams.byteOffset, 2 * grams.length);
  minima ??= loadMinima();
  return minima(words, multipliersFor(components), components);
}

let minima: Minima | undefined;

/**
 * Number of components in which two sketches of one kind and length agree.
 *
 * @throws RangeError for other lengths, TypeError for what are no sketches
 */
export function agreeingComponents(a: Int32Array, b: Int32Array): number {
  checkTypedArrays('sketches', 'Int32Array', [a, b]);
  if (a.length !== b.length || a.length === 0) {
    throw refusedValue('sketches', 'two of one length, at least 1', `${a.length} and ${b.length} components`);
  }
  return equalComponents(a, b);
}

/** {@link agreeingComponents} of two sketches of one length, unchecked: it is called for each of many pairs. */
export function equalComponents(a: Int32Array, b: Int32Array): number {
  let equal = 0;
  for (let i = 0; i < a.length; i++) if (a[i] === b[i]) equal++;
  return equal;
}

/**
 * Estimated resemblance (Jaccard) of two sets: the share of equal components of their sketches, in [0, 1].
 *
 * Unbiased, with standard error `√(J(1 − J) / components)`: at most 0.044 for 128, and 0.035 at J = 0.8.
 */
export function estimateResemblance(a: Int32Array, b: Int32Array): number {
  return agreeingComponents(a, b) / a.length;
}

/** {@link estimateResemblance} with its standard error; 0 when both sets are empty. */
export function resemblanceEstimate(a: Int32Array, b: Int32Array): Estimate {
  const agreeing = agreeingComponents(a, b);
  if (isEmptySketch(a) && isEmptySketch(b)) return { value: 0, standardError: 0 };
  return estimateShare(agreeing, a.length);
}

/** Whether a sketch is that of the empty set, which is similar to nothing. */
export function isEmptySketch(sketch: Int32Array): boolean {
  return sketch.every((component) => component === NOTHING);
}

/** The first multipliers of the seed's sequence, for a whole number of passes. */
function multipliersFor(components: number): Int32Array {
  checkWhole('components', components, 1, MOST_COMPONENTS);
  const needed = PASS * Math.ceil(components / PASS);
  let multipliers = drawn.get(needed);
  if (!multipliers) {
    multipliers = drawMultipliers(MINHASH_SEED, needed);
    drawn.set(needed, multipliers);
  }
  return multipliers;
}

/** Multipliers by length: a program uses sketches of a few lengths. */
const drawn = new Map<number, Int32Array>();

/** Random 32-bit numbers: splitmix32, the 32-bit finaliser of MurmurHash3 over a Weyl sequence. */
function drawMultipliers(seed: number, count: number): Int32Array {
  const multipliers = new Int32Array(count);
  for (let i = 0, state = seed; i < count; i++) {
    state = (state + 0x9e3779b9) | 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    multipliers[i] = z ^ (z >>> 16);
  }
  return multipliers;
}
