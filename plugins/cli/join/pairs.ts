import type { Pairs } from '../../../src/join/index.ts';

/** Collects pairs in the order in which a join finds them. */
export class PairsBuilder {
  #length = 0;
  #x = new Uint32Array(1 << 10);
  #y = new Uint32Array(1 << 10);
  #overlap = new Uint32Array(1 << 10);

  /** Adds a pair. */
  add(x: number, y: number, overlap: number): void {
    if (this.#length === this.#x.length) {
      this.#x = doubled(this.#x);
      this.#y = doubled(this.#y);
      this.#overlap = doubled(this.#overlap);
    }
    this.#x[this.#length] = x;
    this.#y[this.#length] = y;
    this.#overlap[this.#length] = overlap;
    this.#length++;
  }

  /** The pairs so far. */
  finish(): Pairs {
    return { length: this.#length, x: this.#x, y: this.#y, overlap: this.#overlap };
  }
}

function doubled(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * array.length);
  larger.set(array);
  return larger;
}
