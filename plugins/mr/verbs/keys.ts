import { halvesOf, measures, type Similarity } from '../../../src/join/index.ts';
import { digits, padded, tags } from '../lines/format.ts';
import { mixedId } from '../sets/mixing.ts';
import { postedSet, postingLine } from '../sets/posting-line.ts';
import { parseSize, parseTokens, tokenKey } from '../sets/set-text.ts';
import type { TokenOrder } from '../sets/token-order.ts';
import { eachLine, type Verb } from './verb.ts';

/** Options that decide which keys a set has. */
interface KeysOptions {
  readonly similarity: Similarity;
  readonly threshold: number;
  readonly order: TokenOrder;
  /** Number of blocks of sets. `verify` has one at a time in memory. */
  readonly blocks: number;
  /** A token that more sets than this have is split. */
  readonly mostOfKey: number;
}

/** Most parts of a token. Each of its postings is in as many keys as the token has parts. */
const MOST_PARTS = 1000;
const TOKEN_CHARACTERS = 16;

/**
 * Records → a posting for each token of their prefixes: similar sets share such a token (Chaudhuri et al., ICDE 2006).
 *
 * A posting tells only what filters need of a set: its size, the token's position, and a bitmap of its tokens. If more
 * than `mostOfKey` sets have a token, they are divided into parts. There is a key for each two parts and for each
 * single one, and a posting is in all keys of its part. So no key has many more postings than `mostOfKey`. O(tokens).
 */
export function keys({ similarity, threshold, order, blocks, mostOfKey }: KeysOptions): Verb {
  const { probePrefix } = measures[similarity];
  return async (call) => {
    let places = new Uint32Array(1024);
    await eachLine(call, ([, id, tag, size, tokens]) => {
      if (tag !== tags.record) return;
      const m = parseSize(size);
      const prefix = m === 0 ? 0 : Math.min(m, probePrefix(m, threshold));
      if (prefix <= 0) return;
      if (places.length < prefix) places = new Uint32Array(2 * prefix);
      const halves = halvesOf(parseTokens(tokens, m));
      order.prefix(halves, prefix, places);
      const set = postedSet(id, size, halves, order, blocks);
      for (let position = 0; position < prefix; position++) {
        const at = 2 * places[position];
        const token = tokenKey(halves[at], halves[at + 1]);
        const parts = partsOf(order.countOf(halves[at], halves[at + 1]), mostOfKey);
        const own = parts === 1 ? 0 : mixedId(Number(id)) % parts;
        for (let part = 0; part < parts; part++) {
          const key = parts === 1 ? token : token + partsKey(Math.min(own, part), Math.max(own, part));
          call.output.line(postingLine(set, key, position, own));
        }
        call.count('postings', parts);
      }
      call.count('sets');
    });
  };
}

/** Number of parts of a token, so that any two parts together have at most `mostOfKey` sets. */
function partsOf(sets: number, mostOfKey: number): number {
  return sets <= mostOfKey ? 1 : Math.min(MOST_PARTS, Math.ceil((2 * sets) / mostOfKey));
}

function partsKey(a: number, b: number): string {
  return padded(a, digits.split) + padded(b, digits.split);
}

/** Whether a key is for two different parts of a token's sets. Sets of one part are not compared in it. */
export function areTwoParts(key: string): boolean {
  const [a, b] = [key.slice(-2 * digits.split, -digits.split), key.slice(-digits.split)];
  return key.length > TOKEN_CHARACTERS && a !== b;
}
