/** Most steps of the comparison of two texts. The rest is marked by its grams alone. */
const MOST_STEPS = 2e7;

/**
 * Finds words that two passages have in the same order, as many as possible (longest common subsequence), and marks
 * them as shared. Without this, a word next to a change would count as changed, since its gram is.
 *
 * O(n · m) steps and twice as many bytes, as long as all calls together stay within `MOST_STEPS`.
 */
export class SameWords {
  #stepsLeft = MOST_STEPS;

  /** Marks the words `fromA .. toA` of `a` and `fromB .. toB` of `b`; keys are equal for equal words. */
  mark(a: MarkedWords, fromA: number, toA: number, b: MarkedWords, fromB: number, toB: number): void {
    let [beginA, beginB, endA, endB] = [fromA, fromB, toA, toB];
    while (beginA < endA && beginB < endB && a.keys[beginA] === b.keys[beginB]) {
      a.shared[beginA++] = b.shared[beginB++] = 1;
    }
    while (beginA < endA && beginB < endB && a.keys[endA - 1] === b.keys[endB - 1]) {
      a.shared[--endA] = b.shared[--endB] = 1;
    }
    const [rows, columns] = [endA - beginA + 1, endB - beginB + 1];
    if (rows === 1 || columns === 1 || rows * columns > this.#stepsLeft || columns > 0xffff) return;
    this.#stepsLeft -= rows * columns;
    // lengths[i][j]: length of the longest common subsequence from word i of a and word j of b on
    const lengths = new Uint16Array(rows * columns);
    for (let i = rows - 2; i >= 0; i--) {
      for (let j = columns - 2; j >= 0; j--) {
        const at = i * columns + j;
        lengths[at] =
          a.keys[beginA + i] === b.keys[beginB + j]
            ? lengths[at + columns + 1]! + 1
            : Math.max(lengths[at + columns]!, lengths[at + 1]!);
      }
    }
    for (let i = 0, j = 0; i < rows - 1 && j < columns - 1; ) {
      const at = i * columns + j;
      if (a.keys[beginA + i] === b.keys[beginB + j]) {
        a.shared[beginA + i++] = b.shared[beginB + j++] = 1;
      } else if (lengths[at + columns]! >= lengths[at + 1]!) i++;
      else j++;
    }
  }
}

/** Words by their numbers, and which of them are shared. */
interface MarkedWords {
  readonly keys: readonly number[];
  readonly shared: Uint8Array;
}
