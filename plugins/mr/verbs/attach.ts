import { halvesOf } from '../../../src/join/index.ts';
import { digits, lineOf, padded, tags } from '../lines/format.ts';
import { StageError } from '../lines/stage-error.ts';
import { parseSize, parseTokens } from '../sets/set-text.ts';
import type { TokenOrder } from '../sets/token-order.ts';
import { eachLine, type Verb, type VerbCall } from './verb.ts';

/** Options that decide which block a set is in, as for `keys`. */
interface AttachOptions {
  readonly order: TokenOrder;
  readonly blocks: number;
}

/** Most other sets that are named with one copy of a set. For more, there is another line. */
const MOST_OTHERS = 1000;

/**
 * Records and candidates, by id → for each block the larger sets of its candidates, and after them the smaller ones.
 * Only the smaller ones are copied, once for each block. Repeated candidates, and sets in no candidate, are left out.
 *
 * Memory: one set, and 1,000 ids.
 */
export function attach({ order, blocks }: AttachOptions): Verb {
  return async (call) => {
    const sender = new Sender(call);
    await eachLine(call, ([, id, tag, ...rest]) => {
      if (tag === tags.record) {
        sender.begin(id, rest[0], rest[1]);
      } else if (tag === tags.candidate) {
        sender.send(id, rest[0], rest[1]);
      } else if (tag === tags.wanted && sender.isFirstAsked(id)) {
        const halves = halvesOf(parseTokens(sender.tokens, parseSize(sender.size)));
        const block = padded(order.blockOf(Number(id), halves, blocks), digits.block);
        call.output.line(lineOf(block, tags.record, id, sender.size, sender.tokens));
        call.count('held');
      }
    });
    sender.end();
  };
}

/** One record, and the sets to compare it with. */
class Sender {
  size = '';
  tokens = '';
  #id = '';
  #block = '';
  #last = '';
  #others: string[] = [];
  #isAsked = false;
  readonly #call: VerbCall;

  constructor(call: VerbCall) {
    this.#call = call;
  }

  /** Begins the record that the next lines are about. */
  begin(id: string, size: string, tokens: string): void {
    this.end();
    this.#id = id;
    this.#isAsked = false;
    this.size = size;
    this.tokens = tokens;
  }

  /** Whether this is the first line that asks for the record itself. */
  isFirstAsked(id: string): boolean {
    this.#check(id);
    const isFirst = !this.#isAsked;
    this.#isAsked = true;
    return isFirst;
  }

  /** Sends the record to be compared with another one, which is in `block`. */
  send(id: string, block: string, other: string): void {
    this.#check(id);
    // Candidates are sorted, so repeats follow each other.
    if (block === this.#block && other === this.#last) return;
    if (block !== this.#block || this.#others.length >= MOST_OTHERS) this.#write();
    this.#block = block;
    this.#last = other;
    this.#others.push(other);
    this.#call.count('distinct');
  }

  /** Ends the record. */
  end(): void {
    this.#write();
    this.#block = '';
    this.#last = '';
  }

  #write(): void {
    if (this.#others.length === 0) return;
    const others = this.#others.join(',');
    this.#call.output.line(lineOf(this.#block, tags.sent, this.#id, this.size, this.tokens, others));
    this.#call.count('sent');
    this.#others = [];
  }

  #check(id: string): void {
    if (id === this.#id) return;
    throw new StageError('truncated', `expected the record ${id} before its candidates; got none`);
  }
}
