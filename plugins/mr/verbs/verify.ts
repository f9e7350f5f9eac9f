import { measures, overlapOfSorted, type Similarity } from '../../../src/join/index.ts';
import { digits, lineOf, padded, tags } from '../lines/format.ts';
import { SpilledLines } from '../lines/spilled-lines.ts';
import { StageError } from '../lines/stage-error.ts';
import { HeldSets } from '../sets/held-sets.ts';
import { idField, parseSize, parseTokens } from '../sets/set-text.ts';
import { eachLine, type Verb, type VerbCall } from './verb.ts';

/** Share of memory for sets. Their lines leave as much garbage before it is collected. */
const HELD_SHARE = 1 / 2;

/** The rule that makes two sets similar, and the memory for comparing them. */
interface VerifyOptions {
  readonly similarity: Similarity;
  readonly threshold: number;
  /** Memory for the sets of a block, including garbage. The other sets of a larger block wait on disk. */
  readonly memoryBytes: number;
}

/**
 * The sets of each block, and the sets to compare with them → the similar pairs, with their exact overlap and sizes.
 */
export function verify(options: VerifyOptions): Verb {
  return async (call) => {
    const block = new Block(options, call);
    await eachLine(call, async ([, key, tag, id, size, tokens, others]) => {
      if (key !== block.key) await block.begin(key);
      if (tag === tags.record) block.hold(id, size, tokens);
      else if (tag === tags.sent) block.compare(id, size, tokens, others);
    });
    await block.end();
  };
}

/** The sets of one block that are in memory, and the lines that wait until the others are. */
class Block {
  key = '';
  readonly #sets: HeldSets;
  #waiting = new SpilledLines();
  readonly #options: VerifyOptions;
  readonly #call: VerbCall;

  constructor(options: VerifyOptions, call: VerbCall) {
    this.#options = options;
    this.#sets = new HeldSets(HELD_SHARE * options.memoryBytes);
    this.#call = call;
  }

  async begin(key: string): Promise<void> {
    await this.end();
    this.key = key;
  }

  /** Adds a set with which others are compared. */
  hold(id: string, size: string, tokens: string): void {
    if (this.#sets.add(Number(id), parseTokens(tokens, parseSize(size)))) return;
    this.#waiting.push([tags.record, id, size, tokens].join('\t'));
  }

  /** Compares a set with the listed ones, all of which were added before. */
  compare(id: string, size: string, tokens: string, others: string): void {
    const m = parseSize(size);
    const own = parseTokens(tokens, m);
    const { similarity, threshold } = this.#options;
    const missing: string[] = [];
    for (const other of others.split(',')) {
      const set = this.#sets.get(Number(other));
      if (set === undefined) {
        missing.push(other);
        continue;
      }
      this.#call.count('verified');
      const overlap = overlapOfSorted(own, set);
      if (!measures[similarity].isSimilar(overlap, m, set.length, threshold)) continue;
      this.#call.count('similar');
      const otherSize = padded(set.length, digits.size);
      const pair = Number(id) < Number(other) ? [id, other, size, otherSize] : [other, id, otherSize, size];
      const [a, b, ...sizes] = pair;
      this.#call.output.line(lineOf(a, tags.pair, b, padded(overlap, digits.size), ...sizes));
    }
    if (missing.length === 0) return;
    if (this.#waiting.count === 0) throw missingSet(missing[0], id);
    this.#waiting.push([tags.sent, id, size, tokens, missing.join(',')].join('\t'));
  }

  /** Ends the block: handles the waiting lines, as many sets at a time as memory holds. */
  async end(): Promise<void> {
    const { output } = this.#call;
    while (this.#waiting.count > 0) {
      this.#sets.clear();
      const turn = this.#waiting;
      this.#waiting = new SpilledLines();
      this.#call.count('turns');
      for (const line of turn.lines()) {
        const [tag, id, size, tokens, others] = line.split('\t');
        if (tag === tags.record) this.hold(id, size, tokens);
        else this.compare(id, size, tokens, others);
        if (output.isFull) await output.drained();
      }
      turn.clear();
    }
    this.#sets.clear();
  }
}

function missingSet(id: string, other: string): StageError {
  return new StageError(
    'truncated',
    `expected the set ${idField(Number(id))}, a candidate of ${other}, in its block; got none`,
  );
}
