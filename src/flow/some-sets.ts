import { firstEqualOf } from '../grams/gram-sets.ts';
import type { GramFrequencies } from '../methods/collection.ts';
import type { PageSets } from '../methods/method.ts';

const none = new Uint32Array(0);

/** Some of the sets; the others are replaced by empty ones. Memory: that of `firstEqualOf`. */
export class SomeSets implements PageSets {
  readonly #all: PageSets;
  readonly #isIn: (set: number) => boolean;

  constructor(all: PageSets, isIn: (set: number) => boolean) {
    this.#all = all;
    this.#isIn = isIn;
  }

  get length(): number {
    return this.#all.length;
  }

  sizeOf(set: number): number {
    return this.#isIn(set) ? this.#all.sizeOf(set) : 0;
  }

  hashOf(set: number, word?: number): number {
    return this.#all.hashOf(set, word);
  }

  read(set: number, into: BigUint64Array): void {
    if (this.#isIn(set)) this.#all.read(set, into);
  }

  frequenciesOf(set: number): GramFrequencies | undefined {
    const frequencies = this.#all.frequenciesOf(set);
    return this.#isIn(set) || frequencies === undefined ? frequencies : { ...frequencies, counts: none };
  }

  /** For each set that is in, the first such set that is equal; for any other, itself. */
  firstEqual(): Uint32Array {
    const firstOf = (this.#all.firstEqual?.() ?? firstEqualOf(this.#all)).slice();
    /** By first of all equal sets: the first that is in, plus 1. */
    const firstIn = new Uint32Array(firstOf.length);
    for (let set = 0; set < firstOf.length; set++) {
      if (!this.#isIn(set)) firstOf[set] = set;
      else {
        const first = firstOf[set];
        if (firstIn[first] === 0) firstIn[first] = set + 1;
        firstOf[set] = firstIn[first] - 1;
      }
    }
    return firstOf;
  }
}
