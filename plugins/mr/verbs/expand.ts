import { measures, type Similarity } from '../../../src/join/index.ts';
import { digits, lineOf, padded, tags } from '../lines/format.ts';
import { idField, parseSize } from '../sets/set-text.ts';
import { eachLine, type Verb, type VerbCall } from './verb.ts';

/**
 * Pairs of distinct sets, and the sets equal to their first set, by the first set → the pairs of each of these equal
 * sets with the second set, by the second set. Memory: the ids of equal sets.
 */
export function expandFirst(): Verb {
  return async (call) => {
    const equals = new Equals();
    const { output } = call;
    await eachLine(call, async ([, id, tag, ...rest]) => {
      equals.moveTo(id);
      if (tag === tags.equal) equals.add(rest[0]);
      if (tag !== tags.pair) return;
      for (const each of equals.ids()) {
        output.line(lineOf(rest[0], tags.halfExpanded, each, rest[1]));
        if (output.isFull) await output.drained();
      }
    });
  };
}

/** Options that decide whether equal sets are a pair. */
interface ExpandOptions {
  readonly similarity: Similarity;
  readonly threshold: number;
}

/**
 * The pairs of `expandFirst`, and the sets equal to their second set, by the second set → all pairs of input records,
 * including those of equal sets if equal sets of that size are similar.
 */
export function expandSecond({ similarity, threshold }: ExpandOptions): Verb {
  return async (call) => {
    const equals = new Equals();
    await eachLine(call, async ([, id, tag, ...rest]) => {
      equals.moveTo(id);
      if (tag === tags.equal) {
        const [other, size] = rest;
        const m = parseSize(size);
        if (measures[similarity].isSimilar(m, m, m, threshold)) {
          await writePairs(call, equals, other, padded(m, digits.size));
        }
        equals.add(other);
      } else if (tag === tags.halfExpanded) {
        await writePairs(call, equals, rest[0], rest[1]);
      }
    });
  };
}

/** Writes the pairs of a record with all records of one set. */
async function writePairs(
  { output, count }: VerbCall,
  equals: Equals,
  y: string,
  overlap: string,
): Promise<void> {
  for (const x of equals.ids()) {
    // All ids have the same number of digits, so that text sorts as numbers do.
    const [a, b] = x < y ? [x, y] : [y, x];
    output.line(lineOf(a, tags.found, b, overlap));
    count('pairs');
    // One line may give many lines if many sets are equal.
    if (output.isFull) await output.drained();
  }
}

/** The ids of all records with one set, as numbers: a million equal sets take 8 MB, as text they took 50. */
class Equals {
  #ids = new Float64Array(1024);
  #count = 0;
  #id = '';

  moveTo(id: string): void {
    if (id === this.#id) return;
    this.#id = id;
    this.#count = 0;
    this.add(id);
  }

  add(id: string): void {
    if (this.#count === this.#ids.length) {
      const larger = new Float64Array(2 * this.#ids.length);
      larger.set(this.#ids);
      this.#ids = larger;
    }
    this.#ids[this.#count++] = Number(id);
  }

  /** The ids added so far. */
  *ids(): Generator<string> {
    for (let i = 0; i < this.#count; i++) yield idField(this.#ids[i]);
  }
}
