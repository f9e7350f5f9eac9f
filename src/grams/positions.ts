import { GrowingColumn } from './growing-columns.ts';

/** Positions in files, up to 2⁴⁸, in 6 bytes each (doubles take 8). */
export class Positions {
  readonly #low: GrowingColumn<Uint32Array>;
  readonly #high: GrowingColumn<Uint16Array>;

  /** @param length number of positions at first, each 0 */
  constructor(length = 0) {
    this.#low = new GrowingColumn((size) => new Uint32Array(size), length);
    this.#high = new GrowingColumn((size) => new Uint16Array(size), length);
  }

  push(position: number): void {
    this.#low.push(position % 2 ** 32);
    this.#high.push(position / 2 ** 32);
  }

  at(i: number): number {
    return this.#high.at(i) * 2 ** 32 + this.#low.at(i);
  }

  set(i: number, position: number): void {
    this.#low.set(i, position % 2 ** 32);
    this.#high.set(i, position / 2 ** 32);
  }
}
