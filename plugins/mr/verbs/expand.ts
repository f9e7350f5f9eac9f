import { measures, type Similarity } from '../../../src/join/index.ts';
import { digits, lineOf, padded, tags } from '../lines/format.ts';
import { eachLine, type Verb, type VerbCall } from './verb.ts';

/**
 * Pairs of distinct sets and the sets that equal them, both by the first of a pair → the pairs of all that equal it with the
 * second, by the second. Memory: the ids of sets that are equal.
 */
export function expandFirst(): Verb {
  return async (call) => {
    const equals = new Equals();
    await eachLine(call, ([, id, tag, ...rest]) => {
      equals.moveTo(id);
      if (tag === tags.equal) equals.add(rest[0]);
      if (tag !== tags.pair) return;
      for (const each of equals.ids) call.output.line(lineOf(rest[0], tags.halfExpanded, each, rest[1]));
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
    await eachLine(call, ([, id, tag, ...rest]) => {
      equals.moveTo(id);
      if (tag === tags.equal) {
        const [other, size] = rest;
        const m = Number(size);
        if (measures[similarity].isSimilar(m, m, m, threshold)) {
          for (const each of equals.ids) writePair(call, each, other, padded(m, digits.size));
        }
        equals.add(other);
      } else if (tag === tags.halfExpanded) {
        for (const each of equals.ids) writePair(call, each, rest[0], rest[1]);
      }
    });
  };
}

function writePair({ output, count }: VerbCall, x: string, y: string, overlap: string): void {
  // Ids have as many digits: the order of the text is theirs.
  const [a, b] = x < y ? [x, y] : [y, x];
  output.line(lineOf(a, tags.found, b, overlap));
  count('pairs');
}

/** The ids of all records that are one set. */
class Equals {
  ids: string[] = [];
  #id = '';

  moveTo(id: string): void {
    if (id === this.#id) return;
    this.#id = id;
    this.ids = [id];
  }

  add(id: string): void {
    this.ids.push(id);
  }
}
