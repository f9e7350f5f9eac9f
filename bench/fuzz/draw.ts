import { seededRandom } from '../../test/sketch/sets.ts';

/** Draws of one case: the same seed and case number give the same ones. */
export class Draw {
  readonly #random: () => number;

  constructor(seed: number, number: number) {
    // both go through the generator, so that case 1 of seed 2 is not case 2 of seed 1
    const mixed = seededRandom((seed ^ Math.imul(number + 1, 0x9e3779b1)) | 0);
    this.#random = seededRandom(Math.floor(mixed() * 2 ** 32));
  }

  /** A whole number from 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  /** True with this probability. */
  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)];
  }

  /** A whole number up to `most`, mostly a small one: each further step has a probability of 0.6. */
  few(most: number): number {
    let count = 0;
    while (count < most && this.chance(0.6)) count++;
    return count;
  }

  /** `count` results of `make`. */
  list<T>(count: number, make: (i: number) => T): T[] {
    return Array.from({ length: count }, (_, i) => make(i));
  }

  bytes(count: number): Buffer {
    return Buffer.from(this.list(count, () => this.below(256)));
  }
}
