/** Disjoint sets over the numbers 0 … n − 1: union by size with path halving (Tarjan & van Leeuwen 1984). */
export class UnionFind {
  readonly #parent: Uint32Array;
  readonly #size: Uint32Array;

  constructor(n: number) {
    this.#parent = Uint32Array.from({ length: n }, (_, i) => i);
    this.#size = new Uint32Array(n).fill(1);
  }

  /** The number that stands for i's set: the same for two numbers exactly when they were joined. */
  find(i: number): number {
    const parent = this.#parent;
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  }

  /** Joins the sets of i and j. */
  union(i: number, j: number): void {
    let a = this.find(i);
    let b = this.find(j);
    if (a === b) return;
    if (this.#size[a] < this.#size[b]) [a, b] = [b, a];
    this.#parent[b] = a;
    this.#size[a] += this.#size[b];
  }
}
