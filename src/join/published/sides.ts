import type { TokenSets } from '../../grams/token-sets.ts';
import type { JoinInput } from '../join.ts';
import type { Bounds } from '../similarity.ts';

/**
 * The two sides of a join, so that self-joins and R–S joins are one algorithm: records of `probe`, in ascending
 * size, look for partners in an index of `index`.
 */
export interface Sides {
  readonly probe: TokenSets;
  readonly index: TokenSets;
  /** Whether both sides are one collection: partners of x are then the records before it. */
  readonly isSelfJoin: boolean;
  /** Uint32Array(probe.size): how many tokens of each record are looked up. */
  readonly probePrefixes: Uint32Array;
  /** Uint32Array(index.size): how many tokens of each record are in the index. */
  readonly indexPrefixes: Uint32Array;
  readonly bounds: Bounds;
}

/**
 * The sides of `input`. In an R–S join indexed records may have smaller partners: the whole probe prefix is indexed.
 */
export function sidesOf(input: JoinInput, bounds: Bounds): Sides {
  const isSelfJoin = !('r' in input);
  const probe = isSelfJoin ? input : input.r;
  const index = isSelfJoin ? input : input.s;
  return {
    probe,
    index,
    isSelfJoin,
    probePrefixes: prefixes(probe, bounds.probePrefix),
    indexPrefixes: prefixes(index, isSelfJoin ? bounds.indexPrefix : bounds.probePrefix),
    bounds,
  };
}

/** The prefix length of each record; 0 for an empty one. */
function prefixes(sets: TokenSets, prefix: (m: number) => number): Uint32Array {
  const lengths = new Uint32Array(sets.size);
  let m = 0;
  let length = 0;
  for (let x = 0; x < sets.size; x++) {
    const size = sets.offsets[x + 1] - sets.offsets[x];
    if (size !== m) {
      m = size;
      length = prefix(m);
    }
    lengths[x] = length;
  }
  return lengths;
}

/**
 * The size filter: the records of the index side whose size fits the probing record are `begin` .. `end`. Both only
 * move forward, as x does.
 */
export class SizeWindow {
  begin = 0;
  end = 0;
  /** α by the size of y, for the sizes in the window; the other entries mean nothing. */
  readonly neededOverlaps: Uint32Array;
  readonly #sides: Sides;
  /** Distinct sizes of the index side, ascending. */
  readonly #sizes: readonly number[];
  #sizeX = 0;

  constructor(sides: Sides) {
    const { index } = sides;
    const sizes: number[] = [];
    for (let y = 0; y < index.size; y++) {
      const size = index.offsets[y + 1] - index.offsets[y];
      if (size !== sizes.at(-1)) sizes.push(size);
    }
    this.#sides = sides;
    this.#sizes = sizes;
    this.neededOverlaps = new Uint32Array((sizes.at(-1) ?? 0) + 1);
  }

  /** Moves to the next probing record; x must ascend. */
  moveTo(x: number): void {
    const { probe, isSelfJoin } = this.#sides;
    const sizeX = probe.offsets[x + 1] - probe.offsets[x];
    // Sizes ascend from 0: empty records come first and keep the empty window.
    if (sizeX !== this.#sizeX) this.#resize(sizeX);
    if (isSelfJoin) this.end = Math.max(this.begin, x);
  }

  #resize(sizeX: number): void {
    const { index, isSelfJoin, bounds } = this.#sides;
    const { offsets, size } = index;
    const minSize = bounds.minSize(sizeX);
    const maxSize = isSelfJoin ? sizeX : bounds.maxSize(sizeX);
    while (this.begin < size && offsets[this.begin + 1] - offsets[this.begin] < minSize) this.begin++;
    while (this.end < size && offsets[this.end + 1] - offsets[this.end] <= maxSize) this.end++;
    // Distinct sizes, so all of this is O(tokens): d distinct sizes need d² / 2 tokens.
    for (const sizeY of this.#sizes) {
      if (sizeY >= minSize && sizeY <= maxSize)
        this.neededOverlaps[sizeY] = bounds.neededOverlap(sizeX, sizeY);
    }
    this.#sizeX = sizeX;
  }
}
