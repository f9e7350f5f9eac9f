import { measures, type Similarity } from '../../../src/join/index.ts';
import { digits, lineOf, padded, tags } from '../lines/format.ts';
import { idField } from '../sets/set-text.ts';
import { eachLine, type Verb, type VerbCall } from './verb.ts';

/**
 * Pairs of distinct sets and the sets that equal them, both by the first of a pair → the pairs of all that equal it with the
 * second, by the second. Memory: the ids of sets that are equal.
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

/** What makes equal sets a pair. */
interface ExpandOptions {
  readonly similarity: Similarity;
  readonly threshold: number;
}

/**
 * Those pairs and the sets that equal their second, by that → all pairs of input records, those of equal sets too, where
 * equal sets of that size are similar.
 */
export function expandSecond({ similarity, threshold }: ExpandOptions): Verb {
  return async (call) => {
    const equals = new Equals();
    await eachLine(call, async ([, id, tag, ...rest]) => {
      equals.moveTo(id);
      if (tag === tags.equal) {
        const [other, size] = rest;
        const m = Number(size);
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

/** Writes the pairs of a record with all that are one set. */
async function writePairs(
  { output, count }: VerbCall,
  equals: Equals,
  y: string,
  overlap: string,
): Promise<void> {
  for (const x of equals.ids()) {
    // Ids have as many digits: the order of the text is theirs.
    const [a, b] = x < y ? [x, y] : [y, x];
    output.line(lineOf(a, tags.found, b, overlap));
    count('pairs');
    // Of many equal sets one line alone makes many.
    if (output.isFull) await output.drained();
  }
}

/** The ids of all records that are one set. As numbers: of a million equal sets 8 MB, as texts 50. */
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

  /** Those so far. */
  *ids(): Generator<string> {
    for (let i = 0; i < this.#count; i++) yield idField(this.#ids[i]);
  }
}
