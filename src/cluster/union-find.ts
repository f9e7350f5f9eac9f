/** Disjoint sets over the numbers 0 … n − 1, with path halving (Tarjan & van Leeuwen 1984). */
export class UnionFind {
  readonly #parent: Uint32Array;

  constructor(n: number) {
    this.#parent = Uint32Array.from({ length: n }, (_, i) => i);
  }

  /** The smallest number of i's set: equal for two numbers exactly if they were joined. */
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
    const a = this.find(i);
    const b = this.find(j);
    this.#parent[Math.max(a, b)] = Math.min(a, b);
  }
}
