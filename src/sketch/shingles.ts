import { checkTypedArray, wrongValue } from '../argument-checks.ts';
import { isEmptySketch } from './minhash.ts';

/**
 * Number of shingles of a sketch as published with PPJoin: 32 of 4 bytes each (Xiao et al., WWW 2008, §6), the smallest
 * permuted gram for each of 32 random permutations (Broder, Glassman, Manasse & Zweig 1997, "Syntactic clustering of
 * the Web"). That is `minHash` with 32 components; this module adds the sketch *as a set*, the form that set joins
 * take.
 */
export const SHINGLES = 32;

/**
 * The shingles of a sketch as a plain set, regardless of their permutations: the `sp` of the paper.
 *
 * Two shingles of one page are equal now and then (once in some 10⁴ pages of 500 grams), so that a set may have
 * fewer elements than its sketch. The empty page has the empty set.
 *
 * @returns ascending and distinct, below 2³²
 */
export function shingleSet(sketch: Int32Array): BigUint64Array {
  checkTypedArray('shingleSet: sketch', 'Int32Array', sketch);
  if (isEmptySketch(sketch)) return new BigUint64Array(0);
  const shingles = Uint32Array.from(sketch).sort();
  const distinct = shingles.filter((shingle, i) => i === 0 || shingle !== shingles[i - 1]);
  const values = new BigUint64Array(distinct.length);
  const halves = new Uint32Array(values.buffer);
  for (let i = 0; i < distinct.length; i++) halves[2 * i] = distinct[i];
  return values;
}

/**
 * The shingles of a sketch as a set, each tagged with its permutation: as many elements as the sketch has
 * components, and two sets share exactly the components that agree. The empty page has the empty set.
 *
 * @returns ascending and distinct, `component · 2³² + shingle`
 */
export function taggedShingles(sketch: Int32Array): BigUint64Array {
  checkTypedArray('taggedShingles: sketch', 'Int32Array', sketch);
  if (isEmptySketch(sketch)) return new BigUint64Array(0);
  const values = new BigUint64Array(sketch.length);
  const halves = new Uint32Array(values.buffer);
  for (let i = 0; i < sketch.length; i++) {
    halves[2 * i] = sketch[i];
    halves[2 * i + 1] = i;
  }
  return values;
}

/**
 * The components of a sketch in `groups` groups of neighbours of nearly equal size, each as a tagged 56-bit hash. If m
 * of s components of two sketches agree, at least `groups − (s − m)` groups agree, since each differing component
 * spoils at most one group.
 *
 * Far fewer pages share a group than a shingle, so that a join of these sets looks at fewer pairs than one of
 * `taggedShingles`. It loses none of that join's pairs and proposes some more, whose components must then be compared.
 * The empty page has the empty set.
 *
 * @returns ascending and distinct, BigUint64Array(groups)
 * @throws RangeError when a group would have no component
 */
export function groupedShingles(sketch: Int32Array, groups: number): BigUint64Array {
  if (!Number.isInteger(groups) || groups < 1 || groups > MOST_GROUPS || groups > sketch.length) {
    throw wrongValue(
      'groups',
      `1 to ${Math.min(MOST_GROUPS, sketch.length)} groups of ${sketch.length} shingles`,
      groups,
    );
  }
  if (isEmptySketch(sketch)) return new BigUint64Array(0);
  const values = new BigUint64Array(groups);
  const halves = new Uint32Array(values.buffer);
  for (let group = 0, i = 0; group < groups; group++) {
    const end = Math.floor(((group + 1) * sketch.length) / groups);
    let low = group;
    let high = 0;
    for (; i < end; i++) {
      low = Math.imul(low ^ sketch[i], 0x85ebca6b);
      low ^= low >>> 15;
      high = Math.imul(high + low, 0xc2b2ae35);
      high ^= high >>> 13;
    }
    halves[2 * group] = low;
    halves[2 * group + 1] = (group << GROUP_SHIFT) | (high >>> GROUP_BITS);
  }
  return values;
}

/** The number of a group is in the highest bits of its hash, so that the hashes of a sketch ascend. */
const GROUP_BITS = 8;
const GROUP_SHIFT = 32 - GROUP_BITS;
const MOST_GROUPS = 1 << GROUP_BITS;
